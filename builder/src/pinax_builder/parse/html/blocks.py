"""Rebuild a page's content from the few kinds of blocks that Markdown has.

In:    The cleaned content: code taken out, links rewritten, headings and terms labeled.
Out:   A tree of Blocks: paragraphs, headings, lists, tables, quotes and rules, with a mark where each section opens
       and each definition or box closes.
Rules: - Inline content between two blocks becomes a paragraph. No two texts stand side by side, and none is empty.
         Inline elements stay where they are in the page's tree.
       - Elements that only arrange others (`div`, `section`, layout tables) are unwrapped.
       - Headings and definitions open sections only outside lists, quotes and tables. No words of headings are bold.
       - Blocks nested deeper than `MAX_NESTING` are lifted out.
       - Lists are tight: an item's first paragraph has the bullet's line, a body's first paragraph the term's line. In
         a cell, a list becomes lines, and so do the rows of a table.
       - A term that has signs of code is code, and so are the others of its list if all are names.
       - Terms in a row share the body after them. A box after a body stands for itself. A list opens sections if a term
         in it, or in a list within it, has an id or is a signature; also if the list is too long to be read as one
         section. An index opens none, since its terms are defined where they or their bodies link to.
       - A table has the same number of cells in each row, its header row first; empty cells fill what a cell spans.
         Columns without content are left out. Markdown has no other kind of table. A column without a header is a list.

Strategy: one recursive walk lists the blocks. A Flow collects those of one container; text and inline elements gather
in an open paragraph until a block comes. Inline elements are not moved. The gate's limit of depth bounds the recursion.
Why:      docs/decisions/0005
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Set
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby

from lxml import etree
from lxml.html import HtmlElement

from pinax_builder.parse.html.labels import Label
from pinax_builder.parse.html.page_tree import BLOCKS, BOXES, HEADINGS, IS_BLOCK, LISTS, embolden, holds_block, level_of
from pinax_builder.parse.html.sections import Closing, Mark, Opening
from pinax_builder.parse.html.tables import MAX_COLUMNS, is_head, own_cells, own_rows, span
from pinax_builder.parse.plain_text import plain_text, raw_text, shows_anything, shows_or_anchors, shows_text
from pinax_builder.records import SectionKind


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


def elements_above(headings: Iterable[HtmlElement]) -> set[HtmlElement]:
    """Return the elements that hold a heading; to climb from each heading is faster than to search below elements."""
    above: set[HtmlElement] = set()
    for heading in headings:
        parent = heading.getparent()
        while parent is not None and parent not in above:
            above.add(parent)
            parent = parent.getparent()
    return above


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
        first = item.items[0] if len(item.items) == 1 else None
        if isinstance(first, Block) and first.tag == "ul" and len(first.items) == 1:
            item = first.items[0]  # has a bullet of its own
            assert isinstance(item, Block)
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


def cell_lines(holder: list[Item], above: str = "") -> list[list[Item]]:
    """Return the lines of a cell's content: paragraphs, and items of lists and rows after a dash or their number.

    An item has one more dash for each list `above` its own.
    """
    lines: list[list[Item]] = []
    for block in holder:
        if not isinstance(block, Block) or block.tag == "hr":
            continue
        if block.tag in ("ul", "ol"):
            for number, item in enumerate(block.items, block.number):
                assert isinstance(item, Block)
                lines.extend(_item_lines(item, f"{number}. " if block.tag == "ol" else "- ", above))
        elif block.tag == "blockquote":
            lines.extend(cell_lines(block.items, above))
        elif block.tag == "table":
            lines.extend(filter(None, (_row_line(row, is_head=not at) for at, row in enumerate(block.items))))
        else:
            lines.append(block.items)
    return lines


def _row_line(row: Item, *, is_head: bool) -> list[Item]:
    """Return a row of a table within a cell as a line, with ` · ` between what its cells hold."""
    line: list[Item] = []
    for cell in row.items if isinstance(row, Block) else ():
        content = _content(cell)
        while content and isinstance(content[-1], HtmlElement) and content[-1].tag == "br":
            content = content[:-1]
        if not is_blank(content):
            add_text(line, " · " if line else "" if is_head else "- ")
            add_items(line, trim(content))
    return line


def _content(cell: Item) -> list[Item]:
    return cell.items if isinstance(cell, Block) else content_of(cell) if isinstance(cell, HtmlElement) else []


def _item_lines(item: Block, sign: str, above: str) -> list[list[Item]]:
    at = next((at for at, part in enumerate(item.items) if isinstance(part, Block)), len(item.items))
    first: list[Item] = [f"{above}{sign}"]
    add_items(first, item.items[:at])
    return [first, *cell_lines(item.items[at:], f"{above}- ")]


Cell = Block | HtmlElement
"""A cell of inline content, or the element that holds its content."""
_MAX_PAIR = 2
"""Number of rows up to which a column is no list: something, and what it is called."""
_MIN_HEADS = 2
"""Number of cells of a header from which on the first row is one, though it has others."""


def make_grid(table: HtmlElement, content: Callable[[HtmlElement], Cell]) -> list[Block]:
    """Return a plain grid of a table's cells; of one column without a header a list, or one or two paragraphs.

    Args:
        table: The table.
        content: Makes inline content of a cell.

    Returns:
        The grid. A column is left out if all cells that begin in it are empty.
    """
    grid: list[list[Cell]] = []
    open_spans: dict[int, int] = {}
    begun: set[int] = set()
    rows = own_rows(table)
    first_is_head = bool(rows) and (is_head(rows[0]) or _has_heads_alone(rows))
    for row in rows:
        line: list[Cell] = []
        for cell in own_cells(row):
            if open_spans:
                _pad(line, open_spans)
            column = len(line)
            width = span(cell, "colspan")
            height = span(cell, "rowspan")
            line.append(content(cell))
            if shows_anything(cell):
                begun.add(column)
            if width > 1:
                line.extend(Block("td") for _ in range(width - 1))
            if height > 1:
                open_spans.update({column + offset: height for offset in range(width)})
        if open_spans:
            _pad(line, open_spans)
            open_spans = {column: height - 1 for column, height in open_spans.items() if height > 1}
        if line and (open_spans or shows_anything(row)):
            grid.append(line[:MAX_COLUMNS])
    if 0 < len(begun) < max(map(len, grid), default=0):
        grid = [[cell for column, cell in enumerate(line) if column in begun] for line in grid]
    return _write(grid, first_is_head=first_is_head)


def _pad(line: list[Cell], open_spans: dict[int, int]) -> None:
    """Add an empty cell for each column that a cell of a row above still spans."""
    while open_spans.get(len(line), 0) and len(line) < MAX_COLUMNS:
        line.append(Block("td"))


def _write(grid: list[list[Cell]], *, first_is_head: bool) -> list[Block]:
    width = max((len(line) for line in grid), default=0)
    if not width:
        return []
    if width == 1 and not first_is_head:
        contents = [_content(cell) for line in grid for cell in line]
        if len(contents) <= _MAX_PAIR:
            return [Block("p", content) for content in contents]
        return [Block("ul", [Block("li", content) for content in contents], number=1)]
    if not first_is_head:
        grid = [[], *grid]
    for line in grid:
        line.extend(Block("td") for _ in range(width - len(line)))
    return [Block("table", [Block("tr", [*line]) for line in grid])]


def _has_heads_alone(rows: list[HtmlElement]) -> bool:
    """Return whether several cells of the first row are a header's, and more than of the second; or all are bold."""
    heads = [sum(cell.tag == "th" for cell in own_cells(row)) for row in rows[:2]]
    return (heads[0] >= _MIN_HEADS and heads[1:] < heads[:1]) or [*map(_is_bold, rows[:2])] == [True, False]


