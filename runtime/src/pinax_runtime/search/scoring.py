"""Score the pages and sections of a segment by the words of a query (BM25F).

Strategy. The same postings are scored twice: with the section as the document and with the whole page. A section that
says it best and a page that is about it are different evidence, and together they beat each alone. A field's frequency
is weighed and, for body and code, divided by the length normalization. The sum over fields is saturated once, which is
what sets BM25F apart from a sum of BM25 scores, and multiplied by the inverse document frequency.

The weighed frequencies of a term depend on the ranking and on no query. So they are computed once and kept as columns
of numbers, which take an eighth of the memory of dictionaries. All loops over postings are C's (`itemgetter`, `map`,
`compress`, `dict.update`): 10 to 40 ns a posting, where a loop in Python takes 250 ns.

Source: Robertson and Zaragoza (2009), "The Probabilistic Relevance Framework: BM25 and Beyond", sections 3.3 and 3.6;
        the idf with 1 added inside the logarithm, as in Lucene, is never negative.
Why:    docs/decisions/0007
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from itertools import compress, repeat
from math import log
from operator import add, mul
from sys import getsizeof
from typing import NamedTuple, Protocol

from pinax_runtime.bundle import SegmentReader
from pinax_runtime.deadline import while_time
from pinax_runtime.format import BODY, CODE, HEADINGS, SYMBOL, WORDS, Positions, Ranking, packed, picked
from pinax_runtime.search import knobs
from pinax_runtime.search.query import Query, QueryTerm
from pinax_runtime.search.results import HitExplanation, WordPart

Columns = Mapping[int, tuple[Sequence[int], Sequence[int]]]
"""Field number → (sections, counts), as `Postings.by_field`."""


@dataclass(slots=True)
class ExpandedTerm:
    """A term of a query, with the terms of one segment's index that stand for it."""

    of: QueryTerm
    shares: dict[str, float]
    """Term of the index → what it counts; the term of the word itself counts 1."""
    n_sections: int
    """About how many sections have one of the terms; 0 if only synonyms of a word that other segments have."""
    weight: float = 1.0
    """Weight in scores; less than 1 where the word is not the one that was typed."""
    pruned: bool = False
    """Whether its postings are not read because too many sections have it, or because the time was up."""

    @property
    def counts_for_coverage(self) -> bool:
        """Whether a section must have this word to count as one with every word of the query."""
        return not self.of.whole and not self.of.stop and not self.pruned


@dataclass(frozen=True, slots=True)
class Weights:
    """How all segments of a search together weigh its query, so that scores can be compared across them."""

    ranking: Ranking
    counts: list[int]
    """Sections that have each term of the query."""
    idfs: list[float]
    """Inverse document frequency of each term, times its weight."""
    n_sections: int
    n_pages: int
    n_words: int
    is_task: bool
    """Whether the query describes a task: then headings count in a page as its text does, symbols do not count, and
    long pages count less."""
    asks: bool
    """Whether the questions of pages count."""

    @property
    def mean_section_words(self) -> float:
        """Mean length of a section."""
        return max(1.0, self.n_words / max(1, self.n_sections))

    @property
    def mean_page_words(self) -> float:
        """Mean length of a page."""
        return max(1.0, self.n_words / max(1, self.n_pages))


class Frequencies(NamedTuple):
    """How often a term occurs in sections, or in pages: weighed and normalized."""

    numbers: Sequence[int]
    """Of sections or pages, each once, in no order."""
    weighed: Sequence[float]


class Found(NamedTuple):
    """A section with its score."""

    score: float
    section: int
    page: int
    number: int
    """Of the segment, among those that are searched."""


class Raising(Protocol):
    """Raises the scores of sections by the questions that they answer."""

    def raised(self, scores: Mapping[int, float]) -> dict[int, float]:
        """Return the raised scores of sections."""
        ...

    def questions(self, section: int) -> tuple[str, ...]:
        """Return the questions that raise a section, the best first."""
        ...


