"""Score the sections and pages of one segment. No I/O: frequencies in, scores out.

Strategy. BM25F twice over the same postings: once with the section as the document and once with the whole page,
because a section that says it best and a page that is about it are different evidence. Together they beat each alone.
A field's frequency is weighed and, for body and code, divided by the length normalization; the sum over fields is
saturated once (that is what sets BM25F apart from a sum of BM25 scores); the inverse document frequency multiplies.

Source: Robertson and Zaragoza (2009), "The Probabilistic Relevance Framework: BM25 and Beyond", sections 3.3 and 3.6;
        the idf with 1 added inside the logarithm, as in Lucene, is never negative.
Why:    docs/decisions/0007
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from math import log

from pinax_runtime.search.ranking.weighing import Frequencies, add_to


def idf(n_documents: int, n_matching: int) -> float:
    """Return the inverse document frequency (natural log, above 0).

    >>> round(idf(400, 1), 2), round(idf(400, 10), 2), round(idf(400, 200), 2)
    (5.59, 3.64, 0.69)
    """
    n_matching = min(n_matching, n_documents)
    return log(1 + (n_documents - n_matching + 0.5) / (n_matching + 0.5))


def match_slot(spellings: Sequence[tuple[float, Frequencies]]) -> Frequencies:
    """Join the frequencies of a slot's spellings; where several stand in a section the best counts.

    Args:
        spellings: (share, frequencies) of each term that fills the slot.
    """
    if len(spellings) == 1 and spellings[0][0] == 1:
        return spellings[0][1]
    sections: dict[int, float] = {}
    pages: dict[int, float] = {}
    for share, found in spellings:
        sections = _best_of(sections, zip(found.sections, map(share.__mul__, found.of_sections), strict=True))
        pages = _best_of(pages, zip(found.pages, map(share.__mul__, found.of_pages), strict=True))
    return Frequencies(list(sections), list(sections.values()), list(pages), list(pages.values()))


def _best_of(best: dict[int, float], found: Iterable[tuple[int, float]]) -> dict[int, float]:
    """Keep the greater values of two; the first is changed."""
    if not best:
        return dict(found)
    for key, value in found:
        if value > best.get(key, 0.0):
            best[key] = value
    return best


def add_saturated(
    scores: dict[int, float], documents: Collection[int], frequencies: Iterable[float], idf: float, k1: float
) -> None:
    """Add one slot's BM25F part to each document's score: idf · tf · (k1 + 1) / (tf + k1)."""
    top = idf * (k1 + 1)
    add_to(scores, documents, [top * frequency / (frequency + k1) for frequency in frequencies])
