"""get_page: a page, or one section of it with everything below, as Markdown.

Why:   docs/decisions/0045
"""

from __future__ import annotations

from pinax_runtime.serve.arguments import Text
from pinax_runtime.serve.errors import invalid_args
from pinax_runtime.serve.outputs import MARKDOWN
from pinax_runtime.serve.replies import (
    ToolReply,
    ToolRequest,
    locate,
    outline_after,
    source_line,
    text_below,
    text_reply,
)
from pinax_runtime.serve.tool import CURSOR, DOCS, LINKS, LIVE, MAX_TOKENS, Tool


def get_page(request: ToolRequest) -> ToolReply:
    """Reply with the Markdown of a page, or of the section that the URL's anchor names.

    With `live` it comes from the site. If that fails, it comes from the bundle, and the reply says why.
    """
    if not request.arguments["live"]:
        return bundle_reply(request)
    if request.live is None:
        raise invalid_args("This server reads no pages from their sites. Leave `live` out; `serve --live` allows it.")
    from pinax_runtime.serve.live.page_reader import LiveError
    from pinax_runtime.serve.tools.live_pages import live_reply  # loads an HTTP client, which takes 0.2 s

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
        (Text("url", "URL, path or id", required=True), DOCS, LINKS, LIVE, MAX_TOKENS, CURSOR),
        get_page,
        MARKDOWN,
    ),
)
