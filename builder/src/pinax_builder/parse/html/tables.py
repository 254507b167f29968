"""Turn grids and rows of boxes into tables, and unwrap tables that only lay out blocks.

Before: some platforms lay out boxes as tables, others as rows of columns, and older pages lay out blocks by tables.
After:  only tables are left that are shown as such. What gi-docgen has in rows below one stands in that.
Rules:  - A table only lays out blocks by its role; if it has one cell, or two below each other, one with a list or
          paragraphs; or one column with code, or with a line above blocks; if a cell holds what none can hold; or if
          its row is columns of lines.
        - Fields, options and notes of docutils and parameters of Doxygen that are a table are a definition list.
        - Labels in a row stand above the code in the next row, one each, where a table lays out code in columns.
        - A header of one cell is the caption, where another one of several cells is below it.
        - A table of columns ends at code of several lines, or a heading, alone in a row, and begins again below it.
        - A cell outside of tables is a box, as browsers pass over its tag.
        - A fold in a row of its own belongs to the row above.
        - A table that shows one line in a cell beside another, in one of several rows, is only that line.
        - A bullet at the beginning of a row goes, as those of Texinfo's menus.
        - A quotation of blocks that is all of a cell of such a table only indents it.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, islice, pairwise, takewhile

from lxml import etree
from lxml.html import Element, HtmlElement

from pinax_builder.parse.html.page_tree import (
    BLOCKS,
    BULLETS,
    HEADINGS,
    PageTree,
    embolden,
    holds_block,
)
from pinax_builder.parse.html.platforms import Platform
from pinax_builder.parse.plain_text import is_all_of, plain_text, raw_text, shows_text

_BLOCKS_IN_CELLS = tuple(set(BLOCKS) - {"td", "th"})
"""Tags of blocks that a cell may hold."""
_LONG_CELL = 200
"""Length above which a paragraph in a cell is no line of a table, in characters."""
_LABEL_CHARS = 40
"""Length of the longest cell that is a label of the blocks beside it (characters)."""
_MIN_COLUMNS = 2
"""Number of columns from which on a table with a header is data, though some of its cells hold tables."""
_MAX_PAIR = 2
"""Largest number of cells, one in each row, that become paragraphs."""
_MIN_LINES = 4
"""Number of line breaks in each cell of the only row from which on its cells are columns."""
_OF_SECTIONS = ("h1", "h2", "h3", "h4")
"""Tags of headings that open sections, and label no table in a cell."""
_ROW = "row"
"""Class of rows, as Bootstrap calls them, whose cells are called columns."""
_MAX_CELL = 600
"""Length of the longest text in a cell of such a row (characters)."""
_NO_CELLS_WITH = ("table", "pre", "blockquote", "ul", "ol", "dl", "img", "form", "input", "button", *HEADINGS)
"""Tags of elements that such a table has none of."""
_PARTS = ("thead", "tbody", "tfoot")
"""Tags of the parts of a table that hold its rows."""
_MAX_SPAN = 100
"""Number of rows or columns that a cell can span."""
_FIELDS = (
    "table.field-list, table.docinfo, table.option-list, table.footnote, table.citation,"
    " dl.params > dd > table, dl.retval > dd > table, dl.tparams > dd > table, dd > table[cellspacing='2']"
)
"""Selects the tables of docutils' fields, options and notes, and of Doxygen's parameters, which once had no class."""
_OPTIONS = "option-group"
"""Class of a cell that names options, also where it is the last of its row."""
MAX_COLUMNS = 200
"""Number of columns of a table; further cells are left out."""


def arrange_tables(page: PageTree, platform: Platform | None) -> None:
    """Make tables of boxes that are laid out as tables, and blocks of tables that only lay out blocks."""
    if platform and platform.grid:
        _make_tables(page, platform)
    if page.has(_ROW):
        _make_tables_of_rows(page)
    _join_arguments(page)
    _join_folds(page)
    _make_fields(page)
    if not page.lacks("table", "td", "th") or (platform and platform.grid) or page.has(_ROW):
        _mend_tables(page.content)


def _mend_tables(main: HtmlElement) -> None:
    """Make blocks of the tables that only lay out blocks, also of those that were boxes."""
    cells = list(main.iter("td", "th"))
    _unwrap_lines(cells)
    _mend_cells(cells)
    tables = list(main.iter("table"))
    divided = [one for one in tables if next(one.iter("pre", *HEADINGS), None) is not None]
    for table in reversed(divided):  # what is in another one first
        _divide(table)
    for table in list(main.iter("table")) if divided else tables:
        _mark_caption(table)
        if _is_layout(table):
            holds_sections = next(table.iterdescendants(*HEADINGS), None) is not None
            _label_columns(own_rows(table))
            for row in own_rows(table):
                _unwrap_row(row, in_lines=holds_sections or _is_line(row))
            for child in table.iterchildren(*_PARTS):
                child.tag = "div"
            table.tag = "div"


def _mend_cells(cells: Iterable[HtmlElement]) -> None:
    """Make boxes of the cells outside of tables, and remove bullets that begin a row."""
    in_tables: dict[HtmlElement | None, bool] = {}
    for cell in cells:
        row = cell.getparent()
        if row not in in_tables:
            in_tables[row] = next(cell.iterancestors("table"), None) is not None
        text = (cell.text or "").lstrip()
        if not in_tables[row]:
            cell.tag = "div"
        elif text[:1] in BULLETS and cell.tag == "td" and cell.getprevious() is None and cell.find("br") is None:
            cell.text = text[1:].lstrip() if len(cell) or text[1:].strip() else text  # as in Texinfo's menus


def _unwrap_lines(cells: Iterable[HtmlElement]) -> None:
    """Unwrap each table that shows one line, and is all of a cell that stands beside another in one of several rows."""
    for cell in [one for one in cells if one.tag == "td" and len(one) == 1 and one[0].tag == "table"]:
        inner, row = cell[0], next(cell.iterancestors(), cell)
        if any(part.getprevious() is None and part.getnext() is None for part in (cell, row)):
            continue
        shown = list(islice((part for one in own_rows(inner) for part in own_cells(one) if shows(part)), 2))
        is_line = len(shown) == 1 and not holds_block(shown[0]) and len(plain_text(shown[0])) <= _MAX_CELL
        if is_line and is_all_of(shown[0], cell):
            etree.strip_tags(inner, *_PARTS, "tr", "td", "th")
            inner.tag = "div"


def _make_fields(page: PageTree) -> None:
    """Make terms and bodies of the rows in which docutils' HTML 4 has fields, options and notes, Doxygen parameters."""
    for fields in page.select(_FIELDS):
        parts: list[HtmlElement] = []
        for row in own_rows(fields) if fields.find("thead") is None else ():
            cells, last = list(filter(shows, own_cells(row))), own_cells(row)[-1:]
            said = [cell for cell in last if cell in cells[-1:] and cell.tag == "td" and cell.get("class") != _OPTIONS]
            term = Element("dt")
            for name in cells[: len(cells) - len(said)]:
                term.append(name)
                name.tag, name.tail = "span", " "
            for cell in said:
                cell.tag = "dd"
            parts += [term, *said] if len(term) else said
        if parts:
            fields.tag, fields[:] = "dl", parts
            fields.set("class", "field-list")


