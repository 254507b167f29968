"""Write replies that keep their budget: lists as compact JSON, texts as Markdown, errors.

Rules: keys stand in one order, an empty list is `[]`, and what was cut is said, with a cursor that continues it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pinax_runtime.serve.cutting import cut
from pinax_runtime.serve.errors import Code, invalid_args
from pinax_runtime.serve.request import ToolRequest
from pinax_runtime.serve.tokens import BYTES_PER_TOKEN, MIN_TOKENS, size_bytes, tokens_in


def compact(value: Any) -> str:
    """Give JSON without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def shorten(text: str, max_chars: int) -> str:
    """Cut a text that is only looked at, and show that it was cut."""
    return text if len(text) <= max_chars else text[: max_chars - 1].rstrip() + "…"


def list_reply(
    request: ToolRequest,
    key: str,
    items: Sequence[Mapping[str, Any] | None],
    total: int,
    facts: Mapping[str, Any] | None = None,
) -> str:
    """Write as many items as fit.

    Args:
        request: The call; `items` start at its position.
        key: Member that holds the list.
        items: What was asked for, in order; None for one that is passed over.
        total: How many there are altogether.
        facts: Further members, which always have to fit.

    Raises:
        ToolError: invalid_args when not even one item fits, with what would.
    """
    start = request.position
    frame: dict[str, Any] = {key: [], "total": total, **(facts or {})}
    longest = compact({**frame, "truncated": True, "cursor": request.cursor(start + len(items))})
    room = request.room - size_bytes(longest)
    written: list[str] = []
    done = 0
    for item in items:
        if item is None:
            done += 1
            continue
        text = compact(item)
        size = size_bytes(text) + 1
        if size > room:
            if written:
                break
            text = _too_long(request, request.room - room + size)
            size = size_bytes(text) + 1
        written.append(text)
        room -= size
        done += 1
    if done < len(items):
        frame["truncated"] = True
    if start + done < total and done:
        frame["cursor"] = request.cursor(start + done)
    return compact(frame).replace("[]", f"[{','.join(written)}]", 1)


def text_reply(request: ToolRequest, header: str, text: str, advice: str = "") -> str:
    """Write as much of a text as fits below its header.

    Args:
        request: The call; its position is an offset into the text.
        header: Said above every piece.
        text: Markdown.
        advice: Said where the first piece is cut: another way to what one looks for.

    Raises:
        ToolError: invalid_args when the cursor lies beyond the text.
    """
    start = request.position
    if start > len(text):
        raise invalid_args("This cursor lies beyond the end. Leave the cursor out to start from the beginning.")
    head = _fitting(header, request.room // 3) + "\n\n"
    left = tokens_in(size_bytes(text[start:]))
    longest = _cut_note(left, request.cursor(len(text)), advice)
    piece = cut(text, start, request.room - size_bytes(head) - size_bytes(longest) - 2)
    if piece.end >= len(text) or not text[piece.end :].strip():
        return head + piece.text.strip("\n")
    left = tokens_in(size_bytes(text[piece.end :]))
    note = _cut_note(left, request.cursor(piece.end), "" if start else advice)
    return head + piece.text.strip("\n") + "\n\n" + note


def error_reply(code: Code, message: str) -> str:
    """Write an error; its message is cut to what any budget allows."""
    room = MIN_TOKENS * BYTES_PER_TOKEN - 100
    cleaned = message.encode("utf-8", "replace").decode()
    while size_bytes(compact(cleaned)) > room:
        cleaned = shorten(cleaned, len(cleaned) * 3 // 4)
    return compact({"error": {"code": code, "message": cleaned}})


def _cut_note(left: int, cursor: str, advice: str) -> str:
    return f'[cut: about {left:,} tokens follow; continue with cursor "{cursor}"{advice}]'


def _fitting(line: str, room: int) -> str:
    while size_bytes(line) > room:
        line = shorten(line, len(line) * 3 // 4)
    return line


def _too_long(request: ToolRequest, needed: int) -> str:
    tokens = tokens_in(needed)
    if tokens <= request.ceiling:
        raise invalid_args(f"The next item does not fit max_tokens {request.max_tokens}. Ask for at least {tokens}.")
    return compact({"omitted": f"an item of {tokens} tokens"})