def _is_bold(row: HtmlElement) -> bool:
    cells = own_cells(row)
    return len(cells) > 1 and all(
        plain_text(cell) and plain_text(cell) == " ".join(map(plain_text, cell.iterchildren("b", "strong")))
        for cell in cells
    )


_FOOTNOTES = frozenset(("footnote", "citation", "field-list", "footnotes", "option-list", "docutils-fields"))
"""Classes of lists that never open sections."""
_LONG_CHARS = 6_000
"""Length above which a list opens sections although no term has an id, in characters."""
_LONG_GROUPS = 4
"""Number of groups that such a list has at least."""
_MAX_TITLE_CHARS = 160
"""Length of the longest title that joins several terms, in characters."""
_SIGNS = re.compile(r"[_*<>{}=\\|@$^~]|--")
"""Characters that code has and words have not (`<path>`, `a_b`, `int (*f)()`)."""
_REMARK = re.compile(r"\s*[A-Z][a-z]+:\s")
"""Beginning of a term that is a remark, such as `Overrides: object.__init__`, and no code."""
_NAME = re.compile(r"[a-z_]\w*")
"""A name that code may have."""
_INDEX_SHARE = 0.8
"""Share of the groups that begin with a link from which on a list is an index."""
_MARKUP = frozenset(("a", "em", "code", "strong"))
_NUMBER = re.compile(r"^(?:[\dA-Z]{1,4}\.)+\d{0,3} ")
"""Number of an entry of contents."""
_NO_TAGS: frozenset[str] = frozenset()
"""The tags below an element without children."""


