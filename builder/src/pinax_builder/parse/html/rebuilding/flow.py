"""Gather the content of one container into blocks.

In:    Text, inline elements and blocks, in the order in which a container holds them.
Out:   Blocks in a new element; text and inline elements between two blocks become one paragraph.
"""

from __future__ import annotations

from dataclasses import dataclass

from lxml import etree
from lxml.html import Element, HtmlElement

from pinax_builder.parse.html.headings import HEADINGS
from pinax_builder.parse.plain_text import raw_text

LISTS = ("ul", "ol", "menu", "dir")
"""Tags of lists."""
_BLOCK_WORDS = """
    address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer
    form header hgroup hr html legend li main nav p pre section summary table tbody td tfoot th thead tr
"""
BLOCKS = (*_BLOCK_WORDS.split(), *HEADINGS, *LISTS)
"""Tags of elements that begin a line of their own, as a tuple, which lxml asks for."""
IS_BLOCK = frozenset(BLOCKS)
"""The same tags as a set, for a quick look-up."""


@dataclass(slots=True)
class Flow:
    """Collects the blocks of one container."""

    into: HtmlElement
    """The new element that receives the blocks."""
    paragraph: HtmlElement | None = None
    """The open paragraph, to which inline content is added."""

    def text(self, text: str | None) -> None:
        """Add text to the open paragraph, or open one with it."""
        if not text:
            return
        if self.paragraph is None:
            if text.isspace():
                return
            self.paragraph = etree.SubElement(self.into, "p")
        append_text(self.paragraph, text)

    def inline(self, element: HtmlElement) -> None:
        """Move an inline element to the open paragraph, or open one with it."""
        if self.paragraph is None:
            self.paragraph = etree.SubElement(self.into, "p")
        element.tail = None
        self.paragraph.append(element)

    def close(self) -> None:
        """End the open paragraph; remove it if it is empty."""
        ended, self.paragraph = self.paragraph, None
        if ended is not None and not len(ended) and not (ended.text or "").strip():
            self.into.remove(ended)

    def block(self, element: HtmlElement) -> None:
        """End the open paragraph and add a block; leave out a rule right below a heading, which only underlines it."""
        self.close()
        element.tail = None
        if element.tag == "hr" and len(self.into) and self.into[-1].tag in HEADINGS:
            return
        self.into.append(element)


def append_text(element: HtmlElement, text: str) -> None:
    """Add text at the end of an element, after its children."""
    last = next(element.iterchildren(reversed=True), None)  # `element[-1]` would walk over all of them
    if last is not None:
        last.tail = (last.tail or "") + text
    else:
        element.text = (element.text or "") + text


def move_children(source: HtmlElement, target: HtmlElement) -> None:
    """Move an element's text and children to the end of another."""
    if source.text:
        append_text(target, source.text)
    source.text = None
    for child in list(source):
        target.append(child)


def trim(element: HtmlElement) -> None:
    """Strip white space from both ends of an element's inline content."""
    element.text = (element.text or "").lstrip()
    if len(element):
        element[-1].tail = (element[-1].tail or "").rstrip()
    else:
        element.text = element.text.rstrip()


def holds_block(element: HtmlElement) -> bool:
    """Return whether a block is below an element; of the few that most have, a look at each is the fastest way."""
    return any(inner.tag in IS_BLOCK for inner in element.iterdescendants())


def embolden(element: HtmlElement) -> None:
    """Make an element's inline content bold; leave alone one that holds blocks or bold text."""
    if next(element.iterdescendants(*BLOCKS, "strong", "b"), None) is not None or not raw_text(element).strip():
        return
    strong = Element("strong")
    move_children(element, strong)
    element.append(strong)


def only_indents(quote: HtmlElement) -> bool:
    """Return whether a quote holds only lists, code and tables, which older pages, and Sphinx, indent by quotes."""
    if not len(quote) or (quote.text or "").strip():
        return False
    if len(quote) == 1 and quote[0].tag == "div":
        return only_indents(quote[0])
    blocks = ("pre", "table", "ul", "ol", "dl")
    return all(child.tag in blocks and not (child.tail or "").strip() for child in quote)
