"""Answer a query over many segments: fill slots, weigh them together, rank, render.

Strategy. Each segment is asked in its own language. Document frequencies are summed over all of them before anything
is scored, so that a score means the same in every segment. Then sections are ranked across segments, grouped by page
unless single sections were asked for, and only the hits that are shown are read: one page pack and one text pack each.

Why:   docs/decisions/0007, 0054
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import partial

from pinax_runtime.format import Ranking
from pinax_runtime.search import knobs
from pinax_runtime.search.deadline import cut_short, time_is_up, while_time
from pinax_runtime.search.ranking.choosing import Ranked, Scored, best_first, best_pages, first_of_each_page
from pinax_runtime.search.ranking.continuations import join_continuations
from pinax_runtime.search.ranking.matching import match_pages, match_sections
from pinax_runtime.search.ranking.proximity import Pair, distinctive_words, near_pairs
from pinax_runtime.search.ranking.rendering import excerpt_cutter, fetch_for_rendering, render
from pinax_runtime.search.ranking.scoring import idf
from pinax_runtime.search.ranking.segment_search import SegmentSearch, fetch_for_scoring
from pinax_runtime.search.ranking.tasks import is_task, task_budget
from pinax_runtime.search.ranking.weighing import Statistics
from pinax_runtime.search.reading import ahead
from pinax_runtime.search.reading.filters import Filters, allowed_pages
from pinax_runtime.search.reading.reads import noting_reads
from pinax_runtime.search.reading.segment_reader import SegmentReader
from pinax_runtime.search.results import Hit, HitExplanation, Reply, SearchExplanation
from pinax_runtime.search.showing.document import Document
from pinax_runtime.search.showing.facet_counts import FacetCounts, count_among
from pinax_runtime.search.words.asking import (
    Asked,
    Segments,
    add_synonyms,
    ask_all,
    count_matching,
    expand_prefixes,
    name_words,
    unknown_positions,
)
from pinax_runtime.search.words.correction import correct
from pinax_runtime.search.words.filling import FilledSlot

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
    for one in asked:
        fetch_for_scoring(one.segment, one.query, one.filled, query.pairs)
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
    return _Weighed(idfs, matching, statistics, unknown, is_task(slots, matching), corrected, pairs)


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
    ahead.facets(segment for segment, _ in matched)
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
    for number, one in enumerate(asked):
        mine = [hit for hit, of_segment in likely if of_segment == number]
        ahead.pack_tables(one.segment, [hit.page for hit in mine], [hit.section for hit in mine if texts])


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
