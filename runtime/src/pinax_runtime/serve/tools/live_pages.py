"""Answer get_page from a page's site."""

from __future__ import annotations

from dataclasses import replace

from pinax_runtime.search import Document, Node
from pinax_runtime.search.showing.ids import section_id
from pinax_runtime.serve.live.page_reader import LiveError, LivePage, LivePages
from pinax_runtime.serve.replies.answer import Answer
from pinax_runtime.serve.replies.outlines import Part, follows
from pinax_runtime.serve.replies.reading import find_document
from pinax_runtime.serve.replies.reply import text_reply
from pinax_runtime.serve.replies.request import ToolRequest


def live_answer(request: ToolRequest) -> Answer:
    """Give a page, or the section that the URL's anchor names, as its site has it now.

    Raises:
        LiveError: The page cannot be had, or has no such section.
    """
    assert request.live is not None
    url = request.arguments["url"].strip()
    document = find_document(request.library, url, request.arguments["docs"])
    page, index = read_live(request.live, document, url.partition("#")[2])
    text, parts = _parts_below(document, page, index)
    advice = ", or add the #anchor of a section to the url" if len(page.sections) > 1 else ""
    request = replace(request, edition=page.edition)
    return text_reply(request, live_source_line(document, page, index), text, advice, follows(parts))


def read_live(live: LivePages, document: Document, anchor: str) -> tuple[LivePage, int]:
    """Read a page from its site, and find a section of it; 0 is the whole page.

    Raises:
        LiveError: The page cannot be had, or has no such section.
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


def live_text(page: LivePage, index: int) -> str:
    """Give the Markdown of a section with everything below it."""
    return "\n\n".join(page.sections[at].text.strip("\n") for at in _subtree(page, index))


def live_source_line(document: Document, page: LivePage, index: int) -> str:
    """Say where a text comes from: address, docset, time."""
    anchor = page.sections[index].anchor if index else ""
    address = section_id(page.url, anchor if not anchor.startswith("~") else "")
    moment = page.fetched_at_text[:16].replace("T", " ") + " UTC"
    return f"Source: {address} ({document.docset.name}, live, fetched {moment})"


def _parts_below(document: Document, page: LivePage, index: int) -> tuple[str, list[Part]]:
    """Give the Markdown of a section with everything below it, and where in it each section starts."""
    parts, start = [], 0
    for at in _subtree(page, index):
        section, text = page.sections[at], page.sections[at].text.strip("\n")
        if section.title or not at:
            node_id = section_id(document.id, section.anchor if at else "")
            node = Node(at, node_id, section.depth, section.title, section.anchor, len(text.split()))
            parts.append(Part(start, node, text))
        start += len(text) + 2
    return live_text(page, index), parts


def _subtree(page: LivePage, index: int) -> range:
    depth = page.sections[index].depth
    deeper = (at for at in range(index + 1, len(page.sections)) if page.sections[at].depth <= depth)
    return range(index, next(deeper, len(page.sections)))
