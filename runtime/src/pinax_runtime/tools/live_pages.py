"""Answer get_page with a page as its site has it now.

Why:   docs/decisions/0028
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pinax_runtime.live import LiveError, LivePage, LivePages
from pinax_runtime.search import Document, Node, section_id, subtree_of
from pinax_runtime.tools.page_text import find_document, join_sections, links_shown, outline_after
from pinax_runtime.tools.reply import ToolReply, ToolRequest, text_reply


def live_reply(request: ToolRequest) -> ToolReply:
    """Reply with a page, or the section that the URL's anchor names, as its site has it now.

    Raises:
        LiveError: The page cannot be read, or has no such section.
    """
    assert request.live is not None
    url = request.arguments["url"].strip()
    document = find_document(request.library, url, request.arguments["docs"])
    page, index = read_live(request.live, document, url.partition("#")[2])
    shown = request.arguments["links"]
    sections = _sections_below(document, page, index)
    text, spans = join_sections((node, links_shown(document, text, shown)) for node, text in sections)
    advice = ", or add the #anchor of a section to the url" if len(page.sections) > 1 else ""
    request = replace(request, edition=page.edition)
    return text_reply(request, live_source_line(document, page, index), text, advice, outline_after(spans))


def read_live(live: LivePages, document: Document, anchor: str) -> tuple[LivePage, int]:
    """Read a page from its site and find a section of it; index 0 is the whole page.

    Raises:
        LiveError: The page cannot be read, or has no such section.
    """
    page = live.read(document.page.url, document.docset.url)
    if not anchor:
        return page, 0
    for index, section in enumerate(page.sections):
        if section.anchor == anchor:
            return page, index
    if len(page.sections) == 1:
        raise LiveError("the site's page is not divided into sections")
    raise LiveError(f"the site's page has no section #{anchor} now")


def live_text(document: Document, page: LivePage, index: int) -> str:
    """Return the Markdown of a section and everything below it."""
    return join_sections(_sections_below(document, page, index))[0]


def live_source_line(document: Document, page: LivePage, index: int) -> str:
    """Say where a text comes from: its address, docset and time."""
    anchor = page.sections[index].anchor if index else ""
    address = section_id(page.url, anchor if not anchor.startswith("~") else "")
    moment = page.fetched_at_text[:16].replace("T", " ") + " UTC"
    return f"Source: {address} ({document.docset.name}, live, fetched {moment})"


def _sections_below(document: Document, page: LivePage, index: int) -> Iterator[tuple[Node | None, str]]:
    """Return the texts of a section and everything below it, each with its node; None continues the one before."""
    for at in subtree_of(page.sections, index):
        section, text = page.sections[at], page.sections[at].text.strip("\n")
        node_id = section_id(document.id, section.anchor if at else "")
        node = Node(at, node_id, section.depth, section.title, section.anchor, len(text.split()))
        yield node if section.title or not at else None, text