def _label_columns(rows: list[HtmlElement]) -> None:
    """Move each label of a row to the code below it, where all that stands below the labels is code."""
    for labels, below in pairwise(map(own_cells, rows)):
        is_code = len(labels) == len(below) > 1 and all(cell.find("pre") is not None for cell in below)
        if not is_code or not all(map(_is_words, labels)):
            continue
        for label, cell in zip(labels, below, strict=True):
            label.tag = "strong" if label.tag == "th" else "span"
            label.tail, cell.text = cell.text, None
            cell.insert(0, label)


def _mark_caption(table: HtmlElement) -> None:
    """Make the caption of a header that is one cell and spans the columns, where another header is below it."""
    first, *others = own_rows(table)[:2] or [table]
    cells = own_cells(first)
    has_more = bool(others) and is_head(others[0]) and len(own_cells(others[0])) > 1
    if has_more and len(cells) == 1 and is_head(first) and plain_text(cells[0]) and table.find("caption") is None:
        cells[0].tag = "caption"
        table.insert(0, cells[0])
        first.drop_tree()


def _divide(table: HtmlElement) -> None:
    """Part a table of columns at each row that is one cell with code of several lines, which no cell can hold.

    Part one that says something in sentences at headings in such rows, too, unless it has a header.
    """
    rows = own_rows(table)
    columns = [row for row in rows if len(own_cells(row)) > 1]
    lone = [row for row in rows if len(own_cells(row)) == 1]
    titles = any(map(_says, columns)) and not any(map(is_head, columns))
    alone = {row for row in lone if _holds_listing(row) or (titles and _is_heading(row))}
    if not alone or len(columns) < max(_MIN_COLUMNS, len(alone)):
        return
    part = table
    for row in rows:
        if row in alone:
            part.addnext(row)
            row.tag = own_cells(row)[0].tag = "div"
            part = Element("table")
            row.addnext(part)
        elif part is not table:
            part.append(row)


