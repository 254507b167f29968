"""Cut Markdown to a size, between blocks where that is possible.

In:    a text, an offset in it, and the highest cost of the piece (tokens.py).
Out:   Piece: the text that fits, and the offset of the next piece. Together the pieces cover every character once.
Rules: a piece ends after a block (at a blank line, or at the border of a code fence), never after a heading. A block is
       split only if it does not fit one piece: between lines if possible, else within a line. A fence that must be
       split is closed, and opened again in the next piece.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pinax_runtime.serve.budget.tokens import cost, fitting
from pinax_runtime.text import closes_fence, fence_opening

_INDENT = re.compile(r"[ \t>]*")
_HEADING = re.compile(r" {0,3}#{1,6}(?:\s|$)|`[^`\n]+`\s*$")
"""A line that must not end a piece: a heading, or the signature that a definition starts with."""
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_LONGEST = 20
"""Longest indentation, mark and language of a fence that are repeated in the next piece (characters each).

Longer ones would leave no room for text in a small piece.
"""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a text."""

    text: str
    """The Markdown to show; a fence that was split is closed here."""
    end: int
    """Offset at which the next piece starts (characters)."""
    splits: bool = False
    """Whether the piece ends within a block."""


@dataclass(frozen=True, slots=True)
class _Fence:
    """An open code fence."""

    indent: str
    mark: str
    info: str

    @property
    def opening(self) -> str:
        return f"{self.closing}{self.info if len(self.info) <= _LONGEST else ''}\n"

    @property
    def closing(self) -> str:
        return self.indent[:_LONGEST] + self.mark[:_LONGEST]


@dataclass(frozen=True, slots=True)
class _Line:
    """A line, and the state of the text after it."""

    start: int
    end: int
    cost: int
    fence: _Fence | None
    """The fence that is open after the line, if any."""
    ends_block: bool
    opens: bool
    """Whether the line opens a fence that does not follow a heading, so that a block may end before it."""
    blank: bool


def cut(text: str, start: int, room: int) -> Piece:
    """Return the piece of a text that starts at an offset and costs no more than the room.

    Args:
        text: Markdown.
        start: Offset to start at (characters): 0, or the `end` of the piece before.
        room: Highest cost of the piece; at least the cost of a hundred letters.
    """
    fence = _fence_at(text, start)
    opening = fence.opening if fence else ""
    used = cost(opening)
    block_end, block_used, line_end, line_fence, has_content = start, used, start, fence, False
    for line in _lines(text, start, fence):
        if line.opens and has_content:
            block_end, block_used = line.start, used
        closing = cost(f"\n{line.fence.closing}") if line.fence else 0
        if used + line.cost + closing > room:
            break
        used += line.cost
        line_end, line_fence = line.end, line.fence
        has_content = has_content or not line.blank
        if line.ends_block and has_content:
            block_end, block_used = line.end, used
    else:
        return Piece(opening + text[start:], len(text))
    # Ending at a block may leave a piece short. That is worth it if more than half is filled, or if the block that
    # follows fits the next piece whole; otherwise the block has to be split in any case, so start with it here.
    if block_end > start and (block_used > room // 2 or _block_cost(text, block_end) <= room):
        return Piece(opening + text[start:block_end], block_end)
    if line_end > start:
        return _closed(opening, text, start, line_end, line_fence)
    closing = cost(f"\n{fence.closing}") if fence else 0
    end = _within_line(text, start, room - cost(opening) - closing)
    return _closed(opening, text, start, end, fence)


def _closed(opening: str, text: str, start: int, end: int, fence: _Fence | None) -> Piece:
    body = opening + text[start:end]
    if fence is None:
        return Piece(body, end, splits=True)
    return Piece(body + ("" if body.endswith("\n") else "\n") + fence.closing, end, splits=True)


def _fence_at(text: str, start: int) -> _Fence | None:
    """Return the fence that is open at an offset."""
    fence = None
    for line in _lines(text[:start], 0, None):
        fence = line.fence
    return fence


def _block_cost(text: str, start: int) -> int:
    """Return the cost of the block that starts at an offset."""
    total = 0
    for line in _lines(text, start, None):
        if line.opens and total:
            break
        total += line.cost
        if line.ends_block:
            break
    return total


def _lines(text: str, start: int, fence: _Fence | None) -> Iterator[_Line]:
    after_heading = False
    for match in _LINE.finditer(text, start):
        line = match.group()
        before = fence
        fence = _fence_after(line, fence)
        blank = not line.strip()
        closes = before is not None and fence is None
        ends_block = fence is None and (closes or (blank and not after_heading))
        opens = before is None and fence is not None and not after_heading
        after_heading = before is None and (bool(_HEADING.match(line)) or (blank and after_heading))
        yield _Line(match.start(), match.end(), cost(line), fence, ends_block, opens, blank)


def _fence_after(line: str, fence: _Fence | None) -> _Fence | None:
    """Return the fence that is open after a line."""
    if fence is not None:
        return None if closes_fence(line, fence.mark) else fence
    opening, indent = fence_opening(line), _INDENT.match(line)
    return _Fence(indent[0] if indent else "", opening["fence"], opening["info"].rstrip()) if opening else None


def _within_line(text: str, start: int, room: int) -> int:
    """Return where to split a line that does not fit: after a space in its last quarter, else where room ends."""
    line = text[start : start + room].split("\n", 1)[0]
    fits = line[: fitting(line, room)] or text[start]
    space = fits.rfind(" ")
    return start + (space + 1 if space > len(fits) * 3 // 4 else len(fits))
