"""Rebuild a page's content from the few kinds of blocks that Markdown has.

In:    The cleaned content: code taken out, links rewritten, headings and terms labeled.
Out:   A flat tree of paragraphs, headings, lists, tables, quotes and rules, with a mark where each section opens and
       each definition closes.
Rules: - Inline content between two blocks becomes a paragraph.
       - Elements that only arrange others (`div`, `section`, layout tables) are unwrapped.
       - Headings and definitions open sections only outside lists, quotes and tables.
       - Blocks nested deeper than `MAX_NESTING` are lifted out.

Strategy: one recursive walk moves the nodes into a new tree. A Flow collects the blocks of one container; text and
inline elements gather in an open paragraph until a block comes. The gate's limit of depth bounds the recursion.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby

from lxml import etree
from lxml.html import HtmlElement

from pinax_builder.parse.html.headings import HEADINGS, Label
from pinax_builder.parse.html.outline import Closing, Mark, Opening
from pinax_builder.parse.html.rebuilding.definitions import (
    Group,
    declares,
    groups,
    heads_section,
    opens_sections,
    title_of,
    write_terms,
)
from pinax_builder.parse.html.rebuilding.flow import (
    BLOCKS,
    IS_BLOCK,
    LISTS,
    Flow,
    embolden,
    holds_block,
    move_children,
    only_indents,
)
from pinax_builder.parse.html.rebuilding.lists import cell_lines, finish_list, join_term_and_body, new_list
from pinax_builder.parse.html.rebuilding.tables import make_grid, own_cells, own_rows
from pinax_builder.records import SectionKind

MAX_NESTING = 12
"""Depth of lists and quotes within each other that is kept; text indented further is hard to read."""

SECTION_MARK = "pinax-mark"
"""Tag of the empty element that is a mark; its attribute `n` is the mark's number."""

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

    def rebuild(self, main: HtmlElement) -> HtmlElement:
        """Rebuild the content as a new `div`; `main` loses its nodes to it."""
        root = main.makeelement("div")  # of the same document, whose elements need no Python to be made
        flow = Flow(root)
        self._children(main, flow, nesting=0)
        flow.close()
        for end in (0, -1):
            while len(root) and root[end].tag == "hr":
                root.remove(root[end])
        return root

    def _children(self, element: HtmlElement, flow: Flow, nesting: int) -> None:
        flow.text(element.text)
        element.text = None
        for child in list(element):
            tail = child.tail
            if isinstance(child.tag, str):
                self._child(child, flow, nesting)
            flow.text(tail)

    def _child(self, child: HtmlElement, flow: Flow, nesting: int) -> None:
        tag = child.tag
        if tag not in IS_BLOCK:
            if len(child) and holds_block(child):
                self._children(child, flow, nesting)
            else:
                flow.inline(child)
            return
        flow.close()
        if tag in HEADINGS:
            self._heading(child, flow, nesting)
        elif tag in ("pre", "hr"):
            flow.block(child)
        elif tag in LISTS:
            self._list(child, flow, nesting)
        elif tag == "dl":
            self._definition_list(child, flow, nesting)
        elif tag == "table":
            self._table(child, flow, nesting)
        elif tag == "blockquote" and nesting < MAX_NESTING and not self._only_indents(child, nesting):
            self._nest(child, "blockquote", flow, nesting)
        else:
            if tag in ("summary", "legend", "caption"):
                embolden(child)
            self._children(child, flow, nesting)
            flow.close()

    def _only_indents(self, quote: HtmlElement, nesting: int) -> bool:
        if only_indents(quote):
            return True
        return not nesting and (next(quote.iter(*HEADINGS), None) is not None or declares(quote, self.labels))

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
            self._mark(Opening(kind, HEADINGS.index(str(heading.tag)) + 1, anchor, label.title, label.symbols), flow)
            if kind == "definition":  # a signature
                heading[:] = []
                heading.text = None
                etree.SubElement(heading, "code").text = label.title
        if holds_block(heading):
            etree.strip_tags(heading, *(tag for tag in BLOCKS if tag not in HEADINGS))
        flow.block(heading)

    def _list(self, element: HtmlElement, flow: Flow, nesting: int) -> None:
        if nesting >= MAX_NESTING:
            self._children(element, flow, nesting)
            flow.close()
            return
        rebuilt = new_list(element, element.get("start"))
        for child in list(element):
            if not isinstance(child.tag, str):
                continue
            tail = child.tail
            if not nesting and _lays_out(child):
                finish_list(rebuilt, flow)
                rebuilt = new_list(element, None)
                self._children(child, flow, nesting)
                flow.text(tail)
                flow.close()
                continue
            if child.tag == "li" or (child.tag in LISTS and not len(rebuilt)):
                item = etree.SubElement(rebuilt, "li")
            elif child.tag in LISTS or child.tag not in IS_BLOCK:
                # In older HTML a list may be a child of a list; it belongs to the item before it.
                item = rebuilt[-1] if len(rebuilt) else etree.SubElement(rebuilt, "li")
            else:  # a block between the items splits the list in two
                finish_list(rebuilt, flow)
                rebuilt = new_list(element, str(int(rebuilt.get("start", "1")) + len(rebuilt)))
                self._child(child, flow, nesting)
                continue
            inner = Flow(item)
            if child.tag == "li":
                self._children(child, inner, nesting + 1)
            else:
                self._child(child, inner, nesting + 1)
            inner.text(tail)
            inner.close()
        finish_list(rebuilt, flow)

    def _nest(self, element: HtmlElement, tag: str, flow: Flow, nesting: int) -> None:
        rebuilt = element.makeelement(tag)
        inner = Flow(rebuilt)
        self._children(element, inner, nesting + 1)
        inner.close()
        if len(rebuilt):
            flow.block(rebuilt)

    def _definition_list(self, element: HtmlElement, flow: Flow, nesting: int) -> None:
        found = groups(element)
        opens = not nesting and opens_sections(element, found, self.labels)
        if opens or (not nesting and any(map(heads_section, found))):
            self._arranged(found, flow, opens=opens)
            return
        self._list_of_terms(found, flow, nesting)

    def _arranged(self, found: list[Group], flow: Flow, *, opens: bool) -> None:
        """Rebuild a list that arranges sections, which its terms open, or headings in it."""
        for is_heading, run in groupby(found, heads_section):
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
        if len(found) == 1 and not found[0].bodies:  # a lone declaration, as in the cells of a table
            line = flow.into.makeelement("p")
            write_terms(found[0], self.labels, line, in_lines=False)
            flow.block(line)
            return
        rebuilt = flow.into.makeelement("ul")
        for group in found:
            item = etree.SubElement(rebuilt, "li")
            write_terms(group, self.labels, item, in_lines=False)
            inner = Flow(item)
            self._bodies(group, inner, nesting + 1)
            join_term_and_body(item)
            if not len(item) and not (item.text or "").strip():
                rebuilt.remove(item)
        if nesting >= MAX_NESTING:
            self._children(rebuilt, flow, nesting)
        elif len(rebuilt):
            flow.block(rebuilt)

    def _definition(self, group: Group, flow: Flow) -> None:
        labels = [self.labels.get(term, _NONE) for term in group.terms]
        anchor = next((identifier for label in labels for identifier in label.ids), "")
        symbols = tuple(dict.fromkeys(symbol for label in labels for symbol in label.symbols))
        self.opened.update(dict.fromkeys(group.terms, len(self.marks)))
        self._mark(Opening("definition", 0, anchor, title_of(labels), symbols), flow)
        line = flow.into.makeelement("p")
        write_terms(group, self.labels, line, in_lines=True)
        if len(line):
            flow.block(line)
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
        caption = table.find("caption")
        if caption is not None:
            self._child(caption, flow, nesting)
            table.remove(caption)
        for row in own_rows(table):
            for cell in own_cells(row):
                self._cell(cell, nesting)
        grid = make_grid(table)
        if len(grid):
            flow.block(grid)

    def _cell(self, cell: HtmlElement, nesting: int) -> None:
        """Make a cell's content inline, with a `br` between what were blocks."""
        if not len(cell) or not holds_block(cell):
            return
        holder = cell.makeelement("div")
        inner = Flow(holder)
        self._children(cell, inner, nesting + 1)
        inner.close()
        for child in list(cell):
            cell.remove(child)
        cell.text = None
        for number, line in enumerate(cell_lines(holder)):
            if number:
                etree.SubElement(cell, "br")
            move_children(line, cell)

    def _mark(self, mark: Mark, flow: Flow) -> None:
        flow.block(flow.into.makeelement(SECTION_MARK, {"n": str(len(self.marks))}))
        self.marks.append(mark)


def _lays_out(item: HtmlElement) -> bool:
    """Return whether a list item holds sections of the page, or is a list's only one and begins with no text.

    Older javadoc lists the description and the members of a class so.
    """
    if next(item.iterdescendants(*HEADINGS), None) is not None:
        return True
    if item.getprevious() is not None or item.getnext() is not None or (item.text or "").strip():
        return False
    first = next(item.iterchildren("*"), None)
    return first is not None and (first.tag in ("hr", "pre") or (first.tag == "dl" and item.find("hr") is not None))
