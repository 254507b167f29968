"""Rank the sections of all segments for a query, and make hits of the best."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from itertools import chain, compress, islice, repeat, takewhile
from math import inf
from operator import add, mul
from sys import getsizeof
from typing import NamedTuple

from pinax_runtime.bundle import ALL_FACETS, Batch, Filters, SegmentReader, allowed_pages, fetch, noting_reads
from pinax_runtime.deadline import cut_short, time_is_up, while_time
from pinax_runtime.format import DEFINITION, SYMBOL, Positions, Ranking, picked, symbol_key, synonym_of
from pinax_runtime.search import knobs
from pinax_runtime.search.bonuses import (
    Pair,
    closeness,
    description_bonuses,
    distinctive_words,
    is_task,
    join_continuations,
    near_pairs,
    quoting_sections,
    task_budget,
    title_bonuses,
)
from pinax_runtime.search.choosing import (
    Ranked,
    Scored,
    best_first,
    best_pages,
    best_sections,
    first_of_each_page,
    superseded,
)
from pinax_runtime.search.document import (
    Document,
    FacetCounts,
    HasDepth,
    below_title,
    count_among,
    location_key,
    section_id,
)
from pinax_runtime.search.excerpt import MOST_BELOW, ExcerptCutter, Passage, own_or_below
from pinax_runtime.search.query import Query
from pinax_runtime.search.results import Hit, HitExplanation, Reply, SearchExplanation
from pinax_runtime.search.scoring import (
    Matching,
    Statistics,
    Steps,
    Tally,
    Weighing,
    idf,
    match_pages,
    match_sections,
)
from pinax_runtime.search.terms import (
    Asked,
    FilledSlot,
    Segments,
    add_synonyms,
    ask_all,
    correct,
    count_matching,
    expand_prefixes,
    name_words,
    unknown_positions,
)

# Make hits of ranked sections: their location, and an excerpt of their text.
#
# Strategy. What a hit says whatever the query is small and kept; the page that it comes from is large and is not. So a
# hit costs one pack of pages and one pack of texts the first time, and nothing of it the next.

_LOCATION_BYTES = 1_500
"""Memory of a hit's location (bytes, estimated)."""
_PASSAGE_BYTES = 200
"""Memory of a passage beside its two strings (bytes, estimated)."""


class _Location(NamedTuple):
    """What a hit in a section says whatever the query is."""

    hit: Callable[..., Hit]
    """Makes the hit of a score, an excerpt, a date and an explanation."""
    title: str
    """Of the section, or of its page."""
    is_definition: bool
    """Whether its text begins with the terms of a definition."""
    description: str
    """What the page is for, where the hit is the page itself; else empty."""
    below: range
    """Numbers of the first sections below it; none below a continuation."""
    lines: tuple[int, int] | None
    """First and last line of a section of source code, 0 and 0 where not known; None for documentation."""


def excerpt_cutter(one: Asked, idfs: Sequence[float]) -> ExcerptCutter:
    """Prepare the excerpts of a segment: each word of the query weighs its idf, synonyms the same for each word."""
    words = [(filled, weight) for filled, weight in zip(one.filled, idfs, strict=False) if not filled.slot.whole]
    weights: dict[str, float] = {}
    for term, weight in [(term, share * weight) for filled, weight in words for share, term in filled.terms]:
        synonym = synonym_of(term)
        for word in synonym.meant if synonym else (term,):
            weights[word] = max(weight, weights.get(word, 0.0))
    return ExcerptCutter(weights, one.segment.analyzer)


def fetch_for_rendering(shown: Sequence[Ranked], asked: Sequence[Asked], excerpt_chars: int) -> None:
    """Start reading what `render` will ask for."""
    fetch(_to_render(found, asked[number], excerpt_chars) for found, number in shown)


def _to_render(found: Scored, one: Asked, excerpt_chars: int) -> Batch:
    is_located = one.segment.keeps(_location_key(one, found.section))
    is_read = not excerpt_chars or one.segment.keeps(f"passage:{found.section}")
    return Batch(one.segment, pages=() if is_located else [found.page], texts=() if is_read else [found.section])


