"""Hold a call and write its reply: lists as compact JSON, texts as Markdown, errors, each within the call's budget."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from pinax_runtime.deadline import OutOfTimeError, cut_short, seconds_allowed
from pinax_runtime.search import Library
from pinax_runtime.tools.budget import (
    COST_PER_TOKEN,
    MIN_TOKENS,
    Form,
    Item,
    Piece,
    call_key,
    cost,
    cut,
    fit,
    read_cursor,
    tokens_in,
    write_cursor,
)
from pinax_runtime.tools.errors import Code, ToolError, invalid_args

if TYPE_CHECKING:
    from pinax_runtime.live import LivePages


Clock = Callable[[], float]
"""Returns the time (seconds since 1970); tests pass their own."""
OutlineAfter = Callable[[int, int], str]
"""Returns the outline of the sections after an offset (characters) that costs no more than the room."""
_TEXT_SHARES = (0.48, 0.45, 0.42, 0.38, 0.32, 0.25)
"""Shares of the budget to try for a text that has an object beside it, until both fit.

The object repeats the text as JSON, where escaping at most doubles its cost.
"""
_DAY_S = 86_400
"""Length of a day (seconds)."""


def compact(value: Any) -> str:
    """Return JSON without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def shorten(text: str, max_chars: int) -> str:
    """Shorten a text to a number of characters, with `…` at its end if it was longer."""
    return text if len(text) <= max_chars else text[: max_chars - 1].rstrip() + "…"


@dataclass(frozen=True, slots=True)
class ToolReply:
    """The reply to one call of a tool."""

    text: str
    structured: Mapping[str, Any] | None = None
    """The object that the tool's output schema describes; None unless the server was started with --structured."""
    is_error: bool = False
    """Whether the text is an error message."""

    @property
    def cost(self) -> int:
        """Estimated cost for the model, text and object together."""
        return cost(self.text) + (cost(compact(self.structured)) if self.structured else 0)

    @property
    def tokens(self) -> int:
        """Estimated number of tokens that a model reads."""
        return tokens_in(self.cost)


@dataclass(frozen=True, slots=True)
class ToolRequest:
    """A call whose arguments have been checked."""

    tool: str
    library: Library
    arguments: Mapping[str, Any]
    """The value of every argument of the tool: the caller's, or the default."""
    max_tokens: int
    """Longest reply to this call (tokens)."""
    ceiling: int
    """Longest reply that any call may ask for (tokens)."""
    structured: bool = False
    """Whether the reply holds an object beside the text; both count against the budget."""
    now: Clock = time.time
    """Returns the time from which ages are counted."""
    live: LivePages | None = None
    """Reads pages from their sites; None where that is not allowed."""
    edition: str = ""
    """Identity of a text that may change although the library does not, such as a live page; part of cursors."""

    @property
    def room(self) -> int:
        """Highest cost of the reply's text; half of the budget if an object stands beside it."""
        return self.max_tokens * COST_PER_TOKEN // self.copies

    @property
    def copies(self) -> int:
        """How many times the reply says the same: as a text, and as an object."""
        return 2 if self.structured else 1

    @property
    def position(self) -> int:
        """The position from which the call's cursor continues; 0 without a cursor.

        Raises:
            ToolError: invalid_args when the cursor does not belong to this call.
        """
        cursor = self.arguments.get("cursor")
        return read_cursor(cursor, *self._source()) if cursor else 0

    def named(self, docset: str) -> str | None:
        """Return the name of a docset for an item of a list; None in a library with one docset."""
        return docset if len(self.library.docsets) > 1 else None

    def cursor(self, position: int) -> str:
        """Return the cursor with which the same call continues at a position."""
        return write_cursor(position, *self._source())

    def costliest_cursor(self, last: int) -> str:
        """Return a text that costs at least as much as the cursor of any position up to `last`."""
        return "9" * len(self.cursor(last))

    def _source(self) -> tuple[str, str]:
        return call_key(self.tool, self.arguments), self.library.identity + self.edition


def day_of(fetched_at: str) -> str:
    """Return the day of a date; empty for an invalid date.

    >>> day_of("2026-11-21T09:53:54Z"), day_of("long ago")
    ('2026-11-21', '')
    """
    fetched = _parsed(fetched_at)
    return fetched.date().isoformat() if fetched else ""


