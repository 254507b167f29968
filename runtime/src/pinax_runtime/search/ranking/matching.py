"""Match the slots of a query in all segments, and add up what each is worth in sections and pages.

Strategy. Slots are taken in the order of how rare they are, stop words last. The rare ones are matched in every section
and page that holds them. Once a number of sections has been gone through, the words that nearly every section has are
only looked up in the best sections so far, where alone they could still matter. So the time of a query is bounded by
its rare words. Order, bound and best sections are those of all segments together: how pages are divided among segments
must not change what is found.

In:    the slots of a query with their idf.
Out:   section → score and page → score, without the bonuses for titles and proximity.
Why:   docs/decisions/0038, 0055, 0175
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from heapq import nlargest
from itertools import chain, compress, islice
from typing import NamedTuple

from pinax_runtime.contract.fields import Ranking
from pinax_runtime.search import knobs
from pinax_runtime.search.deadline import while_time
from pinax_runtime.search.question.query import Query
from pinax_runtime.search.ranking.explanation import Tally
from pinax_runtime.search.ranking.scoring import add_saturated, match_slot, nth_largest
from pinax_runtime.search.ranking.weighing import NOWHERE, Frequencies, Weighing
from pinax_runtime.search.words.filling import WeightedSlots


class _Word(NamedTuple):
    """A word that a section must have to count as one with every word of the query."""

    idf: float
    sections: Sequence[int]
    """Sections that have it, of those that are scored."""
    pages: Sequence[int] | None
    """Pages that have it; None where that is not known."""


class Matching:
    """The scores of one segment's sections and pages, as slot after slot is matched."""

    def __init__(
        self,
        query: Query,
        slots: WeightedSlots,
        weighing: Weighing,
        allowed: Set[int] | None,
        page_of: Sequence[int],
        ranking: Ranking,
        tally: Tally | None,
    ) -> None:
        """Match nothing yet.

        Args:
            query: In the segment's language.
            slots: Of the query, with their idf.
            weighing: Weighs the segment's terms.
            allowed: Pages that filters leave; None for all.
            page_of: Section → page.
            ranking: Weights and bonuses.
            tally: Notes what is added; None where nothing is to be explained.
        """
        self.sections: dict[int, float] = {}
        """Section → score of its own."""
        self.pages: dict[int, float] = {}
        """Page → score of its own."""
        self.aside = NOWHERE, 0.0
        """Frequencies of a very common word in all of its sections, and its idf, where most are set aside."""
        self.n_words = query.n_words
        """Words of the query, in the segment's language."""
        self.quotes = bool(query.phrases or query.required)
        """Whether the query quotes something: that is looked for wherever its words stand."""
        self._slots = slots
        self._weighing = weighing
        self._allowed = allowed
        self._page_of = page_of
        self._ranking = ranking
        self._tally = tally
        self._found: dict[tuple[tuple[float, str], ...], Frequencies] = {}
        self._looked_up: dict[tuple[tuple[float, str], ...], Frequencies] = {}
        self._words: list[_Word] = []

    def n_sections(self, at: int) -> int:
        """Return in how many sections of the segment one slot's word stands, as far as it is matched there."""
        return self._slots[at][0].n_sections if self._terms(at) else 0

    def _terms(self, at: int) -> tuple[tuple[float, str], ...]:
        if self._allowed is not None and not self._allowed:
            return ()
        return self._slots[at][0].terms if at < len(self._slots) else ()

    def find(self, at: int) -> Frequencies:
        """Find a slot wherever one of its terms stands, on allowed pages."""
        if not (terms := self._terms(at)):
            return NOWHERE
        if terms not in self._found:  # a long question repeats its words
            found = match_slot([(share, self._weighing.frequencies(term)) for share, term in terms])
            self._found[terms] = found if self._allowed is None else found.only(self._allowed, self._page_of)
        return self._found[terms]

    def look_up(self, at: int, sections: Sequence[int]) -> Frequencies:
        """Find a slot in chosen sections only, the same ones each time."""
        if not (terms := self._terms(at)):
            return NOWHERE
        if terms not in self._looked_up:
            found = [(share, self._weighing.frequencies_in(sections, term)) for share, term in terms]
            self._looked_up[terms] = match_slot(found)
        return self._looked_up[terms]

    def add(self, at: int, kept: Frequencies, found: Frequencies, *, pages_known: bool) -> None:
        """Add one slot's part of the scores: of the sections that are kept, and of all pages.

        Args:
            at: Index of the slot.
            kept: Where it counts.
            found: Where it was found, with what is set aside.
            pages_known: Whether it was looked for on all pages, rather than in some sections.
        """
        if at >= len(self._slots):
            return
        filled, idf = self._slots[at]
        if filled.terms:
            add_saturated(self.sections, kept.sections, kept.of_sections, idf, self._ranking.bm25_k1)
            add_saturated(self.pages, kept.pages, kept.of_pages, idf, self._ranking.bm25_k1)
            if self._tally is not None:
                self._tally.add_slot(filled, idf, found)
        if filled.counts_for_coverage:
            self._words.append(_Word(idf, kept.sections, kept.pages if pages_known else None))

    def set_aside(self, at: int, found: Frequencies) -> None:
        """Note all sections of a slot of which only some are kept."""
        if found.sections:
            self.aside = found, self._slots[at][1]

    def add_coverage(self) -> None:
        """Add the bonus of sections, and of pages, that hold every word of a query of two words or more."""
        words = self._words
        if len(words) < 2 or not self._ranking.full_coverage_bonus:
            return
        bonus = self._ranking.full_coverage_bonus * sum(word.idf for word in words) / len(words)
        sections = _in_all([word.sections for word in words])
        for section in sections:
            self.sections[section] += bonus
        pages = _in_all([word.pages for word in words if word.pages is not None])
        for page in pages:
            self.pages[page] += bonus
        if self._tally is not None:
            self._tally.add_coverage(sections, pages, bonus)


