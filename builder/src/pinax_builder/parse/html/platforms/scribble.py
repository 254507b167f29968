"""Scribble writes Racket's manuals, and lays out definitions and code as tables.

Rules: - A box is a table of the class `RBoxed` with a link of a class for definitions in it. It becomes a heading with
         the names that it defines, and a `pre`. The heading is a level below the last one outside of boxes. It has the
         anchor of the first definition, and as attributes kind and signature.
       - A table of code becomes a `pre` with its pictures, and so does a box that defines nothing, as the forms in
         guides.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from lxml import etree
from lxml.html import Element, HtmlElement, builder

from pinax_builder.parse.html.page_tree import (
    DECLARED_KIND,
    HEADINGS,
    PICTURE_SIGN,
    SIGNATURE,
    PageTree,
    heading_tag,
    level_of,
)
from pinax_builder.parse.html.platforms.record import Platform
from pinax_builder.parse.plain_text import raw_text

SCRIBBLE = Platform(
    "scribble",
    signs="div.maincolumn > div.main",
    roots=("div.maincolumn > div.main",),
    chrome=".navsettop, .navsetbottom, .versionbox, .searchform",
)
_CODE = frozenset(("RktBlk", "SVerbatim"))
_BOX = "RBoxed"
_DEFINED = etree.XPath("descendant::a[contains(@class, 'RktValDef') or contains(@class, 'RktStxDef')]")
"""Finds the names that a box defines."""
_ANCHORS = etree.XPath("descendant::a[@name]")
_KINDS = {
    "procedure": "function", "syntax": "macro", "method": "method", "class": "class", "interface": "interface",
    "struct": "class", "parameter": "variable", "value": "variable", "mixin": "class", "signature": "interface",
}  # fmt: skip
"""Word in a box's corner → `Symbol.kind`."""
_SPACE = str.maketrans("\u00a0", " ")


def write_boxed_signatures(page: PageTree) -> None:
    """Replace boxes and tables of code."""
    if not page.has(*_CODE, _BOX):
        return
    level = 1
    for element in page.all("table", *HEADINGS):
        classes = (element.get("class") or "").split()
        if element.tag in HEADINGS:
            level = level_of(element)
        elif _BOX in classes and (names := _names(element)):
            _head(element, names, heading_tag(level + 1))
        elif not {*_CODE, _BOX}.isdisjoint(classes) and not any(
            not _CODE.isdisjoint((above.get("class") or "").split()) for above in element.iterancestors("table")
        ):
            pictures = list(element.iter("img"))
            for picture in pictures:
                picture.text = PICTURE_SIGN
            _replace(element, _lines(element), pictures)


def _names(box: HtmlElement) -> list[str]:
    return list(dict.fromkeys(raw_text(link).translate(_SPACE).strip() for link in _DEFINED(box)))


def _head(box: HtmlElement, names: list[str], tag: str) -> None:
    label = next((part for part in box.iter("div") if "RBackgroundLabel" in (part.get("class") or "")), None)
    kind = raw_text(label).strip() if label is not None else ""
    if label is not None:
        label.drop_tree()
    lines = _lines(box)
    heading = Element(tag, {DECLARED_KIND: _KINDS.get(kind, "term"), SIGNATURE: lines[0]})
    if anchors := _ANCHORS(box):
        heading.set("id", str(anchors[0].get("name")))
    heading.text = ", ".join(names)
    pre = _replace(box, lines)
    quote = pre.getparent()
    outer = quote if quote is not None and quote.tag == "blockquote" and len(quote) == 1 else pre
    outer.addprevious(heading)


def _lines(table: HtmlElement) -> list[str]:
    """Return the text of a table's rows, one a line; those of tables in a cell begin right of the cells before it."""
    lines: list[str] = []
    for row in table.iter("tr"):
        if next(row.iterancestors("table")) is not table:
            continue
        begun = [""]
        for cell in row:
            inner = [one for one in cell.iter("table") if next(one.iterancestors("table")) is table]
            text = " ".join(raw_text(cell).translate(_SPACE).strip("\n").split("\n"))
            first, *others = chain.from_iterable(map(_lines, inner)) if inner else [text]
            others = [" " * len(begun[-1]) + line for line in others]
            begun = [*begun[:-1], begun[-1] + first, *others]
        lines += [line.rstrip() for line in begun if line.strip()]
    return lines or [""]


def _replace(table: HtmlElement, lines: list[str], pictures: Sequence[HtmlElement] = ()) -> HtmlElement:
    text, *others = "\n".join(lines).split(PICTURE_SIGN)
    pre = builder.PRE(text)
    for picture, after in zip(pictures, others, strict=False):
        picture.tail = after
        pre.append(picture)
    table.addprevious(pre)
    table.drop_tree()
    return pre
