"""The table of tools: the name of each, its arguments, the function that answers it, and the schema of its reply."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pinax_runtime.search import LINK_FORMS, Library
from pinax_runtime.tools.arguments import (
    Argument,
    boolean,
    choice,
    facet_values,
    input_schema,
    integer,
    string,
    strings,
)
from pinax_runtime.tools.budget import MAX_CEILING, MIN_TOKENS
from pinax_runtime.tools.grepping import grep
from pinax_runtime.tools.listing import get_section_pages, list_docs, list_documents, list_sections
from pinax_runtime.tools.pages import get_node_content, get_page, get_tree, navigate_tree
from pinax_runtime.tools.reply import ToolReply, ToolRequest
from pinax_runtime.tools.research import fetch, search
from pinax_runtime.tools.searching import search_documents, search_pages
from pinax_runtime.tools.symbols import find_symbol

Schema = Mapping[str, Any]
"""A JSON schema."""
Group = Literal["pages", "tree", "search-fetch"]
"""Which tools a server may offer alone: those that read pages or section trees, or the pair of research agents."""
LEAN = "lean"
"""The fewest tools that answer everything: those of any group that are marked so."""
PAIR: Group = "search-fetch"
"""The pair of research agents, which is offered alone."""
_QUERY_CHARS = 1_000
"""Longest query (characters)."""
_MAX_NODES = 10
"""Number of sections that one call may read."""

DOCS = strings("docs", max_items=100)
"""Names of the docsets to look in."""
CURSOR = string("cursor", max_chars=500)
"""Continues a reply that was cut."""
MAX_TOKENS = integer("max_tokens", MIN_TOKENS, MAX_CEILING)
"""Longest reply (tokens); `Tool.bounded` sets the bounds of a server."""
DOC_ID = string("doc_id", required=True)
"""URL, path or id of the page to read."""
TEXT_TOKENS = integer("text_tokens", 0, MAX_CEILING)
"""How much text of its best hits a search brings along (tokens); without it, by rank."""
PAGE_OF = string("doc_id")
"""URL, path or id of the page of an anchor that is given alone."""
LINKS = choice("links", "targets of links to show", LINK_FORMS)
"""How the targets of links are shown in a text."""
SORT = string("sort", "metadata to sort by, -name descending", max_chars=200)
"""How to order what was found, in place of its rank."""
LIVE = boolean("live", "Read it from its site now, not from the bundle")
"""Whether to read the page from its site; in the schema only where the server allows it."""
QUERY = string("query", required=True, max_chars=_QUERY_CHARS)
"""Words to search for."""


def limit(preset: int, maximum: int) -> Argument:
    """Make the argument for the largest number of items to return."""
    return integer("limit", 1, maximum, preset)


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool that agents can call. Every tool is read-only."""

    name: str
    title: str
    """Name for people."""
    group: Group
    description: str
    arguments: tuple[Argument, ...]
    handler: Callable[[ToolRequest], ToolReply]
    """Returns the reply; raises ToolError."""
    output: Schema
    """JSON schema of the object that stands beside the reply's text on servers with --structured."""
    is_first: bool = False
    """Whether an agent mostly begins with this tool, so that clients should have it loaded at once."""
    is_lean: bool = False
    """Whether it is among the fewest tools that answer everything."""
    is_offered: Callable[[Library], bool] = lambda _library: True
    """Returns whether a library has anything that the tool finds; where it has nothing, the tool is not offered."""

    def bounded(self, ceiling: int, structured: bool = False) -> tuple[Argument, ...]:
        """Return the arguments, with max_tokens between the least that a reply needs and the server's ceiling.

        A structured reply says everything twice, so it needs twice as much.
        """
        bounded = integer("max_tokens", MIN_TOKENS * 2 if structured else MIN_TOKENS, ceiling)
        return tuple(bounded if item is MAX_TOKENS else item for item in self.arguments)

    def schema(self, ceiling: int, structured: bool = False, live: bool = False) -> Mapping[str, Any]:
        """Return the JSON schema of the arguments; `live` says whether the server reads pages from their sites."""
        return input_schema([item for item in self.bounded(ceiling, structured) if item is not LIVE or live])


TEXT: Schema = {"type": "string"}
INTEGER: Schema = {"type": "integer"}
OBJECT: Schema = {"type": "object"}
TEXTS: Schema = {"type": "array", "items": TEXT}

