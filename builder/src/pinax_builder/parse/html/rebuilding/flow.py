"""Gather the content of one container into blocks.

In:    Text, inline elements and blocks, in the order in which a container holds them.
Out:   Blocks in a new element; every run of text and inline elements is a paragraph of its own.
"""

from __future__ import annotations

from dataclasses import dataclass

from lxml import etree
from lxml.html import Element, HtmlElement

from pinax_builder.parse.html.headings import HEADINGS
from pinax_builder.parse.plain_text import raw_text

LISTS = ("ul", "ol", "menu", "dir")
_BLOCK_WORDS = """
    address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer
    form header hgroup hr html legend li main nav p pre section summary table tbody td tfoot th thead tr
"""
BLOCKS = (*_BLOCK_WORDS.split(), *HEADINGS, *LISTS)
IS_BLOCK = frozenset(BLOCKS)


@dataclass(slots=True)
class Flow:
    """The blocks of one container, as they are found."""

    into: HtmlElement
    run: HtmlElement | None = None
    """The open paragraph."""

    def text(self, text: str | None) -> None:
        """Add text to the open paragraph, or open one with it."""
        if not text:
            return
        if self.run is None:
            if text.isspace():
                return
            self.run = etree.SubElement(self.into, "p")
        append_text(self.run, text)

    def inline(self, element: HtmlElement) -> None:
        """Move an inline element to the open paragraph, or open one with it."""
        if self.run is None:
            self.run = etree.SubElement(self.into, "p")
        element.tail = None
        self.run.append(element)

    def close(self) -> None:
        """End the open paragraph; one without content goes."""
        run, self.run = self.run, None
        if run is not None and not len(run) and not (run.text or "").strip():
            self.into.remove(run)

    def block(self, element: HtmlElement) -> None:
        """End the open paragraph and move a block here, but for a rule that would only underline a heading."""
        self.close()
        element.tail = None
        if element.tag == "hr" and len(self.into) and self.into[-1].tag in HEADINGS:
            return
        self.into.append(element)


def append_text(element: HtmlElement, text: str) -> None:
    """Add text at the end of an element, after its children."""
    last = next(element.iterchildren(reversed=True), None)  # to count the children would take a walk over all of them
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
    """Cut white space off both ends of an element's inline content."""
    element.text = (element.text or "").lstrip()
    if len(element):
        element[-1].tail = (element[-1].tail or "").rstrip()
    else:
        element.text = element.text.rstrip()


def embolden(element: HtmlElement) -> None:
    """Make all of an element's inline content bold; one with blocks in it stays as it is."""
    if next(element.iterdescendants(*BLOCKS, "strong", "b"), None) is not None or not raw_text(element).strip():
        return
    strong = Element("strong")
    move_children(element, strong)
    element.append(strong)


def only_indents(quote: HtmlElement) -> bool:
    """Tell whether a quote holds other blocks than text only; older pages, and Sphinx, indent lists and code so."""
    if not len(quote) or (quote.text or "").strip():
        return False
    if len(quote) == 1 and quote[0].tag == "div":
        return only_indents(quote[0])
    blocks = ("pre", "table", "ul", "ol", "dl")
    return all(child.tag in blocks and not (child.tail or "").strip() for child in quote)