def _says(row: HtmlElement) -> bool:
    """Return whether a row is a label and a sentence, without other blocks."""
    label, *_, said = own_cells(row)
    if next(row.iterdescendants(*_BLOCKS_IN_CELLS), None) is not None:
        return False
    text = plain_text(said)  # may be code, such as `on = .true.`
    return text[:1].isupper() and text[-1] == "." and shows_text(label) and _is_words(label)


def _is_heading(row: HtmlElement) -> bool:
    heading = next(row.iter(*HEADINGS), None)
    return heading is not None and is_all_of(heading, row)


def own_rows(table: HtmlElement) -> list[HtmlElement]:
    """Return a table's own rows, without those of tables within it; the header first, the footer last.

    A second `thead` stays where it is, since only the first is moved to the top (CSS 2.2, 17.2).
    """
    head: list[HtmlElement] = []
    body: list[HtmlElement] = []
    foot: list[HtmlElement] = []
    for child in table[:]:
        if child.tag == "tr":
            body.append(child)
        elif child.tag in _PARTS:
            is_first_head = child.tag == "thead" and not head
            kind = head if is_first_head else foot if child.tag == "tfoot" else body
            kind.extend(_rows_of(child))
    return head + body + foot


def _rows_of(part: HtmlElement) -> list[HtmlElement]:
    """Return the rows of a part of a table, and those of parts within it, which stand there if its end is missing."""
    rows: list[HtmlElement] = []
    for child in part[:]:
        if child.tag == "tr":
            rows.append(child)
        elif child.tag in _PARTS:
            rows.extend(_rows_of(child))
    return rows


def own_cells(row: HtmlElement) -> list[HtmlElement]:
    """Return a row's cells."""
    return [cell for cell in row[:] if cell.tag in ("td", "th")]


def shows(part: HtmlElement) -> bool:
    """Return whether a cell or row shows text, or a picture that does not only fill a place."""
    return shows_text(part) or any(image.get("alt") for image in part.iter("img"))


def _is_layout(table: HtmlElement) -> bool:
    """Return whether a table only arranges blocks."""
    if table.get("role") in ("presentation", "none"):
        return True
    rows = own_rows(table)
    shown = (cell for row in rows for cell in own_cells(row) if shows(cell))
    first = list(islice(shown, _MAX_PAIR + 1))
    if len(first) <= 1 or (len(first) == _MAX_PAIR and not is_head(rows[0]) and _hold_parts(first)):
        return True
    if next(table.iterdescendants("table", *HEADINGS), None) is not None and not _is_data(table, rows):
        return True
    if not is_head(rows[0]) and any(sum(1 for _ in row.iter("dt")) > 1 for row in rows):
        return True
    listings = sum(map(_holds_listing, rows)) if next(table.iter("pre"), None) is not None else 0
    if all(len(own_cells(row)) <= 1 for row in rows) and (
        listings or (not _holds_blocks(rows[0]) and any(map(_holds_blocks, rows)))
    ):
        return True
    if listings and 2 * listings >= len(rows):
        return True
    only = rows[0] if len(rows) == 1 else None
    if first[0].get("id") == plain_text(first[0]):
        return False  # a name that links lead to, and what is said of it
    return only is not None and (any(map(_holds_blocks, own_cells(only))) or _is_line(only) or _are_columns(only))


