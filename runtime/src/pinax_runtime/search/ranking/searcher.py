"""Answer a query over many segments: fill slots, weigh them together, rank, render.

Strategy. Each segment is asked in its own language. Document frequencies are summed over all of them before anything
is scored, so that a score means the same in every segment. Then sections are ranked across segments, grouped by page
unless single sections were asked for, and only the hits that are given are read: one page pack and one text pack each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, replace
from functools import partial
from sys import getsizeof
from typing import NamedTuple

from pinax_runtime.contract.fields import Ranking
from pinax_runtime.contract.pages import DEFINITION
from pinax_runtime.contract.synonyms import synonym_of
from pinax_runtime.search.ranking.continuations import Ranked, join_continuations
from pinax_runtime.search.ranking.explanation import ExplainedSearch
from pinax_runtime.search.ranking.scoring import idf
from pinax_runtime.search.ranking.segment_search import (
    Scored,
    SegmentHits,
    SegmentSearch,
    fetch_for_scoring,
)
from pinax_runtime.search.ranking.weighing import Statistics
from pinax_runtime.search.reading import ahead
from pinax_runtime.search.reading.filters import Filters, allowed_pages
from pinax_runtime.search.reading.reads import noting_reads
from pinax_runtime.search.reading.segment_reader import SegmentReader
from pinax_runtime.search.results import Hit, Reply, SearchExplanation
from pinax_runtime.search.showing.document import Document, below_title
from pinax_runtime.search.showing.excerpt import LONG_CHARS, ExcerptCutter, Passage
from pinax_runtime.search.showing.facet_counts import FacetCounts, count_among
from pinax_runtime.search.showing.ids import place_key, section_id
from pinax_runtime.search.words.asking import (
    Asked,
    Segments,
    add_synonyms,
    ask_all,
    count_matching,
    expand_prefixes,
    name_words,
    unknown_places,
)
from pinax_runtime.search.words.correction import correct
from pinax_runtime.search.words.filling import FilledSlot

WORD_OF_NAME = 0.7
"""What the words count of a query that is a name which some section has: most of what they say the name has said."""
_PLACE_BYTES = 1_500
"""What a hit weighs in memory, without its excerpt."""


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """What to search for and what to give back; see `Bundle.search`."""

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
class _Answer:
    """What a segment answers, with the search where it is to be explained."""

    hits: SegmentHits
    search: ExplainedSearch | None = None
    pages: Set[int] = frozenset()
    """Those that matched, where facets are counted."""


def run_search(segments: Segments, request: SearchRequest, ranking: Ranking) -> Reply:
    """Search segments and give the best hits of all; where nothing holds a quoted phrase, those of its words.

    Raises:
        BundleError: A file is damaged or cannot be read.
    """
    if not request.explain:
        return _search_or_relax(segments, request, ranking)
    with noting_reads() as files:
        reply = _search_or_relax(segments, request, ranking)
    explanation = reply.explanation or SearchExplanation((), {})
    return replace(reply, explanation=replace(explanation, files=tuple(files)))


def _search_or_relax(segments: Segments, request: SearchRequest, ranking: Ranking) -> Reply:
    reply = _search(segments, request, ranking)
    if reply.total or '"' not in request.text:
        return reply
    relaxed = _search(segments, replace(request, text=" ".join(request.text.replace('"', " ").split())), ranking)
    return replace(relaxed, relaxed=bool(relaxed.hits))


def _search(segments: Segments, request: SearchRequest, ranking: Ranking) -> Reply:
    asked = ask_all(segments, request.text, request.filters, narrow=request.within is not None)
    if not asked:
        return Reply([], 0)
    if ranking.synonym_weight:
        add_synonyms(asked, ranking.synonym_weight)
    if ranking.prefix_penalty:
        expand_prefixes(asked, ranking.prefix_penalty)
    statistics = _sum_statistics(asked)
    matching = count_matching(asked)
    unknown, corrected = unknown_places(asked, matching) if 0 in matching else set(), ""
    if unknown:
        corrected = correct(asked, request.text, unknown)
        matching = count_matching(asked)
    weights = next(one.filled for one in asked if len(one.filled) == len(matching))
    of_names = _words_of_names(weights, matching)
    idfs = [
        idf(statistics.n_sections, n) * _weight(filled, ranking, of_names)
        for n, filled in zip(matching, weights, strict=True)
    ]
    for one in asked:
        fetch_for_scoring(one.segment, one.query, one.filled, idfs[: len(one.filled)], statistics)
    answers, ranked, total = _rank(asked, idfs, statistics, request, ranking)
    shown = ranked[request.offset : request.offset + request.limit]
    _fetch_packs(shown, asked, request.excerpt_chars)
    cutters = [_cutter(one, idfs) for one in asked]
    hits = [
        _render(found, asked[number], cutters[number], request.excerpt_chars, answers[number].search)
        for found, number in shown
    ]
    named = name_words(request.text, asked, unknown) if unknown else []
    explanation = None
    if request.explain:
        over = {filled.slot.spellings[0]: None for one in asked for filled in one.filled if filled.passed_over}
        explanation = SearchExplanation((), _sections_with(asked, matching), tuple(over))
    facets = _count_facets(asked, answers) if request.count_facets else {}
    return Reply(hits, total, unknown_words=named, did_you_mean=corrected, explanation=explanation, facets=facets)


def _count_facets(asked: Sequence[Asked], answers: Sequence[_Answer]) -> FacetCounts:
    matched = [(one.segment, answer.pages) for one, answer in zip(asked, answers, strict=True) if answer.pages]
    ahead.facets(segment for segment, _ in matched)
    return count_among(matched)


def _rank(
    asked: Sequence[Asked], idfs: Sequence[float], statistics: Statistics, request: SearchRequest, ranking: Ranking
) -> tuple[list[_Answer], list[Ranked], int]:
    """Rank the hits of all segments; gives their answers, at least the hits wanted, and how many there are."""
    wanted = request.offset + request.limit
    n = 2 * wanted if request.sections else wanted
    while True:
        answers = [_answer(one, idfs, statistics, request, ranking, n) for one in asked]
        ranked = sorted(
            ((found, number) for number, answer in enumerate(answers) for found in answer.hits.best),
            key=lambda item: (-item[0].score, item[1], item[0].section),
        )
        total = sum(answer.hits.total for answer in answers)
        if not request.sections:
            return answers, ranked, total
        unique, passed_over = join_continuations(ranked, asked, wanted)
        if len(unique) >= wanted or len(ranked) >= total:
            return answers, unique, total - passed_over
        n *= 4


def _fetch_packs(shown: Sequence[Ranked], asked: Sequence[Asked], excerpt_chars: int) -> None:
    """Start reading what `_render` will ask for."""
    wanted = []
    for number, one in enumerate(asked):
        mine = [found for found, its_number in shown if its_number == number]
        pages = [found.page for found in mine if not one.segment.keeps(_place_key(one, found.section))]
        texts = [found.section for found in mine if excerpt_chars and not one.segment.keeps(f"passage:{found.section}")]
        wanted.append((one.segment, pages, texts))
    for start in (ahead.places, ahead.packs):
        for segment, pages, texts in wanted:
            start(segment, pages, texts)


def _sections_with(asked: Sequence[Asked], matching: Sequence[int]) -> dict[str, int]:
    """Give how many sections hold each word, under its primary term, or the term that it was corrected to."""
    slots = max((one.filled for one in asked), key=len)
    words = [(one.terms[0][1] if one.terms and one.weight < 1 else one.slot.spellings[0]) for one in slots]
    return dict(zip(words, matching, strict=True))


def _words_of_names(slots: Sequence[FilledSlot], matching: Sequence[int]) -> set[int]:
    """Give the places of a query's words where it is nothing but names that some section has as they were typed."""
    names = [filled.slot for filled, n in zip(slots, matching, strict=True) if n and filled.slot.n_spelled]
    places = {place for name in names for place in range(name.place, name.place + name.n_spelled)}
    return places if all(filled.slot.whole or filled.slot.place in places for filled in slots) else set()


