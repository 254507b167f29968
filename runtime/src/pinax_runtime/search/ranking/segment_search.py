"""Search one segment: fill the query's slots from its shards and score its sections.

Strategy. Slots are taken in the order of how rare they are, stop words last. The rare ones are matched in every section
and page that holds them; once a number of postings has been gone through, the words that nearly every section has are
only looked up in the best sections so far, where alone they could still matter. So the time of a query is bounded by
its rare words. Word positions are read for quoted phrases, and for the best sections of a query whose telling words may
stand together.

In:    a Query in the segment's language, and document frequencies summed over all searched segments.
Out:   the best sections, and how many matched.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cached_property
from itertools import compress, islice
from math import inf
from typing import NamedTuple

from pinax_runtime.contract.fields import SYMBOL, Ranking
from pinax_runtime.contract.postings import Positions, Postings
from pinax_runtime.contract.synonyms import synonym_of
from pinax_runtime.search import knobs
from pinax_runtime.search.question.query import Query
from pinax_runtime.search.ranking.proximity import closeness, distinctive_words, holds_phrase, near_pairs
from pinax_runtime.search.ranking.scoring import add_saturated, match_slot, nth_largest
from pinax_runtime.search.ranking.titles import TitleWord, title_scores, titled_slots
from pinax_runtime.search.ranking.variants import superseded
from pinax_runtime.search.ranking.weighing import NOWHERE, Frequencies, Statistics, Weighing
from pinax_runtime.search.reading import ahead
from pinax_runtime.search.reading.segment_reader import SegmentReader
from pinax_runtime.search.words.filling import FilledSlot


class Scored(NamedTuple):
    """A section of a segment with its score."""

    score: float
    section: int
    page: int


class SegmentHits(NamedTuple):
    """What a segment answers."""

    best: list[Scored]
    """Best first; of a page only its best section unless sections were asked for."""
    total: int
    """Sections, or pages, that match at all."""


def fetch_for_scoring(
    segment: SegmentReader, query: Query, filled: Sequence[FilledSlot], idfs: Sequence[float], statistics: Statistics
) -> None:
    """Start reading what a `SegmentSearch` will ask for; see its arguments."""
    if not segment.files.fetches_ahead:
        return
    distinctive = distinctive_words(list(zip(filled, idfs, strict=True)), statistics.n_sections)
    near = [found.terms[0][1] for pair in near_pairs(segment, distinctive) for found in pair[:2]]
    quoted = [*query.required, *(term for phrase in query.phrases for _, term in phrase)]
    terms = [term for found in filled for _, term in found.terms]
    ahead.scoring(segment, query, terms, [*quoted, *near])


class SegmentSearch:
    """One query against one segment."""

    def __init__(
        self,
        segment: SegmentReader,
        query: Query,
        filled: Sequence[FilledSlot],
        idfs: Sequence[float],
        statistics: Statistics,
        ranking: Ranking,
    ) -> None:
        """Prepare the query.

        Args:
            segment: What to search.
            query: In the segment's language.
            filled: The query's slots with the segment's terms.
            idfs: Per slot.
            statistics: Of all searched segments.
            ranking: Weights and bonuses.
        """
        self._segment = segment
        self._query = query
        self._slots = list(zip(filled, idfs, strict=True))
        self._ranking = ranking
        self._weighing = Weighing(segment, statistics, ranking)
        self._n_sections = statistics.n_sections
        self._sections: dict[int, float] = {}
        self._pages: dict[int, float] = {}
        self._titles: dict[int, float] = {}
        self._left_out: Set[int] = frozenset()
        self._aside = NOWHERE, 0.0
        """Frequencies of a very common word in all of its sections, and its idf, where most are set aside."""
        self._postings_of: dict[str, Postings] = {}
        self._positions_of: dict[str, Positions] = {}

    def run(self, allowed: Set[int] | None, wanted: int, sections: bool, *, texts: bool = False) -> SegmentHits:
        """Score the segment's sections.

        Args:
            allowed: Pages that filters leave; None for all.
            wanted: How many hits will be needed at most.
            sections: Whether every section counts by itself, or a page by its best one.
            texts: Whether the hits' texts will be read, so that it is time to find out where they are.

        Returns:
            At least `wanted` hits where so many match.
        """
        self._match(allowed)
        page_of = self._segment.page_of
        n_sections, n_pages = max(len(self._sections), len(self._aside[0].sections)), len(self._pages)
        if self._query.phrases or self._query.required:
            self._sections = {section: score for section, score in self._sections.items() if self._is_quoted(section)}
            n_sections, n_pages = len(self._sections), len({page_of[section] for section in self._sections})
        if self._segment.lengths.leaders:
            n_pages -= self._leave_out_variants()
            n_sections = len(self._sections) + len(self._others)
        scores = self._scored(self._sections)
        n_wanted = min(wanted, n_sections if sections else n_pages)
        if self._aside[0].sections and n_wanted > len(
            self._sections if sections else {page_of[at] for at in self._sections}
        ):
            # What is not scored in full comes last, so that it does not matter how many hits are wanted.
            scores |= self._below(min(scores.values()))
        best = _best(scores, n_wanted, 0 if sections else n_wanted, page_of)
        found = [Scored(scores[section] / 100, section, page_of[section]) for section in best]
        self._expect(found, n_wanted, texts)
        # Which sections are looked at for proximity must not depend on `wanted`: pages of a result have to join up.
        found = self._with_proximity(found[: knobs.RERANKED]) + found[knobs.RERANKED :]
        ranked = sorted(found, key=lambda hit: (-hit.score, hit.section))
        return SegmentHits(ranked if sections else _first_of_each_page(ranked), n_sections if sections else n_pages)

    def _expect(self, found: Sequence[Scored], wanted: int, texts: bool) -> None:
        """Start finding out where the pages are that may be shown, and their texts if these will be read."""
        if self._segment.files.fetches_ahead:
            n_pages = max(wanted, len({hit.page for hit in found[: knobs.RERANKED]}))
            likely = _first_of_each_page(found)[:n_pages]
            ahead.pack_tables(self._segment, [hit.page for hit in likely], [hit.section for hit in likely if texts])

    def matched_pages(self) -> Set[int]:
        """Return the pages that matched, once the search has run: as many as its total of pages."""
        if self._query.phrases or self._query.required:
            return {self._segment.page_of[section] for section in self._sections}
        return self._pages.keys() - self._left_out

    def _leave_out_variants(self) -> int:
        """Leave one page of each group of variants; give how many pages are left out."""
        page_of, leaders = self._segment.page_of, self._segment.lengths.leaders
        pages = superseded(self._scored(self._sections) | self._scored(self._others), page_of, leaders)
        self._sections = {section: score for section, score in self._sections.items() if page_of[section] not in pages}
        self._others = {section: score for section, score in self._others.items() if page_of[section] not in pages}
        self._left_out = pages
        return len(pages)

    @cached_property
    def _others(self) -> dict[int, float]:
        """Scores of the sections that are set aside; few queries want so many hits."""
        found, idf = self._aside
        all_sections = zip(found.sections, found.of_sections, strict=True)
        others = {section: tf for section, tf in all_sections if section not in self._sections}
        scores: dict[int, float] = {}
        add_saturated(scores, others.keys(), others.values(), idf, self._ranking.bm25_k1)
        return scores

    def _below(self, least: float) -> dict[int, float]:
        """Return the sections that are set aside, none better than the least of the others."""
        return {section: min(score, least) for section, score in self._scored(self._others).items()}

    def _scored(self, sections: Mapping[int, float]) -> dict[int, float]:
        """Return 100 times the score without proximity for sections with their own scores."""
        page_of, priors = self._segment.page_of, self._segment.lengths.priors
        of_page = {page: knobs.PAGE_SHARE * score for page, score in self._pages.items()}
        scores = {
            section: (score + of_page.get(page := page_of[section], 0.0)) * priors[page]
            for section, score in sections.items()
        }
        for section, bonus in self._titles.items():
            if section in scores:
                scores[section] += 100 * bonus
        return scores

    def _match(self, allowed: Set[int] | None) -> None:
        """Fill `_sections`, `_pages` and `_titles` with the scores of all slots."""
        weigh = self._weighing
        gone_through, budget = (
            0,
            knobs.POSTINGS_BUDGET + knobs.BUDGET_PER_WORD * max(0, self._query.n_words - knobs.LONG_QUERY_WORDS),
        )
        words: list[tuple[Frequencies, float]] = []
        chosen: list[int] = []
        for filled, idf in sorted(self._slots, key=_urgency):
            if not filled.terms:
                words += [(NOWHERE, idf)] if filled.counts_for_coverage else []
                continue
            gone_through += filled.n_sections
            if gone_through > budget and self._sections:
                chosen = chosen or self._promising()
                kept = found = match_slot([(share, weigh.frequencies_in(chosen, term)) for share, term in filled.terms])
            else:
                found = match_slot([(share, weigh.frequencies(term)) for share, term in filled.terms])
                found = found if allowed is None else found.only(allowed, self._segment.page_of)
                kept = self._set_aside(found, idf)
            self._add_slot(filled, idf, kept, found)
            if filled.counts_for_coverage:
                words.append((kept, idf))
        self._add_coverage(words)
        self._add_titles()

    def _promising(self) -> list[int]:
        """Return the best sections so far, in rising order."""
        return sorted(sorted(self._sections, key=self._sections.__getitem__, reverse=True)[: knobs.LOOKUP_SECTIONS])

    def _set_aside(self, found: Frequencies, idf: float) -> Frequencies:
        """Keep of a word's sections only those that have it most, where they are very many and none is scored yet."""
        if len(found.sections) <= knobs.MAX_SCORED or self._sections or self._query.phrases or self._query.required:
            return found
        self._aside = found, idf
        least = nth_largest(found.of_sections, knobs.MAX_SCORED)
        enough = [tf >= least for tf in found.of_sections]
        frequencies = list(compress(zip(found.sections, found.of_sections, strict=True), enough))
        kept = {section: tf for section, tf in frequencies if tf > least}
        alike = (section for section, tf in frequencies if tf == least)
        kept |= dict.fromkeys(islice(alike, knobs.MAX_SCORED - len(kept)), least)
        return found._replace(sections=list(kept), of_sections=list(kept.values()))

    def _add_slot(self, filled: FilledSlot, idf: float, kept: Frequencies, found: Frequencies) -> None:
        """Add one slot's part of the scores; `filled` and all that was found are for those who want to know."""
        add_saturated(self._sections, kept.sections, kept.of_sections, idf, self._ranking.bm25_k1)
        add_saturated(self._pages, kept.pages, kept.of_pages, idf, self._ranking.bm25_k1)

    def _add_coverage(self, words: Sequence[tuple[Frequencies, float]]) -> None:
        """Add the bonus of sections, and of pages, that hold every word of a query of two words or more."""
        if len(words) < 2 or not self._ranking.full_coverage_bonus:
            return
        bonus = self._ranking.full_coverage_bonus * sum(idf for _, idf in words) / len(words)
        for section in _in_all([found.sections for found, _ in words]):
            self._sections[section] += bonus
        in_pages = [found.pages for found, _ in words if found.pages or not found.sections]
        for page in _in_all(in_pages):
            self._pages[page] += bonus

    def _add_titles(self) -> None:
        """Fill `_titles`: what titles are worth that hold the query's words, most where they say nothing else.

        A section that defines just what the query names gets it in full, whatever its title says besides. Priors do not
        touch it: a page that only lists is right where it is what was asked for by name.
        """
        slots = titled_slots(self._slots, self._n_sections)
        asked = sum(idf for filled, idf in slots if not filled.slot.stop)
        full = self._ranking.exact_title_bonus * asked
        if not full:
            return
        words = [word for at, (filled, idf) in enumerate(slots) for word in self._title_words(at, filled, idf)]
        scores = title_scores(words, asked, self._sections, self._segment.lengths.titles)
        self._titles = {section: full * score for section, score in scores.items()}
        self._titles.update((section, full * score) for section, score in self._defining() if section in self._sections)
        page_of, first_sections = self._segment.page_of, self._segment.first_sections
        for section, bonus in self._titles.items():
            page = page_of[section]
            if section == first_sections[page]:
                self._pages[page] = self._pages.get(page, 0.0) + knobs.PAGE_TITLE_SHARE * bonus

    def _defining(self) -> Sequence[tuple[int, float]]:
        """Return the sections that define what the query names, and what that is worth as a title.

        Reads their shard only if some name has its words. What explains a symbol comes before its source; where a name
        is spelled just so, what only has another case is none of it (`typing.Final` and `typing.final`).
        """
        terms = (term for filled, _ in self._slots for _, term in filled.terms)
        if not self._query.symbol or not any(SYMBOL in self._postings(term).by_field for term in terms):
            return ()
        found = self._segment.definitions(self._query.symbol)
        spelled = [definition for definition in found if definition.name == self._query.symbol] or found
        return [
            (one.section, knobs.SOURCE_DEFINITION_FACTOR if one.line else knobs.DEFINITION_FACTOR) for one in spelled
        ]

    def _title_words(self, at: int, filled: FilledSlot, idf: float) -> Iterator[TitleWord]:
        """Yield what a slot's word is called in titles: its spellings and synonyms, but nothing it was corrected to."""
        name = filled.slot
        value = idf if filled.counts_for_coverage or name.whole else 0.0
        for share, term in filled.terms:
            synonym = synonym_of(term) if share < 1 else None
            if share >= 1 or synonym:
                n_words = len(synonym.meant) / len(synonym.asked) if synonym else max(1.0, name.n_spelled)
                yield TitleWord(at, min(1.0, share) * value, self._postings(term), n_words)

    def _with_proximity(self, near: list[Scored]) -> list[Scored]:
        """Add the bonus of sections in which telling words stand together."""
        weight = self._ranking.term_proximity_bonus
        distinctive = distinctive_words(self._slots, self._n_sections)
        if len(distinctive) < 2 or not weight or not near:
            return near
        bonus = [0.0] * len(near)
        for first, second, idf in near_pairs(self._segment, distinctive):
            here, there = self._positions(first.terms[0][1]), self._positions(second.terms[0][1])
            gap = second.slot.position - first.slot.position
            for at, found in enumerate(near):
                close = closeness(here.at(found.section), there.at(found.section), gap)
                bonus[at] += weight * idf * close
        return [found._replace(score=found.score + extra) for found, extra in zip(near, bonus, strict=True)]

    def _is_quoted(self, section: int) -> bool:
        """Say whether a section holds the query's quoted words and phrases."""
        if not all(self._positions(term).at(section) for term in self._query.required):
            return False
        return all(
            holds_phrase([(offset, self._positions(term).at(section)) for offset, term in phrase])
            for phrase in self._query.phrases
        )

    def _postings(self, term: str) -> Postings:
        if term not in self._postings_of:
            self._postings_of[term] = self._segment.postings(term) or Postings({})
        return self._postings_of[term]

    def _positions(self, term: str) -> Positions:
        if term not in self._positions_of:
            self._positions_of[term] = self._segment.positions(term)
        return self._positions_of[term]


