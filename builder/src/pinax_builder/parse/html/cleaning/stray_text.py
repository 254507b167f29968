"""Keep text where HTML allows none: directly in a list, a definition list or a table.

In:    The element that holds a page's content.
Out:   Nothing; in the tree, such text is then in an element that may hold it.
Rules: browsers show this text, so it is content. In a list it becomes an item, in a definition list a definition. From
       a table it moves before the table, where browsers show it. A list without items becomes a `div`: it was written
       to indent its content.
"""

from __future__ import annotations

from lxml.html import Element, HtmlElement

from pinax_builder.parse.plain_text import shows_text

_TABLE_PARTS = ("table", "thead", "tbody", "tfoot", "tr")
"""Tags that may hold no text of their own."""
_HOLDERS = {"ul": "li", "ol": "li", "menu": "li", "dir": "li", "dl": "dd"}
"""Tag of a list → tag of the element that holds its text."""


_PLAIN = frozenset(("u", "span", "font", "small", "big"))
"""Tags of inline elements that Markdown has nothing for, so that nothing but their text is left."""


def keep_stray_text(main: HtmlElement) -> None:
    """Wrap the text that stands directly in a list or table."""
    for parent in list(main.iter(*_HOLDERS, *_TABLE_PARTS)):
        if parent.tag in _HOLDERS:
            _keep_plain(parent)
        if parent.text and not parent.text.isspace():
            _keep(parent, parent, parent.text, is_tail=False)
        for child in parent:
            tail = child.tail
            if not tail:
                continue
            is_blank = tail.isspace()
            if parent.tag in _HOLDERS and (is_blank or not any(map(str.isalnum, tail))):
                child.tail = None  # blank, or a comma between items
            elif not is_blank:
                _keep(parent, child, tail, is_tail=True)


def _keep_plain(parent: HtmlElement) -> None:
    """Keep the text of inline elements that stand directly in a list."""
    plain = [child for child in parent if child.tag in _PLAIN and shows_text(child)]
    if plain and next(parent.iterchildren("li", "dt", "dd"), None) is None:
        parent.tag = "div"
    elif parent.tag != "dl":
        for child in plain:
            child.tag = "li"


def _keep(parent: HtmlElement, beside: HtmlElement, text: str, *, is_tail: bool) -> None:
    holder = _HOLDERS.get(str(parent.tag))
    if holder is not None and next(parent.iterchildren("li", "dt", "dd"), None) is None:
        parent.tag = "div"
    elif holder is not None:
        _wrap(parent, beside, holder, is_tail=is_tail)
    elif parent.tag in _TABLE_PARTS:
        _move_before_table(parent, beside, text, is_tail=is_tail)


def _wrap(parent: HtmlElement, beside: HtmlElement, tag: str, *, is_tail: bool) -> None:
    """Move a text into a new element at the same position."""
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