def render(
    found: Scored, one: Asked, cutter: ExcerptCutter, excerpt_chars: int, explanation: HitExplanation | None
) -> Hit:
    """Make a hit.

    Args:
        found: The section with its score.
        one: Its segment.
        cutter: Cuts the segment's excerpts.
        excerpt_chars: Length of the excerpt (characters); 0 for none, which saves reading the text.
        explanation: What the score consists of, where that was asked for.
    """
    key = _location_key(one, found.section)
    location = one.segment.derived(key, lambda: _locate(found, one), lambda _: _LOCATION_BYTES)
    excerpt = _excerpt(found.section, one.segment, location, cutter, excerpt_chars) if excerpt_chars else ""
    score, fetched_at = round(found.score, 3), one.docset.fetched_at
    hit = location.hit(score=score, excerpt=excerpt, fetched_at=fetched_at, explanation=explanation)
    if location.lines and one.docset.source_url_template:
        return replace(hit, source_url=one.docset.source_link(hit.url, *location.lines))
    return hit


def _location_key(one: Asked, section: int) -> str:
    return f"hit {location_key(one.docset.name, one.docset.url, section)}"


def _excerpt(section: int, segment: SegmentReader, location: _Location, cutter: ExcerptCutter, max_chars: int) -> str:
    @cache
    def markdown() -> str:
        return below_title(segment.text(section), location.is_definition)

    kept = f"passage:{section}"
    if not segment.keeps(kept) and len(markdown()) > knobs.LONG_TEXT_CHARS:
        return cutter.cut_long(markdown(), max_chars, location.title)
    passage = segment.derived(
        kept,
        lambda: Passage.of_line(
            own_or_below(markdown(), location.title, location.description, map(segment.text, location.below))
        ),
        lambda passage: _PASSAGE_BYTES + getsizeof(passage.text) + getsizeof(passage.folded),
    )
    return cutter.cut(passage, max_chars, location.title)


def _locate(found: Scored, one: Asked) -> _Location:
    """Read the page of a section, and note what its hits say of it. A continuation is shown as its owner."""
    document = Document(one.docset, one.segment, found.page)
    index = found.section - one.segment.first_sections[found.page]
    owner = document.owner(index)
    entry = document.page.sections[owner]
    shown = "" if entry.anchor.startswith("~") or owner == 0 else entry.anchor
    path = (*(section.title for section in document.ancestors(owner)), entry.title) if owner else ()
    hit = partial(
        Hit,
        docset=one.docset.name,
        url=document.page.url,
        anchor=shown,
        section_id=section_id(document.id, entry.anchor if owner else ""),
        title=document.page.title,
        headings=path,
        facets=document.page.facets,
        variants=tuple(document.page.variants),
    )
    title = path[-1] if path else document.page.title
    lines = document.lines_of(owner) if document.is_code else None
    own = document.page.sections[index]
    is_definition = own.kind == DEFINITION and own.title != ""
    n_below = _n_below(document.page.sections, index) if index == owner else 0
    below = range(found.section + 1, found.section + 1 + n_below)
    return _Location(hit, title, is_definition, "" if index else document.page.description, below, lines)


def _n_below(sections: Sequence[HasDepth], index: int) -> int:
    """Return how many sections below one an excerpt may be cut from; outlines are long, and no more is looked at."""
    following = islice(map(sections.__getitem__, range(index + 1, len(sections))), MOST_BELOW)
    return sum(1 for _ in takewhile(lambda section: section.depth > sections[index].depth, following))


# Search one segment: score its sections by the query's slots, titles and positions, and choose the best.
#
# Strategy. `matching` scores pages by their words, in all segments together, then the sections of the best pages. Then
# `title_bonuses` adds what their titles say, `variants` leaves one page of each group, and `choosing` takes the best.
# Word positions are read last, since they cost most: for quoted phrases, and for the best sections of a query whose
# distinctive words may stand together.


def _to_score(one: Asked, pairs: Sequence[Pair]) -> Batch:
    """Say what a `SegmentSearch` will ask for: of a segment that has none of the words, nothing."""
    terms = [term for filled in one.filled for _, term in filled.terms]
    if not terms:
        return Batch(one.segment)
    quoted = chain(one.query.required, (term for phrase in one.query.phrases for _, term in phrase))
    near = (word.terms[0][1] for pair in pairs for word in pair.words(one.filled))
    return Batch(
        one.segment, keys={"positions": chain(quoted, near), "symbols": _symbols_named(one, terms)}, lengths=True
    )


