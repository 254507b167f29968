"""Say what scores consist of. Made on request only; search itself keeps none of it.

Rules: the parts of a hit add up to its score. ExplainedSearch changes nothing; it writes down what passes through.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pinax_runtime.search.filling import FilledSlot
from pinax_runtime.search.scoring import PAGE_SHARE
from pinax_runtime.search.segment_search import Scored, SegmentSearch
from pinax_runtime.search.weighing import Frequencies


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
        """Give each bonus by its name, as it counts in the score; those that there are."""
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


class ExplainedSearch(SegmentSearch):
    """A search of one segment that can say how it came to its scores."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._added: list[tuple[FilledSlot, float, dict[int, float], dict[int, float]]] = []
        """Slot, idf, frequencies in sections and in pages."""
        self._section_coverage: dict[int, float] = {}
        self._page_coverage: dict[int, float] = {}
        self._page_title: dict[int, float] = {}
        self._proximity: dict[int, float] = {}
        self._behind: dict[int, float] = {}

    def explain(self, section: int, page: int, docset_weight: float) -> HitExplanation:
        """Give the parts of a section's score, rarest word first."""
        return HitExplanation(
            words=tuple(self._part(*added, section, page) for added in self._added),
            section_coverage=self._section_coverage.get(section, 0.0),
            page_coverage=self._page_coverage.get(page, 0.0),
            exact_title=self._titles.get(section, 0.0),
            page_title=self._page_title.get(page, 0.0),
            proximity=self._proximity.get(section, 0.0),
            page_share=PAGE_SHARE,
            prior=self._segment.lengths.priors[page] / 100,
            docset_weight=docset_weight,
            set_aside=self._behind.get(section, 0.0),
        )

    def _part(
        self,
        filled: FilledSlot,
        idf: float,
        in_sections: dict[int, float],
        in_pages: dict[int, float],
        section: int,
        page: int,
    ) -> WordPart:
        in_section, in_page, k1 = in_sections.get(section, 0.0), in_pages.get(page, 0.0), self._ranking.bm25_k1
        section_part = idf * (k1 + 1) * in_section / (in_section + k1) if in_section else 0.0
        page_part = idf * (k1 + 1) * in_page / (in_page + k1) if in_page else 0.0
        terms = {term: share for share, term in filled.terms}
        word = filled.slot.spellings[0]
        return WordPart(word, terms, idf, in_section, section_part, in_page, page_part)

    def _below(self, least: float) -> dict[int, float]:
        others = self._scored(self._others)
        self._behind = {section: min(0.0, least - score) / 100 for section, score in others.items()}
        return super()._below(least)

    def _add_slot(self, filled: FilledSlot, idf: float, kept: Frequencies, found: Frequencies) -> None:
        super()._add_slot(filled, idf, kept, found)
        in_sections = dict(zip(found.sections, found.of_sections, strict=True))
        in_pages = dict(zip(found.pages, found.of_pages, strict=True))
        self._added.append((filled, idf, in_sections, in_pages))

    def _add_coverage(self, words: Sequence[tuple[Frequencies, float]]) -> None:
        sections, pages = dict(self._sections), dict(self._pages)
        super()._add_coverage(words)
        self._section_coverage, self._page_coverage = _grown(sections, self._sections), _grown(pages, self._pages)

    def _add_titles(self) -> None:
        pages = dict(self._pages)
        super()._add_titles()
        self._page_title = _grown(pages, self._pages)

    def _with_proximity(self, ranked: list[Scored]) -> list[Scored]:
        before = {found.section: found.score for found in ranked}
        result = super()._with_proximity(ranked)
        self._proximity = _grown(before, {found.section: found.score for found in result})
        return result


def _grown(before: dict[int, float], after: dict[int, float]) -> dict[int, float]:
    return {key: score - before.get(key, 0.0) for key, score in after.items() if score != before.get(key)}