class SegmentQuery:
    """A query in one segment: its terms there, and the scores of the segment's pages and sections."""

    def __init__(self, number: int, segment: SegmentReader, query: Query) -> None:
        """Hold a query as the segment's language has it; its terms are looked up next, then `weigh` is called."""
        self.number, self.docset, self.segment, self.query = number, segment.docset, segment, query
        self.terms: list[ExpandedTerm] = []
        self.pages: dict[int, float] = {}
        """Page → score of its own."""
        self.sections: dict[int, float] = {}
        """Section → score of its own, on the chosen pages."""
        self.chosen: Set[int] | None = None
        """Pages whose sections are scored; None for all that match."""
        self.superseded: Set[int] = frozenset()
        """Pages that match and are not shown, as another variant is."""
        self.titles: dict[int, float] = {}
        """Section → bonus for its title."""
        self.title_shares: dict[int, float] = {}
        """Section → how well its title is the query (1 where it is just that)."""
        self.page_titles: dict[int, float] = {}
        """Page → bonus for its title, which is in its score."""
        self.descriptions: dict[int, float] = {}
        """Page → bonus for its description, which is in its score."""
        self.proximity: dict[int, float] = {}
        """Section → bonus for words that stand together."""
        self._coverage: tuple[float, Set[int], Set[int]] = (0.0, frozenset(), frozenset())
        """Bonus for every word of the query; the sections and the pages that have it in their scores."""
        self._set_aside: dict[int, float] = {}
        """Section → what was taken off to bring it behind those of the chosen pages (0 or less)."""
        self._weighed: dict[tuple[str, tuple[tuple[str, float], ...]], Frequencies] = {}
        """Where a word was looked for, and what stands for it → its frequencies there."""
        self._in_pages: dict[int, Frequencies] = {}
        """Index of a term → its frequencies in pages, where these were added."""
        self._in_sections: dict[int, Frequencies] = {}
        """Index of a term → its frequencies in those sections that were scored."""
        self._among: bytes | None = None
        """Section → 1 for those on the chosen pages, else 0; None for all."""
        self._others: dict[int, float] | None = None
        """Section → score of its own, on other than the chosen pages; None until they are wanted."""
        self.raising: Raising | None = None
        """What raises the scores of sections by their questions; None where questions do not count."""
        self.positions: Callable[[str], Positions] = cache(segment.positions)

    @property
    def quotes(self) -> bool:
        """Whether the query quotes something: that is looked for wherever its words stand."""
        return bool(self.query.phrases or self.query.required)

    def weigh(self, weights: Weights, allowed: Set[int] | None) -> None:
        """Get ready to score, once the terms are known.

        Args:
            weights: How the query is weighed.
            allowed: Pages that filters leave; None for all.
        """
        self.weights, self.allowed = weights, allowed
        ranking, b, is_task = weights.ranking, weights.ranking.bm25_b, weights.is_task
        self._k1 = ranking.bm25_k1
        self._field_weights = self._page_weights = tuple(ranking.field_weights())
        self._normalized: Sequence[int] = (BODY, CODE)
        page_b = b
        if is_task:
            changed = {HEADINGS: min(self._field_weights[HEADINGS], self._field_weights[BODY]), SYMBOL: 0.0}
            self._page_weights = tuple(changed.get(at, weight) for at, weight in enumerate(self._field_weights))
            self._normalized = (HEADINGS, BODY, CODE)
            page_b = max(b, knobs.TASK_PAGE_B) if b else b
        means = weights.mean_section_words, weights.mean_page_words
        lengths = f"{means[0]:.6g},{means[1]:.6g},{b:.6g},{page_b:.6g}"
        self._name = f"{lengths},{self._field_weights},{is_task}"
        self._norm_of_code, self._norm_of_page = self.segment.derived(
            f"norms:{lengths}",
            lambda: _norms(self.segment, *means, b, page_b),
            lambda norms: sum(map(getsizeof, norms)),
        )

    def weighted(self) -> Iterator[tuple[ExpandedTerm, float]]:
        """Yield the query's terms, each with its inverse document frequency over all searched segments."""
        return zip(self.terms, self.weights.idfs, strict=False)

    # Score pages, then the sections of the best ones, term after term.

    def add_pages(self, at: int) -> int:
        """Add one term's part to the scores of all allowed pages that have it; return how many these are."""
        self._in_pages[at] = self._add(at, "pages", self.pages, self._weighed_pages)
        return len(self._in_pages[at].numbers)

    def choose(self, pages: Iterable[int] | None) -> None:
        """Choose the pages whose sections are scored; None for all that match."""
        if pages is None and self.allowed is None:
            return
        chosen: Set[int] = self.pages.keys() if pages is None else set(pages)
        self.chosen = chosen | self._variants_of(chosen)
        self._among = self._flags(self.chosen)

    def add_sections(self, at: int) -> None:
        """Add one term's part to the scores of the sections that have it, on the chosen pages."""
        self._in_sections[at] = self._add(
            at, "sections", self.sections, lambda term: self._weighed_sections(term, self._among)
        )

    def look_up(self, at: int, sections: Set[int]) -> int:
        """Add the part of a term that nearly every section has to the scores of some; return how many have it."""

        def weighed(term: str) -> Frequencies:
            columns = self._columns(term).items()
            return self._sum_of_sections({field: entries_at(*column, sections) for field, column in columns})

        self._in_sections[at] = self._add(at, "some sections", self.sections, weighed)
        return len(self._in_sections[at].numbers)

    def lacks(self, at: int) -> None:
        """Note that no page has a term."""
        self._in_pages[at] = Frequencies((), ())

    def add_coverage(self) -> None:
        """Add the bonus of sections, and of pages, that hold every word of a query of two words or more."""
        words = [at for at in self._in_sections if at < len(self.terms) and self.terms[at].counts_for_coverage]
        share = self.weights.ranking.full_coverage_bonus
        if len(words) < 2 or not share:
            return
        bonus = share * sum(self.weights.idfs[at] for at in words) / len(words)
        sections = _in_all([self._in_sections[at].numbers for at in words])
        pages = _in_all([self._in_pages[at].numbers for at in words if at in self._in_pages])
        for section in sections:
            self.sections[section] += bonus
        for page in pages:
            self.pages[page] += bonus
        self._coverage = bonus, sections, pages

    def _variants_of(self, pages: Set[int]) -> set[int]:
        """Return the pages that match and are variants of some: which of them is shown, their sections decide."""
        leaders = self.segment.lengths.leaders
        groups = {leaders.get(page, page) for page in pages} if leaders else set()
        variants = {page for page, leader in leaders.items() if leader in groups} | groups
        return variants & self.pages.keys()

    def _flags(self, pages: Iterable[int]) -> bytes:
        """Return section → 1 for those on some pages, else 0."""
        flags = bytearray(self.segment.manifest.n_sections)
        first, n_sections = self.segment.first_sections, self.segment.lengths.sections
        for page in pages:
            flags[first[page] : first[page] + n_sections[page]] = b"\1" * n_sections[page]
        return bytes(flags)

    # Weigh how often a term occurs.

    def _add(self, at: int, where: str, scores: dict[int, float], weigh: Callable[[str], Frequencies]) -> Frequencies:
        """Add one term's part to scores; a long question repeats its words, and each is weighed once."""
        shares = self.terms[at].shares if at < len(self.terms) else {}
        if not shares:
            return Frequencies((), ())
        name = where, tuple(shares.items())
        if name not in self._weighed:
            self._weighed[name] = _best([(share, weigh(term)) for term, share in shares.items()])
        found = self._weighed[name]
        add_saturated(scores, found.numbers, found.weighed, self.weights.idfs[at], self._k1)
        return found

    def _columns(self, term: str) -> Columns:
        postings = self.segment.postings(term)
        return postings.by_field if postings else {}

    def _weighed_pages(self, term: str) -> Frequencies:
        found = self._kept("pages", term, self._sum_of_pages)
        if self.allowed is None:
            return found
        kept = list(map(self.allowed.__contains__, found.numbers))
        return Frequencies(list(compress(found.numbers, kept)), list(compress(found.weighed, kept)))

    def _weighed_sections(self, term: str, among: bytes | None) -> Frequencies:
        if among is None:
            return self._kept("sections", term, self._sum_of_sections)
        columns = self._columns(term).items()
        return self._sum_of_sections({field: _flagged(*column, among) for field, column in columns})

    def _kept(self, where: str, term: str, weigh: Callable[[Columns], Frequencies]) -> Frequencies:
        def make() -> Frequencies:
            numbers, weighed = weigh(self._columns(term))
            return Frequencies(packed(list(numbers)), array("d", weighed))

        name = f"in {where}:{self._name}:{term}"
        return self.segment.derived(name, make, lambda found: 300 + sum(map(getsizeof, found)))

    def _sum_of_sections(self, columns: Columns) -> Frequencies:
        totals: dict[int, float] = {}
        for field, (sections, counts) in _longest_first(columns):
            if weight := self._field_weights[field]:
                weighed: Iterable[float] = map(weight.__mul__, counts)
                if field in (BODY, CODE):
                    norms = picked(self._norm_of_code, picked(self.segment.lengths.codes, sections))
                    weighed = map(mul, weighed, norms)
                add_to(totals, sections, weighed)
        return Frequencies(list(totals), list(totals.values()))

    def _sum_of_pages(self, columns: Columns) -> Frequencies:
        totals: dict[int, float] = {}
        for field, (sections, counts) in _longest_first(columns):
            if weight := self._page_weights[field]:
                counted = _count_in_pages(sections, counts, self.segment.page_of)
                norms = picked(self._norm_of_page, list(counted)) if field in self._normalized else repeat(1.0)
                add_to(totals, counted, map(mul, map(weight.__mul__, counted.values()), norms))
        return Frequencies(list(totals), list(totals.values()))

    # Say what matched, and how well.

    def page_scores(self) -> dict[int, float]:
        """Return page → what it adds to the scores of its sections, in proportion, for all pages that match."""
        priors = picked(self.segment.lengths.priors, list(self.pages))
        weight = self.docset.weight
        return dict(zip(self.pages, map(weight.__mul__, map(mul, self.pages.values(), priors)), strict=True))

    def matched_pages(self) -> Set[int]:
        """Return the pages that matched, once the search has run: as many as its total of pages."""
        if self.quotes:
            return set(picked(self.segment.page_of, list(self.sections)))
        return self.pages.keys() - self.superseded

    def n_found(self, found: Iterable[int], sections: bool) -> int:
        """Return how many sections, or pages, match at all, by the terms that were looked for everywhere."""
        if not sections:
            return len(self.matched_pages())
        if self.chosen is None:
            return len(self.sections)
        terms = {term for at in found if at < len(self.terms) for term in self.terms[at].shares}
        columns = (column for term in terms for column in self._columns(term).items())
        matched = set().union(*(numbers for field, (numbers, _) in columns if self._field_weights[field]))
        return sum(map(self.matched_pages().__contains__, picked(self.segment.page_of, list(matched))))

    def n_scored(self, sections: bool) -> int:
        """Return how many sections, or pages, match and are scored."""
        if sections:
            return len(self.sections)
        if self.chosen is None:
            return len(self.matched_pages())
        return len(set(picked(self.segment.page_of, list(self.sections))))

    def scores(self, sections: Mapping[int, float]) -> dict[int, float]:
        """Return 100 times the score without proximity for sections with their own scores.

        Priors are percents: whole numbers are multiplied here, and hits alone are divided by 100.
        """
        return self.raised(self._before_questions(sections, self.pages))

    def raised(self, scores: dict[int, float]) -> dict[int, float]:
        """Return the scores of sections with what their questions add."""
        return self.raising.raised(scores) if self.raising else scores

    def _before_questions(self, sections: Mapping[int, float], pages: Mapping[int, float]) -> dict[int, float]:
        of_page = {page: knobs.PAGE_SHARE * score for page, score in pages.items()}
        page_of = picked(self.segment.page_of, list(sections))
        raised = map(add, sections.values(), map(of_page.get, page_of, repeat(0.0)))
        weighed = map(mul, raised, picked(self.segment.lengths.priors, page_of))
        scores = dict(zip(sections, weighed, strict=True))
        # Priors do not touch titles: a page that only lists is right where it is what was asked for by name.
        for section, bonus in self.titles.items():
            if section in scores:
                scores[section] += 100 * bonus
        return scores

    def behind(self, found: Iterable[int], least: float) -> dict[int, float]:
        """Return 100 times the scores of the sections on other than the chosen pages, none above `least`.

        Few queries want so many hits.

        Args:
            found: Indexes of the terms that are looked for everywhere.
            least: 100 times the least score of a section on a chosen page.
        """
        if self._others is None:
            self._others = {}
            among = self._flags(self.pages.keys() - (self.chosen or set()) - self.superseded)
            for at in while_time(found):
                added = self._add(at, "others", self._others, lambda term: self._weighed_sections(term, among))
                known = self._in_sections.get(at, Frequencies((), ()))
                both = [*known.numbers, *added.numbers], [*known.weighed, *added.weighed]
                self._in_sections[at] = Frequencies(*both)
        scores = self.scores(self._others)
        self._set_aside = {section: min(0.0, least - score) / 100 for section, score in scores.items()}
        return {section: min(score, least) for section, score in scores.items()}

    def explain(self, found: Found) -> HitExplanation:
        """Return the parts of a section's score, the rarest word first."""
        section, page = found.section, found.page
        coverage, sections, pages = self._coverage
        own = self.sections.get(section, (self._others or {}).get(section, 0.0))
        before = self._before_questions({section: own}, {page: self.pages.get(page, 0.0)})
        added = [at for at in dict.fromkeys((*self._in_sections, *self._in_pages)) if at < len(self.terms)]
        return HitExplanation(
            words=tuple(self._word_part(at, section, page) for at in added if self.terms[at].shares),
            section_coverage=coverage if section in sections else 0.0,
            page_coverage=coverage if page in pages else 0.0,
            exact_title=self.titles.get(section, 0.0),
            page_title=self.page_titles.get(page, 0.0),
            description=self.descriptions.get(page, 0.0),
            proximity=self.proximity.get(section, 0.0),
            page_share=knobs.PAGE_SHARE,
            prior=self.segment.lengths.priors[page] / 100,
            docset_weight=self.docset.weight,
            question=(self.raised(before)[section] - before[section]) / 100,
            questions=self.raising.questions(section) if self.raising else (),
            set_aside=self._set_aside.get(section, 0.0),
        )

    def _word_part(self, at: int, section: int, page: int) -> WordPart:
        term, idf = self.terms[at], self.weights.idfs[at]
        parts: list[float] = []
        for found, number in ((self._in_sections, section), (self._in_pages, page)):
            frequency = dict(zip(*found[at], strict=True)).get(number, 0.0) if at in found else 0.0
            parts += frequency, idf * (self._k1 + 1) * frequency / (frequency + self._k1) if frequency else 0.0
        return WordPart(term.of.spellings[0], dict(term.shares), idf, *parts)


