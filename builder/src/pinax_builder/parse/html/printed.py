"""Divide a page that is one block of printed text, as a man page that `man2html` wrote.

Before: the body is one `pre`. Its headings are lines in bold at the margin, and all other text is indented.
After:  each heading is an `h2`. Paragraphs, and definitions whose term begins in bold, are such. The rest is a `pre`.
Rules:  - A paragraph has lines of one indentation, each so full that the next one's first word did not fit.
        - A word that was divided at the end of a line is joined; its hyphen stays if the page has the whole word
          nowhere else, as it may be the word's own.
        - The lines above and below the text that repeat the page's name go.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from itertools import pairwise
from typing import TypeAlias

from lxml.html import Element, HtmlElement

from pinax_builder.parse.html.page_tree import text_before
from pinax_builder.parse.plain_text import raw_text

_BOLD = ("b", "strong")
_MIN_HEADINGS = 2
"""Number of headings below which a block of text is not divided."""
_MAX_OTHERS = 2
"""Number of lines at the margin that are no headings, above and below the text."""
_FULL_COLUMNS = 50
"""Least length of the longest line in a paragraph of several (columns)."""
_BLANK = re.compile(r"\n(?:[ \t]*\n)+")
_RUNNING_GAP = " " * 10
"""Space before the page's name at the right end of the lines above and below the text."""
_DIVIDED = re.compile(r"(\w+)-\n\s+(\w+)")
_Piece: TypeAlias = "str | HtmlElement"
_Block: TypeAlias = "list[_Piece]"
"""Text and inline elements, whose tails are pieces of their own."""


def divide_printed(tree: HtmlElement) -> None:
    """Divide the page if its body is one block of printed text."""
    pre = tree.find("body/pre")
    body = pre.getparent() if pre is not None else None
    if pre is None or body is None or len(raw_text(pre).strip()) < len(raw_text(body).strip()):
        return
    headings = {child for child in pre if _is_heading(child)}
    at_margin = [line for line in raw_text(pre).split("\n") if line[:1].strip()]
    if len(headings) < _MIN_HEADINGS or len(at_margin) > len(headings) + _MAX_OTHERS:
        return
    words = set(re.findall(r"\w+", raw_text(pre)))
    made = list(_divided(list(_pieces(pre)), headings, words))
    pre.clear(keep_tail=True)
    pre.tag = "div"
    pre.extend(made)


def _is_heading(child: HtmlElement) -> bool:
    """Return whether an element is a line in bold at the margin."""
    if child.tag not in _BOLD or "\n" in raw_text(child):
        return False
    return text_before(child).endswith("\n") and (child.tail or "").startswith("\n")


def _pieces(pre: HtmlElement) -> Iterator[_Piece]:
    yield pre.text or ""
    for child in list(pre):
        tail, child.tail = child.tail or "", None
        yield child
        yield tail


def _divided(pieces: _Block, headings: Set[HtmlElement], words: set[str]) -> Iterator[HtmlElement]:
    """Yield the blocks of the text as elements."""
    last: HtmlElement | None = None
    margin = inner = 0
    for block in _blocks(pieces, headings):
        text = _text_of(block).strip("\n")
        if not text.strip() or _is_running(text):
            continue
        indents = [len(line) - len(line.lstrip()) for line in text.split("\n")]
        first = block[0]
        if not isinstance(first, str) and first in headings:
            last, margin = first, 0
            last.tag = "h2"
            yield last
            continue
        margin = margin or indents[0]
        is_body = last is not None and last.tag == "dl" and indents[0] == inner
        is_item = len(indents) == 1 and last is not None and last.tag == "dl" and _cut(block, inner) is not None
        is_even = len(set(indents)) == 1 and _is_full(text)
        if is_even and not is_item and (len(indents) > 1 or indents[0] == margin or is_body):
            paragraph = _filled("p", _joined(block, words))
            if is_body and last is not None:
                last[-1].append(paragraph)
                continue
            last = paragraph
        elif item := _definition(block, indents[1] if len(indents) > 1 else inner, words):
            inner = indents[1] if len(indents) > 1 else inner
            if last is not None and last.tag == "dl":
                last.extend(item)
                continue
            last = Element("dl")
            last.extend(item)
        elif last is not None and last.tag == "pre":
            _append(last, ["\n\n", *block])
            continue
        else:
            last = _filled("pre", block)
        yield last