MARKDOWN: Schema = {
    "type": "object",
    "properties": {
        "source": TEXT,
        "text": TEXT,
        "outline": TEXT,
        "tokens_left": INTEGER,
        "cursor": TEXT,
        "cut_short": TEXT,
    },
    "required": ["source", "text"],
}
"""Schema of a reply that holds a text: its source, and the cursor that continues it."""


def list_of(key: str, item: Mapping[str, Schema], **more: Schema) -> Schema:
    """Return the schema of a reply that holds a list.

    Args:
        key: The member that holds the list.
        item: The members of an item.
        more: Further members of the reply.
    """
    items = {"type": "array", "items": {"type": "object", "properties": dict(item)}}
    cut = {"shortened": INTEGER, "truncated": {"type": "boolean"}, "cursor": TEXT, "cut_short": TEXT}
    properties = {key: items, "total": INTEGER, "fetched": TEXT, **more, **cut}
    return {"type": "object", "properties": properties, "required": [key, "total"]}


def texts(*names: str) -> dict[str, Schema]:
    """Return the schema of members that are texts."""
    return dict.fromkeys(names, TEXT)


_HIT = {"excerpt": TEXT, "variants": TEXTS, "source": TEXT, "fetched": TEXT}
_NOTES = {"unknown_words": TEXTS, "did_you_mean": TEXT, "hint": TEXT}

