"""Gather the content of one container into blocks.

In:    Text, inline elements and blocks, in the order in which a container holds them.
Out:   The same as items of a Block; text and inline elements between two blocks become one paragraph.
Rules: - No two texts stand side by side, and none is empty. Inline elements stay where they are in the page's tree.
       - Lists are tight: an item's first paragraph has the bullet's line, a body's first paragraph the term's line. In
         a cell, a list becomes lines, and so do the rows of a table.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass, field

from lxml.html import HtmlElement

from pinax_builder.parse.html.elements import HEADINGS, IS_BLOCK
from pinax_builder.parse.plain_text import raw_text, shows_text


@dataclass(slots=True, eq=False)
class Block:
    """A block of Markdown, or a part of one, such as an item or a cell."""

    tag: str
    """What it is, as HTML names it; `pinax-mark` for a mark."""
    items: list[Item] = field(default_factory=list)
    """What it holds, in order."""
    number: int = 0
    """Number of the code or of the mark that it stands for, or of an ordered list's first item."""


Item = str | HtmlElement | Block


@dataclass(slots=True)
class Flow:
    """Collects the blocks of one container."""

    into: Block
    """The container."""
    paragraph: list[Item] | None = None
    """The items of the open paragraph."""

    def text(self, text: str | None) -> None:
        """Add text to the open paragraph, or open one with it."""
        if not text:
            return
        items = self.paragraph
        if items is None:
            if not text.isspace():
                self._open(text)
        elif isinstance(last := items[-1], str):
            items[-1] = last + text
        else:
            items.append(text)

    def inline(self, element: HtmlElement) -> None:
        """Add an inline element to the open paragraph, or open one with it."""
        if self.paragraph is None:
            self._open(element)
        else:
            self.paragraph.append(element)

    def close(self) -> None:
        """End the open paragraph."""
        self.paragraph = None

    def block(self, block: Block) -> None:
        """End the open paragraph and add a block; leave out a rule right below a heading, which only underlines it."""
        self.close()
        into = self.into.items
        if block.tag == "hr" and into and isinstance(into[-1], Block) and into[-1].tag in HEADINGS:
            return
        into.append(block)

    def _open(self, first: Item) -> None:
        """Open a paragraph with its first item."""
        self.paragraph = [first]
        self.into.items.append(Block("p", self.paragraph))


def is_blank(items: list[Item]) -> bool:
    """Return whether there is nothing but white space."""
    return not items or (len(items) == 1 and isinstance(items[0], str) and not items[0].strip())


def content_of(element: HtmlElement) -> list[Item]:
    """Return an element's text and children as items."""
    items: list[Item] = [element.text] if element.text else []
    for child in element[:]:
        items.append(child)
        if tail := child.tail:
            items.append(tail)
    return items


def add_text(items: list[Item], text: str) -> None:
    """Add text at the end of items."""
    last = items[-1] if items else None
    if isinstance(last, str):
        items[-1] = last + text
    elif text:
        items.append(text)


def add_items(items: list[Item], more: Iterable[Item]) -> None:
    """Add items at the end of others."""
    for item in more:
        if isinstance(item, str):
            add_text(items, item)
        else:
            items.append(item)


def trim(items: list[Item]) -> list[Item]:
    """Return items without white space at both ends."""
    trimmed = list(items)
    if trimmed and isinstance(first := trimmed[0], str):
        trimmed[0] = first.lstrip()
    if trimmed and isinstance(last := trimmed[-1], str):
        trimmed[-1] = last.rstrip()
    return [item for item in trimmed if item != ""]


def holds_block(element: HtmlElement) -> bool:
    """Return whether a block is below an element; of the few that most have, a look at each is the fastest way."""
    for child in element[:]:  # noqa: SIM110 - a generator takes as long again
        if child.tag in IS_BLOCK or (len(child) and holds_block(child)):
            return True
    return False


def elements_above_headings(main: HtmlElement) -> set[HtmlElement]:
    """Return the elements that hold a heading; to climb from each heading is faster than to search below elements."""
    above: set[HtmlElement] = set()
    for heading in main.iter(*HEADINGS):
        parent = heading.getparent()
        while parent is not None and parent not in above:
            above.add(parent)
            parent = parent.getparent()
    return above


def embolden(element: HtmlElement) -> None:
    """Make an element's inline content bold; leave alone one that holds blocks or bold text."""
    if any(inner.tag in IS_BLOCK or inner.tag in ("strong", "b") for inner in element.iterdescendants()):
        return
    if not shows_text(element):
        return
    strong = element.makeelement("strong")
    strong.text, element.text = element.text, None
    strong.extend(list(element))
    element.append(strong)


