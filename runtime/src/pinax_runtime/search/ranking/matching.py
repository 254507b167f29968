"""Match the slots of a query in all segments, and add up what each is worth in pages and sections.

Strategy. Slots are taken in the order of how rare they are, stop words last. The rare ones are matched on every page
that holds them. Their sections are scored on the best pages alone (see `choosing`), between the two steps. Once a
number of sections has been gone through, the words that nearly every section has are only looked up in the best
sections so far, where alone they could still matter. So the time of a query is bounded by its rare words. Order, bound
and best sections are those of all segments together: how pages are divided among segments must not change what is
found.

In:    the slots of a query with their idf.
Out:   section → score and page → score, without the bonuses for titles and proximity.
Why:   docs/decisions/0055, 0175, 0228
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from typing import NamedTuple

from pinax_runtime.format import Ranking
from pinax_runtime.search import knobs
from pinax_runtime.search.deadline import time_is_up, while_time
from pinax_runtime.search.question.query import Query
from pinax_runtime.search.ranking.choosing import best_of
from pinax_runtime.search.ranking.explanation import Tally
from pinax_runtime.search.ranking.scoring import add_saturated, match_slot
from pinax_runtime.search.ranking.weighing import NOWHERE, Chosen, Frequencies, Weighing
from pinax_runtime.search.words.filling import WeightedSlots

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
