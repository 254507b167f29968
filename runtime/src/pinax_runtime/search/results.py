"""What a search gives back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class WordPart:
    """What one word of the query adds to a hit."""

    word: str
    """Its primary term."""
    terms: dict[str, float]
    """Each term that the segment has for it, with what it counts."""
    idf: float
    """Inverse document frequency, less for a word that was corrected."""
    section_frequency: float
    """Frequency in the section: weighed by field and normalized by length."""
    section_part: float
    """What that adds to the section's score."""
    page_frequency: float
    page_part: float


@dataclass(frozen=True, slots=True)
class HitExplanation:
    """What a hit's score consists of."""

    words: tuple[WordPart, ...]
    section_coverage: float
    """Bonus for a section that holds every word …"""
    page_coverage: float
    """… and for a page."""
    exact_title: float
    """Bonus for a title that holds the words."""
    page_title: float
    """The same for the page's title, added to the page's parts."""
    proximity: float
    """Bonus for words that stand together."""
    page_share: float
    """What the page's parts count beside the section's."""
    prior: float
    """Of the page: less than 1 where it only lists."""
    docset_weight: float
    set_aside: float = 0.0
    """0 or less: what brings a section behind those that have a very common word more often."""

    @property
    def section_weight(self) -> float:
        """What the section's parts count in the score …"""
        return self.prior * self.docset_weight

    @property
    def page_weight(self) -> float:
        """… and what the page's."""
        return self.page_share * self.section_weight

    def bonuses(self) -> dict[str, float]:
        """Return each bonus by its name, as it counts in the score; those that there are."""
        counted = {
            "section_coverage": self.section_coverage * self.section_weight,
            "page_coverage": self.page_coverage * self.page_weight,
            "exact_title": self.exact_title * self.docset_weight,
            "page_title": self.page_title * self.page_weight,
            "proximity": self.proximity * self.docset_weight,
            "set_aside": self.set_aside * self.docset_weight,
        }
        return {name: amount for name, amount in counted.items() if amount}

    @property
    def score(self) -> float:
        """The parts added up."""
        section = sum(word.section_part for word in self.words) * self.section_weight
        page = sum(word.page_part for word in self.words) * self.page_weight
        return section + page + sum(self.bonuses().values())


@dataclass(frozen=True, slots=True)
class SearchExplanation:
    """What a search took."""

    files: tuple[tuple[str, int], ...]
    """Name and size (bytes) of each file that was read; what was read before is in memory and not among them."""
    sections_with: dict[str, int]
    """Primary term of each word of the query → sections that hold it in any spelling, over all segments."""
    passed_over: tuple[str, ...] = ()
    """Of these, the words that so many sections hold that where they stand was not read, and that count nothing."""

    @property
    def size_bytes(self) -> int:
        """Size of the files."""
        return sum(size for _, size in self.files)


@dataclass(frozen=True, slots=True)
class Hit:
    """One section that answers, with its page."""

    docset: str
    url: str
    """Of the page."""
    anchor: str
    """Fragment of the section on the published page; empty for the page itself."""
    section_id: str
    """`docset:path#anchor`, what the tree tools take."""
    title: str
    """Of the page."""
    headings: tuple[str, ...]
    """Path of headings from below the page to the section; empty for the page itself."""
    score: float
    excerpt: str
    """The densest passage, one line; empty if not asked for."""
    facets: dict[str, list[str]]
    fetched_at: str
    """Of the docset: RFC 3339, UTC."""
    variants: tuple[str, ...] = ()
    """URLs of other versions of the page, and of pages that are nearly the same: none of them is a hit of its own."""
    source_url: str = ""
    """Where people see the section of source code, or its file; empty of documentation and where that is not known."""
    explanation: HitExplanation | None = None
    """What the score consists of, where that was asked for."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The hits of one search, best first."""

    hits: list[Hit]
    total: int
    """Pages that matched at all; of sections at most so many, as the last ones may go on from others."""
    relaxed: bool = False
    """Whether nothing holds what the query quotes, so that the hits are those of its words without the quotes."""
    unknown_words: list[str] = field(default_factory=list)
    """Words of the query, as typed, that nothing in the searched docsets holds."""
    did_you_mean: str = ""
    """The query with unknown words replaced by the nearest known ones, which were searched for in their place; empty
    where there is nothing to correct."""
    explanation: SearchExplanation | None = None
    """What the search took, where that was asked for."""
    facets: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Facet → value → pages, of all that matched, where that was asked for; the most frequent value first."""
