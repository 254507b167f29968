"""Put emphasis marks only where Markdown reads them as marks.

In:    An element's content as Markdown, and the characters around the element.
Out:   The content between marks. Punctuation at its ends is moved outside them if Markdown would else read the marks as
       text; if that does not help, the content has no marks.
Rules: no mark is ever read as text, and no character is lost.
Spec:  CommonMark 0.31, 6.2 (left- and right-flanking delimiter runs)
"""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import category

from lxml.html import HtmlElement

from pinax_builder.parse.html.rebuilding.flow import IS_BLOCK, Block, Item
from pinax_builder.parse.plain_text import raw_text

_SIGN = "."
"""Punctuation that stands for an element whose Markdown begins and ends with punctuation."""
_HIDDEN = frozenset(("pinax-weight",))
"""Tags of our own marks, which show no character."""
EMPHASIZED = frozenset(("em", "i", "strong", "b", "del", "s"))
"""Tags of elements that are written with emphasis marks."""
_WITH_SIGNS = frozenset(("code", "a", "img"))
"""Tags of elements whose Markdown begins and ends with punctuation."""
_MARKUP = frozenset("`*_~[]()<>\\&^!")
"""Punctuation that may be part of Markdown and is therefore never moved."""


Beside = tuple[Sequence[Item], int]
"""Content of the block that is written, and the position there of the inline element that is written, or that is around
it. What is beside that element in the page's tree may be in another block."""


def emphasize(element: HtmlElement, text: str, mark: str, beside: Beside) -> str:
    """Put marks around an element's content.

    Args:
        element: The element.
        text: Its content as Markdown.
        mark: `*`, `**` or `~~`.
        beside: What is around the element.
    """
    inner = text.strip()
    if not inner:
        return " " if text else ""
    if inner == text and inner[0].isalnum() and inner[-1].isalnum():  # as most
        return f"{mark}{inner}{mark}"
    start, end = 0, len(inner)
    if text[0] != " " and _is_sign(inner[0]) and _is_letter(char_before(element, beside)):
        start = next((index for index, char in enumerate(inner) if not _is_movable(char)), end)
        if start == end or _is_sign(inner[start]):
            return text
    if text[-1] != " " and _is_sign(inner[-1]) and _is_letter(_char_after(element, beside)):
        end = next((index for index in range(end, start, -1) if not _is_movable(inner[index - 1])), start)
        if start == end or _is_sign(inner[end - 1]):
            return text
    before, after = (" " if text[0] == " " else ""), (" " if text[-1] == " " else "")
    return f"{before}{inner[:start]}{mark}{inner[start:end]}{mark}{inner[end:]}{after}"


def _is_sign(char: str) -> bool:
    """Return whether a character is punctuation or a symbol, as CommonMark defines it."""
    return category(char)[0] in "PS"


def _is_letter(char: str) -> bool:
    """Return whether a character is neither white space nor punctuation.

    Between such a character and punctuation, CommonMark reads a mark as text.
    """
    return not char.isspace() and not _is_sign(char)


def _is_movable(char: str) -> bool:
    """Return whether a character may be moved out of the marks."""
    return char == " " or (_is_sign(char) and char not in _MARKUP)


def char_before(element: HtmlElement, beside: Beside) -> str:
    """Return the character before an element; a space where a block begins."""
    items, at = beside
    if element is items[at]:
        return _last_of(items[at - 1], (items, at - 1)) if at else " "
    sibling = element.getprevious()
    parent = element.getparent()
    source = (sibling.tail if sibling is not None else parent.text if parent is not None else "") or ""
    if source:
        return source[-1]
    if sibling is None:
        return char_before(parent, beside) if parent is not None and parent.tag in EMPHASIZED else " "
    return _last_of(sibling, beside)


def _last_of(before: Item, beside: Beside) -> str:
    """Return the last character of what is before an element."""
    if isinstance(before, str):
        return before[-1]
    if isinstance(before, Block) or before.tag in IS_BLOCK:
        return " "
    if before.tag in _HIDDEN:
        return char_before(before, beside)
    return _SIGN if before.tag in _WITH_SIGNS else raw_text(before)[-1:] or " "


def _char_after(element: HtmlElement, beside: Beside) -> str:
    """Return the character after an element; a space where a block ends."""
    items, at = beside
    if element is items[at]:
        return _first_of(items[at + 1], (items, at + 1)) if at + 1 < len(items) else " "
    if element.tail:
        return element.tail[0]
    sibling, parent = element.getnext(), element.getparent()
    if sibling is None:
        return _char_after(parent, beside) if parent is not None and parent.tag in EMPHASIZED else " "
    return _first_of(sibling, beside)


def _first_of(after: Item, beside: Beside) -> str:
    """Return the first character of what is after an element."""
    if isinstance(after, str):
        return after[0]
    if isinstance(after, Block) or after.tag in IS_BLOCK:
        return " "
    if after.tag in _HIDDEN:
        return _char_after(after, beside)
    return _SIGN if after.tag in _WITH_SIGNS else raw_text(after)[:1] or " "
