"""Write signatures that are laid out as tables or as marked-up words as code, as Doxygen and mandoc lay them out.

In:    The element that holds a page's content.
Out:   Nothing; in the tree, a `pre` stands for each such table, and for such paragraphs in a row.
Rules: a table is a signature if an opening parenthesis is all the text of a cell. The parameters of further rows stand
       below the first parameter. A paragraph is one if it reads `name(…);` and all its words are marked up.
"""

from __future__ import annotations

import re

from lxml.html import Element, HtmlElement

from pinax_builder.parse.html.headings import HEADINGS
from pinax_builder.parse.plain_text import plain_text, raw_text

_NEVER_IN_SIGNATURES = ("table", "pre", "ul", "ol", "dl", "p", *HEADINGS)
"""Tags of elements that no signature has."""
_PROTOTYPE = re.compile(r"[^()]*\w\s?\(.*\);")
_BETWEEN = re.compile(r"[\s(),;]*")
"""What stands between the marked-up words of a signature."""
_MARKED = ("code", "var", "b", "i", "strong", "em", "br")
"""Tags of what such a signature consists of."""


def write_signatures(main: HtmlElement) -> None:
    """Replace each table that lays out a signature, and paragraphs that are signatures, by code blocks."""
    _write_prototypes([paragraph for paragraph in main.iter("p") if len(paragraph) > 1 and _is_prototype(paragraph)])
    opening = [
        cell for cell in main.iterdescendants("td") if not len(cell) and (cell.text or "").strip(" \t\r\n") == "("
    ]
    for table in dict.fromkeys(next(cell.iterancestors("table"), None) for cell in opening):
        parent = table.getparent() if table is not None else None
        if table is None or parent is None or next(table.iterdescendants(*_NEVER_IN_SIGNATURES), None) is not None:
            continue
        code = Element("pre")
        code.text = _signature(table)
        code.tail = table.tail
        parent.replace(table, code)


def _is_prototype(paragraph: HtmlElement) -> bool:
    """Return whether a paragraph is the prototype of a function, all of whose words are marked up."""
    texts = [paragraph.text, *(part.tail for part in paragraph)]
    if not all(_BETWEEN.fullmatch(text or "") for text in texts):
        return False
    if any(part.tag not in _MARKED or len(part) for part in paragraph):
        return False
    return _PROTOTYPE.fullmatch(plain_text(paragraph)) is not None


def _write_prototypes(paragraphs: list[HtmlElement]) -> None:
    """Turn prototypes into code; those in a row share a block."""
    block: HtmlElement | None = None
    for paragraph in paragraphs:
        line = _prototype(paragraph)
        if block is not None and paragraph.getprevious() is block and not (block.tail or "").strip():
            block.text = f"{block.text}\n{line}"
            block.tail, paragraph.tail = paragraph.tail, None
            paragraph.drop_tree()
            continue
        paragraph[:] = []
        paragraph.text = line
        paragraph.tag = "pre"
        block = paragraph


def _prototype(paragraph: HtmlElement) -> str:
    """Return a prototype's text, with a line for each of its own."""
    parts = [paragraph.text or ""]
    for part in paragraph:
        parts += ["\0" if part.tag == "br" else raw_text(part), part.tail or ""]
    lines = (" ".join(line.split()) for line in "".join(parts).split("\0"))
    return "\n".join(line for line in lines if line)


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
