"""Score the sections and pages of one segment. No I/O: postings in, scores out.

Strategy. BM25F twice over the same postings: once with the section as the document and once with the whole page,
because a section that says it best and a page that is about it are different evidence, and together they beat each.
A field's frequency is weighed and, for body and code, divided by the length normalization; the sum over fields is
saturated once (that is what sets BM25F apart from a sum of BM25 scores); the inverse document frequency multiplies.

Source: Robertson and Zaragoza (2009), "The Probabilistic Relevance Framework: BM25 and Beyond", sections 3.3 and 3.6;
        the idf with 1 added inside the logarithm, as in Lucene, is never negative.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from math import log

from pinax_runtime.contract.fields import BODY, CODE
from pinax_runtime.contract.postings import Postings

PAGE_SHARE = 0.6
"""What a page's own score counts beside its section's."""
EXACT_SPELLING = 1.2
"""What a spelling with its accents counts beside the folded one."""
_WALKED = 5
"""Columns longer than so many times the sections that are looked up in them are not walked through."""


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
    """Give 1 / (1 - b + b · length / mean) for each length (words).

    Where b is 1 and a length 0 there is nothing to normalize.
    """
    return [1 / ((1 - b + b * length / mean) or 1) for length in lengths]


@dataclass(slots=True)
class SlotMatches:
    """Where one slot of the query is filled, and how often, in one segment."""

    sections: dict[int, float] = field(default_factory=dict)
    """Section → weighed and normalized frequency."""
    pages: dict[int, float] = field(default_factory=dict)
    """The same for pages; empty for a slot that was only looked up in chosen sections."""


Spelling = tuple[float, Postings]
"""(share, postings) of a term that fills a slot. Where several stand in a section the best counts."""


def match_slot(
    spellings: Sequence[Spelling], weights: Sequence[float], norms: Norms, page_of: Sequence[int]
) -> SlotMatches:
    """Turn the postings of a slot's spellings into frequencies, in sections and in pages.

    Args:
        spellings: Of the slot.
        weights: Per field.
        norms: Of the segment.
        page_of: Section → page.
    """
    matches = SlotMatches()
    for share, postings in spellings:
        sections: dict[int, float] = {}
        pages: dict[int, float] = {}
        for number, (numbers, counts) in postings.by_field.items():
            weight = share * weights[number]
            if weight and number in (BODY, CODE):
                _add_normalized(sections, pages, numbers, counts, weight, norms, page_of)
            elif weight:
                _add_plain(sections, pages, numbers, counts, weight, page_of)
        _keep_best(matches.sections, sections)
        _keep_best(matches.pages, pages)
    return matches


def look_up_slot(
    spellings: Sequence[Spelling], weights: Sequence[float], norms: Norms, chosen: Collection[int]
) -> SlotMatches:
    """Give a slot's frequencies in chosen sections only: cheap for a word that nearly every section has."""
    matches = SlotMatches()
    for share, postings in spellings:
        sections: dict[int, float] = {}
        for number, (numbers, counts) in postings.by_field.items():
            weight = share * weights[number]
            for section, count in _find(numbers, counts, chosen) if weight else ():
                norm = norms.of_section[section] if number in (BODY, CODE) else 1.0
                sections[section] = sections.get(section, 0.0) + weight * count * norm
        _keep_best(matches.sections, sections)
    return matches


def _find(numbers: Sequence[int], counts: Sequence[int], chosen: Collection[int]) -> Iterator[tuple[int, int]]:
    """Give (section, count) of chosen sections that a field's columns hold."""
    if len(numbers) < _WALKED * len(chosen):
        known = dict(zip(numbers, counts, strict=True))
        yield from ((section, known[section]) for section in known.keys() & chosen)
        return
    for section in chosen:
        at = bisect_left(numbers, section)
        if at < len(numbers) and numbers[at] == section:
            yield section, counts[at]


def _add_normalized(
    sections: dict[int, float],
    pages: dict[int, float],
    numbers: Sequence[int],
    counts: Sequence[int],
    weight: float,
    norms: Norms,
    page_of: Sequence[int],
) -> None:
    of_section, of_page = norms.of_section, norms.of_page
    for section, count in zip(numbers, counts, strict=True):
        page = page_of[section]
        frequency = weight * count
        sections[section] = sections.get(section, 0.0) + frequency * of_section[section]
        pages[page] = pages.get(page, 0.0) + frequency * of_page[page]


def _add_plain(
    sections: dict[int, float],
    pages: dict[int, float],
    numbers: Sequence[int],
    counts: Sequence[int],
    weight: float,
    page_of: Sequence[int],
) -> None:
    for section, count in zip(numbers, counts, strict=True):
        page = page_of[section]
        sections[section] = sections.get(section, 0.0) + weight * count
        pages[page] = pages.get(page, 0.0) + weight * count


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
