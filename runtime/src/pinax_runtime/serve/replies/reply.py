"""Write replies that keep their budget: lists as compact JSON, texts as Markdown, errors.

Rules: keys stand in one order, an empty list is `[]`, and what was cut is said, with a cursor that continues it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pinax_runtime.serve.budget.cutting import Piece, cut
from pinax_runtime.serve.budget.stepping import Form, Item, fit
from pinax_runtime.serve.budget.tokens import COST_PER_TOKEN, MIN_TOKENS, cost, tokens_in
from pinax_runtime.serve.errors import Code, invalid_args
from pinax_runtime.serve.replies.answer import Answer
from pinax_runtime.serve.replies.request import ToolRequest

Follows = Callable[[int, int], str]
"""Gives the outline of what comes after an offset, in at most so much room."""
_SHARES = (0.48, 0.45, 0.42, 0.38, 0.32, 0.25)
"""Of the budget, what the text may take when an object stands beside it; what is escaped at most doubles."""


def compact(value: Any) -> str:
    """Give JSON without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def shorten(text: str, max_chars: int) -> str:
    """Cut a text that is only looked at, and show that it was cut."""
    return text if len(text) <= max_chars else text[: max_chars - 1].rstrip() + "…"


def list_reply(
    request: ToolRequest,
    key: str,
    items: Sequence[Item],
    total: int,
    facts: Mapping[str, Any] | None = None,
    forms: Sequence[Form] = (),
) -> Answer:
    """Write as many items as fit.

    Args:
        request: The call; `items` start at its position.
        key: Member that holds the list.
        items: What was asked for, in order.
        total: How many there are altogether.
        facts: Further members, which always have to fit.
        forms: What makes an item shorter, the shortest form last, for when not all of them fit in full.

    Raises:
        ToolError: invalid_args when not even one item fits, with what would.
    """
    start = request.position
    frame: dict[str, Any] = {key: [], "total": total, **(facts or {})}
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
    if start + done < total and done:
        frame["cursor"] = request.cursor(start + done)
    text = compact(frame).replace("[]", f"[{','.join(fitted.texts)}]", 1)
    return Answer(text, json.loads(text) if request.structured else None)


def text_reply(
    request: ToolRequest, header: str, text: str, advice: str = "", follows: Follows | None = None
) -> Answer:
    """Write as much of a text as fits below its header.

    Args:
        request: The call; its position is an offset into the text.
        header: Said above every piece.
        text: Markdown.
        advice: Said where the first piece is cut: another way to what one looks for.
        follows: Gives, for an offset and a cost, the outline of what comes after; said where the first piece is cut.

    Raises:
        ToolError: invalid_args when the cursor lies beyond the text.
    """
    if request.position > len(text):
        raise invalid_args("This cursor lies beyond the end. Leave the cursor out to start from the beginning.")
    if not request.structured:
        return _write_text(request, request.room, header, text, advice, follows)
    budget = request.max_tokens * COST_PER_TOKEN
    for share in _SHARES:  # how much an object costs beside its text depends on what has to be escaped in it
        answer = _write_text(request, int(budget * share), header, text, advice, follows)
        if cost(answer.text) + cost(compact(answer.structured)) <= budget:
            break
    return answer


def _write_text(
    request: ToolRequest, room: int, header: str, text: str, advice: str, follows: Follows | None
) -> Answer:
    start = request.position
    source = _fitting(header, room // 3)
    head = f"{source}\n\n"
    longest = _cut_note(tokens_in(cost(text[start:])), request.costliest_cursor(len(text)), advice)
    room -= cost(f"{head}\n\n{longest}")
    piece, outline = cut(text, start, room), ""
    structured: dict[str, Any] = {"source": source, "text": piece.text.strip("\n")}
    if not text[piece.end :].strip():
        return Answer(head + structured["text"], structured if request.structured else None)
    if follows and not start:
        piece, outline = _with_outline(text, piece, follows, room - cost("\n\n"))
    left = tokens_in(cost(text[piece.end :]))
    note = _cut_note(left, request.cursor(piece.end), "" if start else advice)
    structured |= {"text": piece.text.strip("\n"), **({"outline": outline} if outline else {})}
    structured |= {"tokens_left": left, "cursor": request.cursor(piece.end)}
    shown = "\n\n".join(part for part in (head + structured["text"], outline, note) if part)
    return Answer(shown, structured if request.structured else None)


def error_reply(code: Code, message: str) -> str:
    """Write an error; its message is cut to what any budget allows."""
    room = MIN_TOKENS * COST_PER_TOKEN - cost(compact({"error": {"code": code, "message": ""}}))
    cleaned = message.encode("utf-8", "replace").decode()
    while cost(compact(cleaned)) > room:
        cleaned = shorten(cleaned, len(cleaned) * 3 // 4)
    return compact({"error": {"code": code, "message": cleaned}})


def _with_outline(text: str, whole: Piece, follows: Follows, room: int) -> tuple[Piece, str]:
    """Cut the text shorter so that an outline of what follows fits below it; not if that would split a block."""
    shorter = cut(text, 0, room - room // 3)
    largest = follows(shorter.end, room // 3)
    if not largest:
        return whole, ""
    piece = cut(text, 0, room - cost(largest))
    if piece.splits:
        return whole, ""
    return piece, follows(piece.end, cost(largest))


def _cut_note(left: int, cursor: str, advice: str) -> str:
    return f'[cut: about {left:,} tokens follow; continue with cursor "{cursor}"{advice}]'


def _fitting(line: str, room: int) -> str:
    while cost(line) > room:
        line = shorten(line, len(line) * 3 // 4)
    return line


def _too_long(request: ToolRequest, needed: int) -> str:
    tokens = tokens_in(needed * request.copies)
    if tokens <= request.ceiling:
        raise invalid_args(f"The next item does not fit max_tokens {request.max_tokens}. Ask for at least {tokens}.")
    return compact({"omitted": f"an item of {tokens} tokens"})
