"""Rebuild a page's content from the few blocks that Markdown has.

In:    The cleaned content: code taken out, links rewritten, headings and terms labeled.
Out:   A flat tree of paragraphs, headings, lists, tables, quotes and rules, with a mark where each section opens and
       each definition closes.
Rules: every run of inline content becomes a paragraph of its own; what only arranges (`div`, `section`, layout tables)
       goes, what it held stays. Headings and definitions open sections only outside lists, quotes and tables. Nesting
       is kept to `MAX_NESTING`; deeper blocks are lifted out.

Strategy: one recursive walk moves the nodes into a new tree. A Flow collects the blocks of one container; text and
inline elements gather in an open paragraph until a block comes. Recursion is bounded by the gate's depth limit.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from lxml import etree
from lxml.html import Element, HtmlElement

from pinax_builder.parse.definitions import Group, groups, opens_sections, term_line, title_of
from pinax_builder.parse.headings import HEADINGS, Label
from pinax_builder.parse.outline import Closing, Mark, Opening
from pinax_builder.parse.plain_text import raw_text
from pinax_builder.parse.tables import make_grid, own_cells, own_rows
from pinax_builder.records import SectionKind

MAX_NESTING = 12
"""Lists in lists, quotes in lists, …; Markdown that is indented further is of no use."""

SECTION_MARK = "pinax-mark"
"""Tag of the empty element that carries a mark's number."""

_LISTS = ("ul", "ol", "menu", "dir")
_BLOCK_WORDS = """
    address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer
    form header hgroup hr html legend li main nav p pre section summary table tbody td tfoot th thead tr
"""
_BLOCKS = (*_BLOCK_WORDS.split(), *HEADINGS, *_LISTS)
_IS_BLOCK = frozenset(_BLOCKS)
_QDOC_CLASSES = frozenset(("fn", "flags", "qmlname"))
_NONE = Label((), "", ())


@dataclass(slots=True)
class _Flow:
    """The blocks of one container, as they are found."""

    into: HtmlElement
    run: HtmlElement | None = None
    """The open paragraph."""

    def text(self, text: str | None) -> None:
        if not text:
            return
        if self.run is None:
            if text.isspace():
                return
            self.run = etree.SubElement(self.into, "p")
        _append_text(self.run, text)

    def inline(self, element: HtmlElement) -> None:
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
        self.close()
        element.tail = None
        self.into.append(element)


