"""Say what follows where a text was cut: its sections with their ids, and their first words if there is room.

Rules: the richest of these that fits is given: every section with its first words; every section; those down to some
       depth; the first ones and how many more there are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pinax_runtime.search import Document, Node
from pinax_runtime.serve.budget.tokens import cost
from pinax_runtime.serve.replies.reply import Follows, shorten

HEADING = "[what follows: id | title | words]"
_TITLE_CHARS = 80
_LEAD_CHARS = 120
_MAX_LEADS = 200
"""Sections beyond which nobody reads their first words."""
_FENCE = re.compile(r"^[ >]*(`{3,}|~{3,})[^\n]*\n.*?(?:^[ >]*\1[`~]*[ \t]*$|\Z)", re.M | re.S)
_NO_PROSE = re.compile(r"[ >]*(?:#{1,6}\s|[|!]|`[^`\n]*`\s*$|$)")
"""Start of a line that is a heading, a table, an image, a signature, or empty."""

_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*\)")


@dataclass(frozen=True, slots=True)
class Part:
    """A section of a text that a tool gives."""

    start: int
    """Where in the text (characters)."""
    node: Node
    text: str


def outline_line(node: Node) -> str:
    """Give a section's line: id, title, words."""
    shown = f"#{node.anchor}" if node.index else node.id
    return f"{shown} | {shorten(' '.join(node.title.split()), _TITLE_CHARS)} | {node.words}"


def parts_below(document: Document, index: int) -> tuple[str, list[Part]]:
    """Give the Markdown of a section with everything below it, and where in it each section starts."""
    parts: list[Part] = []
    texts: list[str] = []
    start = 0
    nodes = {node.index: node for node in document.nodes()}
    for at, text in document.subtree_texts(index):
        if at in nodes:
            parts.append(Part(start, nodes[at], text))
        texts.append(text)
        start += len(text) + 2
    return "\n\n".join(texts), parts


def follows(parts: Sequence[Part]) -> Follows:
    """Give the outline of what comes after a place in the text of some sections."""
    return lambda end, room: outline([part for part in parts if part.start >= end], room)


def outline(parts: Sequence[Part], room: int) -> str:
    """Give the outline of sections in at most so much room; empty if there is no room for any."""
    if not parts:
        return ""
    top = min(part.node.depth for part in parts)
    lines = [f"{'  ' * (part.node.depth - top)}{outline_line(part.node)}" for part in parts]
    if len(parts) <= _MAX_LEADS:
        leads = [first_words(part.text) for part in parts]
        indents = ["  " * (part.node.depth - top + 1) for part in parts]
        rich = [
            f"{line}\n{indent}{lead}" if lead else line
            for line, indent, lead in zip(lines, indents, leads, strict=True)
        ]
        if cost("\n".join([HEADING, *rich])) <= room:
            return "\n".join([HEADING, *rich])
    return _by_depth(parts, lines, room) or _first_lines(lines, room)


def first_words(markdown: str) -> str:
    """Give the first words of prose in a section, on one line; empty if it has none."""
    paragraph: list[str] = []
    for line in _FENCE.sub("\n", markdown).splitlines():
        if _NO_PROSE.match(line):
            if paragraph:
                break
        else:
            paragraph.append(line.strip())
    return shorten(_LINK.sub(r"\1", " ".join(" ".join(paragraph).split())), _LEAD_CHARS)


def _by_depth(parts: Sequence[Part], lines: Sequence[str], room: int) -> str:
    """Give every line down to the greatest depth at which all fit; empty if there is none."""
    depths = sorted({part.node.depth for part in parts}, reverse=True)
    for deepest in depths:
        kept = [line for part, line in zip(parts, lines, strict=True) if part.node.depth <= deepest]
        hidden = len(lines) - len(kept)
        text = "\n".join([HEADING, *kept, *([f"[deeper: {hidden}]"] if hidden else [])])
        if cost(text) <= room:
            return text
    return ""


def _first_lines(lines: Sequence[str], room: int) -> str:
    kept: list[str] = []
    left = room - cost(f"{HEADING}\n[more: {len(lines)}]")
    for line in lines:
        left -= cost(f"{line}\n")
        if left < 0:
            break
        kept.append(line)
    return "\n".join([HEADING, *kept, f"[more: {len(lines) - len(kept)}]"]) if kept else ""
