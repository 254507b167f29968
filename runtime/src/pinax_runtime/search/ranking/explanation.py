"""Explain what scores consist of, from a tally that a search keeps on request.

Rules: the parts of a hit add up to its score. A tally notes what a search adds and changes nothing; without one a
       search notes nothing, at the price of a comparison with None at each step.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from pinax_runtime.search import knobs
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
