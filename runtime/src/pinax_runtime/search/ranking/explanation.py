"""Explain what scores consist of, from a tally that a search keeps on request.

Rules: the parts of a hit add up to its score. A tally notes what a search adds and changes nothing; without one a
       search notes nothing, at the price of a comparison with None at each step.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from pinax_runtime.search import knobs
from pinax_runtime.search.ranking.weighing import Frequencies
from pinax_runtime.search.results import HitExplanation, WordPart
from pinax_runtime.search.words.filling import FilledSlot


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
    slots: list[AddedSlot] = field(default_factory=list)
    """In the order in which they were scored: the rarest word first."""
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
    """Section → what was taken off to bring it behind the sections that were scored in full (0 or less)."""

    def add_slot(self, filled: FilledSlot, idf: float, found: Frequencies) -> None:
        """Note a slot with all sections and pages in which it was found, those that are set aside among them."""
        in_sections = dict(zip(found.sections, found.of_sections, strict=True))
        in_pages = dict(zip(found.pages, found.of_pages, strict=True))
        self.slots.append(AddedSlot(filled, idf, in_sections, in_pages))

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
            words=tuple(self._word_part(added, section, page) for added in self.slots),
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