def _weight(filled: FilledSlot, ranking: Ranking, of_names: Set[int]) -> float:
    is_named = not filled.slot.whole and filled.slot.place in of_names
    return filled.weight * (ranking.stop_word_weight if filled.slot.stop else 1.0) * (WORD_OF_NAME if is_named else 1.0)


def _sum_statistics(asked: Sequence[Asked]) -> Statistics:
    totals = [one.segment.totals for one in asked]
    return Statistics(
        n_sections=sum(of_segment.n_sections for of_segment in totals),
        n_pages=sum(of_segment.n_pages for of_segment in totals),
        n_words=sum(of_segment.n_words for of_segment in totals),
    )


def _cutter(one: Asked, idfs: Sequence[float]) -> ExcerptCutter:
    """Prepare the excerpts of a segment: its words of the query, each worth its idf."""
    words = [(filled, idf) for filled, idf in zip(one.filled, idfs, strict=False) if not filled.slot.whole]
    weights: dict[str, float] = {}
    for term, weight in [(term, share * worth) for filled, worth in words for share, term in filled.terms]:
        synonym = synonym_of(term)
        for word in synonym.meant if synonym else (term,):
            weights[word] = max(weight, weights.get(word, 0.0))
    return ExcerptCutter(weights, one.segment.analyzer)


