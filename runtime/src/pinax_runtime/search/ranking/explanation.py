"""Say what scores consist of. Made on request only; search itself keeps none of it.

Rules: the parts of a hit add up to its score. ExplainedSearch changes nothing; it writes down what passes through.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pinax_runtime.search import knobs
from pinax_runtime.search.ranking.segment_search import Scored, SegmentSearch
from pinax_runtime.search.ranking.weighing import Frequencies
from pinax_runtime.search.results import HitExplanation, WordPart
from pinax_runtime.search.words.filling import FilledSlot


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
        """Return the parts of a section's score, rarest word first."""
        return HitExplanation(
            words=tuple(self._part(*added, section, page) for added in self._added),
            section_coverage=self._section_coverage.get(section, 0.0),
            page_coverage=self._page_coverage.get(page, 0.0),
            exact_title=self._titles.get(section, 0.0),
            page_title=self._page_title.get(page, 0.0),
            proximity=self._proximity.get(section, 0.0),
            page_share=knobs.PAGE_SHARE,
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
