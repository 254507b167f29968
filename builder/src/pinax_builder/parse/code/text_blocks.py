"""Cut a text without a grammar at its blank lines.

In:    A file's text and path.
Out:   Sections: the first is the file's own, each ends at the first blank line after forty lines.
Rules: every line is in exactly one section. Code is in a fence with its language, running text is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pinax_builder.languages import PROSE, other_language
from pinax_builder.parse.slugs import Anchors
from pinax_builder.records import Section
from pinax_runtime.text import fence_for

BLOCK_LINES = 40
"""Length after which a block ends at the next blank line, in lines."""
MAX_BLOCK_LINES = 400
"""Length at which a block ends without a blank line, in lines."""
MAX_SECTIONS = 20_000
"""Number of sections of a file; the last takes all that is left."""

_MAX_TITLE_CHARS = 80
"""Length of the longest title, in characters; the rest is cut."""
_SIGNS = re.compile(r"^[\s\W_]+|[\s{(\[:;,=]+$")


def block_sections(text: str, path: str) -> tuple[tuple[Section, ...], str]:
    """Cut a text into sections.

    Returns:
        The sections, at least the file's own; and the text's language, PROSE for running text.
    """
    language = other_language(path)
    anchors = Anchors()
    first, *rest = list(_blocks(text)) or [""]
    sections = [Section(0, "", path, "page", f"# {path}\n\n{_shown(first, language)}".rstrip())]
    for block in rest:
        title = _title(block)
        anchor = anchors.claim(None, title, (path,), block)
        sections.append(Section(1, anchor, title, "heading", _shown(block, language)))
    return tuple(sections), language


def _blocks(text: str) -> Iterator[str]:
    block: list[str] = []
    n_blocks = 0
    for line in text.split("\n"):
        is_full = len(block) >= MAX_BLOCK_LINES or (len(block) >= BLOCK_LINES and not line.strip())
        if is_full and n_blocks < MAX_SECTIONS:
            n_blocks += 1
            yield "\n".join(block)
            block = []
        if block or line.strip():
            block.append(line)
    if block:
        yield "\n".join(block).rstrip()


def _shown(block: str, language: str) -> str:
    if language == PROSE or not block:
        return block
    fence = fence_for(block)
    return f"{fence}{language}\n{block}\n{fence}"


def _title(block: str) -> str:
    """Return a title, made of the first line that has a word."""
    for line in block.split("\n"):
        bare = " ".join(_SIGNS.sub("", line).split())
        if re.search(r"\w", bare):
            return bare[:_MAX_TITLE_CHARS]
    return "…"
