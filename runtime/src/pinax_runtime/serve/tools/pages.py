"""get_page: a page, or one section of it with everything below, as Markdown."""

from __future__ import annotations

from pinax_runtime.serve.arguments import Text
from pinax_runtime.serve.errors import invalid_args
from pinax_runtime.serve.outputs import MARKDOWN
from pinax_runtime.serve.replies.answer import Answer
from pinax_runtime.serve.replies.outlines import follows, parts_below
from pinax_runtime.serve.replies.reading import locate, source_line
from pinax_runtime.serve.replies.reply import text_reply
from pinax_runtime.serve.replies.request import ToolRequest
from pinax_runtime.serve.tool import CURSOR, DOCS, LIVE, MAX_TOKENS, Tool


def get_page(request: ToolRequest) -> Answer:
    """Give the Markdown of a page or of the section that the URL's anchor names.

    It comes from the site where that is asked for; from the bundle where that cannot be, which says why.
    """
    if not request.arguments["live"]:
        return page_answer(request)
    if request.live is None:
        raise invalid_args("This server reads no pages from their sites. Leave `live` out; `serve --live` allows it.")
    from pinax_runtime.serve.live.page_reader import LiveError
    from pinax_runtime.serve.tools.live_pages import live_answer  # an HTTP client: 0.2 s

    try:
        return live_answer(request)
    except LiveError as error:
        return page_answer(request, not_live=str(error))


def page_answer(request: ToolRequest, how: str = "", not_live: str = "") -> Answer:
    """Answer a call of get_page from the bundle.

    Args:
        request: The call.
        how: Said after the cursor of a text that was cut: where to use it, for whoever has not called get_page.
        not_live: Why the page is not the site's present one, if that was asked for.
    """
    document, index = locate(request.library, request.arguments["url"], request.arguments["docs"])
    advice = how + (", or add the #anchor of a section to the url" if len(document.page.sections) > 1 else "")
    text, parts = parts_below(document, index)
    return text_reply(request, source_line(document, index, request.now, not_live), text, advice, follows(parts))


TOOLS = (
    Tool(
        "get_page",
        "pages",
        "Read a page as Markdown; with #anchor only that section.",
        (Text("url", "URL, path or id", required=True), DOCS, LIVE, MAX_TOKENS, CURSOR),
        get_page,
        MARKDOWN,
    ),
)
