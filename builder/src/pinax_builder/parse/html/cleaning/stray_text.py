"""Keep text that stands where HTML allows none: directly in a list, a definition list or a table.

In:    The element that holds a page's content.
Out:   Nothing; in place, such text has an element that may hold it.
Rules: browsers show this text, so it is content. In a list it becomes an item, in a definition list a body, and of a
       table it moves before the table, as browsers show it. A list that has no items only indents: it becomes a `div`.
"""

from __future__ import annotations

from lxml import etree
from lxml.html import Element, HtmlElement

_STRAY = etree.XPath(
    "descendant::*[self::ul or self::ol or self::menu or self::dir or self::dl or self::table or self::thead"
    " or self::tbody or self::tfoot or self::tr]/text()[normalize-space()]"
)
_HOLDERS = {"ul": "li", "ol": "li", "menu": "li", "dir": "li", "dl": "dd"}


def keep_stray_text(main: HtmlElement) -> None:
    """Wrap the text that stands directly in a list or table."""
    for text in _STRAY(main):
        beside = text.getparent()
        if beside is None:
            continue
        parent = beside.getparent() if text.is_tail else beside
        holder = _HOLDERS.get(parent.tag)
        if holder is None:
            _move_before_table(parent, beside, str(text), is_tail=text.is_tail)
        elif next(parent.iterchildren("li", "dt", "dd"), None) is None:
            parent.tag = "div"
        elif parent.tag in _HOLDERS:
            _wrap(parent, beside, holder, is_tail=text.is_tail)


def _wrap(parent: HtmlElement, beside: HtmlElement, tag: str, *, is_tail: bool) -> None:
    """Move a text into a new element at the place where it stands."""
    wrapped = Element(tag)
    if is_tail:
        wrapped.text, beside.tail = beside.tail, None
        beside.addnext(wrapped)
    else:
        wrapped.text, parent.text = parent.text, None
        parent.insert(0, wrapped)


def _move_before_table(parent: HtmlElement, beside: HtmlElement, text: str, *, is_tail: bool) -> None:
    """Move a text to a paragraph before its table."""
    table = next((above for above in (parent, *parent.iterancestors()) if above.tag == "table"), None)
    if table is None or table.getparent() is None:
        return
    paragraph = Element("p")
    paragraph.text = text
    if is_tail:
        beside.tail = None
    else:
        parent.text = None
    table.addprevious(paragraph)
