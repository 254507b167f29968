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
from collections import Counter
from collections.abc import Collection, Iterator, Sequence, Set
from dataclasses import dataclass, field
from math import log
from operator import mul

from pinax_runtime.contract.fields import BODY, CODE
from pinax_runtime.contract.postings import Postings

PAGE_SHARE = 0.6
"""What a page's own score counts beside its section's."""
EXACT_SPELLING = 1.2
"""What a spelling with its accents counts beside the folded one."""
_WALKED = 8
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
    all_sections: dict[int, float] = field(default_factory=dict)
    """The same for all sections, where those with too little of a word that very many have are set aside."""


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
        # The longest columns first: what they are added to is empty then, and nothing has to be looked up.
        for number, columns in sorted(postings.by_field.items(), key=lambda field: -len(field[1][0])):
            weight = share * weights[number]
            if weight:
                normalizing = norms if number in (BODY, CODE) else None
                sections = _added(sections, _of_sections(*columns, weight, normalizing))
                pages = _added(pages, _of_pages(*columns, weight, normalizing, page_of))
        matches.sections = _best_of(matches.sections, sections)
        matches.pages = _best_of(matches.pages, pages)
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
        matches.sections = _best_of(matches.sections, sections)
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


def held(numbers: Sequence[int], chosen: Set[int]) -> Set[int]:
    """Give those of chosen sections that are among the numbers, which rise.

    >>> held([2, 3, 5, 8], {3, 4, 5})
    {3, 5}
    """
    if len(numbers) < _WALKED * len(chosen):
        return chosen & set(numbers)
    places = ((section, bisect_left(numbers, section)) for section in chosen)
    return {section for section, at in places if at < len(numbers) and numbers[at] == section}


def _of_sections(numbers: Sequence[int], counts: Sequence[int], weight: float, norms: Norms | None) -> dict[int, float]:
    """Give the weighed frequencies of one field's columns: loops in C, for a common word has a hundred thousand."""
    weighed = map(weight.__mul__, counts)
    if norms is None:
        return dict(zip(numbers, weighed, strict=True))
    return dict(zip(numbers, map(mul, weighed, map(norms.of_section.__getitem__, numbers)), strict=True))


def _of_pages(
    numbers: Sequence[int], counts: Sequence[int], weight: float, norms: Norms | None, page_of: Sequence[int]
) -> dict[int, float]:
    """Give the same for pages."""
    totals = Counter(map(page_of.__getitem__, numbers))
    for section, count in zip(numbers, counts, strict=True) if max(counts) > 1 else ():
        if count > 1:
            totals[page_of[section]] += count - 1
    if norms is None:
        return {page: weight * count for page, count in totals.items()}
    return {page: weight * count * norms.of_page[page] for page, count in totals.items()}


def _added(totals: dict[int, float], found: dict[int, float]) -> dict[int, float]:
    """Add to totals; the result may be either argument."""
    if not totals:
        return found
    for key, value in found.items():
        totals[key] = totals.get(key, 0.0) + value
    return totals


def _best_of(best: dict[int, float], found: dict[int, float]) -> dict[int, float]:
    """Keep the greater values of two; the result may be either argument."""
    if not best:
        return found
    for key, value in found.items():
        if value > best.get(key, 0.0):
            best[key] = value
    return best


def add_saturated(scores: dict[int, float], frequencies: dict[int, float], idf: float, k1: float) -> None:
    """Add one slot's BM25F part to each document's score: idf · tf · (k1 + 1) / (tf + k1)."""
    top = idf * (k1 + 1)
    if not scores:
        scores.update({document: top * frequency / (frequency + k1) for document, frequency in frequencies.items()})
        return
    for document, frequency in frequencies.items():
        scores[document] = scores.get(document, 0.0) + top * frequency / (frequency + k1)