def _best(spellings: Sequence[tuple[float, Frequencies]]) -> Frequencies:
    """Join the frequencies of the terms that stand for a word, each with its share; the best counts."""
    (share, found), *others = spellings
    if not others and share == 1:
        return found
    best = dict(zip(found.numbers, map(share.__mul__, found.weighed), strict=True))
    for share, found in others:
        for number, frequency in zip(found.numbers, map(share.__mul__, found.weighed), strict=True):
            if frequency > best.get(number, 0.0):
                best[number] = frequency
    return Frequencies(list(best), list(best.values()))


def idf(n_documents: int, n_matching: int) -> float:
    """Return the inverse document frequency (natural log, above 0).

    >>> round(idf(400, 1), 2), round(idf(400, 10), 2), round(idf(400, 200), 2)
    (5.59, 3.64, 0.69)
    """
    n_matching = min(n_matching, n_documents)
    return log(1 + (n_documents - n_matching + 0.5) / (n_matching + 0.5))


def add_saturated(
    scores: dict[int, float], documents: Collection[int], frequencies: Iterable[float], idf: float, k1: float
) -> None:
    """Add one term's BM25F part to each document's score: idf · tf · (k1 + 1) / (tf + k1)."""
    top = idf * (k1 + 1)
    add_to(scores, documents, [top * frequency / (frequency + k1) for frequency in frequencies])


