"""Put emphasis marks where Markdown takes them for marks.

In:    What an element holds, as Markdown, and the characters around it.
Out:   The same with its marks; signs at its ends stand outside of them, or there are none, where they would be text.
Rules: no mark is ever read as text, and no character is lost.
Spec:  CommonMark 0.31, 6.2 (left- and right-flanking delimiter runs)
"""

from __future__ import annotations

from unicodedata import category

from lxml.html import HtmlElement

from pinax_builder.parse.html.rebuilding.flow import IS_BLOCK
from pinax_builder.parse.plain_text import raw_text

_SIGN = "."
"""Stands for what is written with a sign of its own: code, a link, an image."""
_HIDDEN = frozenset(("pinax-mark", "pinax-weight"))
EMPHASIZED = frozenset(("em", "i", "strong", "b", "del", "s"))
_WITH_SIGNS = frozenset(("code", "a", "img"))
_MARKUP = frozenset("`*_~[]()<>\\&^!")
"""Signs that may be part of Markdown, which moving would break."""


def emphasize(element: HtmlElement, text: str, mark: str) -> str:
    """Put marks around what an element holds.

    Args:
        element: Of the tree that is written.
        text: What it holds, as Markdown.
        mark: `*`, `**` or `~~`.
    """
    inner = text.strip()
    if not inner:
        return " " if text else ""
    start, end = 0, len(inner)
    if text[0] != " " and _is_sign(inner[0]) and _is_letter(char_before(element)):
        start = next((place for place, char in enumerate(inner) if not _moves(char)), end)
        if start == end or _is_sign(inner[start]):
            return text
    if text[-1] != " " and _is_sign(inner[-1]) and _is_letter(_char_after(element)):
        end = next((place for place in range(end, start, -1) if not _moves(inner[place - 1])), start)
        if start == end or _is_sign(inner[end - 1]):
            return text
    before, after = (" " if text[0] == " " else ""), (" " if text[-1] == " " else "")
    return f"{before}{inner[:start]}{mark}{inner[start:end]}{mark}{inner[end:]}{after}"


def _is_sign(char: str) -> bool:
    return category(char)[0] in "PS"


def _is_letter(char: str) -> bool:
    """Tell whether a mark beside a sign has to be on the other side of it when this character follows the mark."""
    return not char.isspace() and not _is_sign(char)


def _moves(char: str) -> bool:
    return char == " " or (_is_sign(char) and char not in _MARKUP)


def char_before(element: HtmlElement) -> str:
    """Give the character that stands before an element; a space where a block begins."""
    sibling = element.getprevious()
    parent = element.getparent()
    source = (sibling.tail if sibling is not None else parent.text if parent is not None else "") or ""
    if source:
        return source[-1]
    if sibling is None:
        return char_before(parent) if parent is not None and parent.tag in EMPHASIZED else " "
    if sibling.tag in _HIDDEN:
        return char_before(sibling)
    if sibling.tag in IS_BLOCK:
        return " "
    return _SIGN if sibling.tag in _WITH_SIGNS else raw_text(sibling)[-1:] or " "


def _char_after(element: HtmlElement) -> str:
    """Give the character that stands behind an element; a space where a block ends."""
    if element.tail:
        return element.tail[0]
    sibling, parent = element.getnext(), element.getparent()
    if sibling is None:
        return _char_after(parent) if parent is not None and parent.tag in EMPHASIZED else " "
    if sibling.tag in _HIDDEN:
        return _char_after(sibling)
    if sibling.tag in IS_BLOCK:
        return " "
    return _SIGN if sibling.tag in _WITH_SIGNS else raw_text(sibling)[:1] or " "
