"""mandoc writes manual pages, whose prototypes and running heads are no blocks that HTML has.

Rules: - A paragraph is a prototype of a function if it reads `name(…);` and all its words are marked up.
       - The running head and foot of a page are each a table of one row.
"""

from __future__ import annotations

import re

from lxml.html import HtmlElement

from pinax_builder.parse.html.page_tree import PageTree
from pinax_builder.parse.plain_text import plain_text, raw_text

_PROTOTYPE = re.compile(r"[^()]*\w\s?\(.*\);")
_BETWEEN = re.compile(r"[\s(),;]*")
"""What stands between the marked-up words of a prototype."""
_MARKED = ("code", "var", "b", "i", "strong", "em", "br")
"""Tags of what a prototype consists of."""
_RUNNING = frozenset(("head", "foot"))
"""Classes of the running head and foot of a manual page."""


def write_prototypes(page: PageTree) -> None:
    """Turn prototypes into code; those in a row share a block."""
    block: HtmlElement | None = None
    for paragraph in [paragraph for paragraph in page.all("p") if len(paragraph) > 1 and _is_prototype(paragraph)]:
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


def write_running_lines(page: PageTree) -> None:
    """Turn the running head and foot of a page into lines."""
    tables = page.content.iterdescendants("table") if page.has_class(*_RUNNING) else ()
    for table in [table for table in tables if table.get("class") in _RUNNING]:
        rows = list(table.iter("tr"))
        if len(rows) == 1 and table.find(".//th") is None:
            table.tag = "p"
            table.text = " · ".join(text for cell in rows[0] if (text := plain_text(cell)))
            table[:] = []


def _is_prototype(paragraph: HtmlElement) -> bool:
    """Return whether a paragraph is the prototype of a function, all of whose words are marked up."""
    last = paragraph[-1]
    if not ((last.tail or "").strip() or (last.text or "").rstrip()).endswith(");"):
        return False
    texts = [paragraph.text, *(part.tail for part in paragraph)]
    if not all(_BETWEEN.fullmatch(text or "") for text in texts):
        return False
    if any(part.tag not in _MARKED or len(part) for part in paragraph):
        return False
    return _PROTOTYPE.fullmatch(plain_text(paragraph)) is not None


def _prototype(paragraph: HtmlElement) -> str:
    """Return a prototype's text, with a line for each of its own."""
    parts = [paragraph.text or ""]
    for part in paragraph:
        parts += ["\0" if part.tag == "br" else raw_text(part), part.tail or ""]
    lines = (" ".join(line.split()) for line in "".join(parts).split("\0"))
    return "\n".join(line for line in lines if line)
