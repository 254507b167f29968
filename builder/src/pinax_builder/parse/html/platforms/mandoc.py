"""Write the prototypes of functions as code, where they are paragraphs of marked-up words, as mandoc writes them.

In:    The element that holds a page's content.
Out:   Nothing; in the tree, a `pre` stands for such paragraphs in a row.
Rules: a paragraph is a prototype if it reads `name(…);` and all its words are marked up.
"""

from __future__ import annotations

import re

from lxml.html import HtmlElement

from pinax_builder.parse.plain_text import plain_text, raw_text

_PROTOTYPE = re.compile(r"[^()]*\w\s?\(.*\);")
_BETWEEN = re.compile(r"[\s(),;]*")
"""What stands between the marked-up words of a prototype."""
_MARKED = ("code", "var", "b", "i", "strong", "em", "br")
"""Tags of what a prototype consists of."""


def write_prototypes(main: HtmlElement) -> None:
    """Turn prototypes into code; those in a row share a block."""
    block: HtmlElement | None = None
    for paragraph in [paragraph for paragraph in main.iter("p") if len(paragraph) > 1 and _is_prototype(paragraph)]:
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
