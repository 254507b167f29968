"""Read the text of HTML elements, without markup."""

from __future__ import annotations

from lxml import etree
from lxml.html import HtmlElement

_STRING = etree.XPath("string()", smart_strings=False)


def raw_text(element: HtmlElement) -> str:
    """Return the text of an element as it is in the source, without comments."""
    return str(_STRING(element)) if len(element) else element.text or ""  # a search costs more than most texts


def plain_text(element: HtmlElement) -> str:
    """Return the text of an element with single spaces for white space, and none at its ends."""
    return " ".join(raw_text(element).split())
