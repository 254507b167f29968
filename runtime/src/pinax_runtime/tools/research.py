"""Define `search` and `fetch`, the two tools that research agents require.

Rules: the names, arguments and members of replies are those that OpenAI's deep research and company knowledge require.
       They allow no cursor. So a long text is cut, and the reply lists the sections after it, which can be fetched.
Why:   docs/decisions/0151
"""

from __future__ import annotations

from typing import Any

from pinax_runtime.search import NONE, Hit
from pinax_runtime.tools.budget import cost, cut
from pinax_runtime.tools.page_text import address, locate, outline_after, text_below
from pinax_runtime.tools.reply import ToolReply, ToolRequest, compact, day_of, json_reply, shorten, time_note
from pinax_runtime.tools.searching import PATH_SEPARATOR

N_RESULTS = 10
"""Number of results of a search."""
_EXCERPT_CHARS = 200
"""Largest length of a result's excerpt (characters)."""
_TITLE_CHARS = 200
"""Largest length of a result's title (characters)."""
_SHARES = (0.8, 0.7, 0.6, 0.5, 0.4)
"""Shares of the budget to try for the text, in turn: JSON escapes make a text longer, which is known only then."""


def search(request: ToolRequest) -> ToolReply:
    """Return the best pages, each with an id for `fetch`."""
    found = request.library.search(request.arguments["query"], limit=N_RESULTS, excerpt_chars=_EXCERPT_CHARS)
    return json_reply(request, compact({"results": [_result(request, hit) for hit in found.hits], **time_note()}))


def fetch(request: ToolRequest) -> ToolReply:
    """Return the text of a page, or of a section with all sections below it."""
    document, index = locate(request.library, request.arguments["id"])
    text, spans = text_below(document, index, NONE)
    node = document.node(index)
    reply: dict[str, Any] = {"id": node.id, "title": _title(document.page.title, node.title)}
    told = {"docset": document.docset.name, "fetched": day_of(document.docset.fetched_at), **time_note()}
    for share in _SHARES:
        piece = cut(text, 0, int(request.room * share))
        rest = outline_after(spans)(piece.end, int(request.room * (1 - share))) if text[piece.end :].strip() else ""
        facts = {**told, **({"what_follows": rest} if rest else {})}
        reply |= {"text": piece.text.strip("\n"), "url": address(document, index), "metadata": facts}
        if cost(compact(reply)) <= request.room:
            break
    return json_reply(request, compact(reply))


def _result(request: ToolRequest, hit: Hit) -> dict[str, str]:
    document, index = locate(request.library, hit.section_id)
    return {
        "id": hit.section_id,
        "title": shorten(_title(hit.title, *hit.headings), _TITLE_CHARS),
        "url": address(document, index),
        "text": hit.excerpt,
    }


def _title(*titles: str) -> str:
    return PATH_SEPARATOR.join(dict.fromkeys(filter(None, titles)))