def only_indents(quote: HtmlElement) -> bool:
    """Return whether a quote holds only lists, code and tables, which older pages, and Sphinx, indent by quotes."""
    if not len(quote) or (quote.text or "").strip():
        return False
    if len(quote) == 1 and quote[0].tag == "div":
        return only_indents(quote[0])
    blocks = ("pre", "table", "ul", "ol", "dl")
    return all(child.tag in blocks and not (child.tail or "").strip() for child in quote)


def new_list(element: HtmlElement, start: str | None) -> Block:
    """Return an empty list of an element's kind; an ordered one begins with the number `start`."""
    if element.tag != "ol":
        return Block("ul", number=1)
    return Block("ol", number=int(start) if start and start.isascii() and start.isdigit() else 1)


def holds_only(item: HtmlElement, tags: Container[str]) -> bool:
    """Return whether an item has no text of its own, and children of some tags, beside which only anchors stand."""
    if not len(item) or ((text := item.text) and not text.isspace()):
        return False
    found = False
    for child in item[:]:
        tag = child.tag
        if tag in tags:
            found = True
        elif isinstance(tag, str) and (tag != "a" or shows_text(child)):
            return False
        if (tail := child.tail) and not tail.isspace():
            return False
    return found


def finish_list(rebuilt: Block, flow: Flow) -> None:
    """Tighten a list's items, remove the empty ones, and add the list to the flow if any item is left."""
    kept: list[Item] = []
    for item in rebuilt.items:
        assert isinstance(item, Block)
        _lift_first_paragraph(item)
        if not is_blank(item.items):
            kept.append(item)
    rebuilt.items = kept
    if kept:
        flow.block(rebuilt)


def _lift_first_paragraph(item: Block) -> None:
    """Unwrap an item's first paragraph, so that the list is tight."""
    first = item.items[0] if item.items else None
    if isinstance(first, Block) and first.tag == "p":
        item.items[:1] = first.items


def join_term_and_body(item: Block, n_terms: int) -> None:
    """Move the first paragraph of a body to its term's line, after a colon.

    Args:
        item: Terms, as `write_terms` returns them, and the blocks of their bodies.
        n_terms: Number of its items that belong to the terms.
    """
    first = item.items[n_terms] if 0 < n_terms < len(item.items) else None
    if not isinstance(first, Block) or first.tag != "p":
        return
    last = item.items[n_terms - 1]
    line: list[Item] = [" " if isinstance(last, HtmlElement) and raw_text(last).endswith(":") else ": "]
    add_items(line, trim(first.items))
    item.items[n_terms : n_terms + 1] = line


def cell_lines(holder: list[Item]) -> list[list[Item]]:
    """Return the lines of a cell's content: paragraphs, and items of lists and rows after a dash or their number."""
    lines: list[list[Item]] = []
    for block in holder:
        if not isinstance(block, Block) or block.tag == "hr":
            continue
        if block.tag in ("ul", "ol"):
            for number, item in enumerate(block.items, block.number):
                assert isinstance(item, Block)
                lines.extend(_item_lines(item, f"{number}. " if block.tag == "ol" else "- "))
        elif block.tag == "blockquote":
            lines.extend(cell_lines(block.items))
        elif block.tag == "table":
            lines.extend(filter(None, (_row_line(row, is_head=not at) for at, row in enumerate(block.items))))
        else:
            lines.append(block.items)
    return lines


def _row_line(row: Item, *, is_head: bool) -> list[Item]:
    """Return a row of a table within a cell as a line, with ` · ` between what its cells hold."""
    line: list[Item] = []
    for cell in row.items if isinstance(row, Block) else ():
        content = cell.items if isinstance(cell, Block) else content_of(cell) if isinstance(cell, HtmlElement) else []
        while content and isinstance(content[-1], HtmlElement) and content[-1].tag == "br":
            content = content[:-1]
        if not is_blank(content):
            add_text(line, " · " if line else "" if is_head else "- ")
            add_items(line, trim(content))
    return line


def _item_lines(item: Block, sign: str) -> list[list[Item]]:
    at = next((at for at, part in enumerate(item.items) if isinstance(part, Block)), len(item.items))
    first: list[Item] = [sign]
    add_items(first, item.items[:at])
    return [first, *cell_lines(item.items[at:])]
