"""Javadoc documents Java's packages; its older summaries are tables whose first row is their title.

Rules: - The title is the only cell of the first row, a header, maybe by its class, that spans the table, and an anchor
         leads to the table; or empty cells indent the rows below, as in pydoc's. It becomes a heading before the
         table, of level 2, or lower in a table.
       - The page's title declares a type; the heading of a member declares it, qualified by that type.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from lxml import etree
from lxml.html import Element, HtmlElement

from pinax_builder.parse.html.page_tree import HEADINGS, PageTree, anchor_of, heading_tag
from pinax_builder.parse.html.platforms.record import Platform
from pinax_builder.parse.inventory import cut
from pinax_builder.parse.plain_text import plain_text, shows_anything, shows_text
from pinax_builder.records import Symbol

JAVADOC = Platform(
    "javadoc",
    generator="javadoc",
    signs="body.class-declaration-page, #all-classes-table, .flex-content main",
    grid="div.summary-table",
    head="table-header",
)
_MAX_TITLE_CHARS = 160
"""Largest length of a title (characters)."""
_MIN_SPAN = 3
"""Least number of columns that a cell spans which is a title above rows of one cell."""
_MAX_DIGITS = 9
"""Number of digits of a number of columns that are read."""
_TITLED = etree.XPath("descendant::table[(tr | thead/tr | tbody/tr)[1][count(*) = 1]/*[self::th or @colspan > 1]]")
"""Finds the tables whose first row is a header cell, or one that spans several columns."""
_ROWS = etree.XPath("tr | thead/tr | tbody/tr")
_HEADERS = frozenset(("table-header", "TableHeadingColor"))
"""Classes of header cells, and of the rows of the oldest ones."""
_JAVA_TYPE = re.compile(r"^(Annotation (?:Interface|Type)|Interface|Class|Enum(?: Class)?|Record(?: Class)?) ([\w.]+)")
_JAVA_KINDS = {
    "Annotation": "interface", "Interface": "interface", "Class": "class", "Enum": "enum", "Record": "class",
}  # fmt: skip


def promote_table_titles(page: PageTree) -> None:
    """Put a heading before each table that is titled so, instead of its first row; a box is no table any more."""
    for table in list(filter(_is_titled, _TITLED(page.content))) if not page.lacks("table") else ():
        row = next(table.iter("tr"))
        heading = Element(heading_tag(2 + sum(1 for _ in table.iterancestors("table"))))
        cell = next(row.iterchildren("*"))
        heading.text = cell.text
        heading.extend(cell)
        etree.strip_tags(heading, "table", "tbody", "tr", "td")
        if next(heading.iterdescendants(*HEADINGS), None) is not None:
            heading.tag = "div"
        table.addprevious(heading)
        row.drop_tree()
        if not shows_text(table):
            table.drop_tree()
        elif next(table.iter("dl"), None) is not None or _is_above_indented(cell, _ROWS(table)):
            table.set("role", "presentation")


def symbol_of_heading(heading: HtmlElement, ids: list[str], text: str, page_title: str) -> Symbol | None:
    """Return the symbol of a heading of javadoc: a type by the page's title, a member qualified by that type."""
    if heading.tag in ("h1", "h2"):
        above = heading.getparent()
        is_javadoc = heading.get("title") is not None or (above is not None and above.get("class") == "header")
        is_title = is_javadoc and "title" in (heading.get("class") or "").split()
        declared_type = _JAVA_TYPE.match(text) if is_title else None
        kinds = _JAVA_KINDS[declared_type[1].split()[0]] if declared_type else ""
        return Symbol(declared_type[2], kinds, "java", cut(text)) if declared_type else None
    owner = _JAVA_TYPE.match(page_title) if text else None
    if owner is None or not _is_java_member(heading, ids, text):
        return None
    parent = heading.getparent()
    ids = [*ids, parent.get("id") or ""] if parent is not None else ids
    called = any("(" in i or (i.startswith(f"{text}-") and i.endswith("-")) for i in ids)
    kind = "method" if called else "constant" if text.isupper() else "property"
    return Symbol(f"{owner[2]}.{text}", kind, "java", cut(text))


def _is_titled(table: HtmlElement) -> bool:
    """Return whether the first row is a title: after an empty anchor, or above rows of one cell with definitions.

    So is one above rows that empty cells indent, as in pydoc's.
    """
    first, *others = _ROWS(table)
    title = next(first.iterchildren("*"))
    said = (title.get("colspan") or "1")[:_MAX_DIGITS]
    if not 0 < len(plain_text(title)) <= _MAX_TITLE_CHARS or not said.isdecimal():
        return False
    if _is_above_indented(title, others):
        return True
    if next(table.iter("dl"), None) is not None:
        return all(sum(map(shows_text, row.iterchildren("td", "th"))) <= 1 for row in others)
    anchor, parent = table.getprevious(), table.getparent()
    is_header = title.tag == "th" or not _HEADERS.isdisjoint((first.get("class"), title.get("class")))
    if anchor is None or shows_text(anchor) or (anchor.tail or "").strip() or not is_header:
        return False
    is_anchor = anchor.tag in ("a", "p") and any(anchor_of(inner) for inner in anchor.iter("a"))
    is_inside = parent is None or parent.tag in ("td", "th", "li", "dd", "pre")
    return is_anchor and not is_inside and int(said) >= max(map(len, others), default=1)


def _is_above_indented(title: HtmlElement, rows: Sequence[HtmlElement]) -> bool:
    """Return whether a cell of data spans columns above rows that have empty cells before their last one."""
    if title.tag != "td" or int((title.get("colspan") or "1")[:_MAX_DIGITS]) < _MIN_SPAN or not rows:
        return False
    return all(len(row) > 1 and not any(map(shows_anything, row[:-1])) for row in rows)


def _is_java_member(heading: HtmlElement, ids: list[str], text: str) -> bool:
    """Return whether a heading of javadoc is that of a member.

    A member has a `section` of its own, before JDK 16 an item of a list, and before JDK 7 an anchor with its name.
    """
    parent = heading.getparent()
    names = (parent.get("class") or "").split() if parent is not None else []
    if parent is not None and parent.tag == "section" and "detail" in names:
        return True
    if heading.tag == "h4" and "blockList" in names:
        return True
    return heading.tag == "h3" and bool(ids) and (ids[0] == text or ids[0].startswith(f"{text}("))
