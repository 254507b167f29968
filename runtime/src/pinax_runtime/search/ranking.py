"""Answer a query over many segments, step by step.

1. Look up the query's words in each segment (`terms`).
2. Expand them: synonyms, prefixes, corrections (`terms`).
3. Weigh them, by all segments together: a score means the same in every segment.
4. Score the pages that have them, the rarest word first; then the sections of the best pages (`scoring`).
5. Add what descriptions and titles say, and keep what has the quotations (`bonuses`). Leave one page of each group of
   variants (`choosing`).
6. Rank the sections of all segments, add a bonus for words that stand together to the first, and rank again.
7. Read what is shown, and nothing else (`hits`).

How pages are divided among segments must not change what is found. So order, bounds and choices are those of all
segments together.

Why:   docs/decisions/0005, 0007, 0054
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, replace
from itertools import chain
from math import inf

from pinax_runtime.bundle import ALL_FACETS, Batch, Filters, SegmentReader, allowed_pages, fetch, noting_reads
from pinax_runtime.deadline import cut_short, time_is_up, while_time
from pinax_runtime.format import SYMBOL, Ranking, symbol_key
from pinax_runtime.search import knobs
from pinax_runtime.search.bonuses import (
    Pair,
    add_descriptions,
    add_titles,
    in_pair,
    near_pairs,
    quoting_sections,
    with_proximity,
)
from pinax_runtime.search.choosing import (
    best_first,
    best_of,
    best_pages,
    best_sections,
    first_of_each_page,
    leave_out_variants,
)
from pinax_runtime.search.document import Document, FacetCounts, count_among
from pinax_runtime.search.hits import make_hits
from pinax_runtime.search.query import asks, is_task
from pinax_runtime.search.questions import Answers, add_questions, find_by_questions
from pinax_runtime.search.results import Reply, SearchExplanation
from pinax_runtime.search.scoring import ExpandedTerm, Found, SegmentQuery, Weights, idf
from pinax_runtime.search.terms import (
    add_synonyms,
    correct,
    count_matching,
    expand_prefixes,
    look_up,
    name_words,
    unknown_positions,
)


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


def run_search(segments: Sequence[SegmentReader], request: SearchRequest, ranking: Ranking) -> Reply:
    """Search segments and return the best hits of all; where nothing holds a quoted phrase, those of its words.

    Raises:
        BundleError: A file is damaged or cannot be read.
        StoppedError: The search was cancelled.
        OutOfTimeError: Its time was up long ago.
    """
    with noting_reads() as files:
        reply = _search(segments, request, ranking)
        if not reply.total and '"' in request.text and not time_is_up():
            unquoted = " ".join(request.text.replace('"', " ").split())
            reply = _search(segments, replace(request, text=unquoted), ranking)
            reply = replace(reply, relaxed=bool(reply.hits))
    if request.explain:
        explanation = reply.explanation or SearchExplanation((), {})
        reply = replace(reply, explanation=replace(explanation, files=tuple(files)))
    return replace(reply, cut_short=cut_short())


def _search(segments: Sequence[SegmentReader], request: SearchRequest, ranking: Ranking) -> Reply:
    # 1. Look up the words.
    narrow, questions = request.within is not None, ranking.question_weight > 0
    queries = look_up(segments, request.text, request.filters, narrow=narrow, questions=questions)
    if not queries:
        return Reply([], 0)

    # 2. Expand.
    if ranking.synonym_weight:
        add_synonyms(queries, ranking.synonym_weight)
    if ranking.prefix_penalty:
        expand_prefixes(queries, ranking.prefix_penalty)
    unknown = unknown_positions(queries)
    corrected = correct(queries, request.text, unknown) if unknown else ""

    # 3. Weigh.
    weights = _weigh(queries, request.text, ranking)
    pairs = near_pairs(_longest(queries), weights) if ranking.term_proximity_bonus else []
    fetch(_to_score(query, pairs) for query in queries if query.segment.is_far)
    matching = _matching(queries, weights, request)

    # 4. Score by words.
    everywhere, common = _score_pages(matching, weights, _rarest_first(queries, weights.counts))
    for query in matching:
        if weights.is_task and not time_is_up():
            add_descriptions(query)
    answers = list(map(Answers, matching))
    _choose_pages(matching, find_by_questions(matching, answers))
    _score_sections(matching, everywhere, common)

    # 5. Add bonuses, and leave out what is not shown.
    for query in matching:
        if not time_is_up():
            add_titles(query)
        if query.quotes:
            quoting = quoting_sections(query.query, query.positions, query.segment.n_sections, query.sections)
            query.sections = {section: score for section, score in query.sections.items() if section in quoting}
    add_questions(matching, answers, ranking.question_weight)
    for query in matching:
        leave_out_variants(query)

    # 6. and 7. Rank, and read what is shown.
    ranked, total = _rank(queries, matching, everywhere, request, pairs)
    shown = ranked[request.offset : request.offset + request.limit]
    return Reply(
        make_hits(shown, queries, request.excerpt_chars, request.explain),
        total,
        unknown_words=name_words(request.text, queries, unknown) if unknown else [],
        did_you_mean=corrected,
        explanation=_explain(queries, weights.counts) if request.explain else None,
        facets=_count_facets(matching) if request.count_facets else {},
    )


# Weigh the terms of a query.


def _longest(queries: Sequence[SegmentQuery]) -> list[ExpandedTerm]:
    """Return the longest list of terms: languages may cut a query into different numbers of them."""
    return max((query.terms for query in queries), key=len)


def _weigh(queries: Sequence[SegmentQuery], text: str, ranking: Ranking) -> Weights:
    terms, counts = _longest(queries), count_matching(queries)
    n_pages, n_sections, n_words = map(sum, zip(*(query.segment.totals for query in queries), strict=True))
    in_names = _words_of_names(terms, counts)

    def weight(term: ExpandedTerm) -> float:
        is_in_name = term.of.position in in_names and not term.of.whole
        of_stop_word = ranking.stop_word_weight if term.of.stop else 1.0
        return term.weight * of_stop_word * (knobs.WORD_OF_NAME_WEIGHT if is_in_name else 1.0)

    idfs = [idf(n_sections, n) * weight(term) for n, term in zip(counts, terms, strict=True)]
    query = max((one.query for one in queries), key=lambda query: len(query.terms))
    counted = ranking.question_weight > 0 and asks(text, query)
    return Weights(ranking, counts, idfs, n_sections, n_pages, n_words, is_task(query.terms), counted)


def _words_of_names(terms: Sequence[ExpandedTerm], counts: Sequence[int]) -> set[int]:
    """Return the positions of the words of names, where a query is nothing but names that some section has as typed."""
    names = [term.of for term, n in zip(terms, counts, strict=True) if n and term.of.n_spelled]
    positions = {position for name in names for position in range(name.position, name.position + name.n_spelled)}
    return positions if all(term.of.whole or term.of.position in positions for term in terms) else set()


def _to_score(query: SegmentQuery, pairs: Sequence[Pair]) -> Batch:
    """Say what scoring reads of a segment: nothing where it has none of the words."""
    terms = [term for term in query.terms if term.shares]
    if not terms:
        return Batch(query.segment)
    quoted = chain(query.query.required, (term for phrase in query.query.phrases for _, term in phrase))
    near = (next(iter(term.shares)) for pair in pairs for term in in_pair(query, pair))
    postings = (query.segment.postings(spelling) for term in terms for spelling in term.shares)
    # Symbols are read if any of the words stands in the name of a symbol.
    names = query.query.named.names
    named = names if names and any(found and SYMBOL in found.by_field for found in postings) else ()
    return Batch(
        query.segment, keys={"positions": chain(quoted, near), "symbols": map(symbol_key, named)}, lengths=True
    )


def _matching(queries: Sequence[SegmentQuery], weights: Weights, request: SearchRequest) -> list[SegmentQuery]:
    """Return the query in those segments that may have hits, ready to score."""
    matching = [
        query
        for query in queries
        if any(term.shares for term in query.terms) or (weights.asks and query.segment.has_questions)
    ]
    for query in matching:
        query.weigh(weights, _allowed(query, request))
    return [query for query in matching if query.allowed != set()]


def _allowed(query: SegmentQuery, request: SearchRequest) -> Set[int] | None:
    """Return the pages of a segment that filters and the one document leave; None for all."""
    allowed = allowed_pages(query.segment, request.filters)
    if request.within is None:
        return allowed
    number = query.segment.find_page(request.within.page.url)
    only = set() if number is None else {number}
    return only if allowed is None else allowed & only


# Score pages and sections.


def _score_pages(
    queries: Sequence[SegmentQuery], weights: Weights, order: Iterable[int]
) -> tuple[list[int], list[int]]:
    """Add the scores of pages by the rarest words; by fewer where the time is up sooner.

    Once a number of sections has been gone through, the words that nearly every section has are only looked up in the
    best sections, where alone they could still matter. So the time of a query is bounded by its rare words.

    Args:
        queries: In each segment that has some word.
        weights: Of the query.
        order: Indexes of its terms, the rarest first.

    Returns:
        Indexes of the terms that are looked for everywhere, the rarest first, and of those that are only looked up.
    """
    budget = _budget(queries, weights)
    everywhere, common, gone_through, is_found = list[int](), list[int](), 0, False
    for at in while_time(order):
        terms = (query.terms[at] for query in queries if at < len(query.terms))
        n_sections = sum(term.n_sections for term in terms if term.shares)
        gone_through += n_sections
        if n_sections and is_found and gone_through > budget:
            common.append(at)
        else:
            everywhere.append(at)
            n_pages = sum([query.add_pages(at) for query in queries])
            is_found = is_found or n_pages > 0
    return everywhere, common


def _rarest_first(queries: Sequence[SegmentQuery], counts: Sequence[int]) -> list[int]:
    """Return the indexes of the terms, stop words last: a rare one must not choose the sections that are scored."""

    def urgency(at: int) -> tuple[bool, int]:
        return all(query.terms[at].of.stop for query in queries if at < len(query.terms)), counts[at]

    return sorted(range(len(counts)), key=urgency)


def _budget(queries: Sequence[SegmentQuery], weights: Weights) -> int:
    """Return how many sections of the rarest words are gone through; more for a task, and for many words."""
    n_words = max((query.query.n_words for query in queries), default=0)
    of_words = knobs.BUDGET_PER_WORD * max(0, n_words - knobs.LONG_QUERY_WORDS)
    if not weights.is_task:
        return knobs.POSTINGS_BUDGET + of_words
    beyond = max(0, weights.n_sections - knobs.TASK_BUDGET_FROM)
    return min(knobs.TASK_BUDGET + round(knobs.TASK_BUDGET_SHARE * beyond), knobs.MAX_TASK_BUDGET) + of_words


def _choose_pages(queries: Sequence[SegmentQuery], asked: Sequence[set[int]]) -> None:
    """Let only the sections of the best pages of all segments be scored, unless something is quoted.

    Args:
        queries: In each segment.
        asked: Pages of each that are scored in any case.
    """
    quotes = any(query.quotes for query in queries)
    sizes = [query.segment.lengths.sections for query in queries]
    best = None if quotes else best_pages([query.page_scores() for query in queries], sizes)
    for at, query in enumerate(queries):
        query.choose(asked[at].union(best[at]) if best else None)


def _score_sections(queries: Sequence[SegmentQuery], everywhere: Iterable[int], common: Iterable[int]) -> None:
    """Add the scores of sections on the chosen pages, and look up the common words where these are best."""
    for at in while_time(everywhere):
        for query in queries:
            query.add_sections(at)
    promising: list[set[int]] = []
    for at in common:
        if time_is_up():
            break
        # Chosen once: sections that a common word alone would bring up could not be among the best.
        if not promising:
            promising = list(map(set, best_of([query.sections for query in queries], knobs.LOOKUP_SECTIONS)))
        if not sum([query.look_up(at, sections) for query, sections in zip(queries, promising, strict=True)]):
            for query in queries:
                query.lacks(at)
    for query in queries:
        query.add_coverage()


# Rank the sections of all segments.


def _rank(
    queries: Sequence[SegmentQuery],
    matching: Sequence[SegmentQuery],
    everywhere: Sequence[int],
    request: SearchRequest,
    pairs: Sequence[Pair],
) -> tuple[list[Found], int]:
    """Rank the hits of all segments.

    Returns:
        At least as many hits as are wanted, and how many there are in all.
    """
    wanted = request.offset + request.limit
    total = sum(query.n_found(everywhere, request.sections) for query in matching)
    n_exact = max(knobs.RERANKED, wanted)
    # Of sections twice as many: some may turn out to go on from one another, and are one hit then.
    n = 2 * wanted if request.sections else wanted
    while True:
        found = best_first(_best_of_all(matching, everywhere, n, request.sections), queries, n_exact)
        _fetch_tables(found, n, queries, texts=bool(request.excerpt_chars))
        ranked = best_first(_rerank(matching, found, pairs), queries, n_exact)
        if not request.sections:
            return first_of_each_page(ranked), total
        unique, n_joined = _join_continuations(ranked, queries, wanted)
        if len(unique) >= wanted or len(ranked) >= total or time_is_up():
            return unique, total - n_joined
        n *= 4


def _best_of_all(
    queries: Sequence[SegmentQuery], everywhere: Sequence[int], wanted: int, sections: bool
) -> list[Found]:
    """Return the best sections of each segment without regard to proximity.

    What is not scored in full comes last, so that it does not matter how many hits are wanted.

    Args:
        queries: In each segment that has some word.
        everywhere: Indexes of the terms that are looked for everywhere.
        wanted: How many hits will be needed at most; more are returned, as proximity may bring others up.
        sections: Whether every section counts by itself, or a page by its best one.
    """
    scores = [query.scores(query.sections) for query in queries]
    n_scored = [query.n_scored(sections) for query in queries]
    if wanted > sum(n_scored):
        leasts = zip(scores, queries, strict=True)
        least = min((min(of_one.values(), default=inf) * query.docset.weight for of_one, query in leasts), default=inf)
        for at, query in enumerate(queries):
            n_scored[at] = query.n_found(everywhere, sections)
            if query.chosen is not None:
                scores[at] |= query.behind(everywhere, least / (query.docset.weight or 1.0))
    found: list[Found] = []
    for query, of_one, n in zip(queries, scores, n_scored, strict=True):
        page_of, n_wanted = query.segment.page_of, min(wanted, n)
        for section in best_sections(of_one, n_wanted, 0 if sections else n_wanted, page_of):
            score = of_one[section] / 100 * query.docset.weight
            found.append(Found(score, section, page_of[section], query.number))
    return found


def _rerank(queries: Sequence[SegmentQuery], found: Sequence[Found], pairs: Sequence[Pair]) -> list[Found]:
    """Add the bonus for words that stand together to the first sections.

    Which sections are looked at must not depend on how many hits are wanted: pages of a result have to join up.
    """
    near = found[: knobs.RERANKED]
    mine = ([one for one in near if one.number == query.number] for query in queries)
    raised = (with_proximity(query, of_one, pairs) for query, of_one in zip(queries, mine, strict=True))
    return [*chain.from_iterable(raised), *found[knobs.RERANKED :]]


def _fetch_tables(found: Sequence[Found], wanted: int, queries: Sequence[SegmentQuery], *, texts: bool) -> None:
    """Start finding out where the pages are that may be shown, and their texts if these will be read."""
    n_reranked = len({(one.number, one.page) for one in found[: knobs.RERANKED]})
    first = first_of_each_page(found)[: max(wanted, n_reranked)]
    likely = (one for one in first if queries[one.number].segment.is_far)
    batches = (
        Batch(queries[one.number].segment, pages=[one.page], texts=[one.section] if texts else ()) for one in likely
    )
    fetch(batches, tables_only=True)


def _join_continuations(
    ranked: Sequence[Found], queries: Sequence[SegmentQuery], wanted: int
) -> tuple[list[Found], int]:
    """Keep the best hit of each section and the text that goes on after its definitions, which is found by itself.

    Only sections without a title can be such continuations, so only the outlines of their pages are read.

    Args:
        ranked: Best first.
        queries: The query in each segment, by number.
        wanted: Most hits to return; what comes after is not looked at.

    Returns:
        The hits, and how many were left out on the way.
    """

    def has_title(one: Found) -> bool:
        segment = queries[one.number].segment
        return one.section == segment.first_sections[one.page] or segment.lengths.is_titled(one.section)

    def owner(one: Found) -> int:
        if has_title(one):
            return one.section
        query = queries[one.number]
        first = query.segment.first_sections[one.page]
        return first + Document(query.segment, one.page).owner(one.section - first)

    untitled = (one for one in ranked[:wanted] if not has_title(one))
    fetch(Batch(queries[one.number].segment, pages=[one.page]) for one in untitled)
    kept: dict[tuple[int, int], Found] = {}
    n_joined = 0
    for one in while_time(ranked):
        section = one.number, owner(one)
        n_joined += section in kept
        kept.setdefault(section, one)
        if len(kept) == wanted:
            break
    return list(kept.values()), n_joined


# Say what was counted.


def _explain(queries: Sequence[SegmentQuery], counts: Sequence[int]) -> SearchExplanation:
    """Say how many sections have each word, by its primary term, or by the term that it was corrected to."""
    terms = _longest(queries)
    words = [next(iter(term.shares)) if term.shares and term.weight < 1 else term.of.spellings[0] for term in terms]
    pruned = {term.of.spellings[0]: None for query in queries for term in query.terms if term.pruned}
    return SearchExplanation((), dict(zip(words, counts, strict=True)), tuple(pruned))


def _count_facets(queries: Sequence[SegmentQuery]) -> FacetCounts:
    fetch(Batch(query.segment, prefixes=ALL_FACETS) for query in queries)
    return count_among((query.segment, query.matched_pages()) for query in queries)
