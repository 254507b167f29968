"""Put list items and terms that stand outside of any list into one.

In:    The element that holds a page's content.
Out:   Nothing; in the tree, neighboring stray items are a list, and with terms among them a definition list.
Rules: browsers show them as items. The parser ends a `dl` where an `li` begins in it; what follows goes back into it.
"""

from __future__ import annotations

from lxml.html import Element, HtmlElement

_ITEMS = ("li", "dt", "dd")
_HOLDERS = {"li": ("ul", "ol", "menu", "dir"), "dt": ("dl",), "dd": ("dl",)}
"""Tag of an item → tags of the lists that it may stand in."""


def gather_stray_items(main: HtmlElement) -> None:
    """Wrap runs of stray items."""
    strays = [item for item in main.iter(*_ITEMS) if item is not main and _is_stray(item)]
    taken: set[HtmlElement] = set()
    for first in strays:
        if first not in taken:
            run = _run(first)
            taken.update(run)
            _gather(run)


def _is_stray(item: HtmlElement) -> bool:
    parent = item.getparent()
    if parent is not None and parent.tag == "div" and item.tag != "li":  # a group within a `dl`
        parent = parent.getparent()
    return parent is not None and parent.tag not in (*_HOLDERS[str(item.tag)], *_ITEMS)  # an item that was not ended


def _run(first: HtmlElement) -> list[HtmlElement]:
    """Return an item and those right behind it."""
    run = [first]
    while not (run[-1].tail or "").strip():
        after = run[-1].getnext()
        if after is None or after.tag not in _ITEMS:
            break
        run.append(after)
    return run


def _gather(run: list[HtmlElement]) -> None:
    before = run[0].getprevious()
    ended = before if before is not None and _ends_with_term(before) else None
    has_terms = ended is not None or any(item.tag == "dt" for item in run)
    if not has_terms and any(item.tag == "dd" for item in run):  # indented text, as older pages have it
        return
    outer = ended if ended is not None else Element("dl" if has_terms else "ul")
    if ended is None:
        run[0].addprevious(outer)
    outer.tail, run[-1].tail = run[-1].tail, None
    into = None if has_terms else outer
    for item in run:
        if item.tag != "li":
            outer.append(item)
            into = None
            continue
        if into is None:
            body = Element("dd")
            outer.append(body)
            into = Element("ul")
            body.append(into)
        into.append(item)


def _ends_with_term(element: HtmlElement) -> bool:
    is_next = element.tag == "dl" and not (element.tail or "").strip()
    return is_next and len(element) > 0 and element[-1].tag == "dt"