def add_to(totals: dict[int, float], numbers: Collection[int], amounts: Iterable[float]) -> None:
    """Add an amount to the total of each number; numbers are distinct."""
    if totals:
        amounts = map(add, amounts, map(totals.get, numbers, repeat(0.0)))
    totals.update(zip(numbers, amounts, strict=True))


def entries_at(numbers: Sequence[int], counts: Sequence[int], chosen: Set[int]) -> tuple[list[int], list[int]]:
    """Return the entries of a column that belong to chosen sections, in no order; its numbers rise.

    >>> entries_at([2, 3, 5, 8], [1, 9, 1, 1], {3, 4})
    ([3], [9])
    """
    if len(numbers) < knobs.WALK_FACTOR * len(chosen):
        flags = list(map(chosen.__contains__, numbers))
        return list(compress(numbers, flags)), list(compress(counts, flags))
    places = ((section, bisect_left(numbers, section)) for section in chosen)
    found = [(section, counts[at]) for section, at in places if at < len(numbers) and numbers[at] == section]
    return [section for section, _ in found], [count for _, count in found]


def _norms(
    segment: SegmentReader, mean_section_words: float, mean_page_words: float, b: float, page_b: float
) -> tuple[Sequence[float], Sequence[float]]:
    """Return 1 / (1 - b + b · length / mean): code of a section's length → its factor, and page → its factor."""

    def factors(lengths: Iterable[float], mean: float, b: float) -> Sequence[float]:
        # Where b is 1 and a length 0 there is nothing to normalize.
        return array("d", [1 / ((1 - b + b * length / mean) or 1) for length in lengths])

    words = [WORDS[code] for code in segment.lengths.codes]
    spans = zip(segment.first_sections, segment.lengths.sections, strict=True)
    of_pages = [sum(words[first : first + n]) for first, n in spans]
    return factors(WORDS, mean_section_words, b), factors(of_pages, mean_page_words, page_b)