def _is_data(table: HtmlElement, rows: list[HtmlElement]) -> bool:
    """Return whether a table with others in its cells has a header, a cell below each of its columns, and no sections.

    A row may be a note or a title that spans the columns. A small heading in a cell labels the table below it there.
    """
    columns = sum(span(cell, "colspan") for cell in own_cells(rows[0]))
    if columns < _MIN_COLUMNS or len(rows) < 2 or not is_head(rows[0]):
        return False
    head = list(takewhile(is_head, rows))
    body = [row for row in rows[len(head) :] if not _is_note(own_cells(row), columns)]
    if any(next(row.iter(*_OF_SECTIONS), None) is not None for row in (*head, *body)):
        return False
    return all(len(own_cells(row)) == columns for row in body)


def _is_note(cells: list[HtmlElement], columns: int) -> bool:
    """Return whether the cells of a row are one that spans all columns and holds no table."""
    return len(cells) == 1 and span(cells[0], "colspan") == columns and cells[0].find(".//table") is None


def _is_line(row: HtmlElement) -> bool:
    """Return whether the only row of a table is a line.

    It begins with a cell of code, as mandoc writes a command's usage, or with one of a call, as GAPDoc does, or with
    one in bold, as a manual has the name that a row defines.
    """
    cells = own_cells(row)
    first = cells[0][0] if len(cells) > 1 and len(cells[0]) else None
    if first is None or first.tag not in ("code", "b", "strong") or (cells[0].text or "").strip():
        return False
    said = plain_text(cells[0])
    if said != plain_text(first) and not (first.tag == "code" and said.endswith(")")):
        return False
    if first.tag != "code" and any(link.get("href") for link in first.iter("a")):  # a row of navigation
        return False
    return next(row.iterdescendants("br", *(set(BLOCKS) - {"td"})), None) is None


def _are_columns(row: HtmlElement) -> bool:
    """Return whether the cells of the only row of a table are columns of lines that do not belong together."""
    lines = [sum(1 for _ in cell.iter("br")) for cell in own_cells(row) if shows(cell)]
    return min(lines) >= _MIN_LINES and len(set(lines)) > 1


def _hold_parts(cells: list[HtmlElement]) -> bool:
    """Return whether cells stand in a row each, and one holds a list or paragraphs."""
    in_rows = len({cell.getparent() for cell in cells}) == len(cells)
    return in_rows and any(cell.find(".//li") is not None or cell.find(".//p[2]") is not None for cell in cells)


def _holds_blocks(cell: HtmlElement) -> bool:
    """Return whether a cell holds more than a line: a list, code, or paragraphs."""
    if next(cell.iterdescendants("ul", "ol", "pre", "dl", "blockquote"), None) is not None:
        return True
    paragraphs = sum(1 for _ in cell.iterdescendants("p"))
    return paragraphs > 1 or (paragraphs == 1 and len(plain_text(cell)) > _LONG_CELL)


def _holds_listing(row: HtmlElement) -> bool:
    """Return whether a row holds code of several lines, which no cell can hold."""
    return any("\n" in raw_text(pre).strip() for pre in row.iter("pre"))


def _make_tables(page: PageTree, platform: Platform) -> None:
    """Turn the boxes that a platform lays out as tables into tables."""
    for grid in reversed(page.select(platform.grid)):  # a grid within another first
        cells = list(grid)
        width = sum(1 for _ in takewhile(lambda cell: platform.head in (cell.get("class") or "").split(), cells))
        if width < 2 or len(cells) % width:
            continue
        grid.tag = "table"
        for number, cell in enumerate(cells):
            cell.tag = "th" if number < width else "td"
        for start in range(0, len(cells), width):
            etree.SubElement(grid, "tr").extend(cells[start : start + width])


def _join_arguments(page: PageTree) -> None:
    """Move what is said of an argument in the rows below its name and type, whose first cell is empty, beside them."""
    for row in page.select("tr.arg-name"):
        about = Element("td")
        for below in list(takewhile(lambda one: "arg-name" not in one.get("class", ""), row.itersiblings("tr"))):
            cells = own_cells(below)
            if len(cells) < _MIN_COLUMNS or any(map(shows, cells[:-1])):
                break
            cells[-1].tag = "div"
            about.append(cells[-1])
            below.drop_tree()
        if len(about):
            row.append(about)


