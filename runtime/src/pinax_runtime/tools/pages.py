"""get_page, get_tree, get_node_content and navigate_tree: read a page, some of its sections, or its outline."""

from __future__ import annotations

from dataclasses import replace

from pinax_runtime.deadline import while_time
from pinax_runtime.search import Document, with_links
from pinax_runtime.tools.errors import invalid_args
from pinax_runtime.tools.page_text import (
    SectionSpan,
    address,
    as_data,
    find_document,
    locate,
    outline_after,
    outline_line,
    source_line,
    text_below,
)
from pinax_runtime.tools.reply import ToolReply, ToolRequest, text_reply

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

    page, _, anchor = request.arguments["url"].strip().partition("#")
    document = find_document(request.library, page, request.arguments["docs"])
    try:
        live, index = request.live.document(document, anchor)
    except LiveError as error:
        return bundle_reply(request, not_live=str(error))
    return _page_reply(replace(request, edition=live.edition), live, index)


def bundle_reply(request: ToolRequest, how: str = "", not_live: str = "") -> ToolReply:
    """Answer a call of get_page from the bundle.

    Args:
        request: The call.
        how: How to use the cursor of a text that was cut, for a caller that did not use get_page.
        not_live: Why the page could not be read from its site, if that was asked for.
    """
    document, index = locate(request.library, request.arguments["url"], request.arguments["docs"])
    return _page_reply(request, document, index, how, not_live)


def _page_reply(request: ToolRequest, document: Document, index: int, how: str = "", not_live: str = "") -> ToolReply:
    advice = how + (_BY_ANCHOR if len(document.page.sections) > 1 else "")
    text, spans = text_below(document, index, request.arguments["links"])
    source = source_line(document, index, request.now, not_live)
    return text_reply(request, source, text, advice, outline_after(spans))


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
