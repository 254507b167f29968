"""Resources: docsets, pages and sections by address, for clients that attach documents instead of calling tools.

    docs://DOCSET               the docset's sections and how many pages each has, as JSON
    docs://DOCSET/PAGE          a page as Markdown
    docs://DOCSET/PAGE#SECTION  a section of it with everything below

Rules: a text keeps the server's ceiling like any reply; where it was cut, its last line says how get_page goes on.
Spec:  Model Context Protocol, server/resources; RFC 6570 for the templates.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote, unquote

from pinax_runtime.search import Library, Shelf
from pinax_runtime.search.showing.ids import section_id
from pinax_runtime.serve.arguments import check_arguments
from pinax_runtime.serve.budget.tokens import DEFAULT_CEILING
from pinax_runtime.serve.calls import ToolReply, answered
from pinax_runtime.serve.errors import ToolError, not_found
from pinax_runtime.serve.replies.answer import Answer
from pinax_runtime.serve.replies.freshness import Clock, day_of
from pinax_runtime.serve.replies.request import ToolRequest
from pinax_runtime.serve.replies.suggest import check_docs, quoted
from pinax_runtime.serve.tools import TOOLS
from pinax_runtime.serve.tools.pages import page_answer

READ = "resources/read"
"""The protocol's name for it, under which it is logged."""
SCHEME = "docs://"
PAGE_TEMPLATE = SCHEME + "{docs}/{+page}"
SECTION_TEMPLATE = PAGE_TEMPLATE + "{#section}"
JSON, MARKDOWN = "application/json", "text/markdown"

_TOOLS = {tool.name: tool for tool in TOOLS}


@dataclass(frozen=True, slots=True)
class ListedResource:
    """A docset, as a resource."""

    uri: str
    name: str
    title: str
    description: str
    fetched_at: str
    """As the bundle says; empty if that is no date."""


def list_resources(library: Library) -> Iterator[ListedResource]:
    """Give the docsets; pages are too many to list, and templates lead to them."""
    for name, docset in library.docsets.items():
        entry = docset.entry
        described = f"Sections of {entry.url or entry.title or name} and the number of pages in each ({entry.n_pages})"
        fetched_at = entry.fetched_at if day_of(entry.fetched_at) else ""
        yield ListedResource(SCHEME + quote(name, safe=""), name, entry.title or name, described, fetched_at)


def kind_of(uri: str) -> str:
    """Give the media type of what a URI names.

    >>> kind_of("docs://python"), kind_of("docs://python/library/json.html")
    ('application/json', 'text/markdown')
    """
    return MARKDOWN if "/" in uri.removeprefix(SCHEME) else JSON


def read_resource(
    library: Library | Shelf, uri: str, *, ceiling: int = DEFAULT_CEILING, now: Clock = time.time
) -> ToolReply:
    """Read a resource.

    Args:
        library: What to answer from.
        uri: Of the resource.
        ceiling: Most tokens of the text.
        now: Tells the time.
    """
    return answered(READ, uri, lambda: library.ask(lambda present: _read(present, uri, ceiling, now)))


def _read(library: Library, uri: str, ceiling: int, now: Clock) -> Answer:
    if not uri.startswith(SCHEME):
        raise not_found(f"No resource {quoted(uri)}. Addresses are {SCHEME}DOCSET and {SCHEME}DOCSET/PAGE#SECTION.")
    given, slash, rest = uri.removeprefix(SCHEME).partition("/")
    docs = unquote(given)
    check_docs(library, [docs])
    if not slash:
        return _answer(library, "list_sections", {"docs": [docs]}, ceiling, now)
    try:
        return _page(library, docs, rest, ceiling, now)
    except ToolError as error:
        if error.code != "not_found" or unquote(rest) == rest:
            raise
        return _page(library, docs, unquote(rest), ceiling, now)  # a client escaped what is escaped in no URL of ours


def _page(library: Library, docs: str, rest: str, ceiling: int, now: Clock) -> Answer:
    path, _, anchor = rest.partition("#")
    url = section_id(f"{docs}:{path}", anchor)
    request = _request(library, "get_page", {"url": url, "docs": [docs]}, ceiling, now)
    return page_answer(request, f' in get_page with url {quoted(url, 500)} and docs ["{docs}"]')


def _answer(library: Library, tool: str, arguments: dict[str, object], ceiling: int, now: Clock) -> Answer:
    return _TOOLS[tool].handler(_request(library, tool, arguments, ceiling, now))


def _request(library: Library, tool: str, arguments: dict[str, object], ceiling: int, now: Clock) -> ToolRequest:
    checked = check_arguments(tool, _TOOLS[tool].bounded(ceiling), arguments)
    return ToolRequest(tool, library, checked, ceiling, ceiling, now=now)
