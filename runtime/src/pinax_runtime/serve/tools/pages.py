"""get_page: a page, or one section of it with everything below, as Markdown."""

from __future__ import annotations

from pinax_runtime.serve.answer import Answer
from pinax_runtime.serve.arguments import Text
from pinax_runtime.serve.outlines import follows, parts_below
from pinax_runtime.serve.outputs import MARKDOWN
from pinax_runtime.serve.reading import locate, source_line
from pinax_runtime.serve.replies import text_reply
from pinax_runtime.serve.request import ToolRequest
from pinax_runtime.serve.tool import CURSOR, DOCS, MAX_TOKENS, Tool


def get_page(request: ToolRequest) -> Answer:
    """Give the Markdown of a page or of the section that the URL's anchor names."""
    return page_answer(request)


def page_answer(request: ToolRequest, how: str = "") -> Answer:
    """Answer a call of get_page.

    Args:
        request: The call.
        how: Said after the cursor of a text that was cut: where to use it, for whoever has not called get_page.
    """
    document, index = locate(request.library, request.arguments["url"], request.arguments["docs"])
    advice = how + (", or add the #anchor of a section to the url" if len(document.page.sections) > 1 else "")
    text, parts = parts_below(document, index)
    return text_reply(request, source_line(document, index), text, advice, follows(parts))


TOOLS = (
    Tool(
        "get_page",
        "pages",
        "Read a page as Markdown; with #anchor only that section.",
        (Text("url", "URL, path or id", required=True), DOCS, MAX_TOKENS, CURSOR),
        get_page,
        MARKDOWN,
    ),
)