@dataclass(slots=True)
class Rebuilder:
    """Rebuild one page's content."""

    labels: dict[HtmlElement, Label]
    marks: list[Mark] = field(default_factory=list)

    def rebuild(self, main: HtmlElement) -> HtmlElement:
        """Rebuild the content as a new `div`; `main` is taken apart."""
        root = Element("div")
        flow = _Flow(root)
        self._children(main, flow, nesting=0)
        flow.close()
        for end in (0, -1):
            while len(root) and root[end].tag == "hr":
                root.remove(root[end])
        return root

    def _children(self, element: HtmlElement, flow: _Flow, nesting: int) -> None:
        flow.text(element.text)
        element.text = None
        for child in list(element):
            tail = child.tail
            if isinstance(child.tag, str):
                self._child(child, flow, nesting)
            flow.text(tail)

    def _child(self, child: HtmlElement, flow: _Flow, nesting: int) -> None:
        tag = child.tag
        if tag not in _IS_BLOCK:
            if len(child) and next(child.iterdescendants(*_BLOCKS), None) is not None:
                self._children(child, flow, nesting)
            else:
                flow.inline(child)
            return
        flow.close()
        if tag in HEADINGS:
            self._heading(child, flow, nesting)
        elif tag in ("pre", "hr"):
            flow.block(child)
        elif tag in _LISTS:
            self._list(child, flow, nesting)
        elif tag == "dl":
            self._definition_list(child, flow, nesting)
        elif tag == "table":
            self._table(child, flow, nesting)
        elif tag == "blockquote" and nesting < MAX_NESTING and not _only_indents(child):
            self._nest(child, "blockquote", flow, nesting)
        else:
            if tag in ("summary", "legend", "caption"):
                _embolden(child)
            self._children(child, flow, nesting)
            flow.close()

    def _heading(self, heading: HtmlElement, flow: _Flow, nesting: int) -> None:
        label = self.labels.get(heading, _NONE)
        if not label.title and next(heading.iter("img"), None) is None:
            self._children(heading, flow, nesting)
            flow.close()
            return
        if not nesting:
            kind: SectionKind = "definition" if _QDOC_CLASSES & {*(heading.get("class") or "").split()} else "heading"
            anchor = label.ids[0] if label.ids else ""
            self._mark(Opening(kind, HEADINGS.index(str(heading.tag)) + 1, anchor, label.title, label.symbols), flow)
            if kind == "definition":  # a signature
                heading[:] = []
                heading.text = None
                etree.SubElement(heading, "code").text = label.title
        etree.strip_tags(heading, *(tag for tag in _BLOCKS if tag not in HEADINGS))
        flow.block(heading)

    def _list(self, element: HtmlElement, flow: _Flow, nesting: int) -> None:
        if nesting >= MAX_NESTING:
            self._children(element, flow, nesting)
            flow.close()
            return
        rebuilt = _new_list(element, element.get("start"))
        for child in list(element):
            if not isinstance(child.tag, str):
                continue
            tail = child.tail
            if child.tag == "li" or (child.tag in _LISTS and not len(rebuilt)):
                item = etree.SubElement(rebuilt, "li")
            elif child.tag in _LISTS or child.tag not in _IS_BLOCK:
                # A list right within a list, as in older HTML, belongs to the item before it.
                item = rebuilt[-1] if len(rebuilt) else etree.SubElement(rebuilt, "li")
            else:  # a paragraph between the items parts the list in two
                _finish_list(rebuilt, flow)
                rebuilt = _new_list(element, str(int(rebuilt.get("start", "1")) + len(rebuilt)))
                self._child(child, flow, nesting)
                continue
            inner = _Flow(item)
            if child.tag == "li":
                self._children(child, inner, nesting + 1)
            else:
                self._child(child, inner, nesting + 1)
            inner.text(tail)
            inner.close()
        _finish_list(rebuilt, flow)

    def _nest(self, element: HtmlElement, tag: str, flow: _Flow, nesting: int) -> None:
        rebuilt = Element(tag)
        inner = _Flow(rebuilt)
        self._children(element, inner, nesting + 1)
        inner.close()
        if len(rebuilt):
            flow.block(rebuilt)

    def _definition_list(self, element: HtmlElement, flow: _Flow, nesting: int) -> None:
        found = groups(element)
        if not nesting and opens_sections(element, found, self.labels):
            for group in found:
                self._definition(group, flow)
            return
        rebuilt = Element("ul")
        for group in found:
            item = etree.SubElement(rebuilt, "li")
            _write_terms(group, item)
            inner = _Flow(item)
            for body in group.bodies:
                self._children(body, inner, nesting + 1)
                inner.close()
            _join_term_and_body(item)
            if not len(item) and not (item.text or "").strip():
                rebuilt.remove(item)
        if nesting >= MAX_NESTING:
            self._children(rebuilt, flow, nesting)
        elif len(rebuilt):
            flow.block(rebuilt)

    def _definition(self, group: Group, flow: _Flow) -> None:
        labels = [self.labels.get(term, _NONE) for term in group.terms]
        anchor = next((identifier for label in labels for identifier in label.ids), "")
        symbols = tuple(dict.fromkeys(symbol for label in labels for symbol in label.symbols))
        self._mark(Opening("definition", 0, anchor, title_of(labels), symbols), flow)
        line = term_line(group, labels)
        if line is not None:
            flow.block(line)
        for body in group.bodies:
            self._children(body, flow, nesting=0)
            flow.close()
        self._mark(Closing(), flow)

    def _table(self, table: HtmlElement, flow: _Flow, nesting: int) -> None:
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
        """Make a cell's content inline, a `br` between what were blocks."""
        if next(cell.iterdescendants(*_BLOCKS), None) is None:
            return
        holder = Element("div")
        inner = _Flow(holder)
        self._children(cell, inner, nesting + 1)
        inner.close()
        for child in list(cell):
            cell.remove(child)
        cell.text = None
        for position, part in enumerate(_lines(holder)):
            if position:
                etree.SubElement(cell, "br")
            _move_children(part, cell)

    def _mark(self, mark: Mark, flow: _Flow) -> None:
        flow.block(Element(SECTION_MARK, n=str(len(self.marks))))
        self.marks.append(mark)


