"""Choose the best pages, sections and hits, and one hit of the versions of a page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from heapq import nlargest
from itertools import chain, groupby, islice
from math import inf
from typing import NamedTuple

from pinax_runtime.bundle import Batch, fetch
from pinax_runtime.format import picked
from pinax_runtime.search import knobs
from pinax_runtime.search.terms import (
    Asked,
)

# Choose the pages whose sections are scored, the best of these sections, and the best one of each page.
#
# Whether a page may have one of the first hits is known before its sections are scored: three fifths of the score of a
# section are its page's. So where very many sections match, only those of the best pages are scored, and the others are
# left for who pages on.
#
# A page that was patched is in a segment behind the others. Its place among hits with the same score is that of its URL
# all the same. Only for such hits, and only near the first ones, pages are read.
#
# Why:   docs/decisions/0185, 0228


class Scored(NamedTuple):
    """A section of a segment with its score."""

    score: float
    section: int
    page: int


Ranked = tuple[Scored, int]
"""A section that was found, and the number of its segment."""


def best_of(scores: Sequence[Mapping[int, float]], n: int) -> list[list[int]]:
    """Return what has the best `n` scores in several mappings together, apart for each; of equal ones the first."""
    falling = sorted(chain.from_iterable(of_one.values() for of_one in scores), reverse=True)
    if len(falling) <= n:
        return list(map(list, scores))
    best = falling[:n]
    least, n_alike = best[-1], best.count(best[-1])
    chosen = []
    for of_one in scores:
        above = [key for key, score in of_one.items() if score > least]
        alike = list(islice((key for key, score in of_one.items() if score == least), n_alike))
        n_alike -= len(alike)
        chosen.append(above + alike)
    return chosen


def best_pages(scores: Sequence[Mapping[int, float]], n_sections: Sequence[Sequence[int]]) -> list[list[int]] | None:
    """Return the pages whose sections are scored, apart for each segment; None for all.

    Args:
        scores: For each segment, page → score that can be compared across segments.
        n_sections: For each segment, page → number of its sections.
    """
    n, n_all = knobs.CANDIDATE_PAGES, sum(map(len, scores))
    while n < n_all:
        best = best_of(scores, n)
        if (
            sum(sum(picked(sizes, pages)) for sizes, pages in zip(n_sections, best, strict=True))
            >= knobs.CANDIDATE_SECTIONS
        ):
            return best
        n *= 2
    return None


def best_sections(scores: Mapping[int, float], n_sections: int, n_pages: int, page_of: Sequence[int]) -> list[int]:
    """Return the best sections, best first; of equal ones the first in the segment.

    Args:
        scores: Section → score.
        n_sections: How many are wanted, beside the `RERANKED` ones which proximity may still put in another order.
        n_pages: On how many pages they must be; more sections are returned until they are.
        page_of: Section → page.
    """
    n = knobs.RERANKED + n_sections
    while True:
        least = nlargest(n, scores.values())[-1] if n < len(scores) else -inf
        # Numbers alone are sorted three times as fast as what they belong to.
        best = [section for section, score in scores.items() if score >= least]
        best = sorted(best, key=lambda section: (-scores[section], section))[:n]
        if len({page_of[section] for section in best}) >= n_pages or n >= len(scores):
            return best
        n *= 3


def best_first(found: Iterable[Ranked], asked: Sequence[Asked], n_exact: int) -> list[Ranked]:
    """Sort sections by their scores; of equal ones the first comes first.

    Args:
        found: Sections, each with the number of its segment.
        asked: Segments by number.
        n_exact: Number of hits among which equal scores are sorted by URL across the segments of a docset.
    """
    ranked = sorted(found, key=lambda item: (-_rounded(item), item[1], item[0].section))
    if len({one.docset.name for one in asked}) == len(asked):
        return ranked
    result: list[Ranked] = []
    for _, group in groupby(ranked, key=_rounded):
        alike = list(group)
        result += _by_url(alike, asked) if len(result) < n_exact else alike
    return result


def _rounded(item: Ranked) -> float:
    """Return a score without its last digits, which depend on the order in which a segment's fields are added up."""
    return round(item[0].score, 9)


def _by_url(alike: Sequence[Ranked], asked: Sequence[Asked]) -> list[Ranked]:
    """Sort hits with equal scores by docset, language, URL and section; a docset's pages in one segment stay sorted."""
    numbers: dict[tuple[str, str], dict[int, None]] = {}
    for _, number in alike:
        numbers.setdefault(_index_of(asked[number]), {})[number] = None
    divided = {key for key, of_index in numbers.items() if len(of_index) > 1}
    unsorted = ((hit.page, asked[number]) for hit, number in alike)
    fetch(Batch(one.segment, pages=[page]) for page, one in unsorted if _index_of(one) in divided)

    def place(item: Ranked) -> tuple[int, str, int, int]:
        (hit, number), index = item, _index_of(asked[item[1]])
        url = asked[number].segment.page(hit.page).url if index in divided else ""
        return min(numbers[index]), url, number, hit.section

    return sorted(alike, key=place)


def _index_of(one: Asked) -> tuple[str, str]:
    """Return what segments have in common that would be one after a whole build: docset and language."""
    return one.docset.name, one.segment.manifest.language


def first_of_each_page(ranked: Iterable[Ranked]) -> list[Ranked]:
    """Return the first section of each page, in the order in which they come."""
    first: dict[tuple[int, int], Ranked] = {}
    for item in ranked:
        first.setdefault((item[1], item[0].page), item)
    return list(first.values())


# Show one page of those that are variants of one another. No I/O.
#
# The page that stands for its variants is shown where it scores about as well as the best of them. Otherwise the best
# is: what is asked for may stand in one version alone.
#
# Why:   docs/decisions/0040


def superseded(scored: Mapping[int, float], page_of: Sequence[int], leaders: Mapping[int, int]) -> set[int]:
    """Return the pages that are not shown.

    Args:
        scored: Section → score, of the sections that match on pages with variants.
        page_of: Section → page.
        leaders: Page → the page that stands for it and its variants; that one left out.
    """
    groups: dict[int, dict[int, float]] = defaultdict(dict)
    for section, score in scored.items():
        page = page_of[section]
        scores = groups[leaders.get(page, page)]
        scores[page] = max(score, scores.get(page, 0.0))
    left_out: set[int] = set()
    for leader, scores in groups.items():
        best = min(scores, key=lambda page: (-scores[page], page))
        shown = leader if scores.get(leader, 0.0) >= knobs.VARIANT_SHARE * scores[best] else best
        left_out |= scores.keys() - {shown}
    return left_out
