"""search_pages and search_documents: from words to pages, or to sections."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pinax_runtime.search import Docset, Hit, Library, Reply
from pinax_runtime.search.reading.filters import Filters
from pinax_runtime.search.showing.facet_counts import count_facets
from pinax_runtime.search.showing.site_sections import path_of
from pinax_runtime.serve.arguments import Filters as FiltersArgument
from pinax_runtime.serve.arguments import Text
from pinax_runtime.serve.outputs import NUMBER, OBJECT, TEXT, TEXTS, list_of
from pinax_runtime.serve.replies.answer import Answer
from pinax_runtime.serve.replies.facets import short_facets
from pinax_runtime.serve.replies.freshness import with_days
from pinax_runtime.serve.replies.reading import find_document
from pinax_runtime.serve.replies.reply import list_reply, shorten
from pinax_runtime.serve.replies.request import ToolRequest
from pinax_runtime.serve.replies.suggest import check_docs, did_you_mean, listing, quoted
from pinax_runtime.serve.tool import CURSOR, DOCS, MAX_TOKENS, Tool, limit

QUERY_CHARS = 1_000
BRIEF_EXCERPT = 80
BRIEF_PATH = 100
PATH = " > "
PAGE_EXCERPT = 200
SECTION_EXCERPT = 320
MAX_LINK_CHARS = 1_000
"""Longer links are left out: half of one leads nowhere."""
MOST_VARIANTS = 5
"""Variants that a hit names."""


def search_pages(request: ToolRequest) -> Answer:
    """Give each page that answers once, with its best section."""
    reply = _search(request, excerpt_chars=PAGE_EXCERPT)
    several = len(request.library.docsets) > 1
    hits = [_page(request.library.docsets[hit.docset], hit, several) for hit in reply.hits]
    return _reply(request, reply, hits)


def search_documents(request: ToolRequest) -> Answer:
    """Give the sections that answer."""
    document = ""
    if request.arguments["doc_id"]:
        document = find_document(request.library, request.arguments["doc_id"], request.arguments["docs"]).id
    reply = _search(request, document=document, sections=True, excerpt_chars=SECTION_EXCERPT)
    first = {hit.url: number for number, hit in reversed(list(enumerate(reply.hits)))}
    return _reply(request, reply, [_section(hit, first[hit.url] == number) for number, hit in enumerate(reply.hits)])


def _reply(request: ToolRequest, reply: Reply, hits: list[dict[str, Any]]) -> Answer:
    """Write hits: with shorter excerpts, and then without, the ones for which there is no room."""
    dated, days = with_days(request.library, hits, [hit.docset for hit in reply.hits])
    facts = {**_facts(request, reply), **days}
    return list_reply(request, "hits", dated, reply.total, facts, (_brief, _outlined))


def _brief(hit: Mapping[str, Any]) -> dict[str, Any]:
    """Shorten a hit's excerpt and path, and leave its facets and its link out."""
    shorter = {"excerpt": shorten(hit["excerpt"], BRIEF_EXCERPT)}
    titles = hit.get("path", "").split(PATH)
    if len(titles) > 2 and len(hit["path"]) > BRIEF_PATH:
        shorter["path"] = PATH.join((titles[0], "…", titles[-1]))
    return {key: shorter.get(key, value) for key, value in hit.items() if key not in ("facets", "source")}


def _outlined(hit: Mapping[str, Any]) -> dict[str, Any]:
    """Leave a hit's excerpt and variants out, too."""
    return {key: value for key, value in _brief(hit).items() if key not in ("excerpt", "variants")}


def _search(request: ToolRequest, **options: Any) -> Reply:
    arguments = request.arguments
    check_docs(request.library, arguments["docs"])
    return request.library.search(
        arguments["query"],
        limit=arguments["limit"],
        offset=request.position,
        docs=arguments["docs"],
        filters=arguments["filters"],
        **options,
    )


def _page(docset: Docset, hit: Hit, several: bool) -> dict[str, Any]:
    return {
        **({"docset": hit.docset} if several else {}),
        "url": hit.url,
        "title": shorten(hit.title, 200),
        "section": path_of(docset.entry.url, hit.url),
        "anchor": hit.anchor,
        "excerpt": hit.excerpt,
        "score": round(hit.score, 2),
        **_variants(hit),
        **_source(hit),
    }