def _answer(
    one: Asked,
    idfs: Sequence[float],
    statistics: Statistics,
    request: SearchRequest,
    ranking: Ranking,
    n: int,
) -> _Answer:
    if not any(filled.terms for filled in one.filled):
        return _Answer(SegmentHits([], 0))
    allowed = allowed_pages(one.segment, request.filters)
    if request.within is not None:
        number = one.segment.find_page(request.within.page.url)
        only = set() if number is None else {number}
        allowed = only if allowed is None else allowed & only
    make = ExplainedSearch if request.explain else SegmentSearch
    search = make(one.segment, one.query, one.filled, idfs[: len(one.filled)], statistics, ranking)
    found = search.run(allowed, n, request.sections, texts=bool(request.excerpt_chars))
    if one.docset.weight != 1:
        weighed = [hit._replace(score=hit.score * one.docset.weight) for hit in found.best]
        found = found._replace(best=weighed)
    pages = search.matched_pages() if request.count_facets else frozenset()
    return _Answer(found, search if isinstance(search, ExplainedSearch) else None, pages)


class _Place(NamedTuple):
    """What a hit in a section says whatever the query: kept, because it is much smaller than the page it comes from."""

    hit: Callable[..., Hit]
    """Makes the hit of a score, an excerpt, a date and an explanation."""
    title: str
    """Of the section, or of its page."""
    is_definition: bool
    lines: tuple[int, int] | None
    """Of source code, the section's first and last line, 0 and 0 where that is not known; None for documentation."""


def _render(
    found: Scored, one: Asked, cutter: ExcerptCutter, excerpt_chars: int, search: ExplainedSearch | None
) -> Hit:
    key = _place_key(one, found.section)
    place = one.segment.derived(key, lambda: _place(found, one), lambda _: _PLACE_BYTES)
    passage = ""
    if excerpt_chars:
        passage = _excerpt(found.section, one.segment, place, cutter, excerpt_chars)
    explanation = search.explain(found.section, found.page, one.docset.weight) if search else None
    score, fetched_at = round(found.score, 3), one.docset.fetched_at
    hit = place.hit(score=score, excerpt=passage, fetched_at=fetched_at, explanation=explanation)
    if place.lines and one.docset.source_url_template:
        return replace(hit, source_url=one.docset.source_link(hit.url, *place.lines))
    return hit


def _place_key(one: Asked, section: int) -> str:
    return f"hit {place_key(one.docset.name, one.docset.url, section)}"


def _excerpt(section: int, segment: SegmentReader, place: _Place, cutter: ExcerptCutter, max_chars: int) -> str:
    def markdown() -> str:
        return below_title(segment.text(section), place.is_definition)

    kept = f"passage:{section}"
    if not segment.keeps(kept) and len(text := markdown()) > LONG_CHARS:
        return cutter.cut_long(text, max_chars, place.title)
    passage = segment.derived(
        kept,
        lambda: Passage.of(markdown()),
        lambda passage: 200 + getsizeof(passage.text) + getsizeof(passage.folded),
    )
    return cutter.cut(passage, max_chars, place.title)


def _place(found: Scored, one: Asked) -> _Place:
    document = Document(one.docset, one.segment, found.page)
    index = found.section - one.segment.first_sections[found.page]
    owner = document.owner(index)
    node = document.node(owner)
    shown = "" if node.anchor.startswith("~") or owner == 0 else node.anchor
    path = (*(section.title for section in document.ancestors(owner)), node.title) if owner else ()
    hit = partial(
        Hit,
        docset=one.docset.name,
        url=document.page.url,
        anchor=shown,
        section_id=section_id(document.id, node.anchor if owner else ""),
        title=document.page.title,
        headings=path,
        facets=document.page.facets,
        variants=tuple(document.page.variants),
    )
    title = path[-1] if path else document.page.title
    lines = document.lines_of(owner) if document.is_code else None
    return _Place(hit, title, document.page.sections[index].kind == DEFINITION, lines)
