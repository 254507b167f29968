"""Write signatures that are laid out as tables as code, as Doxygen lays out those of functions.

In:    The element that holds a page's content.
Out:   Nothing; in the tree, a `pre` stands for each such table.
Rules: a table is a signature if an opening parenthesis is all the text of a cell. The parameters of further rows stand
       below the first parameter.
"""

from __future__ import annotations

from lxml import etree
from lxml.html import Element, HtmlElement

from pinax_builder.parse.html.headings import HEADINGS
from pinax_builder.parse.plain_text import plain_text

_PARENTHESES = etree.XPath("descendant::td[not(*) and normalize-space()='(']")
"""Finds the cells that hold nothing but an opening parenthesis."""
_NEVER_IN_SIGNATURES = ("table", "pre", "ul", "ol", "dl", "p", *HEADINGS)
"""Tags of elements that no signature has."""


def write_signatures(main: HtmlElement) -> None:
    """Replace each table that lays out a signature by a code block."""
    for table in dict.fromkeys(next(cell.iterancestors("table"), None) for cell in _PARENTHESES(main)):
        parent = table.getparent() if table is not None else None
        if table is None or parent is None or next(table.iterdescendants(*_NEVER_IN_SIGNATURES), None) is not None:
            continue
        code = Element("pre")
        code.text = _signature(table)
        code.tail = table.tail
        parent.replace(table, code)


def _signature(table: HtmlElement) -> str:
    """Join the cells of a table to a signature, with a line for each row that has a parameter."""
    lines = [""]
    for row in table.iter("tr"):
        texts = [text for cell in row.iter("td", "th") if (text := plain_text(cell))]
        if lines[0] and texts and texts[0] != ")":
            lines.append(" " * (lines[0].find("(") + 1))
        for text in texts:
            lines[-1] = _joined(lines[-1], text)
    return "\n".join(lines)


def _joined(line: str, text: str) -> str:
    """Add a cell's text to a line; no space is next to the inner side of a parenthesis, or before an opening one.

    >>> _joined(_joined(_joined("int f", "("), "int"), "a")
    'int f(int a'
    """
    is_tight = text in ("(", ")") or not line.strip() or line.endswith("(")
    return line + text if is_tight else f"{line} {text}"
