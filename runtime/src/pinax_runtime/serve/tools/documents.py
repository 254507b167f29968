"""list_documents: pages with their metadata, and the facets to filter by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from pinax_runtime.search import Document, FacetCounts, Filters, Library, allowed_pages, count_facets, cut_short
from pinax_runtime.search.reading import ahead
from pinax_runtime.serve.arguments import FiltersArgument, Text
from pinax_runtime.serve.outputs import INTEGER, OBJECT, TEXT, TEXTS, list_of
from pinax_runtime.serve.replies import (
    MAX_HITS,
    ToolReply,
    ToolRequest,
    check_docs,
    check_sortable,
    list_reply,
    short_counts,
    short_facets,
    shorten,
    sorted_by,
    with_dates,
)
from pinax_runtime.serve.tool import CURSOR, DOCS, MAX_TOKENS, SORT, Tool, limit
from pinax_runtime.serve.tools.searching import QUERY_CHARS, filters_hint, query_notes

TAGS = "tags"
"""Name of the facet that the argument `tag` filters by."""


def list_documents(request: ToolRequest) -> ToolReply:
    """Reply with documents in URL order or, for a query, best first; the first reply also counts their facets."""
    arguments = request.arguments
    check_docs(request.library, arguments["docs"])
    filters = {**arguments["filters"]}
    if arguments["tag"]:
        filters[TAGS] = [arguments["tag"]]
    find = _matching if arguments["query"] else _all
    documents, total, counts, facts = find(request, filters)
    if not request.position:
        facts["facets"] = short_counts(counts, request.room // 3)
    if not total and not cut_short():
        hint = filters_hint(request.library, arguments["docs"], filters)
        facts["hint"] = hint or "Try without query, tag or filters; search_documents looks for words in sections."
    described = [_describe(document) for document in documents]
    dated, days = with_dates(request.library, described, [document.docset.name for document in documents])
    return list_reply(request, "documents", dated, total, {**facts, **days}, (_named,))


def _all(request: ToolRequest, filters: Filters) -> tuple[list[Document], int, FacetCounts, dict[str, Any]]:
    chosen = request.library.chosen(request.arguments["docs"])
    page_runs = []
    ahead.facets(segment for docset in chosen for segment in docset.segments)
    for docset in chosen:
        for segment in docset.segments:
            allowed = allowed_pages(segment, filters)
            numbers = segment.live_pages() if allowed is None else sorted(allowed)
            page_runs.append((docset, segment, numbers))
    numbered = ((docset, segment, number) for docset, segment, numbers in page_runs for number in numbers)
    total = sum(len(numbers) for _, _, numbers in page_runs)
    start, end = request.position, request.position + request.arguments["limit"]
    order = request.arguments["sort"]
    if order:
        check_sortable(total)
    wanted = list(numbered if order else islice(numbered, start, end))
    ahead.pages((segment, number) for _, segment, number in wanted)
    documents = [Document(docset.entry, segment, number) for docset, segment, number in wanted]
    if order:
        documents = sorted_by(order, documents, lambda document: document.page)[start:end]
    counts = {} if start else count_facets(chosen, filters)
    return documents, total, counts, {}


def _matching(request: ToolRequest, filters: Filters) -> tuple[list[Document], int, FacetCounts, dict[str, Any]]:
    arguments, start = request.arguments, request.position
    order = arguments["sort"]
    reply = request.library.search(
        arguments["query"],
        limit=MAX_HITS if order else arguments["limit"],
        offset=0 if order else start,
        docs=arguments["docs"],
        filters=filters,
        excerpt_chars=0,
        count_facets=not start,
    )
    documents = list(_found(request.library, [hit.section_id for hit in reply.hits]))
    total = reply.total
    if order:
        documents = sorted_by(order, documents, lambda document: document.page)[start : start + arguments["limit"]]
        total = min(total, MAX_HITS)
    return documents, total, reply.facets, dict(query_notes(reply))


def _found(library: Library, ids: list[str]) -> Iterator[Document]:
    for found_id in ids:
        document = library.find(found_id)
        if document is not None:
            yield document


def _describe(document: Document) -> dict[str, Any]:
    page = document.page
    described: dict[str, Any] = {
        "id": document.id,
        "title": shorten(page.title, 200),
        "description": shorten(page.description, 200),
        "sections": len(page.sections),
        "words": sum(section.words for section in page.sections),
        "facets": short_facets(page.facets),
        "meta": {shorten(key, 60): shorten(value, 100) for key, value in sorted(page.meta.items())[:8]},
    }
    return {key: value for key, value in described.items() if value not in ("", {})}


def _named(described: Mapping[str, Any]) -> dict[str, Any]:
    """Shorten a document to what distinguishes it from others."""
    return {key: described[key] for key in ("id", "title", "fetched") if key in described}


_DOCUMENT = {
    **dict.fromkeys(("id", "title", "description", "fetched"), TEXT),
    **dict.fromkeys(("sections", "words"), INTEGER),
    **dict.fromkeys(("facets", "meta"), OBJECT),
}

TOOLS = (
    Tool(
        "list_documents",
        "List documents",
        "tree",
        "List documents with metadata, and facet counts to filter by. A query ranks them.",
        (
            Text("query", max_chars=QUERY_CHARS),
            Text("tag", max_chars=1_000),
            FiltersArgument("filters"),
            SORT,
            DOCS,
            limit(30, 100),
            CURSOR,
            MAX_TOKENS,
        ),
        list_documents,
        list_of("documents", _DOCUMENT, facets=OBJECT, did_you_mean=TEXT, unknown_words=TEXTS, hint=TEXT),
    ),
)