def _symbols_named(one: Asked, terms: Iterable[str]) -> Iterator[str]:
    """Yield the keys of the symbols that a query may name, if any of its terms stands in the name of a symbol."""
    names = one.query.named.names
    if names and any(SYMBOL in found.by_field for term in terms if (found := one.segment.postings(term))):
        yield from map(symbol_key, names)


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


# Answer a query over many segments: fill slots, weigh them together, rank, render.
#
# Strategy. Each segment is asked in its own language. Document frequencies are summed over all of them before
# anything is scored, so that a score means the same in every segment. Then sections are ranked across segments,
# grouped by page unless single sections were asked for, and only the hits that are shown are read: one page pack and
# one text pack each.
#
# Why:   docs/decisions/0007, 0054

Searches = Mapping[int, SegmentSearch]
"""The searches of the segments that have some word of the query, by the segment's number."""


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """What to search for and what to return; see `Library.search`."""

    text: str
    limit: int
    offset: int
    filters: Filters
    within: Document | None
    sections: bool
    excerpt_chars: int
    explain: bool = False
    count_facets: bool = False


@dataclass(frozen=True, slots=True)
class _Weighed:
    """A query as all segments together weigh it."""

    idfs: list[float]
    """Inverse document frequency of each slot, times its weight."""
    matching: list[int]
    """Sections that fill each slot, over all segments."""
    statistics: Statistics
    unknown: set[int]
    """Positions of the words that no segment has."""
    is_task: bool
    """Whether the query describes a task rather than names something."""
    corrected: str
    """The query with unknown words replaced; empty where nothing is."""
    pairs: list[Pair]
    """Words whose positions are looked at."""


def run_search(segments: Segments, request: SearchRequest, ranking: Ranking) -> Reply:
    """Search segments and return the best hits of all; where nothing holds a quoted phrase, those of its words.

    Raises:
        BundleError: A file is damaged or cannot be read.
        StoppedError: The search was cancelled.
        OutOfTimeError: Its time was up long ago.
    """
    if not request.explain:
        return replace(_search_or_relax(segments, request, ranking), cut_short=cut_short())
    with noting_reads() as files:
        reply = replace(_search_or_relax(segments, request, ranking), cut_short=cut_short())
    explanation = reply.explanation or SearchExplanation((), {})
    return replace(reply, explanation=replace(explanation, files=tuple(files)))


def _search_or_relax(segments: Segments, request: SearchRequest, ranking: Ranking) -> Reply:
    reply = _search(segments, request, ranking)
    if reply.total or '"' not in request.text or time_is_up():
        return reply
    relaxed = _search(segments, replace(request, text=" ".join(request.text.replace('"', " ").split())), ranking)
    return replace(relaxed, relaxed=bool(relaxed.hits))


def _search(segments: Segments, request: SearchRequest, ranking: Ranking) -> Reply:
    asked = ask_all(segments, request.text, request.filters, narrow=request.within is not None)
    if not asked:
        return Reply([], 0)
    query = _weigh(asked, request.text, ranking)
    fetch(_to_score(one, query.pairs) for one in asked)
    searches = _score(asked, query, request, ranking)
    ranked, total = _rank(asked, searches, request, query.pairs)
    shown = ranked[request.offset : request.offset + request.limit]
    return Reply(
        _render_all(shown, asked, searches, query.idfs, request.excerpt_chars),
        total,
        unknown_words=name_words(request.text, asked, query.unknown) if query.unknown else [],
        did_you_mean=query.corrected,
        explanation=_explain(asked, query.matching) if request.explain else None,
        facets=_count_facets(asked, searches) if request.count_facets else {},
    )


def _weigh(asked: Sequence[Asked], text: str, ranking: Ranking) -> _Weighed:
    """Fill the slots that are not filled by the words as typed, and weigh all of them."""
    if ranking.synonym_weight:
        add_synonyms(asked, ranking.synonym_weight)
    if ranking.prefix_penalty:
        expand_prefixes(asked, ranking.prefix_penalty)
    statistics = _sum_statistics(asked)
    matching = count_matching(asked)
    unknown, corrected = unknown_positions(asked, matching) if 0 in matching else set(), ""
    if unknown:
        corrected = correct(asked, text, unknown)
        matching = count_matching(asked)
    # Languages may cut a query into different numbers of slots; the longest list has all that are counted.
    slots = next(one.filled for one in asked if len(one.filled) == len(matching))
    of_names = _words_of_names(slots, matching)
    idfs = [
        idf(statistics.n_sections, n) * _weight(filled, ranking, of_names)
        for n, filled in zip(matching, slots, strict=True)
    ]
    pairs: list[Pair] = []
    if ranking.term_proximity_bonus:
        distinctive = distinctive_words(slots, idfs, statistics.n_sections)
        pairs = near_pairs(distinctive, matching, idfs)
    return _Weighed(idfs, matching, statistics, unknown, is_task([filled.slot for filled in slots]), corrected, pairs)