TOOLS = (
    Tool(
        "list_docs",
        "List documentation sets",
        "pages",
        "List the documentation sets (docsets). Pass their names as `docs` to other tools.",
        (CURSOR,),
        list_docs,
        list_of(
            "docs",
            {
                **texts("name", "title", "version", "url", "fetched_at", "notice"),
                **dict.fromkeys(("pages", "sections", "age_days"), INTEGER),
                "languages": OBJECT,
            },
        ),
    ),
    Tool(
        "list_sections",
        "List sections of a site",
        "pages",
        "List a site's sections (URL paths) with page counts: top level, or below `prefix`. "
        '"." holds the pages directly at a level.',
        (DOCS, string("prefix"), CURSOR, MAX_TOKENS),
        list_sections,
        list_of("sections", {"section": TEXT, "pages": INTEGER, "docset": TEXT}),
    ),
    Tool(
        "get_section_pages",
        "List pages of a section",
        "pages",
        "List the pages in a section and below it.",
        (string("section", required=True), DOCS, limit(50, 200), CURSOR, MAX_TOKENS),
        get_section_pages,
        list_of("pages", texts("url", "title", "docset", "fetched")),
    ),
    Tool(
        "search_pages",
        "Search pages",
        "pages",
        'Search for pages; each comes once, with its best section. Query: words, names, "exact phrase", prefix*.',
        (
            QUERY,
            limit(10, 50),
            DOCS,
            facet_values("filters", "{facet: value or [values]}, as list_documents shows"),
            SORT,
            CURSOR,
            MAX_TOKENS,
        ),
        search_pages,
        list_of(
            "hits",
            {
                **texts("docset", "url", "title", "section", "anchor"),
                "score": {"type": "number"},
                "also": {"type": "array", "items": OBJECT},
                **_HIT,
            },
            **_NOTES,
        ),
        is_first=True,
    ),
    Tool(
        "search_documents",
        "Search documentation",
        "tree",
        "Search for sections, in one document if doc_id is given. The best brings its text; read others by id, "
        "or have text_tokens of the best hits' text brought along.",
        (QUERY, string("doc_id"), facet_values("filters"), DOCS, limit(5, 50), TEXT_TOKENS, CURSOR, MAX_TOKENS),
        search_documents,
        list_of("hits", {**texts("id", "url", "path", "text", "text_in"), **_HIT}, **_NOTES),
        is_first=True,
        is_lean=True,
    ),
    Tool(
        "get_page",
        "Read a page",
        "pages",
        "Read a page as Markdown; with #anchor, only that section.",
        (string("url", "URL, path or id", required=True), DOCS, LINKS, LIVE, MAX_TOKENS, CURSOR),
        get_page,
        MARKDOWN,
        is_lean=True,
    ),
    Tool(
        "list_documents",
        "List documents",
        "tree",
        "List documents with metadata, and facet counts to filter by. A query ranks them.",
        (
            string("query", max_chars=_QUERY_CHARS),
            string("tag", max_chars=1_000),
            facet_values("filters"),
            SORT,
            DOCS,
            limit(30, 100),
            CURSOR,
            MAX_TOKENS,
        ),
        list_documents,
        list_of(
            "documents",
            {
                **texts("id", "title", "description", "fetched"),
                **dict.fromkeys(("sections", "words"), INTEGER),
                **dict.fromkeys(("facets", "meta"), OBJECT),
            },
            facets=OBJECT,
            did_you_mean=TEXT,
            unknown_words=TEXTS,
            hint=TEXT,
        ),
    ),
    Tool(
        "get_tree",
        "Outline a document",
        "tree",
        "Show the outline of a document: section ids, titles, word counts.",
        (DOC_ID, integer("max_depth", minimum=0, maximum=100), CURSOR, MAX_TOKENS),
        get_tree,
        MARKDOWN,
        is_lean=True,
    ),
    Tool(
        "get_node_content",
        "Read sections",
        "tree",
        "Read sections by id, without their children.",
        (
            PAGE_OF,
            strings("node_ids", "ids, or #anchors of doc_id", required=True, max_items=_MAX_NODES, max_chars=10_000),
            LINKS,
            CURSOR,
            MAX_TOKENS,
        ),
        get_node_content,
        MARKDOWN,
    ),
    Tool(
        "navigate_tree",
        "Read a section and below",
        "tree",
        "Read a section with everything below it.",
        (PAGE_OF, string("node_id", "id, or #anchor of doc_id", required=True), LINKS, CURSOR, MAX_TOKENS),
        navigate_tree,
        MARKDOWN,
    ),
    Tool(
        "find_symbol",
        "Find a definition",
        "tree",
        "Find where a class, function, method, option etc. is defined, by its name, the end of it or words of it.",
        (
            string("query", required=True, max_chars=300),
            string("kind", "class, function, method, …", max_chars=100),
            string("language", max_chars=100),
            DOCS,
            limit(15, 50),
            CURSOR,
            MAX_TOKENS,
        ),
        find_symbol,
        list_of(
            "symbols",
            {
                **texts("name", "kind", "language", "signature", "visibility", "docset", "id", "location", "source"),
                "fetched": TEXT,
                "named_in": TEXTS,
            },
            did_you_mean=TEXT,
            hint=TEXT,
        ),
        is_lean=True,
        is_offered=Library.has_symbols,
    ),
    Tool(
        "grep",
        "Find an exact text",
        "tree",
        "Find the lines that hold a text just as it is spelled: a flag, a name with its signs, an error message.",
        (
            string("text", required=True, max_chars=300),
            DOCS,
            facet_values("filters"),
            integer("context", 0, 10, 1),
            limit(10, 50),
            CURSOR,
            MAX_TOKENS,
        ),
        grep,
        list_of(
            "matches",
            {**texts("id", "url", "path", "text", "location", "fetched"), **dict.fromkeys(("line", "lines"), INTEGER)},
            hint=TEXT,
        ),
        is_lean=True,
    ),
    Tool(
        "search",
        "Search documentation",
        PAIR,
        "Search the documentation. Returns results with ids; read them with fetch.",
        (QUERY,),
        search,
        {
            "type": "object",
            "properties": {
                "results": {
                    "type": "array",
                    "items": {"type": "object", "properties": texts("id", "title", "url", "text")},
                }
            },
            "required": ["results"],
        },
        is_first=True,
    ),
    Tool(
        "fetch",
        "Read a result",
        PAIR,
        "Read the text of a search result.",
        (string("id", "id of a result, URL or path", required=True),),
        fetch,
        {
            "type": "object",
            "properties": {**texts("id", "title", "text", "url"), "metadata": OBJECT},
            "required": ["id", "title", "text", "url"],
        },
    ),
)
"""Every tool, in the order in which agents see them; the pair of research agents stands in for all others."""


def choose_tools(group: str = "all") -> tuple[Tool, ...]:
    """Return the tools of a group; `list_docs` belongs to pages and tree, and search-fetch is in no other."""
    if group in (PAIR, LEAN):
        return tuple(tool for tool in TOOLS if (tool.is_lean if group == LEAN else tool.group == PAIR))
    return tuple(
        tool
        for tool in TOOLS
        if tool.group == group or tool.name == "list_docs" or (group == "all" and tool.group != PAIR)
    )
