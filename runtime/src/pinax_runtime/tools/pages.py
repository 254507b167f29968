"""get_page, get_tree, get_node_content and navigate_tree: read a page, some of its sections, or its outline."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from pinax_runtime.deadline import while_time
from pinax_runtime.search import Document, Node, section_id, subtree_of
from pinax_runtime.tools.errors import invalid_args
from pinax_runtime.tools.page_text import (
    SectionSpan,
    address,
    as_data,
    find_document,
    join_sections,
    locate,
    outline_after,
    outline_line,
    source_line,
    text_below,
    with_links,
)
from pinax_runtime.tools.reply import ToolReply, ToolRequest, text_reply

if TYPE_CHECKING:
    from pinax_runtime.live import LivePage, LivePages


_MAX_NAMES = 8
"""Number of symbols that the note below a section names."""
_BY_ANCHOR = ", or add the #anchor of a section to the url"
"""Another way to go on, in the note where a text was cut."""


def get_page(request: ToolRequest) -> ToolReply:
    """Reply with the Markdown of a page, or of the section that the URL's anchor names.

    With `live` it comes from the site. If that fails, it comes from the bundle, and the reply says why.
    """
    if not request.arguments["live"]:
        return bundle_reply(request)
    if request.live is None:
        raise invalid_args("This server reads no pages from their sites. Leave `live` out; `serve --live` allows it.")
    from pinax_runtime.live import LiveError  # loads an HTTP client, which takes 0.2 s

    try:
        return _live_reply(request, request.live)
    except LiveError as error:
        return bundle_reply(request, not_live=str(error))


def bundle_reply(request: ToolRequest, how: str = "", not_live: str = "") -> ToolReply:
    """Answer a call of get_page from the bundle.

    Args:
        request: The call.
        how: How to use the cursor of a text that was cut, for a caller that did not use get_page.
        not_live: Why the page could not be read from its site, if that was asked for.
    """
    document, index = locate(request.library, request.arguments["url"], request.arguments["docs"])
    advice = how + (_BY_ANCHOR if len(document.page.sections) > 1 else "")
    text, spans = text_below(document, index, request.arguments["links"])
    source = source_line(document, index, request.now, not_live)
    return text_reply(request, source, text, advice, outline_after(spans))


# Pages as their sites have them now.
#
# Why:   docs/decisions/0028


def _live_reply(request: ToolRequest, live: LivePages) -> ToolReply:
    url = request.arguments["url"].strip()
    document = find_document(request.library, url, request.arguments["docs"])
    page, index = read_live(live, document, url.partition("#")[2])
    text, spans = join_sections(
        (node, with_links(document, text, request.arguments["links"]))
        for node, text in _live_sections(document, page, index)
    )
    advice = _BY_ANCHOR if len(page.sections) > 1 else ""
    request = replace(request, edition=page.edition)
    return text_reply(request, live_source_line(document, page, index), text, advice, outline_after(spans))


def read_live(live: LivePages, document: Document, anchor: str) -> tuple[LivePage, int]:
    """Read a page from its site and find a section of it; index 0 is the whole page.

    Raises:
        LiveError: The page cannot be read, or has no such section.
    """
    from pinax_runtime.live import LiveError

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
    return join_sections(_live_sections(document, page, index))[0]


def live_source_line(document: Document, page: LivePage, index: int) -> str:
    """Say where a text comes from: its address, docset and time."""
    anchor = page.sections[index].anchor if index else ""
    address = section_id(page.url, anchor if not anchor.startswith("~") else "")
    moment = page.fetched_at_text[:16].replace("T", " ") + " UTC"
    return f"Source: {address} ({document.docset.name}, live, fetched {moment})"


def _live_sections(document: Document, page: LivePage, index: int) -> Iterator[tuple[Node | None, str]]:
    """Yield the texts of a section and everything below it, each with its node; None continues the one before."""
    for at in subtree_of(page.sections, index):
        section, text = page.sections[at], page.sections[at].text.strip("\n")
        node_id = section_id(document.id, section.anchor if at else "")
        node = Node(at, node_id, section.depth, section.title, section.anchor, len(text.split()))
        yield node if section.title or not at else None, text


# The section tree of one document.


def get_tree(request: ToolRequest) -> ToolReply:
    """Reply with the outline of a document: one line for each section, indented by depth, without text."""
    document = find_document(request.library, request.arguments["doc_id"])
    deepest, nodes = request.arguments["max_depth"], list(document.nodes())
    shown = [node for node in nodes if deepest is None or node.depth <= deepest]
    lines = [f"{'  ' * node.depth}{outline_line(node)}" for node in shown]
    if len(shown) < len(nodes):
        lines.append(f"[{len(nodes) - len(shown)} deeper sections; raise max_depth]")
    header = f"{source_line(document, 0)}\nid | title | words; indented by depth"
    return text_reply(request, header, "\n".join(lines), ", or lower max_depth")


def get_node_content(request: ToolRequest) -> ToolReply:
    """Reply with the Markdown of some sections, without their children."""
    page = request.arguments["doc_id"] or ""
    found = [locate(request.library, node_id, page=page) for node_id in request.arguments["node_ids"]]
    texts: list[str] = []
    spans: list[SectionSpan] = []
    for document, index in while_time(found):
        own = as_data(with_links(document, document.text(index), request.arguments["links"]))
        source = f"Source: {address(document, index)}" if texts else ""
        spans.append(SectionSpan(sum(len(text) + 2 for text in texts), document.node(index), own))
        parts = (source, own, _names_note(request, document, index), _children_note(document, index))
        texts.append("\n\n".join(filter(None, parts)))
    return text_reply(request, source_line(*found[0]), "\n\n".join(texts), outline_after=outline_after(spans))


def navigate_tree(request: ToolRequest) -> ToolReply:
    """Reply with the Markdown of a section and everything below it."""
    document, index = locate(request.library, request.arguments["node_id"], page=request.arguments["doc_id"] or "")
    text, spans = text_below(document, index, request.arguments["links"])
    return text_reply(request, source_line(document, index), text, ", or read sections by id", outline_after(spans))


def _names_note(request: ToolRequest, document: Document, index: int) -> str:
    """Note which symbols a section of documentation names, and where they are defined."""
    named = request.library.symbols_named(document, index, limit=_MAX_NAMES)
    return f"[names {', '.join(f'{symbol.name} ({symbol.section_id})' for symbol in named)}]" if named else ""


def _children_note(document: Document, index: int) -> str:
    """Note how much lies below a section, as its own text does not show it."""
    children = document.children(index)
    if not children:
        return ""
    words = sum(document.page.sections[at].words for at in document.subtree(index)) - document.node(index).words
    return f"[{len(children)} subsection{'s' if len(children) > 1 else ''}, {words} words: navigate_tree]"