def _blocks(pieces: _Block, headings: Set[HtmlElement]) -> Iterator[_Block]:
    """Yield what stands between blank lines; a heading is a block."""
    block: _Block = []
    for piece in pieces:
        if not isinstance(piece, str):
            if piece in headings:
                yield block
                yield [piece]
                block = []
            else:
                block.append(piece)
            continue
        first, *others = _BLANK.split(piece)
        block.append(first)
        for other in others:
            yield block
            block = [other]
    yield block


def _is_running(text: str) -> bool:
    """Return whether a block is a line with the page's name and the number of its part at its right end."""
    name = text.split()[-1]
    return "\n" not in text and _RUNNING_GAP in text and "(" in name and name.endswith(")")


def _text_of(block: _Block) -> str:
    return "".join(piece if isinstance(piece, str) else raw_text(piece) for piece in block)


def _is_full(text: str) -> bool:
    """Return whether each line but the last is so full that the next line's first word did not fit."""
    lines = [line.rstrip() for line in text.split("\n")]
    longest = max(map(len, lines))
    return len(lines) == 1 or (
        longest >= _FULL_COLUMNS
        and all(len(line) + 1 + len((after.split(None, 1) or [""])[0]) > longest for line, after in pairwise(lines))
    )


def _definition(block: _Block, inner: int, words: set[str]) -> list[HtmlElement]:
    """Return the term and the body of a block that is a definition, whose body is indented by so many columns."""
    lines = _text_of(block).strip("\n").split("\n")
    if any(len(line) - len(line.lstrip()) != inner for line in lines[1:]) or (two := _cut(block, inner)) is None:
        return []
    term, body = two
    said = _text_of(body).strip()
    if said.startswith("[") or not _is_full(" " * inner + said):  # a synopsis
        return []
    return [_filled("dt", term), _filled("dd", _joined(body, words))]


def _cut(block: _Block, inner: int) -> tuple[_Block, _Block] | None:
    """Part a block that begins in bold where its body begins: at a column of the first line, or below that line."""
    first = next((piece for piece in block if not isinstance(piece, str) or piece.strip()), "")
    if isinstance(first, str) or not (first.tag in _BOLD or (len(first) > 0 and first[0].tag in _BOLD)):
        return None
    line = _text_of(block).lstrip("\n").partition("\n")[0]
    is_beside = line[inner - 1 : inner] == " " and line[inner : inner + 1].strip() != ""
    if len(line) - len(line.lstrip()) >= inner:
        return None
    column = 0
    for at, piece in enumerate(block):
        text = (piece.lstrip("\n") if not column else piece) if isinstance(piece, str) else raw_text(piece)
        end = inner - column if is_beside else text.find("\n")
        if isinstance(piece, str) and 0 <= end <= len(text) and column + end > 0:
            return [*block[:at], text[:end]], [text[end:], *block[at + 1 :]]
        column += len(text)
    return None


def _joined(block: _Block, words: set[str]) -> _Block:
    """Join the words that line ends divide."""

    def join(found: re.Match[str]) -> str:
        whole = found[1] + found[2]
        return whole if whole in words else f"{found[1]}-{found[2]}"

    return [_DIVIDED.sub(join, piece) if isinstance(piece, str) else piece for piece in block]


def _filled(tag: str, block: _Block) -> HtmlElement:
    element = Element(tag)
    _append(element, block)
    return element


def _append(element: HtmlElement, block: _Block) -> None:
    for piece in block:
        if not isinstance(piece, str):
            element.append(piece)
        elif len(element):
            element[-1].tail = (element[-1].tail or "") + piece
        else:
            element.text = (element.text or "") + piece
