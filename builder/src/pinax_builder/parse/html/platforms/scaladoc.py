"""Scaladoc documents Scala's packages; signatures are words of an item, after its anchors and the kind of member."""

from __future__ import annotations

from lxml import etree
from lxml.html import Element, HtmlElement

from pinax_builder.parse.html.page_tree import HEADINGS, PageTree
from pinax_builder.parse.html.platforms.record import Platform

SCALADOC = Platform(
    "scaladoc",
    signs="#mbrsel #textfilter, #template #allMembers, #content .main-signature, #content .documentableElement",
    roots=("#content", "body"),
    chrome="#mbrsel, #inheritedMembers, #groupedMembers, .permalink,"
    " p.shortcomment:has(+ div.fullcomment), div.documentableBrief:has(+ div.cover), .show-all-code,"
    " dt:has(+ dd > #inheritance-diagram), .big-circle",
)
_SYMBOLS = etree.XPath("descendant::li/span[@class='symbol']")
"""Finds the signatures that are words of an item, after its anchors and the kind of the declaration."""


def box_signatures(page: PageTree) -> None:
    """Put each signature that is words of an item into a line of its own, which begins a member.

    The companion and the package, which a heading below the title names, are a line, too.
    """
    for related in page.select("#definition h3:has(> .morelinks)"):
        related.tag = "p"
    for symbol in _SYMBOLS(page.content) if page.has("symbol") else ():
        _box_line(symbol)


def _box_line(symbol: HtmlElement) -> None:
    """Put a signature in an item, with the kind before it, into a line of its own that has the item's anchor."""
    kind = symbol.getprevious()
    anchor = next((before for before in symbol.itersiblings("a", preceding=True) if before.get("id")), None)
    if anchor is None or next(symbol.itersiblings(*HEADINGS, preceding=True), None) is not None:
        return
    line = Element("div", {"class": "signature", "id": str(anchor.get("id"))})
    line.tail, symbol.tail = symbol.tail, None
    symbol.addprevious(line)
    if kind is not None and kind.get("class") == "modifier_kind":
        line.append(kind)
    line.append(symbol)
