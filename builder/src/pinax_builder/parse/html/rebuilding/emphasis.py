"""Put emphasis marks only where Markdown reads them as marks.

In:    An element's content as Markdown, and the characters around the element.
Out:   The content between marks. Punctuation at its ends is moved outside them if Markdown would else read the marks as
       text; if that does not help, the content has no marks.
Rules: no mark is ever read as text, and no character is lost.
Spec:  CommonMark 0.31, 6.2 (left- and right-flanking delimiter runs)
"""

from __future__ import annotations

from unicodedata import category

from lxml.html import HtmlElement

from pinax_builder.parse.html.rebuilding.flow import IS_BLOCK
from pinax_builder.parse.plain_text import raw_text

_SIGN = "."
"""Punctuation that stands for an element whose Markdown begins and ends with punctuation."""
_HIDDEN = frozenset(("pinax-mark", "pinax-weight"))
"""Tags of our own marks, which show no character."""
EMPHASIZED = frozenset(("em", "i", "strong", "b", "del", "s"))
"""Tags of elements that are written with emphasis marks."""
_WITH_SIGNS = frozenset(("code", "a", "img"))
"""Tags of elements whose Markdown begins and ends with punctuation."""
_MARKUP = frozenset("`*_~[]()<>\\&^!")
"""Punctuation that may be part of Markdown and is therefore never moved."""


def emphasize(element: HtmlElement, text: str, mark: str) -> str:
    """Put marks around an element's content.

    Args:
        element: The element, in the tree that is written.
        text: Its content as Markdown.
        mark: `*`, `**` or `~~`.
    """
    inner = text.strip()
    if not inner:
        return " " if text else ""
    start, end = 0, len(inner)
    if text[0] != " " and _is_sign(inner[0]) and _is_letter(char_before(element)):
        start = next((index for index, char in enumerate(inner) if not _is_movable(char)), end)
        if start == end or _is_sign(inner[start]):
            return text
    if text[-1] != " " and _is_sign(inner[-1]) and _is_letter(_char_after(element)):
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


def char_before(element: HtmlElement) -> str:
    """Return the character before an element; a space where a block begins."""
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
    """Return the character after an element; a space where a block ends."""
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