def _section(hit: Hit, first: bool) -> dict[str, Any]:
    """Give a section; its page's variants if it is the first of that page."""
    facets = short_facets(hit.facets)
    return {
        "id": hit.section_id,
        "path": PATH.join(shorten(title, 80) for title in (hit.title, *hit.headings)),
        **({"facets": facets} if facets else {}),
        "excerpt": hit.excerpt,
        "score": round(hit.score, 2),
        **(_variants(hit) if first else {}),
        **_source(hit),
    }


def _source(hit: Hit) -> dict[str, str]:
    return {"source": hit.source_url} if 0 < len(hit.source_url) <= MAX_LINK_CHARS else {}


def _variants(hit: Hit) -> dict[str, list[str]]:
    return {"variants": list(hit.variants[:MOST_VARIANTS])} if hit.variants else {}


def _facts(request: ToolRequest, reply: Reply) -> dict[str, Any]:
    """Give what else helps: words that nothing holds, what was searched for in their place, and what else to try."""
    unknown = [shorten(word, 60) for word in reply.unknown_words[:8]]
    facts: dict[str, Any] = {"unknown_words": unknown} if unknown and reply.total else {}
    facts.update(meant(reply))
    return facts if reply.total else {**facts, "hint": _hint(request, unknown)}


def meant(reply: Reply) -> dict[str, str]:
    """Say what was searched for in place of the query as it stands: known words, and words without their quotes."""
    facts = {"did_you_mean": shorten(reply.did_you_mean, 300)} if reply.did_you_mean else {}
    if reply.relaxed:
        facts["hint"] = "Nothing holds the quoted words as they stand: this is found without the quotes."
    return facts


def _hint(request: ToolRequest, unknown: list[str]) -> str:
    arguments = request.arguments
    filters = filters_hint(request.library, arguments["docs"], arguments["filters"])
    if filters:
        return filters
    if unknown:
        return f"Nothing holds {listing(unknown, 5)}. Try other words."
    if not any(character.isalnum() for character in arguments["query"]):
        return "The query holds no word or name to search for."
    narrow = [name for name in ("doc_id", "filters", "docs") if arguments.get(name)]
    return f"Try {'without ' + ' and '.join(narrow) if narrow else 'fewer or other words, without quotes'}."


def filters_hint(library: Library, docs: list[str], filters: Filters) -> str:
    """Say which filter no page passes, and what there is to filter by; empty when each one passes some page."""
    known = count_facets(library.chosen(docs)) if filters else {}
    for facet, values in filters.items():
        if facet not in known:
            meant = did_you_mean(facet, known)
            return f"No page has a facet {quoted(facet, 40)}.{meant} There are: {listing([*known])}."
        if not any(value in known[facet] for value in values):
            there = [*known[facet]]
            asked = " or ".join(quoted(value, 40) for value in values[:3])
            return f"No page has {facet}={asked}.{did_you_mean(values[0], there)} There are: {listing(there)}."
    return ""


_HIT = {"excerpt": TEXT, "score": NUMBER, "variants": TEXTS, "source": TEXT, "fetched": TEXT}
_FACTS = {"unknown_words": TEXTS, "did_you_mean": TEXT, "hint": TEXT}

TOOLS = (
    Tool(
        "search_pages",
        "pages",
        'Search; gives each page once with its best section. Query: words, names, "exact phrase", prefix*.',
        (
            Text("query", required=True, max_chars=QUERY_CHARS),
            limit(10, 50),
            DOCS,
            FiltersArgument("filters", "{facet: value or [values]}, as list_documents shows"),
            CURSOR,
            MAX_TOKENS,
        ),
        search_pages,
        list_of("hits", {**dict.fromkeys(("docset", "url", "title", "section", "anchor"), TEXT), **_HIT}, **_FACTS),
    ),
    Tool(
        "search_documents",
        "tree",
        "Search sections, in one document if doc_id is given. Gives ids for get_node_content and navigate_tree.",
        (
            Text("query", required=True, max_chars=QUERY_CHARS),
            Text("doc_id"),
            FiltersArgument("filters"),
            DOCS,
            limit(15, 50),
            CURSOR,
            MAX_TOKENS,
        ),
        search_documents,
        list_of("hits", {"id": TEXT, "path": TEXT, "facets": OBJECT, **_HIT}, **_FACTS),
    ),
)