@dataclass(slots=True)
class Group:
    """Terms and the bodies that define them."""

    terms: list[HtmlElement] = field(default_factory=list)
    bodies: list[HtmlElement] = field(default_factory=list)


def groups(dl: HtmlElement) -> list[Group]:
    """Group a list's terms and bodies, also those in a `div` around a group."""
    found: list[Group] = []
    for child in _members(dl):
        if child.tag == "dt":
            if not shows_or_anchors(child):  # man2html writes such terms; their bodies go on
                continue
            if not found or found[-1].bodies or _is_link(child) or _labels_terms(found[-1].terms):
                found.append(Group())
            found[-1].terms.append(child)
        elif isinstance(child.tag, str):
            if not found or child.tag in HEADINGS or (child.tag == "div" and found[-1].bodies):
                found.append(Group())
            found[-1].bodies.append(child)
    split: list[Group] = []
    for group in found:  # without a body that they could share, each term is a group
        split += [group] if group.bodies else [Group([term]) for term in group.terms]
    return split


def _labels_terms(terms: list[HtmlElement]) -> bool:
    """Return whether a term is the label of those after it, as "Parameters:" is."""
    return len(terms) == 1 and "heading" in (terms[0].get("class") or "") and plain_text(terms[0])[-1:] == ":"


def _members(dl: HtmlElement) -> Iterator[HtmlElement]:
    """Yield the terms and bodies of a list, and the boxes between them."""
    for child in dl[:]:
        is_group = child.tag == "div" and any(part.tag in ("dt", "dd") for part in child[:])
        yield from child[:] if is_group else (child,)


def heads_section(group: Group, above_headings: Set[HtmlElement]) -> bool:
    """Return whether a term, or a body without one, holds a heading: the list then arranges sections."""
    return any(one in above_headings or one.tag in HEADINGS for one in group.terms or group.bodies)


def opens_sections(dl: HtmlElement, found: list[Group], labels: dict[HtmlElement, Label]) -> bool:
    """Return whether a list's groups are sections of the page."""
    names = (dl.get("class") or "").split()
    if not _FOOTNOTES.isdisjoint(names):
        return False
    for term in dl.iter("dt"):
        label = labels.get(term)
        if label is None or not (label.ids or "sig" in (term.get("class") or "").split()):
            continue  # as nearly all, where any is
        parent = term.getparent()
        inner = (parent.get("class") or "").split() if parent is not None else []
        if _FOOTNOTES.isdisjoint(inner):
            return True
    if len(found) < _LONG_GROUPS or _is_index(found):
        return False
    return len(raw_text(dl)) > _LONG_CHARS


def title_of(labels: list[Label]) -> str:
    """Return the title of a definition: all its terms, or the first if together they are too long.

    A long value is no part of a title: of `NAMES = {0: 'one', …}` only the name is.
    """
    titles = list(dict.fromkeys(_without_value(label.title) for label in labels if label.title))
    joined = ", ".join(titles)
    return joined if len(joined) <= _MAX_TITLE_CHARS or len(titles) <= 1 else titles[0]


def _without_value(title: str) -> str:
    name, sign, _ = title.partition(" = ")
    return name if sign and len(title) > _MAX_TITLE_CHARS and "(" not in name else title


