"""Score the sections and pages of one segment. No I/O: frequencies in, scores out.

Strategy. BM25F twice over the same postings: once with the section as the document and once with the whole page,
because a section that says it best and a page that is about it are different evidence, and together they beat each.
A field's frequency is weighed and, for body and code, divided by the length normalization; the sum over fields is
saturated once (that is what sets BM25F apart from a sum of BM25 scores); the inverse document frequency multiplies.

Source: Robertson and Zaragoza (2009), "The Probabilistic Relevance Framework: BM25 and Beyond", sections 3.3 and 3.6;
        the idf with 1 added inside the logarithm, as in Lucene, is never negative.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import log

from pinax_runtime.search.weighing import Frequencies, add_to

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


@dataclass(slots=True)
class SlotMatches:
    """Where one slot of the query is filled, and how often, in one segment."""

    sections: dict[int, float] = field(default_factory=dict)
    """Section → weighed and normalized frequency."""
    pages: dict[int, float] = field(default_factory=dict)
    """The same for pages; empty for a slot that was only looked up in chosen sections."""
    all_sections: dict[int, float] = field(default_factory=dict)
    """The same for all sections, where those with too little of a word that very many have are set aside."""


def match_slot(spellings: Iterable[tuple[float, Frequencies]]) -> SlotMatches:
    """Join the frequencies of a slot's spellings; where several stand in a section the best counts.

    Args:
        spellings: (share, frequencies) of each term that fills the slot.
    """
    matches = SlotMatches()
    for share, found in spellings:
        matches.sections = _best_of(matches.sections, _shared(share, found.sections, found.of_sections))
        matches.pages = _best_of(matches.pages, _shared(share, found.pages, found.of_pages))
    return matches


def look_up_slot(spellings: Iterable[tuple[float, dict[int, float]]]) -> SlotMatches:
    """Do the same with frequencies in chosen sections only."""
    matches = SlotMatches()
    for share, found in spellings:
        matches.sections = _best_of(matches.sections, _shared(share, found.keys(), found.values()))
    return matches


def _shared(share: float, numbers: Iterable[int], frequencies: Iterable[float]) -> dict[int, float]:
    counted = frequencies if share == 1 else map(share.__mul__, frequencies)
    return dict(zip(numbers, counted, strict=True))


def _best_of(best: dict[int, float], found: dict[int, float]) -> dict[int, float]:
    """Keep the greater values of two; the result may be either argument."""
    if not best:
        return found
    for key, value in found.items():
        if value > best.get(key, 0.0):
            best[key] = value
    return best


def add_saturated(scores: dict[int, float], frequencies: Mapping[int, float], idf: float, k1: float) -> None:
    """Add one slot's BM25F part to each document's score: idf · tf · (k1 + 1) / (tf + k1)."""
    top = idf * (k1 + 1)
    add_to(scores, frequencies, [top * frequency / (frequency + k1) for frequency in frequencies.values()])
