"""Score sections and pages by the words of a query (BM25F)."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import compress, repeat
from math import log
from operator import add, mul
from sys import getsizeof
from typing import NamedTuple

from pinax_runtime.bundle import SegmentReader
from pinax_runtime.deadline import time_is_up, while_time
from pinax_runtime.format import BODY, CODE, HEADINGS, SYMBOL, WORDS, Ranking, packed, picked
from pinax_runtime.search import knobs
from pinax_runtime.search.choosing import best_of
from pinax_runtime.search.query import Query
from pinax_runtime.search.results import HitExplanation, WordPart
from pinax_runtime.search.terms import FilledSlot, WeightedSlots

# Explain what scores consist of, from a tally that a search keeps on request.


class AddedSlot(NamedTuple):
    """What one slot of the query added to the scores of a segment."""

    filled: FilledSlot
    idf: float
    in_sections: dict[int, float]
    """Section → weighed and normalized frequency."""
    in_pages: dict[int, float]
    """Page → weighed and normalized frequency."""


@dataclass(slots=True)
class Tally:
    """What each step of a search of one segment added to which score."""

    k1: float
    """`Ranking.bm25_k1` of the search."""
    slots: dict[int, AddedSlot] = field(default_factory=dict)
    """Index of a slot → what it added; the rarest word first."""
    section_coverage: dict[int, float] = field(default_factory=dict)
    """Section → bonus for every word of the query."""
    page_coverage: dict[int, float] = field(default_factory=dict)
    """Page → bonus for every word of the query."""
    titles: dict[int, float] = field(default_factory=dict)
    """Section → bonus for its title."""
    page_titles: dict[int, float] = field(default_factory=dict)
    """Page → bonus for its title."""
    descriptions: dict[int, float] = field(default_factory=dict)
    """Page → bonus for its description."""
    proximity: dict[int, float] = field(default_factory=dict)
    """Section → bonus for words that stand together."""
    set_aside: dict[int, float] = field(default_factory=dict)
    """Section → what was taken off to bring it behind those of the best pages (0 or less)."""

    def add_slot(
        self, at: int, filled: FilledSlot, idf: float, to_pages: bool, found: Iterable[tuple[int, float]]
    ) -> None:
        """Note what a slot adds.

        Args:
            at: Index of the slot.
            filled: The slot.
            idf: Its inverse document frequency.
            to_pages: Whether it adds to pages, rather than to sections.
            found: Pages or sections, each with the frequency there.
        """
        added = self.slots.setdefault(at, AddedSlot(filled, idf, {}, {}))
        (added.in_pages if to_pages else added.in_sections).update(found)

    def add_coverage(self, sections: Iterable[int], pages: Iterable[int], bonus: float) -> None:
        """Note which sections and pages got the bonus for every word."""
        self.section_coverage = dict.fromkeys(sections, bonus)
        self.page_coverage = dict.fromkeys(pages, bonus)

    def explain(self, section: int, page: int, prior: float, docset_weight: float) -> HitExplanation:
        """Return the parts of a section's score, the rarest word first.

        Args:
            section: The section that is explained.
            page: The page that it is on.
            prior: The page's prior (0 to 1).
            docset_weight: The weight of its docset.
        """
        return HitExplanation(
            words=tuple(self._word_part(added, section, page) for added in self.slots.values()),
            section_coverage=self.section_coverage.get(section, 0.0),
            page_coverage=self.page_coverage.get(page, 0.0),
            exact_title=self.titles.get(section, 0.0),
            page_title=self.page_titles.get(page, 0.0),
            description=self.descriptions.get(page, 0.0),
            proximity=self.proximity.get(section, 0.0),
            page_share=knobs.PAGE_SHARE,
            prior=prior,
            docset_weight=docset_weight,
            set_aside=self.set_aside.get(section, 0.0),
        )

    def _word_part(self, added: AddedSlot, section: int, page: int) -> WordPart:
        in_section, in_page = added.in_sections.get(section, 0.0), added.in_pages.get(page, 0.0)
        section_part = added.idf * (self.k1 + 1) * in_section / (in_section + self.k1) if in_section else 0.0
        page_part = added.idf * (self.k1 + 1) * in_page / (in_page + self.k1) if in_page else 0.0
        terms = {term: share for share, term in added.filled.terms}
        word = added.filled.slot.spellings[0]
        return WordPart(word, terms, added.idf, in_section, section_part, in_page, page_part)


# Weigh how often terms occur in the sections and pages of one segment: by field, and by length.
#
# Strategy. The weighed frequencies of a term depend on the ranking and on no query. So they are computed once and
# kept as columns of numbers, which take an eighth of the memory of dictionaries. Where only some pages may have a hit
# (see `choosing`), the sections of these pages are weighed and not kept. All loops over postings are C's
# (`itemgetter`, `map`, `compress`, `dict.update`): 10 to 40 ns a posting, where a loop in Python takes 250 ns. A word
# that very many sections have is not weighed but looked up in the sections that matter.


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


# Score the sections and pages of one segment. No I/O: frequencies in, scores out.
#
# Strategy. BM25F twice over the same postings: once with the section as the document and once with the whole page,
# because a section that says it best and a page that is about it are different evidence. Together they beat each alone.
# A field's frequency is weighed and, for body and code, divided by the length normalization; the sum over fields is
# saturated once (that is what sets BM25F apart from a sum of BM25 scores); the inverse document frequency multiplies.
#
# Source: Robertson and Zaragoza (2009), "The Probabilistic Relevance Framework: BM25 and Beyond", sections 3.3 and 3.6;
#         the idf with 1 added inside the logarithm, as in Lucene, is never negative.
# Why:    docs/decisions/0007


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


# Match the slots of a query in all segments, and add up what each is worth in pages and sections.
#
# Strategy. Slots are taken in the order of how rare they are, stop words last. The rare ones are matched on every
# page that holds them. Their sections are scored on the best pages alone (see `choosing`), between the two steps.
# Once a number of sections has been gone through, the words that nearly every section has are only looked up in the
# best sections so far, where alone they could still matter. So the time of a query is bounded by its rare words.
# Order, bound and best sections are those of all segments together: how pages are divided among segments must not
# change what is found.

Terms = tuple[tuple[float, str], ...]


class Steps(NamedTuple):
    """The slots of a query by how they are matched, the rarest first."""

    found: list[int]
    """Indexes of those matched wherever they stand."""
    looked_up: list[int]
    """Indexes of those looked up in the best sections."""


class Matching:
    """The scores of one segment's pages and sections, as slot after slot is matched."""

    def __init__(
        self,
        query: Query,
        slots: WeightedSlots,
        weighing: Weighing,
        allowed: Set[int] | None,
        ranking: Ranking,
        tally: Tally | None,
    ) -> None:
        """Match nothing yet.

        Args:
            query: In the segment's language.
            slots: Of the query, with their idf.
            weighing: Weighs the segment's terms.
            allowed: Pages that filters leave; None for all.
            ranking: Weights and bonuses.
            tally: Notes what is added; None where nothing is to be explained.
        """
        self.sections: dict[int, float] = {}
        """Section → score of its own."""
        self.pages: dict[int, float] = {}
        """Page → score of its own."""
        self.among: bytes | None = None
        """Section → 1 for those on the best pages, else 0; None where all that match are scored."""
        self.n_words = query.n_words
        """Words of the query, in the segment's language."""
        self._slots = slots
        self._weighing = weighing
        self._allowed = allowed
        self._ranking = ranking
        self._tally = tally
        self._weighed: dict[tuple[str, Terms], Frequencies] = {}
        self._pages_with: dict[int, Sequence[int]] = {}
        """Index of a slot → pages that have it, where that is known of all pages."""
        self._sections_with: dict[int, Sequence[int]] = {}
        """Index of a slot → sections that have it, of those that are scored."""

    def n_sections(self, at: int) -> int:
        """Return in how many sections of the segment one slot's word stands."""
        return self._slots[at][0].n_sections if self._terms(at) else 0

    def _terms(self, at: int) -> Terms:
        if self._allowed is not None and not self._allowed:
            return ()
        return self._slots[at][0].terms if at < len(self._slots) else ()

    def _weigh(self, how: str, at: int, frequencies: Callable[[str], Frequencies]) -> Frequencies:
        """Return the frequencies of a slot by those of its terms; a long question repeats its words."""
        if not (terms := self._terms(at)):
            return NOWHERE
        if (how, terms) not in self._weighed:
            self._weighed[how, terms] = match_slot([(share, frequencies(term)) for share, term in terms])
        return self._weighed[how, terms]

    def add_pages(self, at: int) -> int:
        """Add one slot's part to the scores of all allowed pages that have it; return how many these are."""
        found = self._weigh("pages", at, self._in_pages)
        self._add(at, self.pages, found.pages, found.of_pages)
        self._pages_with[at] = found.pages
        return len(found.pages)

    def _in_pages(self, term: str) -> Frequencies:
        found = self._weighing.in_pages(term)
        return found if self._allowed is None else found.on_pages(self._allowed)

    def add_sections(self, at: int) -> None:
        """Add one slot's part to the scores of the sections that have it, on the best pages."""
        found = self._weigh("sections", at, lambda term: self._weighing.in_sections(term, self.among))
        self._add(at, self.sections, found.sections, found.of_sections)
        self._sections_with[at] = found.sections

    def choose(self, sections: Iterable[int]) -> Chosen:
        """Choose the sections in which common words are looked up."""
        return self._weighing.chosen(sections)

    def look_up(self, at: int, chosen: Chosen) -> int:
        """Add one slot's part to the scores of chosen sections, the same ones each time; return how many have it."""
        found = self._weigh("looked up", at, lambda term: self._weighing.looked_up(chosen, term))
        self._add(at, self.sections, found.sections, found.of_sections)
        self._sections_with[at] = found.sections
        return len(found.sections)

    def _add(self, at: int, scores: dict[int, float], documents: Sequence[int], frequencies: Sequence[float]) -> None:
        if self._terms(at):
            filled, idf = self._slots[at]
            add_saturated(scores, documents, frequencies, idf, self._ranking.bm25_k1)
            if self._tally is not None:
                self._tally.add_slot(at, filled, idf, scores is self.pages, zip(documents, frequencies, strict=True))

    def lacks(self, at: int) -> None:
        """Note that no page has a slot's word."""
        self._pages_with[at] = ()

    def add_coverage(self) -> None:
        """Add the bonus of sections, and of pages, that hold every word of a query of two words or more."""
        words = [at for at in self._sections_with if at < len(self._slots) and self._slots[at][0].counts_for_coverage]
        if len(words) < 2 or not self._ranking.full_coverage_bonus:
            return
        bonus = self._ranking.full_coverage_bonus * sum(self._slots[at][1] for at in words) / len(words)
        sections = _in_all([self._sections_with[at] for at in words])
        for section in sections:
            self.sections[section] += bonus
        pages = _in_all([self._pages_with[at] for at in words if at in self._pages_with])
        for page in pages:
            self.pages[page] += bonus
        if self._tally is not None:
            self._tally.add_coverage(sections, pages, bonus)

    def matched(self, steps: Steps) -> set[int]:
        """Return all sections that have a word which is matched wherever it stands, those on other pages included."""
        terms = {term for at in steps.found for _, term in self._terms(at)}
        return set().union(*(column for term in terms for column in self._weighing.holding(term)))

    def others(self, steps: Steps, among: bytes) -> dict[int, float]:
        """Return the scores of their own of further sections, without the words that are looked up.

        Args:
            steps: Of the query.
            among: Section → 1 for those sections, else 0.
        """
        scores: dict[int, float] = {}
        for at in while_time(steps.found):
            found = self._weigh("others", at, lambda term: self._weighing.in_sections(term, among))
            self._add(at, scores, found.sections, found.of_sections)
        return scores


