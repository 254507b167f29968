"""Find the page or section that a tool was asked for, and say where its text comes from."""

from __future__ import annotations

import time
from collections.abc import Sequence

from pinax_runtime.search import Document, Library
from pinax_runtime.serve.errors import ToolError, invalid_args, not_found
from pinax_runtime.serve.replies.freshness import Clock, age_days, day_of
from pinax_runtime.serve.replies.suggest import check_docs, nearest_anchors, nearest_pages, quoted
from pinax_runtime.serve.replies.writing import shorten

_REASON_CHARS = 300
"""Length to which the reason why a page is not live is shortened (characters)."""


def locate(library: Library, url: str, docs: Sequence[str] = ()) -> tuple[Document, int]:
    """Find a page, or the section that the anchor of a URL or id names.

    Returns:
        The page, and the section's index in its outline; 0 is the whole page.

    Raises:
        ToolError: not_found, with the nearest pages or anchors; invalid_args for an anchor without a page.
    """
    url = url.strip()
    if url.startswith("#"):
        raise invalid_args(f"{quoted(url)} names no page. Put the page's URL, path or id before it.")
    document = find_document(library, url, docs)
    return document, find_section(document, url.partition("#")[2])


def find_document(library: Library, url: str, docs: Sequence[str] = ()) -> Document:
    """Find a page by URL, path below the base URL, or id.

    Raises:
        ToolError: not_found, with the pages whose addresses are nearest.
    """
    check_docs(library, docs)
    document = library.find(url, docs)
    if document is None:
        likely = nearest_pages(library, url, docs)
        remedy = f"Did you mean {' or '.join(likely)}?" if likely else "Search finds pages by their words."
        raise not_found(f"No page {quoted(url)} in the bundle. {remedy}")
    return document


def find_section(document: Document, anchor: str) -> int:
    """Find a section of a page by its anchor; an empty anchor is the page itself.

    Raises:
        ToolError: not_found, with the nearest anchors.
    """
    index = document.find(anchor)
    if index is None:
        raise _no_section(document, anchor)
    return document.owner(index)


def find_node(document: Document, node_id: str) -> int:
    """Find a section of a page by id: `docset:path#anchor`, `#anchor`, the anchor alone, or the page's own id or URL.

    Raises:
        ToolError: not_found, with the nearest ids; invalid_args for the id of another page.
    """
    page, has_anchor, anchor = node_id.strip().rpartition("#")
    if has_anchor:
        if page and page not in (document.id, document.page.url, document.id.partition(":")[2]):
            raise invalid_args(f"{quoted(node_id)} is not in {document.id}. Ask for sections of one page at a time.")
        return find_section(document, anchor)
    if node_id in (document.id, document.page.url):
        return 0
    return find_section(document, node_id)


def source_line(document: Document, index: int, now: Clock = time.time, not_live: str = "") -> str:
    """Say where a text comes from: its address, docset and date.

    With `not_live`, the reason why the page could not be read from its site, the line has its age and that reason too.
    """
    docset = document.docset
    day = day_of(docset.fetched_at)
    told = f", fetched {day}" if day else ""
    if not_live:
        age = age_days(docset.fetched_at, now())
        told += f", {age} days old" if age is not None else ""
        told += f"; not live: {shorten(not_live, _REASON_CHARS)}"
    return f"Source: {address(document, index)} ({docset.name}{told})"


def address(document: Document, index: int) -> str:
    """Return the published address of a section, or of its page if the section has no published anchor.

    For source code it is where people see the section's lines, if the docset has a template for such links.
    """
    if link := document.source_link(index):
        return link
    anchor = document.page.sections[index].anchor if index else ""
    return f"{document.page.url}#{anchor}" if anchor and not anchor.startswith("~") else document.page.url


def _no_section(document: Document, anchor: str) -> ToolError:
    likely = nearest_anchors(document, anchor)
    remedy = f"Did you mean {' or '.join('#' + item for item in likely)}?" if likely else "get_tree lists its sections."
    return not_found(f"No section {quoted('#' + anchor)} in {document.id}. {remedy}")
