"""Score the sections and pages of one segment. No I/O: postings in, scores out.

Strategy. BM25F twice over the same postings: once with the section as the document and once with the whole page,
because a section that says it best and a page that is about it are different evidence, and together they beat each.
A field's frequency is weighed and, for body and code, divided by the length normalization; the sum over fields is saturated once
(that is what sets BM25F apart from a sum of BM25 scores); the inverse document frequency multiplies.

Source: Robertson and Zaragoza (2009), "The Probabilistic Relevance Framework: BM25 and Beyond", sections 3.3 and 3.6;
        the idf with 1 added inside the logarithm, as in Lucene, is never negative.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from math import log

from pinax_runtime.contract.fields import BODY, CODE, Ranking
from pinax_runtime.contract.postings import Postings

PAGE_SHARE = 0.6
"""What a page's own score counts beside its section's."""
EXACT_SPELLING = 1.2
"""What a spelling with its accents counts beside the folded one."""


def idf(n_documents: int, n_matching: int) -> float:
    """Give the inverse document frequency (natural log, above 0).

    >>> round(idf(400, 1), 2), round(idf(400, 10), 2), round(idf(400, 200), 2)
    (5.59, 3.64, 0.69)
    """
    n_matching = min(n_matching, n_documents)
    return log(1 + (n_documents - n_matching + 0.5) / (n_matching + 0.5))


@dataclass(frozen=True, slots=True)
class Norms:
    """Length normalization of one segment: what a frequency in body or code is multiplied by."""

    of_section: Sequence[float]
    of_page: Sequence[float]


def norms(lengths: Sequence[float], mean: float, b: float) -> list[float]:
    """Give 1 / (1 - b + b · length / mean) for each length (words)."""
    return [1 / (1 - b + b * length / mean) for length in lengths]


@dataclass(slots=True)
class SlotMatches:
    """Where one slot of the query is filled, and how often, in one segment."""

    sections: dict[int, float] = field(default_factory=dict)
    """Section → weighed and normalized frequency."""
    pages: dict[int, float] = field(default_factory=dict)


def match_slot(
    spellings: Sequence[tuple[float, Postings]],
    ranking: Ranking,
    norms: Norms,
    page_of: Sequence[int],
    allowed: Set[int] | None,
) -> SlotMatches:
    """Turn the postings of a slot's spellings into frequencies.

    Args:
        spellings: (share, postings) of each term that fills the slot; where several stand in a section the best counts.
        ranking: Field weights.
        norms: Of the segment.
        page_of: Section → page.
        allowed: Pages that filters leave; None for all.
    """
    matches = SlotMatches()
    for share, postings in spellings:
        sections: dict[int, float] = {}
        pages: dict[int, float] = {}
        for number, (numbers, counts) in postings.by_field.items():
            weight = share * ranking.field_weights()[number]
            if weight:
                _add_field(sections, pages, numbers, counts, weight, norms if number in (BODY, CODE) else None, page_of)
        _keep_best(matches.sections, sections)
        _keep_best(matches.pages, pages)
    if allowed is not None:
        matches.sections = {s: tf for s, tf in matches.sections.items() if page_of[s] in allowed}
        matches.pages = {p: tf for p, tf in matches.pages.items() if p in allowed}
    return matches


def _add_field(
    sections: dict[int, float],
    pages: dict[int, float],
    numbers: list[int],
    counts: list[int],
    weight: float,
    norms: Norms | None,
    page_of: Sequence[int],
) -> None:
    by_section, by_page = (norms.of_section, norms.of_page) if norms else (None, None)
    for section, count in zip(numbers, counts, strict=True):
        page = page_of[section]
        frequency = weight * count
        in_section = frequency * by_section[section] if by_section else frequency
        in_page = frequency * by_page[page] if by_page else frequency
        sections[section] = sections.get(section, 0.0) + in_section
        pages[page] = pages.get(page, 0.0) + in_page


def _keep_best(best: dict[int, float], found: dict[int, float]) -> None:
    if not best:
        best.update(found)
        return
    for key, value in found.items():
        if value > best.get(key, 0.0):
            best[key] = value


def add_saturated(scores: dict[int, float], frequencies: dict[int, float], idf: float, k1: float) -> None:
    """Add one slot's BM25F part to each document's score: idf · tf · (k1 + 1) / (tf + k1)."""
    top = idf * (k1 + 1)
    for document, frequency in frequencies.items():
        scores[document] = scores.get(document, 0.0) + top * frequency / (frequency + k1)
