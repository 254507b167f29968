"""List docsets, the sections of a site, their pages, and documents with their metadata."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, starmap
from typing import Any

from pinax_runtime.bundle import ALL_FACETS, Batch, Filters, SegmentReader, allowed_pages, fetch
from pinax_runtime.deadline import cut_short
from pinax_runtime.search import Docset, Document, FacetCounts, count_facets, pages_below, site_level, site_paths
from pinax_runtime.tools.arguments import did_you_mean, listing, quoted
from pinax_runtime.tools.errors import ToolError, invalid_args, not_found
from pinax_runtime.tools.page_text import locate
from pinax_runtime.tools.reply import ToolReply, ToolRequest, age_days, list_reply, shorten
from pinax_runtime.tools.searching import filters_hint, find, query_notes, short_counts, short_facets, sorted_by

DIRECT = "."
"""Last path segment of the section for the pages that lie directly at a level, not below it."""
TAGS = "tags"
"""Name of the facet that the argument `tag` filters by."""
_MAX_SORTED = 5_000
"""Number of pages that a list may have to be sorted: each page has to be read."""

Run = tuple[SegmentReader, Sequence[int]]
"""Numbers of pages in a segment."""


def list_docs(request: ToolRequest) -> ToolReply:
    """Reply with every docset and its figures; nothing is read but the entry."""
    docsets = list(request.library.docsets.values())
    docs = [_describe_docset(docset, request.now()) for docset in docsets[request.position :]]
    return list_reply(request, "docs", docs, len(docsets))


def _describe_docset(docset: Docset, now: float) -> dict[str, Any]:
    entry, age = docset.entry, age_days(docset.entry.fetched_at, now)
    return {
        "name": docset.name,
        "title": shorten(entry.title, 200),
        "version": entry.version or None,
        "url": entry.url,
        "pages": entry.n_pages,
        "sections": entry.n_sections,
        "languages": entry.languages,
        "fetched_at": entry.fetched_at if age is not None else None,
        "age_days": age,
        "notice": shorten(docset.notice, 400) or None,
    }


def list_sections(request: ToolRequest) -> ToolReply:
    """Reply with the sections one level below a path, and the number of pages in each."""
    prefix = request.arguments["prefix"] or ""
    rows: list[dict[str, Any]] = []
    for docset in _docsets(request):
        for path in site_paths(docset, prefix):
            level = site_level(docset, path)
            found = sorted(level.sections.items())
            if level.direct:
                found.append((f"{path}/{DIRECT}" if path else DIRECT, len(level.direct)))
            if found:
                rows += [{"section": section, "pages": n, "docset": request.named(docset.name)} for section, n in found]
                break
    if not rows and prefix:
        raise _no_section(request, prefix)
    return list_reply(request, "sections", rows[request.position :], len(rows))


def get_section_pages(request: ToolRequest) -> ToolReply:
    """Reply with every page of a section and below it; paths match by whole segments."""
    section, start = request.arguments["section"], request.position
    runs = [run for docset in _docsets(request) for run in _runs_below(docset, section)]
    if not runs:
        raise _no_section(request, section)
    documents = _documents(runs, start, start + request.arguments["limit"])
    pages = [
        {
            "url": document.page.url,
            "title": shorten(document.page.title, 200),
            "docset": request.named(document.docset.name),
        }
        for document in documents
    ]
    docsets = [document.docset.name for document in documents]
    return list_reply(request, "pages", pages, _count(runs), docsets=docsets)


def _runs_below(docset: Docset, section: str) -> list[Run]:
    for path in site_paths(docset, section):
        if path == DIRECT or path.endswith(f"/{DIRECT}"):
            found = site_level(docset, path[: -len(DIRECT)].strip("/")).direct
        else:
            found = pages_below(docset, path)
        if found:
            return found
    return []


def _docsets(request: ToolRequest) -> list[Docset]:
    return request.library.chosen(request.arguments["docs"])


def _no_section(request: ToolRequest, section: str) -> ToolError:
    known = list(dict.fromkeys(_nearby(request, section)))
    return not_found(f"No pages below {quoted(section)}.{did_you_mean(section, known, 2)} There are: {listing(known)}.")


def _nearby(request: ToolRequest, section: str) -> Iterator[str]:
    """Yield the sections at the deepest level of the path that exists."""
    for docset in _docsets(request):
        path, sections = list(site_paths(docset, section))[-1], dict[str, int]()
        while path and not sections:
            path = path.rpartition("/")[0]
            sections = site_level(docset, path).sections
        yield from sections or site_level(docset, "").sections


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
        (documents, total, counts), facts = _matching(request, filters), {}
    if not request.position:
        facts["facets"] = short_counts(counts, request.room // 3)
    if not total and not cut_short():
        hint = filters_hint(request.library, arguments["docs"], filters)
        facts["hint"] = hint or "Try without query, tag or filters; search_documents looks for words in sections."
    described = [_describe(document) for document in documents]
    docsets = [document.docset.name for document in documents]
    return list_reply(request, "documents", described, total, facts, (_named,), docsets=docsets)


def _matching(request: ToolRequest, filters: Filters) -> tuple[list[Document], int, FacetCounts]:
    """Return the documents of this reply that match the filters, how many match, and the counts of their facets."""
    segments = [segment for docset in _docsets(request) for segment in docset.segments]
    fetch(Batch(segment, prefixes=ALL_FACETS) for segment in segments)
    runs: list[Run] = []
    for segment in segments:
        allowed = allowed_pages(segment, filters)
        runs.append((segment, segment.live_pages() if allowed is None else sorted(allowed)))
    total, order = _count(runs), request.arguments["sort"]
    start, end = request.position, request.position + request.arguments["limit"]
    if not order:
        documents = _documents(runs, start, end)
    elif total <= _MAX_SORTED:
        documents = sorted_by(order, _documents(runs, 0, total), lambda document: document.page)[start:end]
    else:
        narrow = f"Narrow them to {_MAX_SORTED:,} by docs or filters."
        raise invalid_args(f"{total:,} pages are too many to sort. {narrow}")
    return documents, total, {} if start else count_facets(_docsets(request), filters)


def _count(runs: Sequence[Run]) -> int:
    return sum(len(numbers) for _, numbers in runs)


def _documents(runs: Sequence[Run], start: int, end: int) -> list[Document]:
    """Return the pages from `start` to `end` of the runs; they are read together."""
    numbered = ((segment, number) for segment, numbers in runs for number in numbers)
    wanted = list(islice(numbered, start, end))
    fetch(Batch(segment, pages=[number]) for segment, number in wanted)
    return list(starmap(Document, wanted))


def _describe(document: Document) -> dict[str, Any]:
    page = document.page
    return {
        "id": document.id,
        "title": shorten(page.title, 200) or None,
        "description": shorten(page.description, 200) or None,
        "sections": len(page.sections),
        "words": sum(section.words for section in page.sections),
        "facets": short_facets(page.facets) or None,
        "meta": {shorten(key, 60): shorten(value, 100) for key, value in sorted(page.meta.items())[:8]} or None,
    }


def _named(described: Mapping[str, Any]) -> dict[str, Any]:
    """Shorten a document to what distinguishes it from others."""
    return {key: described[key] for key in ("id", "title", "fetched") if key in described}
