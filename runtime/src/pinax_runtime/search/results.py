"""The records that a search returns. They hold data only, and import nothing of search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class WordPart:
    """The part of a hit's score that one word of the query adds."""

    word: str
    """Primary term of the word."""
    terms: dict[str, float]
    """Each term of the segment that stands for the word → its weight (1 for the word itself)."""
    idf: float
    """Inverse document frequency, less for a stop word and for a word that was corrected."""
    section_frequency: float
    """Frequency in the section, weighed by field and normalized by length."""
    section_part: float
    """Score that this frequency adds to the section."""
    page_frequency: float
    """Frequency in the page, weighed by field and normalized by length."""
    page_part: float
    """Score that this frequency adds to the page."""


@dataclass(frozen=True, slots=True)
class HitExplanation:
    """The parts that a hit's score consists of."""

    words: tuple[WordPart, ...]
    section_coverage: float
    """Bonus of the section for holding every word of the query."""
    page_coverage: float
    """Bonus of the page for holding every word of the query."""
    exact_title: float
    """Bonus of the section for a title that holds the query's words."""
    page_title: float
    """Bonus of the page for a title that holds the query's words."""
    description: float
    """Bonus of the page for a description that holds words of a task."""
    proximity: float
    """Bonus of the section for words that stand together."""
    page_share: float
    """Weight of the page's parts; the section's parts weigh 1."""
    prior: float
    """Factor of the page (0 to 1): less than 1 where it only lists."""
    docset_weight: float
    """Factor of the docset."""
    question: float = 0.0
    """Bonus for the questions that the section answers, its title or its page's description; for a page without
    questions, the bonus in place of it if that is more."""
    questions: tuple[str, ...] = ()
    """These questions, the best first."""
    set_aside: float = 0.0
    """What brings a section behind those of the pages that match best (0 or less)."""

    @property
    def section_weight(self) -> float:
        """Factor of the section's parts in the score."""
        return self.prior * self.docset_weight

    @property
    def page_weight(self) -> float:
        """Factor of the page's parts in the score."""
        return self.page_share * self.section_weight

    def bonuses(self) -> dict[str, float]:
        """Return each bonus that is not 0 by its name, as it counts in the score."""
        counted = {
            "section_coverage": self.section_coverage * self.section_weight,
            "page_coverage": self.page_coverage * self.page_weight,
            "exact_title": self.exact_title * self.docset_weight,
            "page_title": self.page_title * self.page_weight,
            "description": self.description * self.page_weight,
            "proximity": self.proximity * self.docset_weight,
            "question": self.question * self.docset_weight,
            "set_aside": self.set_aside * self.docset_weight,
        }
        return {name: amount for name, amount in counted.items() if amount}

    @property
    def score(self) -> float:
        """The sum of all parts."""
        section = sum(word.section_part for word in self.words) * self.section_weight
        page = sum(word.page_part for word in self.words) * self.page_weight
        return section + page + sum(self.bonuses().values())


@dataclass(frozen=True, slots=True)
class SearchExplanation:
    """The files and words that a search took."""

    files: tuple[tuple[str, int], ...]
    """Name and size (bytes) of each file that was read. What was in memory already is not among them."""
    sections_with: dict[str, int]
    """Primary term of each word of the query → number of sections that hold it in any spelling, over all segments."""
    passed_over: tuple[str, ...] = ()
    """Primary terms of the words that too many sections hold: their postings were not read, and they add nothing."""

    @property
    def size_bytes(self) -> int:
        """Size of the files."""
        return sum(size for _, size in self.files)


@dataclass(frozen=True, slots=True)
class Hit:
    """One section that answers, with its page."""

    docset: str
    url: str
    """URL of the page."""
    anchor: str
    """Fragment of the section on the published page; empty for the page itself."""
    section_id: str
    """`docset:path#anchor`, as the tree tools take it."""
    title: str
    """Title of the page."""
    headings: tuple[str, ...]
    """Path of headings from below the page to the section; empty for the page itself."""
    score: float
    excerpt: str
    """The densest passage, one line; empty if not asked for."""
    facets: dict[str, list[str]]
    fetched_at: str
    """When the docset was fetched (RFC 3339, UTC)."""
    variants: tuple[str, ...] = ()
    """URLs of other versions of the page, and of pages that are nearly the same. None is a hit of its own."""
    source_url: str = ""
    """Where people see the section of source code, or its file; empty for documentation and where not known."""
    explanation: HitExplanation | None = None
    """The parts of the score, where they were asked for."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The hits of one search, best first."""

    hits: list[Hit]
    total: int
    """Number of pages that match at all. Of sections it is an upper bound, as the last ones may continue others."""
    cut_short: bool = False
    """Whether the time was up before the search was complete: other sections may match, also better."""
    relaxed: bool = False
    """Whether nothing holds what the query quotes, so that these are the hits of its words without the quotes."""
    unknown_words: list[str] = field(default_factory=list)
    """Words of the query, as typed, that nothing in the searched docsets holds."""
    did_you_mean: str = ""
    """The query that was searched for instead: unknown words are replaced by the nearest known ones.

    It is empty where there is nothing to correct.
    """
    explanation: SearchExplanation | None = None
    """The files and words that the search took, where they were asked for."""
    facets: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Facet → value → number of matching pages, where it was asked for; the most frequent value first."""
