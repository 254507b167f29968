"""Read a page or a section, and walk its tree."""

from __future__ import annotations

from pinax_runtime.deadline import while_time
from pinax_runtime.search import Document
from pinax_runtime.tools.arguments import integer, string, strings
from pinax_runtime.tools.errors import invalid_args
from pinax_runtime.tools.page_text import (
    SectionSpan,
    address,
    as_data,
    find_document,
    find_node,
    links_shown,
    locate,
    outline_after,
    outline_line,
    source_line,
    text_below,
)
from pinax_runtime.tools.reply import ToolReply, ToolRequest, text_reply
from pinax_runtime.tools.tool import CURSOR, DOC_ID, DOCS, LINKS, LIVE, MARKDOWN, MAX_TOKENS, Tool

# get_page: a page, or one section of it with everything below, as Markdown.
#
# Why:   docs/decisions/0045


def get_page(request: ToolRequest) -> ToolReply:
    """Reply with the Markdown of a page, or of the section that the URL's anchor names.

    With `live` it comes from the site. If that fails, it comes from the bundle, and the reply says why.
    """
    if not request.arguments["live"]:
        return bundle_reply(request)
    if request.live is None:
        raise invalid_args("This server reads no pages from their sites. Leave `live` out; `serve --live` allows it.")
    from pinax_runtime.live import LiveError
    from pinax_runtime.tools.live_pages import live_reply  # loads an HTTP client, which takes 0.2 s

    try:
        return live_reply(request)
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
    advice = how + (", or add the #anchor of a section to the url" if len(document.page.sections) > 1 else "")
    text, spans = text_below(document, index, request.arguments["links"])
    source = source_line(document, index, request.now, not_live)
    return text_reply(request, source, text, advice, outline_after(spans))


TOOLS = (
    Tool(
        "get_page",
        "Read a page",
        "pages",
        "Read a page as Markdown; with #anchor, only that section.",
        (string("url", "URL, path or id", required=True), DOCS, LINKS, LIVE, MAX_TOKENS, CURSOR),
        get_page,
        MARKDOWN,
    ),
)


# get_tree, get_node_content and navigate_tree: the section tree of one document.

MAX_NODES = 10
"""Number of sections that one call may read."""
MAX_NAMES = 8
"""Number of symbols that the note below a section names."""
ADVICE = ", or read sections by id"
"""Another way to go on, in the note where a text was cut."""


def get_tree(request: ToolRequest) -> ToolReply:
    """Reply with the outline of a document: one line for each section, indented by depth, without text."""
    document = find_document(request.library, request.arguments["doc_id"])
    deepest = request.arguments["max_depth"]
    lines, hidden = [], 0
    for node in document.nodes():
        if deepest is None or node.depth <= deepest:
            lines.append(f"{'  ' * node.depth}{outline_line(node)}")
        else:
            hidden += 1
    if hidden:
        lines.append(f"[{hidden} deeper sections; raise max_depth]")
    header = f"{source_line(document, 0)}\nid | title | words; indented by depth"
    return text_reply(request, header, "\n".join(lines), ", or lower max_depth")


def get_node_content(request: ToolRequest) -> ToolReply:
    """Reply with the Markdown of some sections of a document, without their children."""
    document = find_document(request.library, request.arguments["doc_id"])
    indexes = [find_node(document, node_id) for node_id in request.arguments["node_ids"]]
    texts: list[str] = []
    spans: list[SectionSpan] = []
    for index in while_time(indexes):
        own = as_data(links_shown(document, document.text(index), request.arguments["links"]))
        source = [f"Source: {address(document, index)}"] if texts else []
        spans.append(SectionSpan(sum(len(text) + 2 for text in texts), document.node(index), own))
        texts.append(
            "\n\n".join(
                part
                for part in (*source, own, _names_note(request, document, index), _children_note(document, index))
                if part
            )
        )
    header = source_line(document, indexes[0])
    return text_reply(request, header, "\n\n".join(texts), outline_after=outline_after(spans))


def navigate_tree(request: ToolRequest) -> ToolReply:
    """Reply with the Markdown of a section and everything below it."""
    document = find_document(request.library, request.arguments["doc_id"])
    index = find_node(document, request.arguments["node_id"])
    text, spans = text_below(document, index, request.arguments["links"])
    return text_reply(request, source_line(document, index), text, ADVICE, outline_after(spans))


def _names_note(request: ToolRequest, document: Document, index: int) -> str:
    """Note which symbols a section of documentation names, and where they are defined."""
    named = request.library.symbols_named(document, index, limit=MAX_NAMES)
    return f"[names {', '.join(f'{symbol.name} ({symbol.section_id})' for symbol in named)}]" if named else ""


def _children_note(document: Document, index: int) -> str:
    """Note how much lies below a section, as its own text does not show it."""
    children = document.children(index)
    if not children:
        return ""
    words = sum(document.page.sections[at].words for at in document.subtree(index)) - document.node(index).words
    return f"[{len(children)} subsection{'s' if len(children) > 1 else ''}, {words} words: navigate_tree]"


_NODE_ID = string("node_id", "section id, or #anchor", required=True)

TREE_TOOLS = (
    Tool(
        "get_tree",
        "Outline a document",
        "tree",
        "Show the outline of a document: section ids, titles, word counts.",
        (DOC_ID, integer("max_depth", minimum=0, maximum=100), CURSOR, MAX_TOKENS),
        get_tree,
        MARKDOWN,
    ),
    Tool(
        "get_node_content",
        "Read sections",
        "tree",
        "Read sections of a document, without their children.",
        (
            DOC_ID,
            strings("node_ids", "section ids, or #anchors", required=True, max_items=MAX_NODES, max_chars=10_000),
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
        (DOC_ID, _NODE_ID, LINKS, CURSOR, MAX_TOKENS),
        navigate_tree,
        MARKDOWN,
    ),
)
