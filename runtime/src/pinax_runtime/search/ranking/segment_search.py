"""Search one segment: score its sections by the query's slots, titles and positions, and choose the best.

Strategy. `matching` scores sections and pages by their words, in all segments together. Then `title_bonuses` adds what
their titles say, `variants` leaves one page of each group, and `choosing` takes the best. Word positions are read last,
since they cost most: for quoted phrases, and for the best sections of a query whose distinctive words may stand
together.

In:    a Query in the segment's language, and document frequencies summed over all searched segments.
Out:   the best sections, and how many matched.
Why:   docs/decisions/0007, 0038, 0175
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from functools import cache, cached_property
from itertools import compress, repeat
from math import inf
from operator import add, mul

from pinax_runtime.contract.columns import picked
from pinax_runtime.contract.fields import Ranking
from pinax_runtime.contract.postings import Positions
from pinax_runtime.search import knobs
from pinax_runtime.search.deadline import time_is_up, while_time
from pinax_runtime.search.question.query import Query
from pinax_runtime.search.ranking.choosing import Scored, best_sections
from pinax_runtime.search.ranking.explanation import Tally
from pinax_runtime.search.ranking.matching import Matching
from pinax_runtime.search.ranking.proximity import Pair, closeness
from pinax_runtime.search.ranking.quoting import quoting_sections
from pinax_runtime.search.ranking.scoring import add_saturated
from pinax_runtime.search.ranking.tasks import description_bonuses
from pinax_runtime.search.ranking.title_bonuses import title_bonuses
from pinax_runtime.search.ranking.variants import superseded
from pinax_runtime.search.ranking.weighing import Statistics, Weighing
from pinax_runtime.search.reading import ahead
from pinax_runtime.search.reading.segment_reader import SegmentReader
from pinax_runtime.search.words.filling import FilledSlot


def fetch_for_scoring(
    segment: SegmentReader, query: Query, filled: Sequence[FilledSlot], pairs: Sequence[Pair]
) -> None:
    """Start reading what a `SegmentSearch` will ask for."""
    if not segment.files.fetches_ahead:
        return
    near = [word.terms[0][1] for pair in pairs for word in pair.words(filled)]
    quoted = [*query.required, *(term for phrase in query.phrases for _, term in phrase)]
    terms = [term for found in filled for _, term in found.terms]
    ahead.scoring(segment, query, terms, [*quoted, *near])


class SegmentSearch:
    """One query against one segment: `matching` is filled first, together with those of other segments."""

    def __init__(
        self,
        segment: SegmentReader,
        query: Query,
        filled: Sequence[FilledSlot],
        idfs: Sequence[float],
        statistics: Statistics,
        ranking: Ranking,
        *,
        allowed: Set[int] | None = None,
        weight: float = 1.0,
        explained: bool = False,
        for_task: bool = False,
    ) -> None:
        """Prepare the query.

        Args:
            segment: What to search.
            query: In the segment's language.
            filled: The query's slots with the segment's terms.
            idfs: Inverse document frequency of each slot.
            statistics: Of all searched segments.
            ranking: Weights and bonuses.
            allowed: Pages that filters leave; None for all.
            weight: Of the segment's docset; it multiplies the scores.
            explained: Whether hits are to be explained.
            for_task: Whether the query describes a task (see `tasks`).
        """
        self._segment = segment
        self._query = query
        self._slots = list(zip(filled, idfs, strict=True))
        self._ranking = ranking
        self._weight = weight
        self.tally = Tally(ranking.bm25_k1) if explained else None
        """What was added to which score, where hits are to be explained."""
        self._for_task = for_task
        self._n_sections = statistics.n_sections
        weighing = Weighing(segment, statistics, ranking, for_task=for_task)
        self.matching = Matching(query, self._slots, weighing, allowed, segment.page_of, ranking, self.tally)
        self._sections = self.matching.sections
        self._pages = self.matching.pages
        self._titles: dict[int, float] = {}
        self._left_out: Set[int] = frozenset()
        self._n_found = 0, 0
        self._positions: Callable[[str], Positions] = cache(segment.positions)

    def weigh_pages(self) -> None:
        """Add what titles and descriptions are worth, and leave out what lacks a quotation, and variants."""
        if not time_is_up():
            self._add_titles()
        if self._for_task and not time_is_up():
            self._add_descriptions()
        self._n_found = self._narrow()

    def n_found(self, sections: bool) -> int:
        """Return how many sections, or pages, match at all."""
        return self._n_found[0] if sections else self._n_found[1]

    def n_scored(self, sections: bool) -> int:
        """Return how many sections, or pages, match and are not set aside."""
        if not self.matching.aside[0].sections:
            return self.n_found(sections)
        page_of = self._segment.page_of
        return len(self._sections) if sections else len({page_of[section] for section in self._sections})

    @property
    def least(self) -> float:
        """The least score, without proximity, of the sections that are not set aside; infinite if there are none."""
        return min(self._scored(self._sections).values(), default=inf) * self._weight / 100

    def best(self, wanted: int, sections: bool, behind: float | None) -> list[Scored]:
        """Return the best sections without regard to proximity, best first.

        Args:
            wanted: How many hits will be needed at most; more are returned, as proximity may bring others up.
            sections: Whether every section counts by itself, or a page by its best one.
            behind: The greatest score of sections that are set aside; None if these are not wanted.
        """
        page_of, scores = self._segment.page_of, self._scored(self._sections)
        n_wanted = min(wanted, self.n_scored(sections) if behind is None else self.n_found(sections))
        if behind is not None and self.matching.aside[0].sections:
            scores |= self._behind(behind * 100 / (self._weight or 1.0))
        chosen = best_sections(scores, n_wanted, 0 if sections else n_wanted, page_of)
        return [Scored(scores[section] / 100 * self._weight, section, page_of[section]) for section in chosen]

    def matched_pages(self) -> Set[int]:
        """Return the pages that matched, once the search has run: as many as its total of pages."""
        if self._query.phrases or self._query.required:
            return {self._segment.page_of[section] for section in self._sections}
        return self._pages.keys() - self._left_out

    def _add_descriptions(self) -> None:
        """Add to each page what its description is worth."""
        bonuses = description_bonuses(self._segment, self._slots, self._pages.keys())
        for page, bonus in bonuses.items():
            self._pages[page] += bonus
        if self.tally is not None:
            self.tally.descriptions = bonuses

    def _add_titles(self) -> None:
        """Fill `_titles`, and add to each page what its own title is worth."""
        weight = self._ranking.exact_title_bonus
        self._titles = title_bonuses(self._segment, self._query, self._slots, self._n_sections, weight, self._sections)
        of_pages: dict[int, float] = {}
        page_of, first_sections = self._segment.page_of, self._segment.first_sections
        for section, bonus in self._titles.items():
            page = page_of[section]
            if section == first_sections[page]:
                of_pages[page] = knobs.PAGE_TITLE_SHARE * bonus
        for page, bonus in of_pages.items():
            self._pages[page] = self._pages.get(page, 0.0) + bonus
        if self.tally is not None:
            self.tally.titles, self.tally.page_titles = self._titles, of_pages

    def _narrow(self) -> tuple[int, int]:
        """Leave out what lacks a quotation, and variants; return how many sections and pages match then."""
        page_of = self._segment.page_of
        n_sections, n_pages = max(len(self._sections), len(self.matching.aside[0].sections)), len(self._pages)
        if self._query.phrases or self._query.required:
            quoting = quoting_sections(self._query, self._positions, self._segment.n_sections, self._sections)
            self._sections = {section: score for section, score in self._sections.items() if section in quoting}
            n_sections, n_pages = len(self._sections), len({page_of[section] for section in self._sections})
        if self._segment.lengths.leaders:
            n_pages -= self._leave_out_variants()
            n_sections = len(self._sections) + len(self._others)
        return n_sections, n_pages

    def _leave_out_variants(self) -> int:
        """Keep one page of each group of variants; return how many pages are left out."""
        page_of, leaders = self._segment.page_of, self._segment.lengths.leaders
        grouped = leaders.keys() | leaders.values()
        both = self._sections, self._others
        # Few pages have variants: only their sections are scored, and the others stay where they are.
        of_groups = [_on_pages(sections, page_of, grouped) for sections in both]
        pages = superseded(self._scored(of_groups[0]) | self._scored(of_groups[1]), page_of, leaders)
        for sections, of_group in zip(both, of_groups, strict=True):
            for section in _on_pages(of_group, page_of, pages):
                del sections[section]
        self._left_out = pages
        return len(pages)

    @cached_property
    def _others(self) -> dict[int, float]:
        """Scores of the sections that are set aside; few queries want so many hits."""
        found, idf = self.matching.aside
        all_sections = zip(found.sections, found.of_sections, strict=True)
        others = {section: tf for section, tf in all_sections if section not in self._sections}
        scores: dict[int, float] = {}
        add_saturated(scores, others.keys(), others.values(), idf, self._ranking.bm25_k1)
        return scores

    def _behind(self, least: float) -> dict[int, float]:
        """Return 100 times the scores of the sections that are set aside, none above the least of the others."""
        others = self._scored(self._others)
        if self.tally is not None:
            self.tally.set_aside = {section: min(0.0, least - score) / 100 for section, score in others.items()}
        return {section: min(score, least) for section, score in others.items()}

    def _scored(self, sections: Mapping[int, float]) -> dict[int, float]:
        """Return 100 times the score without proximity for sections with their own scores.

        Priors are percents: whole numbers are multiplied here, and hits alone are divided by 100.
        """
        of_page = {page: knobs.PAGE_SHARE * score for page, score in self._pages.items()}
        pages = picked(self._segment.page_of, list(sections))
        raised = map(add, sections.values(), map(of_page.get, pages, repeat(0.0)))
        weighed = map(mul, raised, picked(self._segment.lengths.priors, pages))
        scores = dict(zip(sections, weighed, strict=True))
        # Priors do not touch titles: a page that only lists is right where it is what was asked for by name.
        for section, bonus in self._titles.items():
            if section in scores:
                scores[section] += 100 * bonus
        return scores

    def with_proximity(self, near: list[Scored], pairs: Sequence[Pair]) -> list[Scored]:
        """Add the bonus of sections in which two words stand together."""
        if not pairs or not near or time_is_up():
            return near
        filled = [of_slot for of_slot, _ in self._slots]
        bonuses = [0.0] * len(near)
        for pair in while_time(pairs):
            if words := pair.words(filled):
                here, there = (self._positions(word.terms[0][1]) for word in words)
                gap = words[1].slot.position - words[0].slot.position
                worth = self._ranking.term_proximity_bonus * pair.idf
                for index, found in enumerate(near):
                    bonuses[index] += worth * closeness(here.at(found.section), there.at(found.section), gap)
        if self.tally is not None:
            self.tally.proximity = {found.section: bonus for found, bonus in zip(near, bonuses, strict=True)}
        return [
            found._replace(score=found.score + bonus * self._weight) for found, bonus in zip(near, bonuses, strict=True)
        ]


def _on_pages(sections: Mapping[int, float], page_of: Sequence[int], pages: Set[int]) -> dict[int, float]:
    """Return those of some sections that are on some pages."""
    are_there = map(pages.__contains__, map(page_of.__getitem__, sections))
    return dict(compress(sections.items(), are_there))
