"""Search one segment: fill the query's slots from its shards and score its sections.

In:    a Query in the segment's language, and document frequencies summed over all searched segments.
Out:   scored pages, each with its best section first.
Rules: shards are chosen by stemmed terms; positions are read only for phrases and for the few best sections.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from heapq import nlargest
from itertools import pairwise

from pinax_runtime.contract.fields import Ranking
from pinax_runtime.contract.lengths import WORDS
from pinax_runtime.contract.postings import Positions, Postings
from pinax_runtime.search.proximity import closeness, holds_phrase
from pinax_runtime.search.query import Query, Slot
from pinax_runtime.search.scoring import (
    EXACT_SPELLING,
    PAGE_SHARE,
    Norms,
    SlotMatches,
    add_saturated,
    match_slot,
    norms,
)
from pinax_runtime.search.segment_reader import SegmentReader

MAX_EXPANSIONS = 24
"""Terms that a prefix is expanded to at most, the most frequent ones."""
RERANKED = 40
"""Sections for which word positions are looked at."""


@dataclass(frozen=True, slots=True)
class FilledSlot:
    """A slot with the terms of one segment that fill it."""

    slot: Slot
    terms: tuple[tuple[float, str], ...]
    """(share, term) of each term that the segment has."""
    n_sections: int
    """Sections with any of them, at most."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """Sums over all searched segments, so that scores can be compared across them."""

    n_sections: int
    n_pages: int
    n_words: int

    @property
    def mean_section_words(self) -> float:
        """Mean length of a section."""
        return max(1.0, self.n_words / max(1, self.n_sections))

    @property
    def mean_page_words(self) -> float:
        """Mean length of a page."""
        return max(1.0, self.n_words / max(1, self.n_pages))


@dataclass(slots=True)
class ScoredSection:
    """A section of a segment with its score."""

    segment: SegmentReader
    section: int
    page: int
    score: float


def fill(slot: Slot, segment: SegmentReader, prefix_penalty: float) -> FilledSlot:
    """Find the terms of a segment that fill a slot; reads its term shards."""
    terms, most = [], 0
    for at, term in enumerate(slot.spellings):
        n = segment.count("terms", term)
        if n:
            exact = at and term == slot.spellings[-1]
            terms.append((EXACT_SPELLING if exact else 1.0, term))
            most = max(most, n)
    if slot.prefix and prefix_penalty:
        known = {term for _, term in terms}
        expansions = [(n, term) for term, n in segment.with_prefix("terms", slot.prefix) if term not in known]
        for n, term in nlargest(MAX_EXPANSIONS, expansions):
            terms.append((prefix_penalty, term))
            most += n
    return FilledSlot(slot, tuple(terms), most)


class SegmentSearch:
    """One query against one segment."""

    def __init__(self, segment: SegmentReader, query: Query, filled: Sequence[FilledSlot], ranking: Ranking) -> None:
        self._segment = segment
        self._query = query
        self._filled = filled
        self._ranking = ranking
        self._positions: dict[str, Positions | None] = {}

    def run(self, idfs: Sequence[float], statistics: Statistics, allowed: Set[int] | None) -> list[ScoredSection]:
        """Score every section that fills a slot.

        Args:
            idfs: Per slot.
            statistics: Of all searched segments.
            allowed: Pages that filters leave; None for all.

        Returns:
            Matching sections, best first; phrases that the query quotes are in all of them.
        """
        matches = self._match(statistics, allowed)
        sections: dict[int, float] = {}
        pages: dict[int, float] = {}
        for match, idf in zip(matches, idfs, strict=True):
            add_saturated(sections, match.sections, idf, self._ranking.bm25_k1)
            add_saturated(pages, match.pages, idf, self._ranking.bm25_k1)
        if self._query.phrases or self._query.required:
            sections = {s: score for s, score in sections.items() if self._holds_quoted(s)}
        self._add_coverage(sections, pages, matches, idfs)
        page_of = self._segment.page_of
        scored = [
            ScoredSection(self._segment, section, page_of[section], score + PAGE_SHARE * pages[page_of[section]])
            for section, score in sections.items()
        ]
        scored.sort(key=_rank)
        self._add_proximity(scored, idfs)
        return scored

    def _match(self, statistics: Statistics, allowed: Set[int] | None) -> list[SlotMatches]:
        segment_norms = _norms(self._segment, statistics, self._ranking.bm25_b)
        found = []
        for filled in self._filled:
            spellings = [(share, self._segment.postings(term) or Postings({})) for share, term in filled.terms]
            found.append(match_slot(spellings, self._ranking, segment_norms, self._segment.page_of, allowed))
        return found

    def _add_coverage(
        self,
        sections: dict[int, float],
        pages: dict[int, float],
        matches: Sequence[SlotMatches],
        idfs: Sequence[float],
    ) -> None:
        """Add the bonus of sections, and of pages, that hold every word of a query of two words or more."""
        words = [
            (match, idf)
            for match, idf, filled in zip(matches, idfs, self._filled, strict=True)
            if not filled.slot.whole
        ]
        if len(words) < 2 or not self._ranking.full_coverage_bonus:
            return
        bonus = self._ranking.full_coverage_bonus * sum(idf for _, idf in words) / len(words) / 10
        for section in set.intersection(*(set(match.sections) for match, _ in words)) & set(sections):
            sections[section] += bonus
        for page in set.intersection(*(set(match.pages) for match, _ in words)):
            pages[page] += bonus

    def _add_proximity(self, scored: list[ScoredSection], idfs: Sequence[float]) -> None:
        words = [
            (filled, idf)
            for filled, idf in zip(self._filled, idfs, strict=True)
            if filled.terms and not filled.slot.whole
        ]
        weight = self._ranking.term_proximity_bonus
        if len(words) < 2 or not weight:
            return
        for (first, first_idf), (second, second_idf) in pairwise(words):
            here, there = self._positions_of(first.terms[0][1]), self._positions_of(second.terms[0][1])
            gap = max(1, second.slot.place - first.slot.place)
            for found in scored[:RERANKED]:
                close = closeness(here.get(found.section, ()), there.get(found.section, ()), gap)
                found.score += weight * min(first_idf, second_idf) * close / 4
        scored[:RERANKED] = sorted(scored[:RERANKED], key=_rank)

    def _holds_quoted(self, section: int) -> bool:
        words = all(section in self._positions_of(term) for term in self._query.required)
        return words and all(
            holds_phrase([self._positions_of(term) for term in phrase], section) for phrase in self._query.phrases
        )

    def _positions_of(self, term: str) -> Mapping[int, Sequence[int]]:
        if term not in self._positions:
            self._positions[term] = self._segment.positions(term)
        found = self._positions[term]
        return found.by_section if found else {}


def _rank(found: ScoredSection) -> tuple[float, int]:
    return -found.score, found.section


def _norms(segment: SegmentReader, statistics: Statistics, b: float) -> Norms:
    def make() -> Norms:
        codes, sections = segment.lengths.codes, segment.lengths.sections
        table = norms(WORDS, statistics.mean_section_words, b)
        words = [WORDS[code] for code in codes]
        totals = [sum(words[first : first + n]) for first, n in zip(segment.first_sections, sections, strict=True)]
        return Norms([table[code] for code in codes], norms(totals, statistics.mean_page_words, b))

    means = f"{statistics.mean_section_words:.6g},{statistics.mean_page_words:.6g},{b:.6g}"
    return segment.derived(f"norms:{means}", 8 * segment.manifest.n_sections + 40 * segment.manifest.n_pages, make)
