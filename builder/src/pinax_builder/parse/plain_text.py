"""Read the text of elements, without markup."""

from __future__ import annotations

from lxml import etree
from lxml.html import HtmlElement

_STRING = etree.XPath("string()", smart_strings=False)


def raw_text(element: HtmlElement) -> str:
    """Join the text of an element as it stands in the source, comments left out."""
    return str(_STRING(element))


def plain_text(element: HtmlElement) -> str:
    """Read the text of an element with every run of white space as one space, none at its ends."""
    return " ".join(raw_text(element).split())
