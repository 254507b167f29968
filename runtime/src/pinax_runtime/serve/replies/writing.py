"""Write replies within their budget of tokens: lists as compact JSON, texts as Markdown, and errors.

Rules: keys always have the same order, and an empty list is `[]`. A reply that was cut says so, and has a cursor that
       continues it. One for which the time was up says that (`cut_short`). A list then has no cursor: asked again, it
       may have other items.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pinax_runtime.search import cut_short, seconds_allowed
from pinax_runtime.serve.budget import COST_PER_TOKEN, MIN_TOKENS, Form, Item, Piece, cost, cut, fit, tokens_in
from pinax_runtime.serve.errors import Code, invalid_args, timeout
from pinax_runtime.serve.replies.request import ToolRequest
from pinax_runtime.serve.replies.tool_reply import ToolReply, compact

OutlineAfter = Callable[[int, int], str]
"""Returns the outline of the sections after an offset (characters) that costs no more than the room."""
_TEXT_SHARES = (0.48, 0.45, 0.42, 0.38, 0.32, 0.25)
"""Shares of the budget to try for a text that has an object beside it, until both fit.

The object repeats the text as JSON, where escaping at most doubles its cost.
"""


def shorten(text: str, max_chars: int) -> str:
    """Shorten a text to a number of characters, with `…` at its end if it was longer."""
    return text if len(text) <= max_chars else text[: max_chars - 1].rstrip() + "…"


def list_reply(
    request: ToolRequest,
    key: str,
    items: Sequence[Item],
    total: int,
    facts: Mapping[str, Any] | None = None,
    forms: Sequence[Form] = (),
) -> ToolReply:
    """Write a list with as many items as fit.

    Args:
        request: The call; `items` start at its position.
        key: The member that holds the list.
        items: The items, in order.
        total: The number of items that there are altogether.
        facts: Further members, which are never cut.
        forms: Functions that shorten an item, the briefest form last; used when not all items fit in full.

    Raises:
        ToolError: invalid_args when not even one item fits; the message says which max_tokens would do.
    """
    start = request.position
    facts = {**(facts or {}), **time_note()}
    # Room is kept for the dearest frame that the reply can have, as its cursor depends on how many items fit.
    frame: dict[str, Any] = {key: [], "total": total, **facts}
    longest = {
        **frame,
        "shortened": len(items),
        "truncated": True,
        "cursor": request.costliest_cursor(start + len(items)),
    }
    room = request.room - cost(compact(longest))
    written = [[compact(item), *(compact(form(item)) for form in forms)] for item in items]
    if written and (first := cost(f"{written[0][-1]},")) > room:
        written[0] = [_too_long(request, request.room - room + first)]
    fitted = fit(written, room)
    done = len(fitted.texts)
    if fitted.shortened:
        frame["shortened"] = fitted.shortened
    if done < len(items):
        frame["truncated"] = True
    if start + done < total and done and "cut_short" not in facts:
        frame["cursor"] = request.cursor(start + done)
    text = compact(frame).replace("[]", f"[{','.join(fitted.texts)}]", 1)
    return ToolReply(text, json.loads(text) if request.structured else None)


def text_reply(
    request: ToolRequest, header: str, text: str, advice: str = "", outline_after: OutlineAfter | None = None
) -> ToolReply:
    """Write as much of a text as fits below its header.

    Args:
        request: The call; its position is an offset in the text.
        header: Stands above every piece.
        text: Markdown.
        advice: Other ways to go on, for the note where the first piece is cut.
        outline_after: Returns the outline to show where the first piece is cut.

    Raises:
        ToolError: invalid_args when the cursor lies beyond the text; timeout when the time was up before it.
    """
    if request.position >= len(text) and cut_short():
        raise timeout(seconds_allowed())
    if request.position > len(text):
        raise invalid_args("This cursor lies beyond the end. Leave the cursor out to start from the beginning.")
    if not request.structured:
        return _write_text(request, request.room, header, text, advice, outline_after)
    budget = request.max_tokens * COST_PER_TOKEN
    for share in _TEXT_SHARES:  # what the object costs depends on how much of the text JSON has to escape
        reply = _write_text(request, int(budget * share), header, text, advice, outline_after)
        if cost(reply.text) + cost(compact(reply.structured)) <= budget:
            break
    return reply


def _write_text(
    request: ToolRequest, room: int, header: str, text: str, advice: str, outline_after: OutlineAfter | None
) -> ToolReply:
    start = request.position
    source = _fitting(header, room // 3)
    head = f"{source}\n\n"
    longest = _cut_note(tokens_in(cost(text[start:])), request.costliest_cursor(len(text)), advice)
    room -= cost(f"{head}\n\n{longest}")
    piece, outline = cut(text, start, room), ""
    structured: dict[str, Any] = {"source": source, "text": piece.text.strip("\n")}
    if not text[piece.end :].strip() and not cut_short():
        return ToolReply(head + structured["text"], structured if request.structured else None)
    if outline_after and not start:
        piece, outline = _with_outline(text, piece, outline_after, room - cost("\n\n"))
    left = tokens_in(cost(text[piece.end :]))
    note = _cut_note(left, request.cursor(piece.end), "" if start else advice)
    structured |= time_note()
    structured |= {"text": piece.text.strip("\n"), **({"outline": outline} if outline else {})}
    structured |= {"tokens_left": left, "cursor": request.cursor(piece.end)}
    shown = "\n\n".join(part for part in (head + structured["text"], outline, note) if part)
    return ToolReply(shown, structured if request.structured else None)


def error_reply(code: Code, message: str) -> str:
    """Write an error, with its message shortened to the smallest budget that a call may have."""
    room = MIN_TOKENS * COST_PER_TOKEN - cost(compact({"error": {"code": code, "message": ""}}))
    cleaned = message.encode("utf-8", "replace").decode()
    while cost(compact(cleaned)) > room:
        cleaned = shorten(cleaned, len(cleaned) * 3 // 4)
    return compact({"error": {"code": code, "message": cleaned}})


def _with_outline(text: str, whole: Piece, outline_after: OutlineAfter, room: int) -> tuple[Piece, str]:
    """Cut the first piece shorter, to make room for an outline below it, unless that would split a block."""
    shorter = cut(text, 0, room - room // 3)
    longest = outline_after(shorter.end, room // 3)
    if not longest:
        return whole, ""
    piece = cut(text, 0, room - cost(longest))
    if piece.splits:
        return whole, ""
    return piece, outline_after(piece.end, cost(longest))


def _cut_note(left: int, cursor: str, advice: str) -> str:
    if cut_short():
        return f'[cut short after {seconds_allowed():g} s: more follows; continue with cursor "{cursor}"{advice}]'
    return f'[cut: about {left:,} tokens follow; continue with cursor "{cursor}"{advice}]'


def time_note() -> dict[str, str]:
    """Say that the time was up before the answer was complete, and what to do; nothing otherwise."""
    if not cut_short():
        return {}
    seconds = f"{seconds_allowed():g} s"
    return {"cut_short": f"The time of {seconds} was up, so there may be more. Ask for fewer words or docs, or again."}


def _fitting(line: str, room: int) -> str:
    """Shorten a line until it costs no more than the room."""
    while cost(line) > room:
        line = shorten(line, len(line) * 3 // 4)
    return line


def _too_long(request: ToolRequest, needed: int) -> str:
    """Stand in for an item that no call could be given; refuse the call if a larger max_tokens would do."""
    tokens = tokens_in(needed * request.copies)
    if tokens <= request.ceiling:
        raise invalid_args(f"The next item does not fit max_tokens {request.max_tokens}. Ask for at least {tokens}.")
    return compact({"omitted": f"an item of {tokens} tokens"})
