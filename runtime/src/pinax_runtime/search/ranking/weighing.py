"""Weigh how often terms occur in the sections and pages of one segment: by field, and by length.

Strategy. The weighed frequencies of a term depend on the ranking and on no query. So they are computed once and kept as
columns of numbers, which take an eighth of the memory of dictionaries. Where only some pages may have a hit (see
`choosing`), the sections of these pages are weighed and not kept. All loops over postings are C's (`itemgetter`,
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
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import compress, repeat
from operator import add, mul
from sys import getsizeof
from typing import NamedTuple

from pinax_runtime.format import BODY, CODE, HEADINGS, SYMBOL, WORDS, Ranking, packed, picked
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


Columns = Mapping[int, tuple[Sequence[int], Sequence[int]]]
"""Field number → (sections, counts), as `Postings.by_field`."""


class Frequencies(NamedTuple):
    """How often one term occurs in sections and in pages, weighed and normalized."""

    sections: Sequence[int]
    """Section numbers, each once, in no order; none where pages were weighed."""
    of_sections: Sequence[float]
    pages: Sequence[int]
    """Page numbers, each once, in no order; none where sections were weighed."""
    of_pages: Sequence[float]

    def on_pages(self, pages: Set[int]) -> Frequencies:
        """Return the frequencies in some pages."""
        kept = [page in pages for page in self.pages]
        return Frequencies((), (), list(compress(self.pages, kept)), list(compress(self.of_pages, kept)))


_MORE_THAN_ONE = bytes((0, 0)) + b"\1" * 254
"""Count → 1 if it is above 1, else 0."""
NOWHERE = Frequencies((), (), (), ())


class Chosen(NamedTuple):
    """Sections in which words are looked up."""

    sections: list[int]
    """Rising."""
    flags: bytes
    """Section → 1 for these, else 0."""


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

    def in_pages(self, term: str) -> Frequencies:
        """Return a term's frequencies in pages. They are kept from one query to the next."""
        return self._kept("pages", term, self._weigh_pages)

    def in_sections(self, term: str, among: bytes | None = None) -> Frequencies:
        """Return a term's frequencies in sections; those in all sections are kept from one query to the next.

        Args:
            term: To weigh.
            among: Section → 1 for those to look at, else 0; None for all.
        """
        if among is None:
            return self._kept("sections", term, self._weigh_sections)
        return self._weigh_sections(
            {number: _flagged(*columns, among) for number, columns in self._columns(term).items()}
        )

    def looked_up(self, chosen: Chosen, term: str) -> Frequencies:
        """Return a term's frequencies in chosen sections only: cheap for a word that nearly all have."""
        walked = knobs.WALK_FACTOR * len(chosen.sections)
        return self._weigh_sections(
            {
                number: _flagged(*columns, chosen.flags)
                if len(columns[0]) < walked
                else _bisected(*columns, chosen.sections)
                for number, columns in self._columns(term).items()
            }
        )

    def chosen(self, sections: Iterable[int]) -> Chosen:
        """Prepare to look words up in some sections."""
        rising, flags = sorted(sections), bytearray(len(self._norms.codes))
        for section in rising:
            flags[section] = 1
        return Chosen(rising, bytes(flags))

    def holding(self, term: str) -> Iterator[Sequence[int]]:
        """Yield the sections that have a term, field by field."""
        return (columns[0] for number, columns in self._columns(term).items() if self._weights[number])

    def _columns(self, term: str) -> Columns:
        postings = self._segment.postings(term)
        return postings.by_field if postings else {}

    def _kept(self, where: str, term: str, weigh: Callable[[Columns], Frequencies]) -> Frequencies:
        def make() -> Frequencies:
            numbers, frequencies, pages, of_pages = weigh(self._columns(term))
            return Frequencies(
                packed(list(numbers)), array("d", frequencies), packed(list(pages)), array("d", of_pages)
            )

        return self._segment.derived(
            f"in {where}:{self._name}:{term}", make, lambda found: 300 + sum(map(getsizeof, found))
        )

    def _weigh_sections(self, columns: Columns) -> Frequencies:
        weighty = {number: column for number, column in columns.items() if self._weights[number] and column[0]}
        if len(weighty) == 1:  # most words stand in the text alone, and nothing has to be added up
            ((number, (sections, counts)),) = weighty.items()
            return Frequencies(sections, list(self._weighed(number, sections, counts)), (), ())
        totals: dict[int, float] = {}
        for number, (sections, counts) in _longest_first(weighty):
            add_to(totals, sections, self._weighed(number, sections, counts))
        return Frequencies(list(totals), list(totals.values()), (), ())

    def _weigh_pages(self, columns: Columns) -> Frequencies:
        totals: dict[int, float] = {}
        for number, (sections, counts) in _longest_first(columns):
            if weight := self._page_weights[number]:
                counted = _count_in_pages(sections, counts, self._segment.page_of)
                norms = picked(self._norms.of_page, list(counted)) if number in self._normalized else repeat(1.0)
                add_to(totals, counted, map(mul, map(weight.__mul__, counted.values()), norms))
        return Frequencies((), (), list(totals), list(totals.values()))

    def _weighed(self, number: int, numbers: Sequence[int], counts: Iterable[int]) -> Iterator[float]:
        """Weigh one field's counts in sections."""
        weighed = map(self._weights[number].__mul__, counts)
        return map(mul, weighed, self._norms.of_sections(numbers)) if number in (BODY, CODE) else weighed


def _longest_first(columns: Columns) -> Iterable[tuple[int, tuple[Sequence[int], Sequence[int]]]]:
    """Return the fields with the longest column first: what that is added to is empty, so nothing is looked up."""
    return sorted(columns.items(), key=lambda field: -len(field[1][0]))


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


def _flagged(numbers: Sequence[int], counts: Sequence[int], flags: bytes) -> tuple[list[int], list[int]]:
    """Return the entries of a field's columns whose section is flagged."""
    chosen = picked(flags, numbers)
    return list(compress(numbers, chosen)), list(compress(counts, chosen))


def add_to(totals: dict[int, float], numbers: Collection[int], amounts: Iterable[float]) -> None:
    """Add to the totals of some numbers, none of which is there twice, an amount each."""
    if totals:
        amounts = map(add, amounts, map(totals.get, numbers, repeat(0.0)))
    totals.update(zip(numbers, amounts, strict=True))


def _count_in_pages(numbers: Sequence[int], counts: Sequence[int], page_of: Sequence[int]) -> dict[int, int]:
    """Add up one field's counts by page."""
    pages = picked(page_of, numbers)
    totals = Counter(pages)
    # Nearly all counts are bytes, which are compared all at once.
    more = counts.translate(_MORE_THAN_ONE) if isinstance(counts, bytes) else map((1).__lt__, counts)
    for page, count in compress(zip(pages, counts, strict=True), more):
        totals[page] += count - 1
    return totals


def chosen_columns(numbers: Sequence[int], counts: Sequence[int], chosen: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the entries of a field's columns that belong to chosen sections; all numbers rise."""
    if len(numbers) < knobs.WALK_FACTOR * len(chosen):
        flags = list(map(set(chosen).__contains__, numbers))
        return list(compress(numbers, flags)), list(compress(counts, flags))
    return _bisected(numbers, counts, chosen)


def _bisected(numbers: Sequence[int], counts: Sequence[int], chosen: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the entries of a field's columns that belong to few sections; all numbers rise."""
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