def _render_all(
    shown: Sequence[Ranked],
    asked: Sequence[Asked],
    searches: Searches,
    idfs: Sequence[float],
    excerpt_chars: int,
) -> list[Hit]:
    fetch_for_rendering(shown, asked, excerpt_chars)
    cutters = [excerpt_cutter(one, idfs) for one in asked]
    return [
        render(
            found, asked[number], cutters[number], excerpt_chars, _explain_hit(found, asked[number], searches[number])
        )
        for found, number in while_time(shown, share=knobs.SHOWING_TIME_SHARE)
    ]


def _explain_hit(found: Scored, one: Asked, search: SegmentSearch) -> HitExplanation | None:
    if search.tally is None:
        return None
    prior = one.segment.lengths.priors[found.page] / 100
    return search.tally.explain(found.section, found.page, prior, one.docset.weight)


def _explain(asked: Sequence[Asked], matching: Sequence[int]) -> SearchExplanation:
    over = {filled.slot.spellings[0]: None for one in asked for filled in one.filled if filled.passed_over}
    return SearchExplanation((), _sections_with(asked, matching), tuple(over))


def _count_facets(asked: Sequence[Asked], searches: Searches) -> FacetCounts:
    matched = [(asked[number].segment, search.matched_pages()) for number, search in searches.items()]
    fetch(Batch(segment, prefixes=ALL_FACETS) for segment, _ in matched)
    return count_among(matched)


def _score(asked: Sequence[Asked], query: _Weighed, request: SearchRequest, ranking: Ranking) -> Searches:
    """Score the sections of all segments together."""
    searches = {
        number: SegmentSearch(
            one.segment,
            one.query,
            one.filled,
            query.idfs[: len(one.filled)],
            query.statistics,
            ranking,
            allowed=_allowed(one, request),
            weight=one.docset.weight,
            explained=request.explain,
            for_task=query.is_task,
        )
        for number, one in enumerate(asked)
        if any(filled.terms for filled in one.filled)
    }
    budget = task_budget(query.statistics.n_sections) if query.is_task else knobs.POSTINGS_BUDGET
    matchings = [search.matching for search in searches.values()]
    steps = match_pages(matchings, _rarest_first(asked, query.matching), budget)
    _choose_pages(list(searches.values()), [asked[number].segment for number in searches])
    match_sections(matchings, steps)
    for search in searches.values():
        search.finish(steps)
    return searches


def _choose_pages(searches: Sequence[SegmentSearch], segments: Sequence[SegmentReader]) -> None:
    """Let only the sections of the best pages of all segments be scored, unless something is quoted."""
    scores = [search.scores_of_pages() for search in searches]
    quotes = any(search.quotes for search in searches)
    best = None if quotes else best_pages(scores, [segment.lengths.sections for segment in segments])
    for at, search in enumerate(searches):
        search.score_only(best[at] if best else None)


def _rarest_first(asked: Sequence[Asked], matching: Sequence[int]) -> list[int]:
    """Return the indexes of the slots, stop words last: a rare one must not choose the sections that are scored."""

    def urgency(at: int) -> tuple[bool, int]:
        return all(one.filled[at].slot.stop for one in asked if at < len(one.filled)), matching[at]

    return sorted(range(len(matching)), key=urgency)


