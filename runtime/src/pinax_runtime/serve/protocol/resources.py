"""Read resources: docsets, pages and sections by address, for clients that attach documents.

    docs://DOCSET               the docset's sections and how many pages each has, as JSON
    docs://DOCSET/PAGE          a page as Markdown
    docs://DOCSET/PAGE#SECTION  a section of the page with everything below

Rules: a text is no longer than the server's ceiling. Where it was cut, its last line says how to go on with get_page.
Spec:  Model Context Protocol, server/resources; RFC 6570 for the templates.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote, unquote

from pinax_runtime.search import Library, Shelf, section_id
from pinax_runtime.serve.arguments import check_arguments
from pinax_runtime.serve.budget import DEFAULT_CEILING
from pinax_runtime.serve.calls import answered
from pinax_runtime.serve.errors import ToolError, not_found
from pinax_runtime.serve.replies import FULL, Clock, ToolReply, ToolRequest, check_docs, day_of, quoted
from pinax_runtime.serve.tools import TOOLS
from pinax_runtime.serve.tools.pages import bundle_reply

READ = "resources/read"
"""The protocol's method for reading a resource; the log names such calls so."""
SCHEME = "docs://"
"""Start of every address."""
PAGE_TEMPLATE = SCHEME + "{docs}/{+page}"
"""Template of the address of a page."""
SECTION_TEMPLATE = PAGE_TEMPLATE + "{#section}"
"""Template of the address of a section."""
JSON, MARKDOWN = "application/json", "text/markdown"

_TOOLS = {tool.name: tool for tool in TOOLS}


@dataclass(frozen=True, slots=True)
class ListedResource:
    """A docset in the list of resources."""

    uri: str
    name: str
    title: str
    description: str
    fetched_at: str
    """When the docset was fetched; empty if the bundle has no valid date."""


def list_resources(library: Library) -> Iterator[ListedResource]:
    """Return the docsets. There are too many pages to list; templates lead to these."""
    for name, docset in library.docsets.items():
        entry = docset.entry
        described = f"Sections of {entry.url or entry.title or name} and the number of pages in each ({entry.n_pages})"
        fetched_at = entry.fetched_at if day_of(entry.fetched_at) else ""
        yield ListedResource(SCHEME + quote(name, safe=""), name, entry.title or name, described, fetched_at)


def kind_of(uri: str) -> str:
    """Return the media type of the resource at a URI.

    >>> kind_of("docs://python"), kind_of("docs://python/library/json.html")
    ('application/json', 'text/markdown')
    """
    return MARKDOWN if "/" in uri.removeprefix(SCHEME) else JSON


def read_resource(
    library: Library | Shelf, uri: str, *, ceiling: int = DEFAULT_CEILING, now: Clock = time.time
) -> ToolReply:
    """Read a resource.

    Args:
        library: The library to answer from, or a shelf that holds the present one.
        uri: The address of the resource.
        ceiling: Longest text (tokens).
        now: Returns the time from which ages are counted.
    """
    return answered(READ, uri, lambda: library.ask(lambda present: _read(present, uri, ceiling, now)))


def _read(library: Library, uri: str, ceiling: int, now: Clock) -> ToolReply:
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
        return _page(
            library, docs, unquote(rest), ceiling, now
        )  # some clients escape characters that the page's URL has as they are


def _page(library: Library, docs: str, rest: str, ceiling: int, now: Clock) -> ToolReply:
    path, _, anchor = rest.partition("#")
    url = section_id(f"{docs}:{path}", anchor)
    request = _request(library, "get_page", {"url": url, "docs": [docs], "links": FULL}, ceiling, now)
    return bundle_reply(request, f' in get_page with url {quoted(url, 500)}, docs ["{docs}"] and links "{FULL}"')


def _answer(library: Library, tool: str, arguments: dict[str, object], ceiling: int, now: Clock) -> ToolReply:
    return _TOOLS[tool].handler(_request(library, tool, arguments, ceiling, now))


def _request(library: Library, tool: str, arguments: dict[str, object], ceiling: int, now: Clock) -> ToolRequest:
    checked = check_arguments(tool, _TOOLS[tool].bounded(ceiling), arguments)
    return ToolRequest(tool, library, checked, ceiling, ceiling, now=now)
