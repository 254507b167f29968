"""Fit a reply into its tokens: count, shorten, cut, and say how it goes on."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from pinax_runtime.text import closes_fence, fence_opening
from pinax_runtime.tools.errors import invalid_args

# Estimate how many tokens a model counts in a reply, so that it seldom counts more.
#
# Strategy. Models count differently, and no vocabulary is shipped, so every byte has a weight by its kind. Letters in
# lower case are cheap, because a whole word is one token. Digits, capitals and punctuation are dear: they fill
# outlines, hashes and tables with tokens. A character beyond ASCII is about one token.
#
# The weights were fitted on 1,496 pieces of documentation: six manuals, and Markdown in 20 languages. None of these
# has more tokens in two models' vocabularies than is estimated; the mean estimate is 1.4 times their count. Of 3,200
# mostly new pieces, 7 were estimated too low (at worst 0.89 of the count), and the mean was 1.41.
#
# Why:   docs/decisions/0021

COST_PER_TOKEN = 100
"""Cost of one token; costs are whole numbers, in hundredths of a token."""

MIN_TOKENS = 300
"""Smallest `max_tokens` (tokens): room for a source line, a cursor and some text."""
DEFAULT_CEILING = 8_000
"""Longest reply of a server that was started without another ceiling (tokens)."""
MAX_CEILING = 25_000
"""Highest ceiling of a server (tokens); clients cut or refuse longer replies."""

# Costs of one byte of each kind (hundredths of a token).
_LOWER, _UPPER, _DIGIT, _SPACE, _LINE_END, _OTHER_ASCII = 30, 50, 85, 45, 75, 65
_FIRST_BYTE, _FURTHER_BYTE = 100, 15  # of a character beyond ASCII


def _weight(byte: int) -> int:
    """Return the cost of one byte of UTF-8 (hundredths of a token)."""
    if byte >= 0x80:
        return _FIRST_BYTE if byte >= 0xC0 else _FURTHER_BYTE
    character = chr(byte)
    kinds = ((character.islower(), _LOWER), (character.isupper(), _UPPER), (character.isdigit(), _DIGIT))
    spaces = ((character == "\n", _LINE_END), (character.isspace(), _SPACE))
    return next((weight for is_kind, weight in (*kinds, *spaces) if is_kind), _OTHER_ASCII)


_WEIGHTS = bytes(map(_weight, range(256)))


def cost(text: str) -> int:
    """Estimate the cost of a text (hundredths of a token)."""
    return sum(text.encode("utf-8", "replace").translate(_WEIGHTS))


def tokens_in(cost: int) -> int:
    """Return the number of tokens of a cost, rounded up.

    >>> tokens_in(0), tokens_in(1), tokens_in(300)
    (0, 1, 3)
    """
    return -(-cost // COST_PER_TOKEN)


def estimate(text: str) -> int:
    """Estimate the number of tokens of a text.

    >>> estimate("Run the job again."), estimate("0x7f3a"), estimate("日本語")
    (7, 4, 4)
    """
    return tokens_in(cost(text))


# Write and read cursors: opaque strings that continue a reply where it was cut.
#
# A cursor holds a position, a hash of the call and a hash of the library. With another call or after a rebuild, the
# hashes differ and the cursor is refused: the next piece would not fit the last one.

FREE = frozenset({"cursor", "limit", "max_tokens"})
"""Arguments that may change between the calls that return the pieces of one reply."""

_HASH_CHARS = 8
"""Length of each hash in a cursor (hexadecimal digits)."""
_START_ANEW = "Leave the cursor out to start from the beginning."


def call_key(tool: str, arguments: Mapping[str, Any]) -> str:
    """Return what must be the same in the call that uses a cursor: the tool, and its arguments except `FREE`."""
    return json.dumps([tool, {name: value for name, value in arguments.items() if name not in FREE}], sort_keys=True)


def write_cursor(position: int, call: str, library: str) -> str:
    """Return the cursor for a position in the reply to a call (its key) from a library (its identity)."""
    packed = json.dumps([position, _hash(call), _hash(library)], separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def read_cursor(cursor: str, call: str, library: str) -> int:
    """Return the position that a cursor holds.

    Raises:
        ToolError: invalid_args for a text that is no cursor, and for a cursor of another call or of an older build.
    """
    try:
        padded = cursor.strip() + "=" * (-len(cursor.strip()) % 4)
        position, its_call, its_library = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
        sound = type(position) is int and 0 <= position < 2**53
    except (ValueError, TypeError, binascii.Error, RecursionError):
        sound = False
    if not sound:
        raise invalid_args(f"This is not a cursor that a reply gave. {_START_ANEW}")
    if its_library != _hash(library):
        raise invalid_args(
            f"The bundle was built anew, or a live page has changed, since this cursor was given. {_START_ANEW}"
        )
    if its_call != _hash(call):
        raise invalid_args(
            "This cursor continues a call with other arguments. Repeat that call's arguments (limit and max_tokens may "
            f"change). {_START_ANEW}"
        )
    return int(position)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:_HASH_CHARS]


# Cut Markdown to a size, between blocks where that is possible.

_INDENT = re.compile(r"[ \t>]*")
_HEADING = re.compile(r" {0,3}#{1,6}(?:\s|$)|`[^`\n]+`\s*$")
"""A line that must not end a piece: a heading, or the signature that a definition starts with."""
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_LONGEST = 20
"""Longest indentation, mark and language of a fence that are repeated in the next piece (characters each).

