"""Answer a query over many segments: fill slots, weigh them together, rank, render.

Strategy. Each segment is asked in its own language. Document frequencies are summed over all of them before anything
is scored, so that a score means the same in every segment. Then sections are ranked across segments, grouped by page
unless single sections were asked for, and only the hits that are given are read: one page pack and one text pack each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pinax_runtime.contract.entry import DocsetEntry
from pinax_runtime.contract.fields import Ranking
from pinax_runtime.search.asking import Asked, ask, count_matching, expand_prefixes, name_words, unknown_places
from pinax_runtime.search.correction import correct
from pinax_runtime.search.document import Document
from pinax_runtime.search.excerpt import ExcerptCutter
from pinax_runtime.search.filters import Filters, allowed_pages
from pinax_runtime.search.ids import section_id
from pinax_runtime.search.results import Hit, Reply
from pinax_runtime.search.scoring import idf
from pinax_runtime.search.segment_reader import SegmentReader
from pinax_runtime.search.segment_search import Scored, SegmentHits, SegmentSearch, Statistics


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


def run_search(
    segments: Sequence[tuple[DocsetEntry, SegmentReader]], request: SearchRequest, ranking: Ranking
) -> Reply:
    """Search segments and give the best hits of all; where nothing holds a quoted phrase, those of its words.

    Raises:
        BundleError: A file is damaged or cannot be read.
    """
    reply = _search(segments, request, ranking)
    if reply.total or '"' not in request.text:
        return reply
    relaxed = _search(segments, replace(request, text=" ".join(request.text.replace('"', " ").split())), ranking)
    return replace(relaxed, relaxed=bool(relaxed.hits))


def _search(segments: Sequence[tuple[DocsetEntry, SegmentReader]], request: SearchRequest, ranking: Ranking) -> Reply:
    asked = [ask(docset, segment, request.text) for docset, segment in segments]
    asked = [one for one in asked if one.filled]
    if not asked:
        return Reply([], 0)
    if ranking.prefix_penalty:
        expand_prefixes(asked, ranking.prefix_penalty)
    statistics = _sum_statistics(asked)
    matching = count_matching(asked)
    unknown, corrected = unknown_places(asked, matching) if 0 in matching else set(), ""
    if unknown:
        corrected = correct(asked, request.text, unknown)
        matching = count_matching(asked)
    weights = next(one.filled for one in asked if len(one.filled) == len(matching))
    idfs = [idf(statistics.n_sections, n) * filled.weight for n, filled in zip(matching, weights, strict=True)]
    answers = [_answer(one, idfs, statistics, request, ranking) for one in asked]
    ranked = sorted(
        ((found, number) for number, answer in enumerate(answers) for found in answer.best),
        key=lambda item: (-item[0].score, item[1], item[0].section),
    )
    wanted = ranked[request.offset : request.offset + request.limit]
    cutters = [_cutter(one, idfs) for one in asked]
    hits = [_render(found, asked[number], cutters[number], request.excerpt_chars) for found, number in wanted]
    unique = list({hit.section_id: hit for hit in reversed(hits)}.values())[::-1]  # a continuation is its parent's hit
    named = name_words(request.text, asked, unknown) if unknown else []
    return Reply(unique, sum(answer.total for answer in answers), unknown_words=named, did_you_mean=corrected)


def _sum_statistics(asked: Sequence[Asked]) -> Statistics:
    manifests = [one.segment.manifest for one in asked]
    return Statistics(
        n_sections=sum(manifest.n_sections for manifest in manifests),
        n_pages=sum(manifest.n_pages for manifest in manifests),
        n_words=sum(manifest.n_words for manifest in manifests),
    )


def _cutter(one: Asked, idfs: Sequence[float]) -> ExcerptCutter:
    """Prepare the excerpts of a segment: its words of the query, each worth its idf."""
    words = [(filled, idf) for filled, idf in zip(one.filled, idfs, strict=False) if not filled.slot.whole]
    weights = {term: idf * share for filled, idf in words for share, term in filled.terms}
    return ExcerptCutter(weights, one.segment.analyzer)


def _answer(
    one: Asked, idfs: Sequence[float], statistics: Statistics, request: SearchRequest, ranking: Ranking
) -> SegmentHits:
    if not any(filled.terms for filled in one.filled):
        return SegmentHits([], 0)
    allowed = allowed_pages(one.segment, request.filters)
    if request.within is not None:
        number = one.segment.find_page(request.within.page.url)
        only = set() if number is None else {number}
        allowed = only if allowed is None else allowed & only
    search = SegmentSearch(one.segment, one.query, one.filled, idfs[: len(one.filled)], statistics, ranking)
    found = search.run(allowed, request.offset + request.limit, request.sections)
    return SegmentHits([hit._replace(score=hit.score * one.docset.weight) for hit in found.best], found.total)


def _render(found: Scored, one: Asked, cutter: ExcerptCutter, excerpt_chars: int) -> Hit:
    document = Document(one.docset, one.segment, found.page)
    index = found.section - one.segment.first_sections[found.page]
    owner = document.owner(index)
    node = document.node(owner)
    shown = "" if node.anchor.startswith("~") or owner == 0 else node.anchor
    passage = cutter.cut(document.below_title(index), excerpt_chars) if excerpt_chars else ""
    path = (*(section.title for section in document.ancestors(owner)), node.title) if owner else ()
    return Hit(
        docset=one.docset.name,
        url=document.page.url,
        anchor=shown,
        section_id=section_id(document.id, node.anchor if owner else ""),
        title=document.page.title,
        headings=path,
        score=round(found.score, 3),
        excerpt=passage,
        facets=document.page.facets,
        fetched_at=one.docset.fetched_at,
    )
