"""Rebuild a page's content from the few kinds of blocks that Markdown has.

In:    The cleaned content: code taken out, links rewritten, headings and terms labeled.
Out:   A tree of Blocks: paragraphs, headings, lists, tables, quotes and rules, with a mark where each section opens
       and each definition or box closes.
Rules: - Inline content between two blocks becomes a paragraph.
       - Elements that only arrange others (`div`, `section`, layout tables) are unwrapped.
       - Headings and definitions open sections only outside lists, quotes and tables.
       - Blocks nested deeper than `MAX_NESTING` are lifted out.

Strategy: one recursive walk lists the blocks. A Flow collects those of one container; text and inline elements gather
in an open paragraph until a block comes. Inline elements are not moved. The gate's limit of depth bounds the recursion.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from itertools import groupby

from lxml import etree
from lxml.html import HtmlElement

from pinax_builder.parse.html.definitions import (
    Group,
    declares,
    groups,
    heads_section,
    opens_sections,
    title_of,
    write_terms,
)
from pinax_builder.parse.html.elements import BLOCKS, BOXES, HEADINGS, IS_BLOCK, LISTS, level_of
from pinax_builder.parse.html.flow import (
    Block,
    Flow,
    Item,
    add_items,
    cell_lines,
    content_of,
    elements_above_headings,
    embolden,
    finish_list,
    holds_block,
    holds_only,
    is_blank,
    join_term_and_body,
    new_list,
    only_indents,
)
from pinax_builder.parse.html.labels import Label
from pinax_builder.parse.html.sections import Closing, Mark, Opening
from pinax_builder.parse.html.tables import Cell, make_grid
from pinax_builder.records import SectionKind

MAX_NESTING = 12
"""Depth of lists and quotes within each other that is kept; text indented further is hard to read."""

SECTION_MARK = "pinax-mark"
"""Tag of a block that is a mark."""

_ARRANGE = IS_BLOCK.difference(
    HEADINGS, LISTS, ("pre", "hr", "dl", "table", "blockquote", "details", "summary", "legend", "caption")
)
"""Tags of blocks in place of which stands what they hold."""
_QDOC_CLASSES = frozenset(("fn", "flags", "qmlname"))
"""Classes of headings in which QDoc writes signatures."""
_NONE = Label((), "", ())
"""The label of a heading or term that has none."""


@dataclass(slots=True)
class Rebuilder:
    """Rebuild one page's content."""

    labels: dict[HtmlElement, Label]
    """The labels of the page's headings and terms."""
    marks: list[Mark] = field(default_factory=list)
    """The marks that were inserted, by number."""
    opened: dict[HtmlElement, int] = field(default_factory=dict)
    """Number of the mark that each heading or term became."""
    above_headings: set[HtmlElement] = field(default_factory=set)
    """The elements that hold a heading."""
    boxes: int = 0
    """Number of boxes around the current place that end the sections in them."""

    def rebuild(self, main: HtmlElement) -> Block:
        """Rebuild the content as a `div`."""
        self.above_headings = elements_above_headings(main)
        root = Block("div")
        flow = Flow(root)
        self._children(main, flow, nesting=0)
        flow.close()
        for end in (0, -1):
            while root.items and isinstance(item := root.items[end], Block) and item.tag == "hr":
                root.items.pop(end)
        return root

    def _children(self, element: HtmlElement, flow: Flow, nesting: int) -> None:
        flow.text(element.text)
        for child in element[:]:  # which takes lxml half the time of an iterator
            tag = child.tag
            if tag in IS_BLOCK:
                self._block(child, flow, nesting)
            elif len(child):
                self._inline(child, flow, nesting)
            elif isinstance(tag, str):
                flow.inline(child)
            if tail := child.tail:
                flow.text(tail)

    def _child(self, child: HtmlElement, flow: Flow, nesting: int) -> None:
        rebuild = self._block if child.tag in IS_BLOCK else self._inline
        rebuild(child, flow, nesting)

    def _inline(self, child: HtmlElement, flow: Flow, nesting: int) -> None:
        if len(child) and holds_block(child):
            self._children(child, flow, nesting)
        else:
            flow.inline(child)

    def _block(self, child: HtmlElement, flow: Flow, nesting: int) -> None:
        tag = child.tag
        flow.close()
        if tag in _ARRANGE:  # as most
            self._children(child, flow, nesting)
            flow.close()
        elif tag in HEADINGS:
            self._heading(child, flow, nesting)
        elif tag in ("pre", "hr"):
            flow.block(Block("pre", number=int(child.get("n", ""))) if tag == "pre" else Block("hr"))
        elif tag in LISTS:
            self._list(child, flow, nesting)
        elif tag == "dl":
            self._definition_list(child, flow, nesting)
        elif tag == "table":
            self._table(child, flow, nesting)
        elif tag == "blockquote" and nesting < MAX_NESTING and not self._only_indents(child, nesting):
            self._quote(child, flow, nesting)
        elif tag in BOXES and not nesting and child in self.above_headings:
            self._box(child, flow)
        else:
            if tag in ("summary", "legend", "caption"):
                embolden(child)
            self._children(child, flow, nesting)
            flow.close()

    def _box(self, box: HtmlElement, flow: Flow) -> None:
        self.boxes += 1
        self._children(box, flow, nesting=0)
        self._mark(Closing(self.boxes), flow)
        self.boxes -= 1

    def _only_indents(self, quote: HtmlElement, nesting: int) -> bool:
        if only_indents(quote):
            return True
        return not nesting and (quote in self.above_headings or declares(quote, self.labels))

    def _heading(self, heading: HtmlElement, flow: Flow, nesting: int) -> None:
        label = self.labels.get(heading, _NONE)
        if not label.title and next(heading.iter("img"), None) is None:
            self._children(heading, flow, nesting)
            flow.close()
            return
        if not nesting:
            kind: SectionKind = "definition" if _QDOC_CLASSES & {*(heading.get("class") or "").split()} else "heading"
            anchor = label.ids[0] if label.ids else ""
            self.opened[heading] = len(self.marks)
            self._mark(Opening(kind, level_of(heading), anchor, label.title, label.symbols, boxes=self.boxes), flow)
            if kind == "definition":  # a signature
                heading[:] = []
                heading.text = None
                etree.SubElement(heading, "code").text = label.title
        if holds_block(heading):
            etree.strip_tags(heading, *(tag for tag in BLOCKS if tag not in HEADINGS))
        flow.block(Block(str(heading.tag), content_of(heading)))

    def _list(self, element: HtmlElement, flow: Flow, nesting: int) -> None:
        if nesting >= MAX_NESTING:
            self._children(element, flow, nesting)
            flow.close()
            return
        rebuilt, item = new_list(element, element.get("start")), Block("li")
        for child in element[:]:
            if not isinstance(child.tag, str):
                continue
            is_item = child.tag == "li"
            if is_item and not nesting and self._lays_out(child):
                finish_list(rebuilt, flow)
                rebuilt = new_list(element, None)
                self._children(child, flow, nesting)
                flow.text(child.tail)
                flow.close()
                continue
            goes_on = bool(rebuilt.items) and rebuilt.tag == "ul" and holds_only(child, LISTS)
            if not (is_item or goes_on or child.tag in LISTS) and child.tag in IS_BLOCK:
                finish_list(rebuilt, flow)  # a block between the items splits the list in two
                rebuilt = new_list(element, str(rebuilt.number + len(rebuilt.items)))
                self._child(child, flow, nesting)
                continue
            if (is_item and not goes_on) or not rebuilt.items:
                # Else a list is a child of the list, or all of an item; it belongs to the item before it.
                item = Block("li")
                rebuilt.items.append(item)
            inner = Flow(item)
            if is_item:
                self._children(child, inner, nesting + 1)
            else:
                self._child(child, inner, nesting + 1)
            inner.text(child.tail)
            inner.close()
        finish_list(rebuilt, flow)

    def _heads_section(self, group: Group) -> bool:
        return heads_section(group, self.above_headings)

    def _lays_out(self, item: HtmlElement) -> bool:
        """Return whether a list item holds sections of the page or nothing but tables, or alone begins with no text.

        Older javadoc lists the description and the members of a class so.
        """
        if item in self.above_headings or holds_only(item, ("table",)):
            return True
        if item.getprevious() is not None or item.getnext() is not None or (item.text or "").strip():
            return False
        first = next(item.iterchildren("*"), None)
        return first is not None and (first.tag in ("hr", "pre") or (first.tag == "dl" and item.find("hr") is not None))

    def _quote(self, element: HtmlElement, flow: Flow, nesting: int) -> None:
        rebuilt = Block("blockquote")
        inner = Flow(rebuilt)
        self._children(element, inner, nesting + 1)
        inner.close()
        if rebuilt.items:
            flow.block(rebuilt)

    def _definition_list(self, element: HtmlElement, flow: Flow, nesting: int) -> None:
        found = groups(element)
        opens = not nesting and opens_sections(element, found, self.labels)
        if opens or (not nesting and element in self.above_headings and any(map(self._heads_section, found))):
            self._arranged(found, flow, opens=opens)
            return
        self._list_of_terms(found, flow, nesting)

    def _arranged(self, found: list[Group], flow: Flow, *, opens: bool) -> None:
        """Rebuild a list that arranges sections, which its terms open, or headings in it."""
        for is_heading, run in groupby(found, self._heads_section):
            if not is_heading and not opens:
                self._list_of_terms(list(run), flow, 0)
                continue
            for group in run:
                if group.terms and not is_heading:
                    self._definition(group, flow)
                    continue
                for term in group.terms:
                    self._children(term, flow, 0)
                    flow.close()
                self._bodies(group, flow, 0)

    def _list_of_terms(self, found: list[Group], flow: Flow, nesting: int) -> None:
        while found and not found[0].terms:  # older pages indent text so
            self._bodies(found[0], flow, nesting)
            found = found[1:]
        if len(found) == 1 and not found[0].bodies:  # a lone declaration, as in the cells of a table
            flow.block(Block("p", write_terms(found[0], self.labels, in_lines=False)))
            return
        if not any(group.terms for group in found):  # such a list only indents
            for group in found:
                self._bodies(group, flow, nesting)
            return
        rebuilt = Block("ul")
        for group in found:
            item = Block("li", write_terms(group, self.labels, in_lines=False))
            n_terms = len(item.items)
            self._bodies(group, Flow(item), nesting + 1)
            join_term_and_body(item, n_terms)
            if not is_blank(item.items):
                rebuilt.items.append(item)
        if nesting >= MAX_NESTING:
            _lift(rebuilt, flow)
        elif rebuilt.items:
            flow.block(rebuilt)

    def _definition(self, group: Group, flow: Flow) -> None:
        labels = [self.labels.get(term, _NONE) for term in group.terms]
        anchor = next((identifier for label in labels for identifier in label.ids), "")
        symbols = tuple(dict.fromkeys(symbol for label in labels for symbol in label.symbols))
        self.opened.update(dict.fromkeys(group.terms, len(self.marks)))
        self._mark(Opening("definition", 0, anchor, title_of(labels), symbols, boxes=self.boxes), flow)
        terms = write_terms(group, self.labels, in_lines=True)
        if terms:
            flow.block(Block("p", terms))
        self._bodies(group, flow, nesting=0)
        self._mark(Closing(), flow)

    def _bodies(self, group: Group, flow: Flow, nesting: int) -> None:
        for body in group.bodies:
            self._body(body, flow, nesting)
            flow.close()

    def _body(self, body: HtmlElement, flow: Flow, nesting: int) -> None:
        """Rebuild the body of a term: a `dd`, or in broken lists any other element."""
        if body.tag == "dd":
            self._children(body, flow, nesting)
        else:
            self._child(body, flow, nesting)

    def _table(self, table: HtmlElement, flow: Flow, nesting: int) -> None:
        if (caption := next(table.iterchildren("caption"), None)) is not None:
            self._child(caption, flow, nesting)
            table.remove(caption)
        grid = make_grid(table, partial(self._cell, nesting))
        if grid.items:
            flow.block(grid)

    def _cell(self, nesting: int, cell: HtmlElement) -> Cell:
        """Return what holds a cell's inline content; make it, with a `br` between what were blocks, if nothing does."""
        if not holds_block(cell):
            return cell
        holder = Block("div")
        inner = Flow(holder)
        self._children(cell, inner, nesting + 1)
        inner.close()
        content: list[Item] = []
        for number, line in enumerate(cell_lines(holder.items)):
            if number:
                content.append(cell.makeelement("br"))
            add_items(content, line)
        return Block("td", content)

    def _mark(self, mark: Mark, flow: Flow) -> None:
        flow.block(Block(SECTION_MARK, number=len(self.marks)))
        self.marks.append(mark)


def _lift(block: Block, flow: Flow) -> None:
    """Add what a list of lists holds to a flow, without the lists."""
    for item in block.items:
        if isinstance(item, str):
            flow.text(item)
        elif not isinstance(item, Block):
            flow.inline(item)
        elif item.tag in ("p", "li", "ul", "ol", "blockquote"):
            flow.close()
            _lift(item, flow)
            flow.close()
        else:
            flow.block(item)