def _join_folds(page: PageTree) -> None:
    """Move each fold that is alone in a row, in a cell that spans the columns, into the row above."""
    for fold in page.all("details") if "colspan" in page.attributes else ():
        cell = next(fold.iterancestors())
        row = next(cell.iterancestors(), cell)
        above = row.getprevious()
        if cell.tag == "td" and len(row) == 1 and span(cell, "colspan") > 1 and above is not None:
            cells = list(filter(shows, own_cells(above)))
            if cells and cells[-1].tag == "td":
                cell.tag = "div"
                cells[-1].append(cell)
                row.drop_tree()


def _make_tables_of_rows(page: PageTree) -> None:
    """Turn boxes of rows, whose columns are as wide in each row but not as wide as each other, into tables."""
    for box in dict.fromkeys(row.getparent() for row in page.in_order(page.of_class((_ROW,)))):
        if box is None or box is page.content:
            continue
        rows = box[:]
        widths = {tuple([cell.get("class", "").split(" ")[0] for cell in row]) for row in rows}
        if (
            len(rows) < 2
            or len(widths) != 1
            or len(set(*widths)) < _MIN_COLUMNS
            or not all(map(_is_row_of_cells, rows))
        ):
            continue
        columns = [column for column in zip(*map(list, rows), strict=True) if any(map(shows, column))]
        if len(columns) < _MIN_COLUMNS:
            continue
        box.tag = "table"
        for row in rows:
            row.tag = "tr"
        for cell in chain.from_iterable(columns):
            cell.tag = "td"


def _is_row_of_cells(row: HtmlElement) -> bool:
    """Return whether a row holds columns only, and no column holds a block that a cell cannot."""
    return (
        _ROW in row.get("class", "").split()
        and not "".join(filter(None, (row.text, row.tail, *(cell.tail for cell in row)))).strip()
        and next(row.iterdescendants(*_NO_CELLS_WITH), None) is None
        and all(cell.get("class", "").startswith("col") and len(plain_text(cell)) <= _MAX_CELL for cell in row)
    )


def _unwrap_row(row: HtmlElement, *, in_lines: bool) -> None:
    """Turn a row into the blocks that it arranges, or into a line if its cells hold text only."""
    cells = own_cells(row)
    is_line = in_lines and len(cells) > 1 and next(row.iterdescendants(*_BLOCKS_IN_CELLS), None) is None
    is_line = is_line and all(next(cell.iterdescendants("br"), None) is None for cell in cells[:-1])
    lead = len(cells) if is_line else _leading_labels(cells)
    for number, cell in enumerate(cells):
        quote = next(cell.iterchildren("blockquote"), None)
        if quote is not None and holds_block(quote) and plain_text(quote) == plain_text(cell):
            quote.tag = "div"
        if cell.tag == "th":
            embolden(cell)
        cell.tag = "span" if number < lead else "div"
        if number < lead:
            cell.tail = " "
    row.tag = "p" if is_line else "div"


def _leading_labels(cells: list[HtmlElement]) -> int:
    """Return how many cells, before one that holds blocks, are words beside it: two at least, or none."""
    plain = list(takewhile(_is_words, cells))
    return len(plain) if 1 < len(plain) < len(cells) else 0


def _is_words(cell: HtmlElement) -> bool:
    return len(plain_text(cell)) <= _LABEL_CHARS and next(cell.iterdescendants("br", "img", *BLOCKS), None) is None


def is_head(row: HtmlElement) -> bool:
    """Return whether a row is one of a header."""
    parent = row.getparent()
    if parent is not None and parent.tag == "thead":
        return True
    return all(cell.tag == "th" for cell in own_cells(row))


def span(cell: HtmlElement, name: str) -> int:
    """Return the number of rows or columns that a cell spans, as an attribute says it."""
    value = cell.get(name)
    if value is None:  # as in most cells
        return 1
    value = value.strip()
    return min(_MAX_SPAN, max(1, int(value))) if value.isascii() and value.isdigit() else 1
