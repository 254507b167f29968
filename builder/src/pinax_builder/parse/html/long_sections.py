"""Cut the Markdown of a section that is too long.

In:    A section's Markdown and its title.
Out:   Parts, each with a title of its own or a number, such as `Options (2/5)`.
Rules: a part ends before a rule or a line all in bold. Where there is neither, it ends between paragraphs, between list
       items or rows or, in code, at a blank line. The first part has the section's title. Joined by blank lines, the
       parts are the section's Markdown again, but for fences that end in one part and begin again in the next, and for
       the header of a table, which each part of it has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pinax_builder.words import count_words, has_more_words

MAX_WORDS = 3_000
"""Number of words above which a section is cut."""
TARGET_WORDS = 1_500
"""Largest number of words of a part that has more than one block."""
MIN_WORDS = 250
"""Number of words below which a part does not end at a rule or a line in bold."""
MAX_TITLE_CHARS = 80
"""Largest length of a part's title (characters)."""
_MOST_WORDS = 1_400
"""Number of words of code after which it is cut at any line."""

_FENCE = re.compile(r"^ {0,3}(`{3,})")
_BULLET = re.compile(r"(?:[-*+]|\d+\.) ")
_BOLD_LINE = re.compile(r"\*\*([^*\n]+)\*\*:?")
_RULE = re.compile(r"^\s{0,3}([=\-*_~#])\1{9,}\s*$")
"""Line of ten or more equal signs, hyphens or the like, as before the chapters of Vim's help."""
_STARRED = re.compile(r"[*|]")
"""Signs around link targets and links in such texts."""
_WORD = re.compile(r"\w")


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a section."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class _Block:
    """A piece of Markdown that is not cut further."""

    text: str
    words: int
    title: str = ""
    """Title of a part that begins with this block; empty if the block has none."""


def cut_long(text: str, title: str) -> list[Part]:
    """Cut a section's Markdown, if it is too long; a short one is one part."""
    if not has_more_words(text, MAX_WORDS):
        return [Part(title, text)]
    parts: list[tuple[str, list[str]]] = [("", [])]
    words = 0
    for block in _blocks(text):
        is_titled = bool(block.title) and words >= MIN_WORDS
        if parts[-1][1] and (is_titled or words + block.words > TARGET_WORDS):
            parts.append((block.title, []))
            words = 0
        parts[-1][1].append(block.text)
        words += block.words
    total = len(parts)
    return [
        Part(title if not number else (own or f"{title} ({number + 1}/{total})"), "\n\n".join(texts))
        for number, (own, texts) in enumerate(parts)
    ]


def _blocks(text: str) -> Iterator[_Block]:
    """Yield the blocks of Markdown between which it may be cut."""
    for piece in _pieces(text.split("\n")):
        words = count_words(piece)
        if words > TARGET_WORDS and _FENCE.match(piece):
            yield from _blocks_of_code(piece)
        elif words > TARGET_WORDS and piece.startswith("|"):
            yield from _blocks_of_table(piece)
        elif words > TARGET_WORDS:
            yield from (_Block(item, count_words(item)) for item in _items(piece))
        else:
            bold = _BOLD_LINE.fullmatch(piece)
            yield _Block(piece, words, bold[1].strip() if bold and len(bold[1]) <= MAX_TITLE_CHARS else "")


def _pieces(lines: list[str]) -> Iterator[str]:
    """Yield paragraphs, lists with all that is indented below them, and fenced code."""
    piece: list[str] = []
    fence = ""
    for line in lines:
        marker = _FENCE.match(line) if "```" in line else None
        if fence:
            fence = "" if line.strip() == fence else fence
        elif marker:
            fence = marker[1]
        begins = bool(piece) and not piece[-1] and not line.startswith((" ", "\t")) and line != ""
        if begins and (not fence or marker):
            yield "\n".join(piece).rstrip("\n")
            piece = []
        piece.append(line)
    if piece:
        yield "\n".join(piece).rstrip("\n")


def _items(piece: str) -> Iterator[str]:
    """Yield the items of a tight list; a paragraph is one item."""
    item: list[str] = []
    for line in piece.split("\n"):
        if item and _BULLET.match(line):
            yield "\n".join(item)
            item = []
        item.append(line)
    yield "\n".join(item)


def _blocks_of_table(piece: str) -> Iterator[_Block]:
    """Cut a table into several, each with its header."""
    lines = piece.split("\n")
    header, rows = lines[:2], list[str]()
    words = 0
    for row in lines[2:]:
        if rows and words + count_words(row) > TARGET_WORDS:
            yield _Block("\n".join((*header, *rows)), words)
            rows, words = [], 0
        rows.append(row)
        words += count_words(row)
    yield _Block("\n".join((*header, *rows)), words)


def _blocks_of_code(piece: str) -> Iterator[_Block]:
    """Cut fenced code into several: before rules; where a piece grows too long at a blank line, in the end at any."""
    opening, *lines, closing = piece.split("\n")
    code: list[str] = []
    words = 0
    title = ""
    for number, line in enumerate(lines):
        ahead = _title_after_rule(lines, number) if _RULE.match(line) else ""
        if code and (
            (ahead and words >= MIN_WORDS) or (words > TARGET_WORDS // 2 and not line.strip()) or words > _MOST_WORDS
        ):
            yield _Block("\n".join((opening, *code, closing)), words, title)
            code, words, title = [], 0, ahead
        code.append(line)
        words += count_words(line)
    yield _Block("\n".join((opening, *code, closing)), words, title)


def _title_after_rule(lines: list[str], at: int) -> str:
    """Return the first line with words in the three lines after a rule, without the signs around link targets."""
    for line in lines[at + 1 : at + 4]:
        if _WORD.search(line):
            return " ".join(_STARRED.sub(" ", line).split())[:MAX_TITLE_CHARS]
    return ""