def age_days(fetched_at: str, now: float) -> int | None:
    """Return how many whole days have passed since a date; 0 for the future, None for an invalid date.

    >>> age_days("2026-11-21T09:53:54Z", datetime(2026, 11, 23, 9, tzinfo=UTC).timestamp())
    1
    """
    fetched = _parsed(fetched_at)
    return max(0, int((now - fetched.timestamp()) // _DAY_S)) if fetched else None


def _parsed(fetched_at: str) -> datetime | None:
    try:
        parsed = datetime.fromisoformat(fetched_at)
        return (parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def json_reply(request: ToolRequest, text: str) -> ToolReply:
    """Reply with JSON; on servers with --structured, also with the object that it says."""
    return ToolReply(text, json.loads(text) if request.structured else None)


def list_reply(
    request: ToolRequest,
    key: str,
    items: Sequence[Item],
    total: int,
    facts: Mapping[str, Any] | None = None,
    forms: Sequence[Form] = (),
    *,
    docsets: Sequence[str] = (),
) -> ToolReply:
    """Write a list with as many items as fit.

    Args:
        request: The call; `items` start at its position.
        key: The member that holds the list.
        items: The items, in order. A member that is None is left out.
        total: The number of items that there are altogether.
        facts: Further members, which are never cut.
        forms: Functions that shorten an item, the briefest form last; used when not all items fit in full.
        docsets: The docset of each item. The reply then says when they were fetched: once if all were fetched on the
            same day, else in each item.

    Raises:
        ToolError: invalid_args when not even one item fits; the message says which max_tokens would do.
    """
    items = [{name: value for name, value in item.items() if value is not None} for item in items]
    frame: dict[str, Any] = {key: [], "total": total, **(facts or {})}
    days = [day_of(request.library.docsets[name].entry.fetched_at) for name in docsets]
    if len(set(days)) > 1:
        items = [{**item, "fetched": day} if day else item for item, day in zip(items, days, strict=True)]
    elif any(days):
        frame["fetched"] = days[0]
    frame |= time_note()
    start = request.position
    # Room is kept for the costliest frame that the reply can have, as its cursor depends on how many items fit.
    cursor = request.costliest_cursor(start + len(items))
    room = request.room - cost(compact({**frame, "shortened": len(items), "truncated": True, "cursor": cursor}))
    written = [[compact(item), *(compact(form(item)) for form in forms)] for item in items]
    if written and (first := cost(f"{written[0][-1]},")) > room:
        written[0] = [_too_long(request, request.room - room + first)]
    texts, shortened = fit(written, room)
    if shortened:
        frame["shortened"] = shortened
    if len(texts) < len(items):
        frame["truncated"] = True
    if texts and start + len(texts) < total and "cut_short" not in frame:
        frame["cursor"] = request.cursor(start + len(texts))
    return json_reply(request, compact(frame).replace("[]", f"[{','.join(texts)}]", 1))


def _too_long(request: ToolRequest, needed: int) -> str:
    """Stand in for an item that no call could be given; refuse the call if a larger max_tokens would do."""
    tokens = tokens_in(needed * request.copies)
    if tokens <= request.ceiling:
        raise invalid_args(f"The next item does not fit max_tokens {request.max_tokens}. Ask for at least {tokens}.")
    return compact({"omitted": f"an item of {tokens} tokens"})


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
        raise ToolError("timeout", str(OutOfTimeError(seconds_allowed())))
    if request.position > len(text):
        raise invalid_args("This cursor lies beyond the end. Leave the cursor out to start from the beginning.")
    budget = request.max_tokens * COST_PER_TOKEN
    for share in _TEXT_SHARES if request.structured else (1.0,):
        # What the object costs depends on how much of the text JSON has to escape.
        reply = _text_reply(request, int(budget * share), header, text, advice, outline_after)
        if reply.cost <= budget:
            break
    return reply


def _text_reply(
    request: ToolRequest, room: int, header: str, text: str, advice: str, outline_after: OutlineAfter | None
) -> ToolReply:
    start = request.position
    source = _fitting(header, room // 3)
    longest = _cut_note(tokens_in(cost(text[start:])), request.costliest_cursor(len(text)), advice)
    room -= cost(f"{source}\n\n\n\n{longest}")
    piece, outline, note = cut(text, start, room), "", ""
    facts: dict[str, Any] = {}
    if text[piece.end :].strip() or cut_short():
        if outline_after and not start:
            piece, outline = _with_outline(text, piece, outline_after, room - cost("\n\n"))
        left, cursor = tokens_in(cost(text[piece.end :])), request.cursor(piece.end)
        note = _cut_note(left, cursor, "" if start else advice)
        facts = {**time_note(), **({"outline": outline} if outline else {}), "tokens_left": left, "cursor": cursor}
    body = piece.text.strip("\n")
    shown = "\n\n".join([f"{source}\n\n{body}", *filter(None, (outline, note))])
    return ToolReply(shown, {"source": source, "text": body, **facts} if request.structured else None)


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
    why = (
        f"cut short after {seconds_allowed():g} s: more follows"
        if cut_short()
        else f"cut: about {left:,} tokens follow"
    )
    return f'[{why}; continue with cursor "{cursor}"{advice}]'


def time_note() -> dict[str, str]:
    """Say that the time was up before the answer was complete, and what to do; nothing otherwise."""
    if not cut_short():
        return {}
    seconds = f"{seconds_allowed():g} s"
    return {"cut_short": f"The time of {seconds} was up, so there may be more. Ask for fewer words or docs, or again."}


def error_reply(code: Code, message: str) -> ToolReply:
    """Write an error, with its message shortened to the smallest budget that a call may have."""
    room = MIN_TOKENS * COST_PER_TOKEN - cost(compact({"error": {"code": code, "message": ""}}))
    message = _fitting(message.encode("utf-8", "replace").decode(), room, compact)
    return ToolReply(compact({"error": {"code": code, "message": message}}), is_error=True)


def _fitting(line: str, room: int, written: Callable[[str], str] = str) -> str:
    """Shorten a line until it costs no more than the room, as it is written."""
    while cost(written(line)) > room:
        line = shorten(line, len(line) * 3 // 4)
    return line
