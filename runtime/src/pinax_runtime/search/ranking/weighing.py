"""Weigh how often terms occur in the sections and pages of one segment: by field, and by length.

Strategy. The weighed frequencies of a term depend on the ranking and on no query. So they are computed once and kept as
columns of numbers, which take an eighth of the memory of dictionaries. All loops over postings are C's (`itemgetter`,
`map`, `compress`, `dict.update`): 10 to 40 ns a posting, where a loop in Python takes 250 ns. A word that very many
sections have is not weighed but looked up in the sections that matter.

In:    terms, and for very common ones the sections to look at.
Out:   weighed and normalized frequencies, as BM25F saturates them (see scoring).
Why:   docs/decisions/0050, 0212
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import compress, repeat
from operator import add, mul
from sys import getsizeof
from typing import NamedTuple

from pinax_runtime.contract.columns import packed, picked
from pinax_runtime.contract.fields import BODY, CODE, HEADINGS, SYMBOL, Ranking
from pinax_runtime.contract.lengths import WORDS
from pinax_runtime.contract.postings import Postings
from pinax_runtime.search import knobs
from pinax_runtime.search.reading.segment_reader import SegmentReader


@dataclass(frozen=True, slots=True)
class Statistics:
    """Sums over all searched segments, so that scores can be compared across them."""

    n_sections: int
    n_pages: int
    n_words: int

    @property
    def mean_section_words(self) -> float:
        """Mean length of a section."""
        return max(1.0, self.n_words / max(1, self.n_sections))

    @property
    def mean_page_words(self) -> float:
        """Mean length of a page."""
        return max(1.0, self.n_words / max(1, self.n_pages))


class Frequencies(NamedTuple):
    """How often one term occurs in sections and in pages, weighed and normalized."""

    sections: Sequence[int]
    """Section numbers, each once, in no order."""
    of_sections: Sequence[float]
    pages: Sequence[int]
    """Page numbers, each once, in no order; none where a term was only looked up in chosen sections."""
    of_pages: Sequence[float]

    def only(self, pages: Set[int], page_of: Sequence[int]) -> Frequencies:
        """Return the frequencies in some pages and their sections."""
        kept = [page_of[section] in pages for section in self.sections], [page in pages for page in self.pages]
        columns = (
            (self.sections, kept[0]),
            (self.of_sections, kept[0]),
            (self.pages, kept[1]),
            (self.of_pages, kept[1]),
        )
        return Frequencies(*(list(compress(*column)) for column in columns))


NOWHERE = Frequencies((), (), (), ())


class Weighing:
    """Weighs the terms of one segment for one ranking."""

    def __init__(
        self, segment: SegmentReader, statistics: Statistics, ranking: Ranking, *, for_task: bool = False
    ) -> None:
        """Prepare for a segment.

        Args:
            segment: Whose terms.
            statistics: Of all searched segments.
            ranking: Has the weights of fields.
            for_task: Whether the query describes a task: then headings count in a page as its text does, symbols do
                not count, and long pages count less.
        """
        self._segment = segment
        self._weights = ranking.field_weights()
        self._page_weights = _weights_for_task(self._weights) if for_task else self._weights
        self._normalized = (HEADINGS, BODY, CODE) if for_task else (BODY, CODE)
        means, b = (statistics.mean_section_words, statistics.mean_page_words), ranking.bm25_b
        of_page = max(b, knobs.TASK_PAGE_B) if for_task and b else b
        self._name = f"{means[0]:.6g},{means[1]:.6g},{b:.6g},{of_page:.6g}"
        self._norms = segment.derived(
            f"norms:{self._name}",
            lambda: _norms(segment, *means, b, of_page),
            lambda norms: getsizeof(norms.of_code) + getsizeof(norms.of_page),
        )
        self._name += f",{self._weights},{for_task}"

    def frequencies(self, term: str) -> Frequencies:
        """Return a term's frequencies. They are kept from one query to the next."""
        return self._segment.derived(
            f"frequencies:{self._name}:{term}",
            lambda: self._weigh(self._segment.postings(term) or Postings({})),
            lambda found: 300 + sum(map(getsizeof, found)),
        )

    def frequencies_in(self, chosen: Sequence[int], term: str) -> Frequencies:
        """Return a term's frequencies in chosen sections (rising) only: cheap for a word that nearly all have."""
        postings = self._segment.postings(term) or Postings({})
        totals: dict[int, float] = {}
        for number, columns in postings.by_field.items():
            if self._weights[number]:
                sections, counts = chosen_columns(*columns, chosen)
                add_to(totals, sections, self._weighed(number, sections, counts))
        return Frequencies(list(totals), list(totals.values()), (), ())

    def _weigh(self, postings: Postings) -> Frequencies:
        page_of, of_page = self._segment.page_of, self._norms.of_page
        sections: dict[int, float] = {}
        pages: dict[int, float] = {}
        # The longest columns first: what they are added to is empty then, and nothing has to be looked up.
        for number, (column, counts) in sorted(postings.by_field.items(), key=lambda field: -len(field[1][0])):
            numbers = list(column)
            if self._weights[number]:
                add_to(sections, numbers, self._weighed(number, numbers, counts))
            if weight := self._page_weights[number]:
                totals = _count_in_pages(numbers, counts, page_of)
                normalizing = map(of_page.__getitem__, totals) if number in self._normalized else repeat(1.0)
                add_to(pages, totals, map(mul, map(weight.__mul__, totals.values()), normalizing))
        columns = packed(list(sections)), array("d", sections.values()), packed(list(pages)), array("d", pages.values())
        return Frequencies(*columns)

    def _weighed(self, number: int, numbers: Sequence[int], counts: Iterable[int]) -> Iterator[float]:
        """Weigh one field's counts in sections."""
        weighed = map(self._weights[number].__mul__, counts)
        return map(mul, weighed, self._norms.of_sections(numbers)) if number in (BODY, CODE) else weighed