def match_all(matchings: Sequence[Matching], order: Iterable[int], budget: int) -> None:
    """Add the scores of all slots in all segments, or of the rarest where the time is up sooner.

    Args:
        matchings: One for each segment.
        order: Indexes of the slots, the rarest word first.
        budget: Sections of the rarest words, over all segments, that are scored before the other words are only looked
            up. It grows with long queries.
    """
    longer_by = max((matching.n_words for matching in matchings), default=0) - knobs.LONG_QUERY_WORDS
    budget += knobs.BUDGET_PER_WORD * max(0, longer_by)
    gone_through = 0
    promising: list[list[int]] = []
    kept: Sequence[Frequencies]
    for at in while_time(order):
        n_sections = sum(matching.n_sections(at) for matching in matchings)
        gone_through += n_sections
        is_scored = any(matching.sections for matching in matchings)
        is_looked_up = bool(n_sections) and is_scored and gone_through > budget
        if is_looked_up:
            # Chosen once: sections that a common word alone would bring up could not be among the best.
            promising = promising or _promising(matchings)
            found = [matching.look_up(at, chosen) for matching, chosen in zip(matchings, promising, strict=True)]
            kept = found
        else:
            found = [matching.find(at) for matching in matchings]
            kept = found if is_scored else _set_aside(matchings, at, found)
        pages_known = not (is_looked_up and any(of_segment.sections for of_segment in found))
        for matching, of_kept, of_found in zip(matchings, kept, found, strict=True):
            matching.add(at, of_kept, of_found, pages_known=pages_known)
    for matching in matchings:
        matching.add_coverage()


def _promising(matchings: Sequence[Matching]) -> list[list[int]]:
    """Return the best sections so far of all segments, those of each segment in rising order."""
    scores = chain.from_iterable(matching.sections.values() for matching in matchings)
    best = nlargest(knobs.LOOKUP_SECTIONS, scores)
    least, n_alike = best[-1], best.count(best[-1])
    promising = []
    for matching in matchings:
        above = [section for section, score in matching.sections.items() if score > least]
        alike = list(islice((section for section, score in matching.sections.items() if score == least), n_alike))
        n_alike -= len(alike)
        promising.append(sorted(above + alike))
    return promising


def _set_aside(matchings: Sequence[Matching], at: int, found: Sequence[Frequencies]) -> Sequence[Frequencies]:
    """Keep only the sections that have a word most, where very many have it and none is scored yet.

    What is quoted is looked for in all of them: a phrase may stand where the word stands once.
    """
    frequencies = list(chain.from_iterable(of_segment.of_sections for of_segment in found))
    if len(frequencies) <= knobs.MAX_SCORED or any(matching.quotes for matching in matchings):
        return found
    least = nth_largest(frequencies, knobs.MAX_SCORED)
    # Very many sections have a common word once: of those that are alike the first fill what is left.
    room = knobs.MAX_SCORED - sum(frequency > least for frequency in frequencies)
    kept = []
    for matching, of_segment in zip(matchings, found, strict=True):
        matching.set_aside(at, of_segment)
        kept.append(_at_least(of_segment, least, room))
        room -= sum(frequency == least for frequency in kept[-1].of_sections)
    return kept


def _at_least(found: Frequencies, least: float, n_alike: int) -> Frequencies:
    """Leave the sections with a frequency above the least, and some of those that have just that."""
    enough = [frequency >= least for frequency in found.of_sections]
    frequencies = list(compress(zip(found.sections, found.of_sections, strict=True), enough))
    kept = {section: frequency for section, frequency in frequencies if frequency > least}
    alike = (section for section, frequency in frequencies if frequency == least)
    kept |= dict.fromkeys(islice(alike, n_alike), least)
    return found._replace(sections=list(kept), of_sections=list(kept.values()))


def _in_all(documents: Sequence[Sequence[int]]) -> Set[int]:
    """Return the documents that all slots are filled in; none where there is no slot."""
    if not documents:
        return set()
    fewest, *others = sorted(documents, key=len)
    return set(fewest).intersection(*others)
