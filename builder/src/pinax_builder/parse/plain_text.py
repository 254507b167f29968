"""Read the text of HTML elements, without markup."""

from __future__ import annotations

from itertools import islice

from lxml import etree
from lxml.html import HtmlElement

_TOLD_BY = 8
"""Number of elements in which text beside one is looked for first."""
_HAS_ID = etree.XPath("boolean(descendant-or-self::*/@id)")
_STRING = etree.XPath("string()", smart_strings=False)


def raw_text(element: HtmlElement) -> str:
    """Return the text of an element as it is in the source, without comments."""
    if not len(element):  # a search costs more than most texts
        return element.text or ""
    if len(element) == 1 and not len(child := element[0]) and isinstance(child.tag, str):
        return f"{element.text or ''}{child.text or ''}{child.tail or ''}"
    return str(_STRING(element))


def shows_text(element: HtmlElement) -> bool:
    """Return whether the text of an element is more than white space; the first pieces of it tell for most."""
    if (own := element.text) and not own.isspace():
        return True
    for inner in element.iterdescendants() if len(element) else ():
        if (tail := inner.tail) and not tail.isspace():
            return True
        if isinstance(inner.tag, str) and (text := inner.text) and not text.isspace():
            return True
    return False


def shows_anything(element: HtmlElement, *tags: str) -> bool:
    """Return whether an element shows text or a picture, or holds an element of one of some other tags."""
    return shows_text(element) or next(element.iter("img", *tags), None) is not None


def shows_or_anchors(element: HtmlElement) -> bool:
    """Return whether an element shows anything, or links may lead to it."""
    return shows_anything(element) or bool(_HAS_ID(element))


def is_all_of(inner: HtmlElement, outer: HtmlElement) -> bool:
    """Return whether an element shows all the text of one around it; the first text beside it tells for most."""
    near = inner
    while near is not outer and (box := near.getparent()) is not None:
        if _is_said(box.text) or _is_said(near.tail):
            return False
        beside = (one for one in islice(box.iterchildren(), _TOLD_BY) if one is not near)
        if any(_is_said(one.tail) or (isinstance(one.tag, str) and shows_text(one)) for one in beside):
            return False
        near = box
    return plain_text(inner) == plain_text(outer)


def _is_said(text: str | None) -> bool:
    return text is not None and text != "" and not text.isspace()


def plain_text(element: HtmlElement) -> str:
    """Return the text of an element with single spaces for white space, and none at its ends."""
    return " ".join(raw_text(element).split())