def _longest_first(columns: Columns) -> Iterable[tuple[int, tuple[Sequence[int], Sequence[int]]]]:
    """Return the fields with the longest column first: what that is added to is empty, so nothing is looked up."""
    return sorted(columns.items(), key=lambda field: -len(field[1][0]))


def _flagged(numbers: Sequence[int], counts: Sequence[int], flags: bytes) -> tuple[list[int], list[int]]:
    """Return the entries of a column whose section is flagged."""
    chosen = picked(flags, numbers)
    return list(compress(numbers, chosen)), list(compress(counts, chosen))


_MORE_THAN_ONE = bytes((0, 0)) + b"\1" * 254
"""Count → 1 if it is above 1, else 0."""


def _count_in_pages(numbers: Sequence[int], counts: Sequence[int], page_of: Sequence[int]) -> dict[int, int]:
    """Add up one field's counts by page."""
    pages = picked(page_of, numbers)
    totals = Counter(pages)
    # Nearly all counts are bytes, which are compared all at once.
    more = counts.translate(_MORE_THAN_ONE) if isinstance(counts, bytes) else map((1).__lt__, counts)
    for page, count in compress(zip(pages, counts, strict=True), more):
        totals[page] += count - 1
    return totals


def _in_all(documents: Sequence[Sequence[int]]) -> Set[int]:
    """Return the documents that have all terms; none where there is no term."""
    if not documents:
        return set()
    fewest, *others = sorted(documents, key=len)
    return set(fewest).intersection(*others)
