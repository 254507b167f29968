"""Turn lists that are drawn with signs and indentation into lists.

In:    The element that holds a page's content.
Out:   Nothing; the tree is changed in place.
Rules: a paragraph that is an option, with an indented box right after it, is a term with its body, as in manual pages
       that were made from other formats. Paragraphs that begin with a bullet are items. The running head and foot of a
       manual page, each a table of one row, become lines.
"""

from __future__ import annotations

import re

from lxml import etree
from lxml.html import Element, HtmlElement

from pinax_builder.parse.plain_text import plain_text

_INDENTED = etree.XPath("descendant::div[@class='Bd-indent' or @class='indent' or @class='indented']")
_RUNNING = etree.XPath("descendant::table[@class='head' or @class='foot']")
_OPTION = re.compile(r"--?[A-Za-z0-9?#@]")
_DRAWN = "data-pinax-drawn"
"""Attribute of the lists that are made here."""
_BULLETS = ("•", "\u2219", "\u25cf")
"""Signs that a paragraph begins with if it is an item."""
_MAX_CHARS = 160
"""Length of the longest term (characters)."""


def join_drawn_lists(main: HtmlElement) -> None:
    """Turn options above indented boxes, and paragraphs with bullets, into lists; running heads and feet into lines."""
    indented = _INDENTED(main)
    for body in indented:
        _join_term(body)
    for paragraph in [*main.iter("p"), *indented]:
        if (paragraph.text or "").lstrip().startswith(_BULLETS):
            _make_item(paragraph)
    for table in _RUNNING(main):
        rows = list(table.iter("tr"))
        if len(rows) == 1 and table.find(".//th") is None:
            table.tag = "p"
            table.text = " · ".join(text for cell in rows[0] if (text := plain_text(cell)))
            table[:] = []


def _join_term(body: HtmlElement) -> None:
    """Make a definition of an indented box and the option before it."""
    term = body.getprevious()
    parent = body.getparent()
    if term is None or term.tag != "p" or parent is None or (term.tail or "").strip():
        return
    text = plain_text(term)
    if not _OPTION.match(text) or len(text) > _MAX_CHARS:
        return
    above = term.getprevious()
    if above is not None and above.get(_DRAWN) and not (above.tail or "").strip():
        definitions = above
    else:
        definitions = Element("dl", {_DRAWN: "1"})
        term.addprevious(definitions)
    definitions.tail = body.tail
    body.tail = term.tail = None
    term.tag, body.tag = "dt", "dd"
    definitions.append(term)
    definitions.append(body)


def _make_item(paragraph: HtmlElement) -> None:
    """Make an item of a paragraph, in the list right before it if there is one."""
    parent = paragraph.getparent()
    if parent is None or paragraph.tag == "dd" or parent.tag in ("li", "dt"):
        return
    above = paragraph.getprevious()
    if above is not None and above.get(_DRAWN) and above.tag == "ul" and not (above.tail or "").strip():
        items = above
    else:
        items = Element("ul", {_DRAWN: "1"})
        paragraph.addprevious(items)
    items.tail, paragraph.tail = paragraph.tail, None
    paragraph.text = (paragraph.text or "").lstrip()[1:].lstrip()
    paragraph.tag = "li"
    items.append(paragraph)