def _weights_for_task(weights: Sequence[float]) -> tuple[float, ...]:
    """Return the weights of fields in a page for a query that describes a task (see `tasks`)."""
    changed = {HEADINGS: min(weights[HEADINGS], weights[BODY]), SYMBOL: 0.0}
    return tuple(changed.get(number, weight) for number, weight in enumerate(weights))


@dataclass(frozen=True, slots=True)
class _Norms:
    """Length normalization of one segment: what a frequency in body or code is multiplied by."""

    codes: bytes
    """Section → the code of its length."""
    of_code: Sequence[float]
    """Code of a length → factor of frequencies in sections of that length."""
    of_page: Sequence[float]
    """Page → factor of its frequencies."""

    def of_sections(self, numbers: Sequence[int]) -> Sequence[float]:
        return picked(self.of_code, picked(self.codes, numbers))


def _norms(
    segment: SegmentReader, mean_section_words: float, mean_page_words: float, b: float, b_of_page: float
) -> _Norms:
    codes, sections = segment.lengths.codes, segment.lengths.sections
    words = [WORDS[code] for code in codes]
    totals = [sum(words[first : first + n]) for first, n in zip(segment.first_sections, sections, strict=True)]
    return _Norms(codes, norms(WORDS, mean_section_words, b), array("d", norms(totals, mean_page_words, b_of_page)))


def norms(lengths: Sequence[float], mean: float, b: float) -> list[float]:
    """Return 1 / (1 - b + b · length / mean) for each length (words).

    Where b is 1 and a length 0 there is nothing to normalize.
    """
    return [1 / ((1 - b + b * length / mean) or 1) for length in lengths]


def add_to(totals: dict[int, float], numbers: Collection[int], amounts: Iterable[float]) -> None:
    """Add to the totals of some numbers, none of which is there twice, an amount each."""
    if totals:
        amounts = map(add, amounts, map(totals.get, numbers, repeat(0.0)))
    totals.update(zip(numbers, amounts, strict=True))


def _count_in_pages(numbers: Sequence[int], counts: Sequence[int], page_of: Sequence[int]) -> dict[int, int]:
    """Add up one field's counts by page."""
    pages = picked(page_of, numbers)
    totals = Counter(pages)
    for page, count in compress(zip(pages, counts, strict=True), map((1).__lt__, counts)):
        totals[page] += count - 1
    return totals


def chosen_columns(numbers: Sequence[int], counts: Sequence[int], chosen: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the entries of a field's columns that belong to chosen sections; all numbers rise."""
    if len(numbers) < knobs.WALK_FACTOR * len(chosen):
        flags = list(map(set(chosen).__contains__, numbers))
        return list(compress(numbers, flags)), list(compress(counts, flags))
    sections, found, at = [], [], 0
    for section in chosen:
        at = bisect_left(numbers, section, at)
        if at == len(numbers):
            break
        if numbers[at] == section:
            sections.append(section)
            found.append(counts[at])
    return sections, found


def held(numbers: Sequence[int], chosen: Set[int]) -> Set[int]:
    """Return the chosen sections that are among the numbers, which rise.

    >>> held([2, 3, 5, 8], {3, 4, 5})
    {3, 5}
    """
    if len(numbers) < knobs.WALK_FACTOR * len(chosen):
        return set(filter(chosen.__contains__, numbers))
    found = ((section, bisect_left(numbers, section)) for section in chosen)
    return {section for section, at in found if at < len(numbers) and numbers[at] == section}
