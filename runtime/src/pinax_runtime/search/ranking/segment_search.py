"""Search one segment: score its sections by the query's slots, titles and positions, and choose the best.

Strategy. `matching` scores pages by their words, in all segments together, then the sections of the best pages. Then
`title_bonuses` adds what their titles say, `variants` leaves one page of each group, and `choosing` takes the best.
Word positions are read last, since they cost most: for quoted phrases, and for the best sections of a query whose
distinctive words may stand together.

In:    a Query in the segment's language, and document frequencies summed over all searched segments.
Out:   the best sections, and how many matched.
Why:   docs/decisions/0007, 0175, 0228
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import cache, cached_property
from itertools import compress, repeat
from math import inf
from operator import add, mul

from pinax_runtime.format import Positions, Ranking, picked
from pinax_runtime.search import knobs
from pinax_runtime.search.deadline import time_is_up, while_time
from pinax_runtime.search.question.query import Query
from pinax_runtime.search.ranking.choosing import Scored, best_sections
from pinax_runtime.search.ranking.explanation import Tally
from pinax_runtime.search.ranking.matching import Matching, Steps
from pinax_runtime.search.ranking.proximity import Pair, closeness
from pinax_runtime.search.ranking.quoting import quoting_sections
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
        self.matching = Matching(query, self._slots, weighing, allowed, ranking, self.tally)
        self._sections = self.matching.sections
        self._pages = self.matching.pages
        self._titles: dict[int, float] = {}
        self._is_filtered = allowed is not None
        self._chosen: Set[int] | None = None
        self._left_out: Set[int] = frozenset()
        self._positions: Callable[[str], Positions] = cache(segment.positions)

    @property
    def quotes(self) -> bool:
        """Whether the query quotes something: that is looked for wherever its words stand."""
        return bool(self._query.phrases or self._query.required)

    def scores_of_pages(self) -> dict[int, float]:
        """Return page → what it adds to the scores of its sections, in proportion, for all pages that match."""
        if self._for_task and not time_is_up():
            self._add_descriptions()
        priors = picked(self._segment.lengths.priors, list(self._pages))
        return dict(zip(self._pages, map(self._weight.__mul__, map(mul, self._pages.values(), priors)), strict=True))

    def score_only(self, pages: Iterable[int] | None) -> None:
        """Choose the pages whose sections are scored; None for all that match."""
        if pages is None and not self._is_filtered:
            return
        chosen = self._pages.keys() if pages is None else set(pages)
        self._chosen = chosen | self._variants_of(chosen)
        self.matching.among = self._flags(self._chosen)

    def _variants_of(self, pages: Set[int]) -> set[int]:
        """Return the pages that match and are variants of some: which of them is shown, their sections decide."""
        leaders = self._segment.lengths.leaders
        groups = {leaders.get(page, page) for page in pages} if leaders else set()
        return {page for page, leader in leaders.items() if leader in groups and page in self._pages} | (
            groups & self._pages.keys()
        )

    def _flags(self, pages: Iterable[int]) -> bytes:
        """Return section → 1 for those on some pages, else 0."""
        flags = bytearray(self._segment.manifest.n_sections)
        first, n_sections = self._segment.first_sections, self._segment.lengths.sections
        for page in pages:
            flags[first[page] : first[page] + n_sections[page]] = b"\1" * n_sections[page]
        return bytes(flags)

    def finish(self, steps: Steps) -> None:
        """Add what titles are worth, and leave out what lacks a quotation, and variants.

        Args:
            steps: How the slots were matched.
        """
        self._steps = steps
        if not time_is_up():
            self._add_titles()
        if self.quotes:
            quoting = quoting_sections(self._query, self._positions, self._segment.n_sections, self._sections)
            self._sections = {section: score for section, score in self._sections.items() if section in quoting}
        if self._segment.lengths.leaders:
            self._leave_out_variants()

    def n_found(self, sections: bool) -> int:
        """Return how many sections, or pages, match at all."""
        if not sections:
            return len(self.matched_pages())
        if self._chosen is None:
            return len(self._sections)
        matched = self.matching.matched(self._steps)
        return sum(map(self.matched_pages().__contains__, picked(self._segment.page_of, list(matched))))

    def n_scored(self, sections: bool) -> int:
        """Return how many sections, or pages, match and are scored."""
        if self._chosen is None:
            return self.n_found(sections)
        return len(self._sections if sections else set(picked(self._segment.page_of, list(self._sections))))

    @property
    def least(self) -> float:
        """The least score, without proximity, of the sections that are scored; infinite if there are none."""
        return min(self._scored(self._sections).values(), default=inf) * self._weight / 100

    def best(self, wanted: int, sections: bool, behind: float | None) -> list[Scored]:
        """Return the best sections without regard to proximity, best first.

        Args:
            wanted: How many hits will be needed at most; more are returned, as proximity may bring others up.
            sections: Whether every section counts by itself, or a page by its best one.
            behind: The greatest score of sections on other than the best pages; None if these are not wanted.
        """
        page_of, scores = self._segment.page_of, self._scored(self._sections)
        n_wanted = min(wanted, self.n_scored(sections) if behind is None else self.n_found(sections))
        if behind is not None and self._chosen is not None:
            scores |= self._behind(behind * 100 / (self._weight or 1.0))
        chosen = best_sections(scores, n_wanted, 0 if sections else n_wanted, page_of)
        return [Scored(scores[section] / 100 * self._weight, section, page_of[section]) for section in chosen]

    def matched_pages(self) -> Set[int]:
        """Return the pages that matched, once the search has run: as many as its total of pages."""
        if self.quotes:
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
        weight = self._ranking.exact_title_bonus * (knobs.TASK_TITLE_FACTOR if self._for_task else 1.0)
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

    def _leave_out_variants(self) -> None:
        """Keep one page of each group of variants."""
        page_of, leaders = self._segment.page_of, self._segment.lengths.leaders
        grouped = leaders.keys() | leaders.values()
        # Few pages have variants: only their sections are scored, and the others stay where they are.
        of_groups = _on_pages(self._sections, page_of, grouped)
        scored = self._scored(of_groups)
        if self._chosen is not None:  # groups none of which is among the best: what is known is the pages' scores
            behind = (grouped & self._pages.keys()) - self._chosen
            scored |= {self._segment.first_sections[page]: self._pages[page] for page in sorted(behind)}
        self._left_out = superseded(scored, page_of, leaders)
        for section in _on_pages(of_groups, page_of, self._left_out):
            del self._sections[section]

    @cached_property
    def _others(self) -> dict[int, float]:
        """Scores of the sections on other than the best pages; few queries want so many hits."""
        pages = self._pages.keys() - (self._chosen or set()) - self._left_out
        return self.matching.others(self._steps, self._flags(pages))

    def _behind(self, least: float) -> dict[int, float]:
        """Return 100 times the scores of the sections on other pages than the best, none above the least of these."""
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
    are_there = map(pages.__contains__, picked(page_of, list(sections)))
    return dict(compress(sections.items(), are_there))