def declares(element: HtmlElement, labels: dict[HtmlElement, Label]) -> bool:
    """Return whether an element holds a signature; a quote that does only indents, as in older Sphinx."""
    return any(_is_signature(term, labels.get(term)) for term in element.iter("dt"))


def _is_signature(term: HtmlElement, label: Label | None) -> bool:
    """Return whether a term is a declaration in a language, rather than words."""
    if label is None:
        return False
    for symbol in label.symbols:
        if symbol.kind != "term":
            return True
    return "sig" in (term.get("class") or "").split()


def _are_names(found: list[Group]) -> bool:
    """Return whether all terms of a list are names, as of code, for one has a sign that words have not."""
    texts = [plain_text(term) for group in found for term in group.terms]
    return all(map(_NAME.fullmatch, texts)) and any(map(_SIGNS.search, texts))


def write_terms(
    group: Group, labels: dict[HtmlElement, Label], *, in_lines: bool, are_names: bool = False
) -> list[Item]:
    """Write a group's terms: a signature as code, another term with its own markup, or in bold if it has none.

    Args:
        group: The group; its terms become inline elements.
        labels: The labels of all terms of the page.
        in_lines: Whether each term has a line of its own; else all share one.
        are_names: Whether terms without markup are code, though they may be words.
    """
    written: list[Item] = []
    declared = [labels[term] for term in group.terms if _is_signature(term, labels.get(term))]
    are_options = bool(declared) and all({symbol.kind for symbol in label.symbols} == {"option"} for label in declared)
    for term in group.terms:
        if not shows_text(term):
            continue
        tags = {inner.tag for inner in term.iterdescendants()} if len(term) else _NO_TAGS
        for inner in list(term.iterchildren("dt")) if "dt" in tags else ():  # never closed before it
            inner.tag = "span"
            inner.addprevious(inner.makeelement("br"))
        if written and in_lines:
            written.append(term.makeelement("br"))
        elif written:
            add_text(written, ", ")
        written.append(term)
        is_code = bool(declared) and not (are_options and "code" in tags)
        said = raw_text(term)
        is_name = are_names or (_SIGNS.search(said) is not None and not _REMARK.match(said))
        if is_code or (_MARKUP.isdisjoint(tags) and is_name):
            label = labels.get(term)
            text = label.title if label else plain_text(term)
            term.clear()
            term.tag, term.text = "code", text
            continue
        is_marked = "code" in tags or "strong" in tags or ("a" in tags and _is_link(term))
        is_marked = is_marked or not (in_lines or group.bodies)  # a term without body is an item of a list
        if not IS_BLOCK.isdisjoint(tags):
            etree.strip_tags(term, *BLOCKS)
        term.tag = "span" if is_marked else "strong"
        if not is_marked and "em" in tags:
            etree.strip_tags(term, "em")
        _trim(term)
    return written


def _trim(term: HtmlElement) -> None:
    """Strip white space from both ends of a term's inline content, and line breaks from its end."""
    while len(term) and term[-1].tag == "br" and not (term[-1].tail or "").strip():
        term.remove(term[-1])
    if (text := term.text) and (text[0].isspace() or text[-1].isspace()):
        term.text = text.lstrip() if len(term) else text.strip()
    if len(term) and (tail := term[-1].tail) and tail[-1].isspace():
        term[-1].tail = tail.rstrip()


def _is_link(term: HtmlElement) -> bool:
    """Return whether a term is one link, maybe after its number, as in contents, where no two terms share a body."""
    link = next(term.iter("a"), None)
    if link is None or not link.get("href"):
        return False
    return _NUMBER.sub("", plain_text(term)) == _NUMBER.sub("", plain_text(link))


def _is_index(found: list[Group]) -> bool:
    """Return whether a list's terms link to where they are defined, or bodies do, as those of a generated index do."""
    leading = sum(bool(group.terms) and (_leads_away(group.terms[0]) or _are_links(group.bodies)) for group in found)
    return leading >= _INDEX_SHARE * len(found)