def _rank(
    asked: Sequence[Asked], searches: Searches, request: SearchRequest, pairs: Sequence[Pair]
) -> tuple[list[Ranked], int]:
    """Rank the hits of all segments.

    Returns:
        At least as many hits as are wanted, and how many there are in all.
    """
    wanted = request.offset + request.limit
    sort = partial(best_first, asked=asked, n_exact=max(knobs.RERANKED, wanted))
    total = sum(search.n_found(request.sections) for search in searches.values())
    if not request.sections:
        found = sort(_best_of_all(searches, wanted, sections=False))
        _expect(found, wanted, asked, texts=bool(request.excerpt_chars))
        return first_of_each_page(sort(_with_proximity(searches, found, pairs))), total
    # Of sections twice as many: some may turn out to go on from one another, and are one hit then.
    n = 2 * wanted
    while True:
        found = sort(_best_of_all(searches, n, sections=True))
        _expect(found, n, asked, texts=bool(request.excerpt_chars))
        ranked = sort(_with_proximity(searches, found, pairs))
        unique, passed_over = join_continuations(ranked, asked, wanted)
        if len(unique) >= wanted or len(ranked) >= total or time_is_up():
            return unique, total - passed_over
        n *= 4


def _best_of_all(searches: Searches, wanted: int, *, sections: bool) -> list[Ranked]:
    """Return the best sections of each segment without regard to proximity; enough for the hits wanted."""
    behind = None
    if wanted > sum(search.n_scored(sections) for search in searches.values()):
        # What is not scored in full comes last, so that it does not matter how many hits are wanted.
        behind = min((search.least for search in searches.values()), default=None)
    return [(found, number) for number, search in searches.items() for found in search.best(wanted, sections, behind)]


def _with_proximity(searches: Searches, found: list[Ranked], pairs: Sequence[Pair]) -> list[Ranked]:
    """Add the bonus for words that stand together to the first sections.

    Which sections are looked at must not depend on how many hits are wanted: pages of a result have to join up.
    """
    near, others = found[: knobs.RERANKED], found[knobs.RERANKED :]
    raised = [
        (hit, number)
        for number, search in searches.items()
        for hit in search.with_proximity([hit for hit, of_segment in near if of_segment == number], pairs)
    ]
    return [*raised, *others]


def _expect(found: Sequence[Ranked], wanted: int, asked: Sequence[Asked], *, texts: bool) -> None:
    """Start finding out where the pages are that may be shown, and their texts if these will be read."""
    n_reranked = len({(number, hit.page) for hit, number in found[: knobs.RERANKED]})
    likely = first_of_each_page(found)[: max(wanted, n_reranked)]
    batches = (
        Batch(asked[number].segment, pages=[hit.page], texts=[hit.section] if texts else ()) for hit, number in likely
    )
    fetch(batches, tables_only=True)


def _allowed(one: Asked, request: SearchRequest) -> Set[int] | None:
    """Return the pages of a segment that filters and the one document leave; None for all."""
    allowed = allowed_pages(one.segment, request.filters)
    if request.within is None:
        return allowed
    number = one.segment.find_page(request.within.page.url)
    only = set() if number is None else {number}
    return only if allowed is None else allowed & only


def _sections_with(asked: Sequence[Asked], matching: Sequence[int]) -> dict[str, int]:
    """Return how many sections hold each word, by its primary term, or by the term that it was corrected to."""
    slots = max((one.filled for one in asked), key=len)
    words = [(one.terms[0][1] if one.terms and one.weight < 1 else one.slot.spellings[0]) for one in slots]
    return dict(zip(words, matching, strict=True))


def _words_of_names(slots: Sequence[FilledSlot], matching: Sequence[int]) -> set[int]:
    """Return the positions of the words of names, where a query is nothing but names that some section has as typed."""
    names = [filled.slot for filled, n in zip(slots, matching, strict=True) if n and filled.slot.n_spelled]
    positions = {position for name in names for position in range(name.position, name.position + name.n_spelled)}
    return positions if all(filled.slot.whole or filled.slot.position in positions for filled in slots) else set()


def _weight(filled: FilledSlot, ranking: Ranking, of_names: Set[int]) -> float:
    is_named = not filled.slot.whole and filled.slot.position in of_names
    return (
        filled.weight
        * (ranking.stop_word_weight if filled.slot.stop else 1.0)
        * (knobs.WORD_OF_NAME_WEIGHT if is_named else 1.0)
    )


def _sum_statistics(asked: Sequence[Asked]) -> Statistics:
    totals = [one.segment.totals for one in asked]
    return Statistics(
        n_sections=sum(of_segment.n_sections for of_segment in totals),
        n_pages=sum(of_segment.n_pages for of_segment in totals),
        n_words=sum(of_segment.n_words for of_segment in totals),
    )
