"""Find texts that pages of HTML say already: what these were built from, and copies.

In:    A PageSummary of each page, with its sampled shingles.
Out:   A Rejection for each such text, in URL order.
Rules: a text goes if pages of HTML, taken together, have nearly all its shingles. It stays if they lack a passage:
       mark-up, of which readers see nothing, costs single ones, but what only the text says costs a row of them. Of a
       text of a few words all shingles must be there.

Strategy. A fragment that several pages include is on none of them whole where it depends on the page. So shingles are
looked up on all pages of HTML. Those of few texts are in memory at a time, and for each such group the pages are gone
through.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import groupby
from typing import NamedTuple

from pinax_builder.records import SOURCE_OF_A_PAGE, PageSummary, Rejection

LEAST_FOUND = 0.6
"""Share of a text's shingles that must be found. One word that differs costs up to four of them."""
PASSAGE = 6
"""Number of shingles in a row that are not found and so are more than mark-up: some thirty words."""
MOST_LACKING = 0.1
"""Largest share of a text's shingles in such passages."""
LONGEST_PASSAGE = 24
"""Largest number of shingles of one such passage: some hundred words."""
FEW = 8
"""Number of shingles below which all of them must be found."""
FEWEST = 3
"""Number of shingles below which a text says too little to tell."""
AT_ONCE = 200_000
"""Number of shingles of texts that are in memory at a time, some 100 bytes each."""


class _Text(NamedTuple):
    url: str
    shingles: tuple[int, ...]


def find_sources(pages: Iterable[PageSummary]) -> list[Rejection]:
    """Choose the texts to leave out.

    Args:
        pages: Those that stay otherwise, unique by URL; gone through several times.

    Returns:
        `list[Rejection]` sorted by URL.
    """
    found = (rejection for texts in _groups(pages) for rejection in _sources_among(texts, pages))
    return sorted(found, key=lambda rejection: rejection.url)


def _groups(pages: Iterable[PageSummary]) -> Iterator[list[_Text]]:
    texts: list[_Text] = []
    n_runs = 0
    for page in pages:
        if page.is_built is False:
            texts.append(_Text(page.url, page.shingle_hashes()))
            n_runs += len(texts[-1].shingles)
            if n_runs >= AT_ONCE:
                yield texts
                texts, n_runs = [], 0
    if texts:
        yield texts


def _sources_among(texts: Sequence[_Text], pages: Iterable[PageSummary]) -> Iterator[Rejection]:
    owner = {shingle: number for number, text in enumerate(texts) for shingle in text.shingles}
    found: set[int] = set()
    best: dict[int, tuple[int, int, str]] = {}
    for page in pages:
        if page.is_built:
            shared = owner.keys() & page.shingle_hashes()
            found |= shared
            for number, n_shared in Counter(owner[shingle] for shingle in shared).items():
                standing = (-n_shared, len(page.url), page.url)
                best[number] = min(best.get(number, standing), standing)
    for text in texts:
        if _is_said(text.shingles, found):
            owners = Counter(owner[shingle] for shingle in text.shingles if shingle in found)
            likest = max(
                owners, key=owners.__getitem__
            )  # a shingle of several texts has one owner; mostly the text itself
            *_, page_url = best[likest]
            detail = f"Pages of HTML say what it says, {page_url} most of it."
            yield Rejection(text.url, "gate", SOURCE_OF_A_PAGE, detail, page_url)


def _is_said(shingles: Sequence[int], found: Set[int]) -> bool:
    """Tell whether nearly all shingles of a text are found."""
    n_found = sum(shingle in found for shingle in shingles)
    if len(shingles) < FEW:
        return n_found == len(shingles) >= FEWEST
    rows = (sum(1 for _ in row) for is_found, row in groupby(shingles, found.__contains__) if not is_found)
    passages = [length for length in rows if length >= PASSAGE]
    return (
        n_found >= LEAST_FOUND * len(shingles)
        and sum(passages) <= MOST_LACKING * len(shingles)
        and max(passages, default=0) <= LONGEST_PASSAGE
    )
