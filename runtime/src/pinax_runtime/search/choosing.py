"""Choose the best pages, sections and hits, and one hit of the versions of a page.

Whether a page may have one of the first hits is known before its sections are scored: three fifths of the score of a
section are its page's. So where very many sections match, only those of the best pages are scored, and the others
are scored for those who page on.

A page that was patched is in a segment behind the others. Its place among hits with the same score is that of its URL
all the same. Only for such hits, and only near the first ones, pages are read.

Why:   docs/decisions/0040, 0185, 0228
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from heapq import nlargest
from itertools import chain, compress, groupby
from math import inf

from pinax_runtime.bundle import Batch, fetch
from pinax_runtime.format import picked
from pinax_runtime.search import knobs
from pinax_runtime.search.scoring import Found, SegmentQuery


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
        alike = sorted(key for key, score in of_one.items() if score == least)[:n_alike]
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
        n_chosen = sum(sum(picked(sizes, pages)) for sizes, pages in zip(n_sections, best, strict=True))
        if n_chosen >= knobs.CANDIDATE_SECTIONS:
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


def best_first(found: Iterable[Found], queries: Sequence[SegmentQuery], n_exact: int) -> list[Found]:
    """Sort sections by their scores; of equal ones the first comes first.

    Args:
        found: Sections of all segments.
        queries: The query in each segment, by number.
        n_exact: Number of hits among which equal scores are sorted by URL across the segments of a docset.
    """
    ranked = sorted(found, key=lambda one: (-_rounded(one), one.number, one.section))
    if len({query.docset.name for query in queries}) == len(queries):
        return ranked
    result: list[Found] = []
    for _, group in groupby(ranked, key=_rounded):
        alike = list(group)
        result += _by_url(alike, queries) if len(result) < n_exact else alike
    return result


def _rounded(found: Found) -> float:
    """Return a score without its last digits, which depend on the order in which a segment's fields are added up."""
    return round(found.score, 9)


def _by_url(alike: Sequence[Found], queries: Sequence[SegmentQuery]) -> list[Found]:
    """Sort hits with equal scores by docset, language, URL and section; a docset's pages in one segment stay sorted."""

    def index_of(found: Found) -> tuple[str, str]:
        """Return what segments have in common that would be one after a whole build."""
        query = queries[found.number]
        return query.docset.name, query.segment.manifest.language

    numbers: dict[tuple[str, str], list[int]] = defaultdict(list)
    for found in alike:
        numbers[index_of(found)].append(found.number)
    divided = {index for index, of_index in numbers.items() if len(set(of_index)) > 1}
    fetch(Batch(queries[one.number].segment, pages=[one.page]) for one in alike if index_of(one) in divided)

    def place(found: Found) -> tuple[int, str, int, int]:
        index = index_of(found)
        url = queries[found.number].segment.page(found.page).url if index in divided else ""
        return min(numbers[index]), url, found.number, found.section

    return sorted(alike, key=place)


def first_of_each_page(ranked: Iterable[Found]) -> list[Found]:
    """Return the first section of each page, in the order in which they come."""
    first: dict[tuple[int, int], Found] = {}
    for found in ranked:
        first.setdefault((found.number, found.page), found)
    return list(first.values())


def leave_out_variants(query: SegmentQuery) -> None:
    """Keep one page of each group of variants.

    The page that stands for its variants is shown where it scores about as well as the best of them. Otherwise the best
    is: what is asked for may stand in one version alone.
    """
    page_of, leaders = query.segment.page_of, query.segment.lengths.leaders
    grouped = leaders.keys() | leaders.values()
    if not grouped:
        return
    # Few pages have variants: only their sections are scored, and the others stay where they are.
    are_grouped = map(grouped.__contains__, picked(page_of, list(query.sections)))
    own = dict(compress(query.sections.items(), are_grouped))
    groups: dict[int, dict[int, float]] = defaultdict(dict)
    for section, score in query.scores(own).items():
        page = page_of[section]
        pages = groups[leaders.get(page, page)]
        pages[page] = max(score, pages.get(page, 0.0))
    if query.chosen is not None:  # of groups without a page among the best, only page scores are known
        for page in sorted((grouped & query.pages.keys()) - query.chosen):
            pages = groups[leaders.get(page, page)]
            pages[page] = max(query.pages[page], pages.get(page, 0.0))
    superseded: set[int] = set()
    for leader, pages in groups.items():
        best = min(pages, key=lambda page: (-pages[page], page))
        shown = leader if pages.get(leader, 0.0) >= knobs.VARIANT_SHARE * pages[best] else best
        superseded |= pages.keys() - {shown}
    query.superseded = superseded
    for section in own:
        if page_of[section] in superseded:
            del query.sections[section]
