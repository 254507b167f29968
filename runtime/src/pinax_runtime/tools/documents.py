"""list_documents: pages with their metadata, and the facets to filter by."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from pinax_runtime.bundle import ALL_FACETS, Batch, Filters, allowed_pages, fetch
from pinax_runtime.deadline import cut_short
from pinax_runtime.search import Document, FacetCounts, count_facets
from pinax_runtime.tools.arguments import facet_values, string
from pinax_runtime.tools.found import short_counts, short_facets
from pinax_runtime.tools.page_text import locate
from pinax_runtime.tools.reply import (
    ToolReply,
    ToolRequest,
    check_sortable,
    list_reply,
    shorten,
    sorted_by,
)
from pinax_runtime.tools.searching import QUERY_CHARS, filters_hint, find, query_notes
from pinax_runtime.tools.tool import (
    CURSOR,
    DOCS,
    INTEGER,
    MAX_TOKENS,
    OBJECT,
    SORT,
    TEXT,
    TEXTS,
    Tool,
    limit,
    list_of,
)

TAGS = "tags"
"""Name of the facet that the argument `tag` filters by."""


def list_documents(request: ToolRequest) -> ToolReply:
    """Reply with documents in URL order or, for a query, best first; the first reply also counts their facets."""
    arguments = request.arguments
    filters = {**arguments["filters"]}
    if arguments["tag"]:
        filters[TAGS] = [arguments["tag"]]
    if arguments["query"]:
        reply = find(request, filters, excerpt_chars=0, count_facets=not request.position)
        documents = [locate(request.library, hit.section_id)[0] for hit in reply.hits]
        total, counts, facts = reply.total, reply.facets, query_notes(reply)
    else:
        (documents, total, counts), facts = _all(request, filters), {}
    if not request.position:
        facts["facets"] = short_counts(counts, request.room // 3)
    if not total and not cut_short():
        hint = filters_hint(request.library, arguments["docs"], filters)
        facts["hint"] = hint or "Try without query, tag or filters; search_documents looks for words in sections."
    described = [_describe(document) for document in documents]
    docsets = [document.docset.name for document in documents]
    return list_reply(request, "documents", described, total, facts, (_named,), docsets=docsets)


def _all(request: ToolRequest, filters: Filters) -> tuple[list[Document], int, FacetCounts]:
    """Return the documents of this reply that match the filters, how many match, and the counts of their facets."""
    chosen = request.library.chosen(request.arguments["docs"])
    segments = [(docset, segment) for docset in chosen for segment in docset.segments]
    fetch(Batch(segment, prefixes=ALL_FACETS) for _, segment in segments)
    runs = []
    for docset, segment in segments:
        allowed = allowed_pages(segment, filters)
        runs.append((docset, segment, segment.live_pages() if allowed is None else sorted(allowed)))
    numbered = ((docset, segment, number) for docset, segment, numbers in runs for number in numbers)
    total = sum(len(numbers) for _, _, numbers in runs)
    start, end = request.position, request.position + request.arguments["limit"]
    order = request.arguments["sort"]
    if order:
        check_sortable(total)
    wanted = list(numbered if order else islice(numbered, start, end))
    fetch(Batch(segment, pages=[number]) for _, segment, number in wanted)
    documents = [Document(docset.entry, segment, number) for docset, segment, number in wanted]
    if order:
        documents = sorted_by(order, documents, lambda document: document.page)[start:end]
    return documents, total, {} if start else count_facets(chosen, filters)


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
            string("query", max_chars=QUERY_CHARS),
            string("tag", max_chars=1_000),
            facet_values("filters"),
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