def _lines(holder: HtmlElement) -> list[HtmlElement]:
    """List the lines of a cell's content: paragraphs, and the items of lists with a dash before them."""
    lines: list[HtmlElement] = []
    for block in holder:
        if block.tag in ("ul", "ol"):
            for number, item in enumerate(block, int(block.get("start") or 1)):
                item.text = (f"{number}. " if block.tag == "ol" else "- ") + (item.text or "")
                lines.extend(_item_lines(item))
        elif block.tag == "blockquote":
            lines.extend(_lines(block))
        elif block.tag != "hr":
            lines.append(block)
    return lines


def _item_lines(item: HtmlElement) -> list[HtmlElement]:
    first = Element("p")
    first.text = item.text
    rest = Element("div")
    for child in list(item):
        is_block = child.tag in _IS_BLOCK
        (rest if is_block or len(rest) else first).append(child)
    return [first, *_lines(rest)]


def _write_terms(group: Group, item: HtmlElement) -> None:
    """Write a group's terms as one line; a term without markup of its own in bold."""
    for term in group.terms:
        if not raw_text(term).strip():
            continue
        etree.strip_tags(term, *_BLOCKS)
        if len(item):
            _append_text(item, ", ")
        plain = next(term.iterdescendants("code", "strong", "b"), None) is None
        holder = etree.SubElement(item, "strong" if plain else "span")
        _move_children(term, holder)
        _trim(holder)


def _join_term_and_body(item: HtmlElement) -> None:
    """Set the first paragraph of a body on its term's line, after a colon."""
    first = next((child for child in item if child.tag in _IS_BLOCK), None)
    if first is None or first.tag != "p" or first.getprevious() is None:
        return
    term = "".join(text for part in first.itersiblings(preceding=True) for text in part.itertext())
    before = first.getprevious()
    if before is not None:
        before.tail = (before.tail or "").rstrip() + (" " if term.endswith(":") else ": ")
    _trim(first)
    first.drop_tag()


def _only_indents(quote: HtmlElement) -> bool:
    """Tell whether a quote holds blocks other than text only; older pages indent code so."""
    return (
        bool(len(quote))
        and not (quote.text or "").strip()
        and all(child.tag in ("pre", "table", "ul", "ol", "dl") and not (child.tail or "").strip() for child in quote)
    )


def _new_list(element: HtmlElement, start: str | None) -> HtmlElement:
    rebuilt = Element("ol" if element.tag == "ol" else "ul")
    if element.tag == "ol" and start and start.isascii() and start.isdigit():
        rebuilt.set("start", start)
    return rebuilt


def _finish_list(rebuilt: HtmlElement, flow: _Flow) -> None:
    """Tighten a list's items, drop the empty ones, and add it if any is left."""
    for item in list(rebuilt):
        _lift_first_paragraph(item)
        if not len(item) and not (item.text or "").strip():
            rebuilt.remove(item)
    if len(rebuilt):
        flow.block(rebuilt)


def _lift_first_paragraph(item: HtmlElement) -> None:
    """Unwrap the paragraph that an item begins with, so that the list stays tight."""
    if len(item) and item[0].tag == "p":
        item[0].drop_tag()


def _embolden(element: HtmlElement) -> None:
    """Make all of an element's inline content bold; one with blocks in it stays as it is."""
    if next(element.iterdescendants(*_BLOCKS, "strong", "b"), None) is not None or not raw_text(element).strip():
        return
    strong = Element("strong")
    _move_children(element, strong)
    element.append(strong)


def _move_children(source: HtmlElement, target: HtmlElement) -> None:
    """Move an element's text and children to the end of another."""
    if source.text:
        _append_text(target, source.text)
    source.text = None
    for child in list(source):
        target.append(child)


def _trim(element: HtmlElement) -> None:
    """Cut white space off both ends of an element's inline content."""
    element.text = (element.text or "").lstrip()
    if len(element):
        element[-1].tail = (element[-1].tail or "").rstrip()
    else:
        element.text = element.text.rstrip()


def _append_text(element: HtmlElement, text: str) -> None:
    if len(element):
        element[-1].tail = (element[-1].tail or "") + text
    else:
        element.text = (element.text or "") + text
