"""Match the slots of a query in one segment, and add up what each is worth in sections and pages.

Strategy. Slots are taken in the order of how rare they are, stop words last. The rare ones are matched in every section
and page that holds them. Once a number of sections has been gone through, the words that nearly every section has are
only looked up in the best sections so far, where alone they could still matter. So the time of a query is bounded by
its rare words.

In:    the slots of a query with their idf.
Out:   section → score and page → score, without the bonuses for titles and proximity.
Why:   docs/decisions/0038, 0055
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from itertools import compress, islice

from pinax_runtime.contract.fields import Ranking
from pinax_runtime.search import knobs
from pinax_runtime.search.deadline import while_time
from pinax_runtime.search.question.query import Query
from pinax_runtime.search.ranking.explanation import Tally
from pinax_runtime.search.ranking.scoring import add_saturated, match_slot, nth_largest
from pinax_runtime.search.ranking.weighing import NOWHERE, Frequencies, Weighing
from pinax_runtime.search.words.filling import FilledSlot, WeightedSlots


class Matching:
    """The scores of one segment's sections and pages, as slot after slot is matched."""

    def __init__(
        self,
        query: Query,
        weighing: Weighing,
        page_of: Sequence[int],
        ranking: Ranking,
        tally: Tally | None,
        *,
        budget: int = knobs.POSTINGS_BUDGET,
    ) -> None:
        """Match nothing yet.

        Args:
            query: In the segment's language.
            weighing: Weighs the segment's terms.
            page_of: Section → page.
            ranking: Weights and bonuses.
            tally: Notes what is added; None where nothing is to be explained.
            budget: Sections of the rarest words that are scored before the other words are only looked up.
        """
        self.sections: dict[int, float] = {}
        """Section → score of its own."""
        self.pages: dict[int, float] = {}
        """Page → score of its own."""
        self.aside = NOWHERE, 0.0
        """Frequencies of a very common word in all of its sections, and its idf, where most are set aside."""
        self._query = query
        self._weighing = weighing
        self._page_of = page_of
        self._ranking = ranking
        self._tally = tally
        self._budget = budget

    def match(self, slots: WeightedSlots, allowed: Set[int] | None) -> None:
        """Add the scores of all slots, or of the rarest where the time is up sooner.

        Args:
            slots: Of the query, with their idf.
            allowed: Pages that filters leave; None for all.
        """
        gone_through = 0
        longer_by = max(0, self._query.n_words - knobs.LONG_QUERY_WORDS)
        budget = self._budget + knobs.BUDGET_PER_WORD * longer_by
        words: list[tuple[Frequencies, float]] = []
        promising: list[int] = []
        looked_up: dict[tuple[tuple[float, str], ...], Frequencies] = {}
        for filled, idf in while_time(sorted(slots, key=_urgency)):
            if not filled.terms:
                words += [(NOWHERE, idf)] if filled.counts_for_coverage else []
                continue
            gone_through += filled.n_sections
            if gone_through > budget and self.sections:
                # Chosen once: sections that a common word alone would bring up could not be among the best.
                promising = promising or self._promising()
                if filled.terms not in looked_up:  # a long question repeats its words
                    looked_up[filled.terms] = self._look_up(filled, promising)
                kept = found = looked_up[filled.terms]
            else:
                found = self._find(filled, allowed)
                kept = self._set_aside(found, idf)
            self._add_slot(filled, idf, kept, found)
            if filled.counts_for_coverage:
                words.append((kept, idf))
        self._add_coverage(words)

    def _find(self, filled: FilledSlot, allowed: Set[int] | None) -> Frequencies:
        """Find a slot wherever one of its terms stands, on allowed pages."""
        found = match_slot([(share, self._weighing.frequencies(term)) for share, term in filled.terms])
        return found if allowed is None else found.only(allowed, self._page_of)

    def _look_up(self, filled: FilledSlot, sections: Sequence[int]) -> Frequencies:
        """Find a slot in chosen sections only."""
        return match_slot([(share, self._weighing.frequencies_in(sections, term)) for share, term in filled.terms])

    def _promising(self) -> list[int]:
        """Return the best sections so far, in rising order."""
        return sorted(sorted(self.sections, key=self.sections.__getitem__, reverse=True)[: knobs.LOOKUP_SECTIONS])

    def _set_aside(self, found: Frequencies, idf: float) -> Frequencies:
        """Keep only the sections that have a word most, where very many have it and none is scored yet.

        What is quoted is looked for in all of them: a phrase may stand where the word stands once.
        """
        if len(found.sections) <= knobs.MAX_SCORED or self.sections or self._query.phrases or self._query.required:
            return found
        self.aside = found, idf
        least = nth_largest(found.of_sections, knobs.MAX_SCORED)
        enough = [tf >= least for tf in found.of_sections]
        frequencies = list(compress(zip(found.sections, found.of_sections, strict=True), enough))
        kept = {section: tf for section, tf in frequencies if tf > least}
        # Very many sections have a common word once: of those that are alike the first fill what is left.
        alike = (section for section, tf in frequencies if tf == least)
        kept |= dict.fromkeys(islice(alike, knobs.MAX_SCORED - len(kept)), least)
        return found._replace(sections=list(kept), of_sections=list(kept.values()))

    def _add_slot(self, filled: FilledSlot, idf: float, kept: Frequencies, found: Frequencies) -> None:
        """Add one slot's part of the scores: of the sections that are kept, and of all pages."""
        add_saturated(self.sections, kept.sections, kept.of_sections, idf, self._ranking.bm25_k1)
        add_saturated(self.pages, kept.pages, kept.of_pages, idf, self._ranking.bm25_k1)
        if self._tally is not None:
            self._tally.add_slot(filled, idf, found)

    def _add_coverage(self, words: Sequence[tuple[Frequencies, float]]) -> None:
        """Add the bonus of sections, and of pages, that hold every word of a query of two words or more."""
        if len(words) < 2 or not self._ranking.full_coverage_bonus:
            return
        bonus = self._ranking.full_coverage_bonus * sum(idf for _, idf in words) / len(words)
        sections = _in_all([found.sections for found, _ in words])
        for section in sections:
            self.sections[section] += bonus
        # A word that was only looked up has sections but no pages: it says nothing of which pages hold it.
        pages = _in_all([found.pages for found, _ in words if found.pages or not found.sections])
        for page in pages:
            self.pages[page] += bonus
        if self._tally is not None:
            self._tally.add_coverage(sections, pages, bonus)


def _urgency(slot: tuple[FilledSlot, float]) -> tuple[bool, int]:
    """Sort the rarest words first, since they choose the sections; a rare stop word must not choose them."""
    filled, _ = slot
    return filled.slot.stop, filled.n_sections


def _in_all(documents: Sequence[Sequence[int]]) -> Set[int]:
    """Return the documents that all slots are filled in; none where there is no slot."""
    if not documents:
        return set()
    fewest, *others = sorted(documents, key=len)
    return set(fewest).intersection(*others)