def match_pages(matchings: Sequence[Matching], order: Iterable[int], budget: int) -> Steps:
    """Add the scores of pages in all segments by the rarest words; by fewer where the time is up sooner.

    Args:
        matchings: One for each segment.
        order: Indexes of the slots, the rarest word first.
        budget: Sections of the rarest words, over all segments, that are gone through before the other words are only
            looked up. It grows with long queries.
    """
    longer_by = max((matching.n_words for matching in matchings), default=0) - knobs.LONG_QUERY_WORDS
    budget += knobs.BUDGET_PER_WORD * max(0, longer_by)
    steps, gone_through, is_found = Steps([], []), 0, False
    for at in while_time(order):
        n_sections = sum(matching.n_sections(at) for matching in matchings)
        gone_through += n_sections
        if n_sections and is_found and gone_through > budget:
            steps.looked_up.append(at)
        else:
            steps.found.append(at)
            n_pages = sum(matching.add_pages(at) for matching in matchings)
            is_found = is_found or n_pages > 0
    return steps


def match_sections(matchings: Sequence[Matching], steps: Steps) -> None:
    """Add the scores of sections in all segments, and look up the common words where these are best."""
    for at in while_time(steps.found):
        for matching in matchings:
            matching.add_sections(at)
    promising: list[Chosen] = []
    for at in steps.looked_up:
        if time_is_up():
            break
        # Chosen once: sections that a common word alone would bring up could not be among the best.
        if not promising:
            best = best_of([matching.sections for matching in matchings], knobs.LOOKUP_SECTIONS)
            promising = [matching.choose(sections) for matching, sections in zip(matchings, best, strict=True)]
        if not sum(matching.look_up(at, chosen) for matching, chosen in zip(matchings, promising, strict=True)):
            for matching in matchings:
                matching.lacks(at)
    for matching in matchings:
        matching.add_coverage()


def _in_all(documents: Sequence[Sequence[int]]) -> Set[int]:
    """Return the documents that all slots are filled in; none where there is no slot."""
    if not documents:
        return set()
    fewest, *others = sorted(documents, key=len)
    return set(fewest).intersection(*others)
