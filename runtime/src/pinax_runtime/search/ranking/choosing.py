"""Choose the best sections of a segment, and the best one of each page of all segments. No I/O."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import inf
from typing import NamedTuple

from pinax_runtime.search import knobs


class Scored(NamedTuple):
    """A section of a segment with its score."""

    score: float
    section: int
    page: int


Ranked = tuple[Scored, int]
"""A section that was found, and the number of its segment."""


def best_sections(scores: Mapping[int, float], n_sections: int, n_pages: int, page_of: Sequence[int]) -> list[int]:
    """Return the best sections, best first; of equal ones the first in the segment.

    Args:
        scores: Section → score.
        n_sections: How many are wanted, beside the `RERANKED` ones which proximity may still put in another order.
        n_pages: On how many pages they must be; more sections are returned until they are.
        page_of: Section → page.
    """
    n, rising = knobs.RERANKED + n_sections, sorted(scores.values())
    while True:
        least = rising[-n] if n < len(rising) else -inf
        # Numbers alone are sorted three times as fast as what they belong to.
        best = [section for section, score in scores.items() if score >= least]
        best = sorted(best, key=lambda section: (-scores[section], section))[:n]
        if len({page_of[section] for section in best}) >= n_pages or n >= len(scores):
            return best
        n *= 3


def best_first(found: Iterable[Ranked]) -> list[Ranked]:
    """Sort sections by their scores; of equal ones the first comes first."""
    return sorted(found, key=lambda item: (-item[0].score, item[1], item[0].section))


def first_of_each_page(ranked: Iterable[Ranked]) -> list[Ranked]:
    """Return the first section of each page, in the order in which they come."""
    first: dict[tuple[int, int], Ranked] = {}
    for item in ranked:
        first.setdefault((item[1], item[0].page), item)
    return list(first.values())