def _urgency(slot: tuple[FilledSlot, float]) -> tuple[bool, int]:
    """Put the rarest words first, whose sections are gone through; a rare stop word must not choose them."""
    filled, _ = slot
    return filled.slot.stop, filled.n_sections


def _in_all(documents: Sequence[Sequence[int]]) -> Set[int]:
    """Return the documents that all slots are filled in; none where there is no slot."""
    if not documents:
        return set()
    fewest, *others = sorted(documents, key=len)
    return set(fewest).intersection(*others)


def _best(scores: Mapping[int, float], n_sections: int, n_pages: int, page_of: Sequence[int]) -> list[int]:
    """Return the best `RERANKED` sections and so many more, or as many as it takes to have so many pages; best first."""
    n, rising = knobs.RERANKED + n_sections, sorted(scores.values())
    while True:
        least = rising[-n] if n < len(rising) else -inf
        # Numbers alone are sorted three times as fast as what they belong to.
        best = [section for section, score in scores.items() if score >= least]
        best = sorted(best, key=lambda section: (-scores[section], section))[:n]
        if len({page_of[section] for section in best}) >= n_pages:
            return best
        n *= 3


def _first_of_each_page(ranked: Sequence[Scored]) -> list[Scored]:
    seen: set[int] = set()
    first = []
    for found in ranked:
        if found.page not in seen:
            seen.add(found.page)
            first.append(found)
    return first
