"""grep: find the lines that hold a text just as it is spelled.

Why:   docs/decisions/0273
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from pinax_runtime.deadline import cut_short
from pinax_runtime.search import Grepped, TooWideError
from pinax_runtime.tools.errors import invalid_args
from pinax_runtime.tools.page_text import address
from pinax_runtime.tools.reply import ToolReply, ToolRequest, list_reply, shorten
from pinax_runtime.tools.searching import PATH_SEPARATOR, citable, filters_hint

_MAX_MATCHES = 5
"""Number of lines of a section that are shown with their neighbors."""
_LINE_CHARS = 300
"""Length to which a line is shortened (characters)."""
_GAP = "…"
"""What stands for lines that are not shown."""


def grep(request: ToolRequest) -> ToolReply:
    """Reply with the sections that have a line with the text, in the order of their pages."""
    arguments, start, limit = request.arguments, request.position, request.arguments["limit"]
    text, docs, filters = arguments["text"], arguments["docs"], arguments["filters"]
    if "\n" in text:
        raise invalid_args("'text' must be on one line. Look for its longest line.")
    sections = request.library.grep(text, docs=docs, filters=filters)
    try:
        found = list(islice(sections, start, start + limit + 1))
    except TooWideError as error:
        raise invalid_args(str(error)) from None
    facts: dict[str, Any] = {}
    if not found and not start and not cut_short():
        hint = filters_hint(request.library, docs, filters)
        facts["hint"] = hint or "Nothing holds it just so. search_documents finds words in any form."
    items = [_describe(one, text, arguments["context"]) for one in found[:limit]]
    docsets = [one.document.docset.name for one in found[:limit]]
    return list_reply(request, "matches", items, start + len(found), facts, (_brief,), docsets=docsets)


def _describe(one: Grepped, text: str, context: int) -> dict[str, Any]:
    document, node = one.document, one.document.node(one.index)
    above = [section.title for section in document.ancestors(one.index)] if one.index else []
    titles = dict.fromkeys(filter(None, [document.page.title, *above, node.title]))
    link, published = document.source_link(one.index), address(document, one.index)
    return {
        "id": node.id,
        "url": citable(node.id, document.docset.name, document.page.url, published, link),
        "path": PATH_SEPARATOR.join(shorten(title, 80) for title in titles),
        **({"location": one.place(one.at[0]) or None} if document.is_code else {"line": one.at[0] + 1}),
        "text": _shown(one, text, context),
        "lines": len(one.at) if len(one.at) > 1 else None,
    }


def _shown(one: Grepped, text: str, context: int) -> str:
    """Return the first lines that hold the text, each with its neighbors."""
    near = (at + off for at in one.at[:_MAX_MATCHES] for off in range(-context, context + 1))
    numbers = sorted({number for number in near if 0 <= number < len(one.lines)})
    shown: list[str] = []
    for before, number in zip([numbers[0], *numbers], numbers, strict=False):
        shown += [_GAP] if number > before + 1 else []
        line = one.lines[number]
        begin = max(0, line.find(text) - _LINE_CHARS // 3) if len(line) > _LINE_CHARS else 0
        shown.append((_GAP if begin else "") + shorten(line[begin:], max(_LINE_CHARS, len(text) + _LINE_CHARS // 3)))
    return "\n".join(shown)


def _brief(match: Any) -> dict[str, Any]:
    return {key: value for key, value in match.items() if key not in ("url", "text")}
