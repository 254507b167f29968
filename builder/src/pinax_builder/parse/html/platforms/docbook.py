"""Title the reference entries of a page that holds several of them.

In:    The element that holds a page's content.
Out:   Nothing; in the tree, each entry begins with a heading that says its name, and its parts stand below that.
Rules: an entry begins with the heading "Name", and a paragraph such as `fopen - open a file`. DocBook writes them so
       where a manual is one page, all entries with the same headings. Its box is the largest that has no other entry.
       An entry stands below the last heading outside of entries. The first anchor in its box leads to it.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import takewhile

from lxml.html import HtmlElement

from pinax_builder.parse.html.headings import HEADINGS
from pinax_builder.parse.plain_text import plain_text

_LINE = re.compile(r"(\S(?:.{0,118}\S)?) (?:--?|[–—]) \S")
"""A line that says what something is called and what it is."""


def title_entries(main: HtmlElement) -> None:
    """Replace the heading of each entry by the entry's name, and let its other headings stand below that."""
    headings = list(main.iter(*HEADINGS))
    if not any(map(_ends_with_name, headings)):
        return
    names = {heading: name for heading in headings if (name := _name(heading))}
    if len(names) < 2:
        return
    boxes = _boxes(list(names), main)
    box, outside, entry, inner = None, 0, 0, 0  # levels: of the last heading outside, of the entry, of its headings
    for heading in headings:
        level = HEADINGS.index(str(heading.tag)) + 1
        if heading in names:
            box, entry, inner = boxes[heading], outside + 1 if outside else level, level
            _rename(heading, names[heading], entry, box)
        elif entry and level >= inner and (box is None or box in heading.iterancestors()):
            heading.tag = _tag(entry + 1 + level - inner)
        else:
            outside, entry = level, 0


def _ends_with_name(heading: HtmlElement) -> bool:
    """Return whether the last piece of a heading's text is "Name", as that of an entry's first heading is."""
    return ((heading[-1].tail if len(heading) else heading.text) or "").lower() == "name"


def _name(heading: HtmlElement) -> str:
    """Return what the entry is called that a heading opens; empty if it opens none."""
    if plain_text(heading).strip().lower() != "name":
        return ""
    line = heading.getnext()
    if line is None or line.tag not in ("p", "div"):
        return ""
    said = _LINE.match(" ".join(plain_text(line).split()))
    return said[1] if said else ""


def _boxes(names: list[HtmlElement], main: HtmlElement) -> dict[HtmlElement, HtmlElement | None]:
    """Return for each entry the largest element below the content that holds it and no other entry."""
    held: Counter[HtmlElement] = Counter(above for heading in names for above in heading.iterancestors())
    boxes: dict[HtmlElement, HtmlElement | None] = {}
    for heading in names:
        around = takewhile(lambda above: above is not main, heading.iterancestors())
        alone = [above for above in around if held[above] == 1]
        boxes[heading] = alone[-1] if alone else None
    return boxes


def _rename(heading: HtmlElement, name: str, level: int, box: HtmlElement | None) -> None:
    """Write the name, with the first anchor of the box before it unless the heading has its own."""
    own = heading.get("id") or next((_anchor(inner) for inner in heading.iter() if _anchor(inner)), "")
    for child in list(heading):
        heading.remove(child)
    heading.text, heading.tag = name, _tag(level)
    before = takewhile(lambda element: element is not heading, box.iter()) if box is not None else ()
    if anchor := own or next(filter(None, map(_anchor, before)), ""):
        heading.set("id", anchor)


def _anchor(element: HtmlElement) -> str:
    return str(element.get("id") or (element.tag == "a" and element.get("name")) or "")


def _tag(level: int) -> str:
    return HEADINGS[min(level, len(HEADINGS)) - 1]