Longer ones would leave no room for text in a small piece.
"""


class Piece(NamedTuple):
    """A piece of a text."""

    text: str
    """The Markdown to show; a fence that was split is closed here."""
    end: int
    """Offset at which the next piece starts (characters)."""
    splits: bool = False
    """Whether the piece ends within a block."""


class _Fence(NamedTuple):
    """An open code fence."""

    mark: str
    closing: str
    """The line that closes it at the end of a piece."""
    opening: str
    """The line that opens it again at the start of the next piece."""


class _Line(NamedTuple):
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
    return next((line.fence for line in reversed([*_lines(text[:start], 0, None)])), None)


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
    if opening is None:
        return None
    closing = (indent[0] if indent else "")[:_LONGEST] + opening["fence"][:_LONGEST]
    info = opening["info"].rstrip()
    return _Fence(opening["fence"], closing, f"{closing}{info if len(info) <= _LONGEST else ''}\n")


def _within_line(text: str, start: int, room: int) -> int:
    """Return where to split a line that does not fit: after a space in its last quarter, else where room ends."""
    line = text[start : start + room].split("\n", 1)[0]
    fits = line[: sum(so_far <= room for so_far in accumulate(map(cost, line)))] or text[start]
    space = fits.rfind(" ")
    return start + (space + 1 if space > len(fits) * 3 // 4 else len(fits))


# Choose how much of each item of a list to show, so that as many items as possible fit.
#
# Strategy. Every item has several forms, from full to briefest. First as many items as fit are taken in their briefest
# form. Then the room that is left goes into fuller forms, from the first item on. The first item is the likeliest to be
# read, so it is full from the start, unless that takes more than half of the room. The order never changes.

Item = Mapping[str, Any]
Form = Callable[[Item], Item]
"""Returns a shorter form of an item."""


class Fitted(NamedTuple):
    """The items that fit, as texts."""

    texts: list[str]
    shortened: int
    """Number of items that are not in their full form."""


def fit(written: Sequence[Sequence[str]], room: int) -> Fitted:
    """Choose a form for each item.

    Args:
        written: The forms of each item, from full to briefest.
        room: Highest cost of all items together, with a comma after each.
    """
    costs = [[cost(f"{form},") for form in forms] for forms in written]
    levels: list[int] = []
    left = room
    for number, forms in enumerate(costs):
        level = 0 if not number and forms[0] <= room // 2 else len(forms) - 1
        if forms[level] > left:
            break
        levels.append(level)
        left -= forms[level]
    for level in range(max(levels, default=0) - 1, -1, -1):
        for number, now in enumerate(levels):
            more = costs[number][level] - costs[number][now] if now > level else 0
            if more > left:
                break
            levels[number] = min(now, level)
            left -= more
    return Fitted([forms[level] for forms, level in zip(written, levels, strict=False)], sum(map(bool, levels)))
