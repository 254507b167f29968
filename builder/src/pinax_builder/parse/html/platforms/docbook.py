"""DocBook's stylesheets and LinuxDoc publish manuals; one page may hold many entries, all with the same headings.

Rules: - An entry begins with the heading "Name", and a paragraph such as `fopen - open a file`; or with the heading
         "Function", and a signature whose name is bold: `int <b>fopen</b> (…) -- open a file`. The heading then says
         its name, and the entry's other headings stand below that.
       - Its box is the largest that has no other entry. The first anchor in the box leads to it.
       - An entry stands below the last heading outside of entries.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import takewhile

from lxml.etree import SubElement
from lxml.html import HtmlElement

from pinax_builder.parse.html.page_tree import (
    DECLARED_KIND,
    SIGNATURE,
    PageTree,
    anchor_of,
    heading_tag,
    level_of,
)
from pinax_builder.parse.html.platforms.record import Platform
from pinax_builder.parse.plain_text import plain_text

DOCBOOK = Platform(
    "docbook",
    generator="docbook|publican",
    signs="div.navheader, div.titlepage, ul.docnav, div.refentry",
    roots=("body",),
    chrome="div.navheader, div.navfooter, ul.docnav, p#title, #breadcrumbs, #book_nav, .callout img",
)
_LINE = re.compile(r"(\S(?:.{0,118}\S)?) (?:--?|[–—]) \S")
"""A line that says what something is called and what it is."""


def title_entries(page: PageTree, headings: list[HtmlElement]) -> None:
    """Replace the heading of each entry by the entry's name, and let its other headings stand below that."""
    if not any(map(_ends_with_name, headings)):
        return
    names = {heading: name for heading in headings if (name := _name(heading) or _function(heading))}
    if len(names) < 2:
        return
    boxes = _boxes(list(names), page.content)
    box, outside, entry, inner = None, 0, 0, 0  # levels: of the last heading outside, of the entry, of its headings
    for heading in headings:
        level = level_of(heading)
        if heading in names:
            box, entry, inner = boxes[heading], outside + 1 if outside else level, level
            _rename(heading, names[heading], entry, box)
        elif entry and level >= inner and (box is None or box in heading.iterancestors()):
            heading.tag = heading_tag(entry + 1 + level - inner)
        else:
            outside, entry = level, 0


def _ends_with_name(heading: HtmlElement) -> bool:
    """Return whether the last piece of a heading's text is as that of an entry's first heading is."""
    return ((heading[-1].tail if len(heading) else heading.text) or "").lower() in ("name", "function")


def _name(heading: HtmlElement) -> str:
    """Return what the entry is called that a heading opens; empty if it opens none."""
    if plain_text(heading).strip().lower() != "name":
        return ""
    line = heading.getnext()
    if line is None or line.tag not in ("p", "div"):
        return ""
    said = _LINE.match(" ".join(plain_text(line).split()))
    return said[1] if said else ""


def _function(heading: HtmlElement) -> str:
    """Return the name of the function whose signature follows a heading; empty if none does."""
    line = heading.getnext()
    if line is None or line.tag != "p" or plain_text(heading).strip().lower() != "function":
        return ""
    name = next(line.iterchildren("b", "strong"), None)
    if name is None or not (name.tail or "").lstrip().startswith("("):
        return ""
    return plain_text(name)


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
    """Write the name, with the first anchor of the box before it unless the heading has its own.

    The heading of a function keeps its word before the name, and declares the function.
    """
    line = heading.getnext() if _function(heading) else None
    own = heading.get("id") or next((anchor_of(inner) for inner in heading.iter() if anchor_of(inner)), "")
    for child in list(heading):
        heading.remove(child)
    heading.tag = heading_tag(level)
    if line is not None:
        heading.text = "Function "
        SubElement(heading, "code").text = name
        heading.set(DECLARED_KIND, "function")
        heading.set(SIGNATURE, " ".join(plain_text(line).split()).partition(" -- ")[0])
    else:
        heading.text = name
    before = takewhile(lambda element: element is not heading, box.iter()) if box is not None else ()
    if anchor := own or next(filter(None, map(anchor_of, before)), ""):
        heading.set("id", anchor)