def _leads_away(term: HtmlElement) -> bool:
    """Return whether a term begins with a link."""
    link = next(term.iter("a"), None)
    return link is not None and bool(link.get("href")) and plain_text(term).startswith(plain_text(link))


def _are_links(bodies: list[HtmlElement]) -> bool:
    """Return whether bodies have links, and nothing but signs beside them."""
    links = [link for body in bodies for link in body.iter("a") if link.get("href")]
    return bool(links) and sum(map(_n_letters, links)) == sum(map(_n_letters, bodies))


def _n_letters(element: HtmlElement) -> int:
    return sum(map(str.isalnum, raw_text(element)))


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
        self.above_headings = elements_above(one for one in self.labels if one.tag in HEADINGS)
        root = Block("div")
        self._children(main, Flow(root), nesting=0)
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
        if not label.title and not any(image.get("alt") for image in heading.iter("img")):
            self._children(heading, flow, nesting)
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
        etree.strip_tags(heading, "strong")
        flow.block(Block(str(heading.tag), content_of(heading)))

    def _list(self, element: HtmlElement, flow: Flow, nesting: int) -> None:
        if nesting >= MAX_NESTING:
            self._children(element, flow, nesting)
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
        finish_list(rebuilt, flow)

    def _heads_section(self, group: Group) -> bool:
        return heads_section(group, self.above_headings)

    def _lays_out(self, item: HtmlElement) -> bool:
        """Return whether a list item holds sections of the page or nothing but tables, or alone begins with no text.

        Older javadoc lists the description and the members of a class so. A table that has a number is an item.
        """
        if item in self.above_headings:
            return True
        if (item.text or "").strip():  # as most have
            return False
        is_alone = item.getprevious() is None and item.getnext() is None
        if holds_only(item, ("table",)):
            return is_alone or next(item.iterancestors()).tag != "ol"
        first = next(item.iterchildren("*"), None) if is_alone else None
        return first is not None and (first.tag in ("hr", "pre") or (first.tag == "dl" and item.find("hr") is not None))

    def _quote(self, element: HtmlElement, flow: Flow, nesting: int) -> None:
        rebuilt = Block("blockquote")
        self._children(element, Flow(rebuilt), nesting + 1)
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
                else:
                    self._unwrapped(group, flow, 0)

    def _list_of_terms(self, found: list[Group], flow: Flow, nesting: int) -> None:
        while found and not found[0].terms:  # older pages indent text so
            self._bodies(found[0], flow, nesting)
            found = found[1:]
        if len(found) == 1 and not found[0].bodies:  # a lone declaration, as in the cells of a table
            flow.block(Block("p", write_terms(found[0], self.labels, in_lines=False)))
            return
        if nesting >= MAX_NESTING or not any(group.terms for group in found):  # such a list only indents
            for group in found:
                self._unwrapped(group, flow, nesting)
            return
        rebuilt = Block("ul")
        are_names = _are_names(found)
        for group in found:
            item = Block("li", write_terms(group, self.labels, in_lines=False, are_names=are_names))
            n_terms = len(item.items)
            self._bodies(group, Flow(item), nesting + 1)
            join_term_and_body(item, n_terms)
            if not is_blank(item.items):
                rebuilt.items.append(item)
        if rebuilt.items:
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

    def _unwrapped(self, group: Group, flow: Flow, nesting: int) -> None:
        """Rebuild what terms and bodies hold, without the list around them."""
        for term in group.terms:
            self._children(term, flow, nesting)
            flow.close()
        self._bodies(group, flow, nesting)

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
        for block in make_grid(table, partial(self._cell, nesting)):
            flow.block(block)

    def _cell(self, nesting: int, cell: HtmlElement) -> Cell:
        """Return what holds a cell's inline content; make it, with a `br` between what were blocks, if nothing does."""
        if not holds_block(cell):
            return cell
        holder = Block("div")
        self._children(cell, Flow(holder), nesting + 1)
        content: list[Item] = []
        for number, line in enumerate(cell_lines(holder.items)):
            if number:
                content.append(cell.makeelement("br"))
            add_items(content, line)
        return Block("td", content)

    def _mark(self, mark: Mark, flow: Flow) -> None:
        flow.block(Block(SECTION_MARK, number=len(self.marks)))
        self.marks.append(mark)
