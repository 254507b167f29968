"""Outline the sections that follow where a text was cut.

Rules: the first of these that fits is shown: every section with its first words; every section; the sections down to
       some depth; the first sections, and how many more there are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pinax_runtime.search import Document, Node, while_time
from pinax_runtime.serve.budget import cost
from pinax_runtime.serve.replies.framing import as_data
from pinax_runtime.serve.replies.links import with_links
from pinax_runtime.serve.replies.writing import OutlineAfter, shorten
from pinax_runtime.text import LINK, without_fenced

HEADING = "[what follows: id | title | words]"
"""First line of an outline; it names the columns."""
_TITLE_CHARS = 80
"""Length to which titles are shortened (characters)."""
_LEAD_CHARS = 120
"""Length to which the first words of a section are shortened (characters)."""
_MAX_LEADS = 200
"""Number of sections beyond which an outline shows no first words: nobody would read them."""
_BETWEEN = "\n\n"
"""What stands between the texts of two sections."""
_NO_PROSE = re.compile(r"[ >]*(?:#{1,6}\s|[|!]|`[^`\n]*`\s*$|$)")
"""A line that is no prose: a heading, a table row, an image, a signature or an empty line."""
_LINK = re.compile(LINK)


@dataclass(frozen=True, slots=True)
class SectionSpan:
    """A section within a longer text."""

    start: int
    """Offset of the section in that text (characters)."""
    node: Node
    text: str


def outline_line(node: Node) -> str:
    """Return the line of a section: id, title, number of words."""
    shown = f"#{node.anchor}" if node.index else node.id
    return f"{shown} | {shorten(' '.join(node.title.split()), _TITLE_CHARS)} | {node.words}"


def text_below(document: Document, index: int, links: str) -> tuple[str, list[SectionSpan]]:
    """Return the Markdown of a section and everything below it, and where in it each section starts.

    Args:
        document: The page.
        index: The section, 0 for the whole page.
        links: The form of links, as `with_links` takes it.
    """
    nodes = {node.index: node for node in document.nodes()}
    return join_sections(
        (nodes.get(at), links_shown(document, text, links)) for at, text in document.subtree_texts(index)
    )


def links_shown(document: Document, markdown: str, links: str) -> str:
    """Return Markdown of a page with its links in a form."""
    return with_links(markdown, links, document.docset.url, document.page.url)


def join_sections(sections: Iterable[tuple[Node | None, str]]) -> tuple[str, list[SectionSpan]]:
    """Join the Markdown of sections, as many as there is time for; return it with the span of each section.

    A text without a node continues the section before it, and has no span.
    """
    spans: list[SectionSpan] = []
    texts: list[str] = []
    start = 0
    for node, text in ((node, as_data(text)) for node, text in while_time(sections)):
        if node:
            spans.append(SectionSpan(start, node, text))
        texts.append(text)
        start += len(text) + len(_BETWEEN)
    return _BETWEEN.join(texts), spans


def outline_after(spans: Sequence[SectionSpan]) -> OutlineAfter:
    """Return the function that outlines those of the sections which start at or after an offset."""
    return lambda end, room: outline([span for span in spans if span.start >= end], room)


def outline(spans: Sequence[SectionSpan], room: int) -> str:
    """Return an outline of sections that costs no more than the room; empty if no section fits."""
    if not spans:
        return ""
    top = min(span.node.depth for span in spans)
    lines = [f"{'  ' * (span.node.depth - top)}{outline_line(span.node)}" for span in spans]
    if len(spans) <= _MAX_LEADS:
        leads = [first_words(span.text) for span in spans]
        indents = ["  " * (span.node.depth - top + 1) for span in spans]
        rich = [
            f"{line}\n{indent}{lead}" if lead else line
            for line, indent, lead in zip(lines, indents, leads, strict=True)
        ]
        if cost("\n".join([HEADING, *rich])) <= room:
            return "\n".join([HEADING, *rich])
    return _by_depth(spans, lines, room) or _first_lines(lines, room)


def first_words(markdown: str) -> str:
    """Return the start of the first paragraph of a section on one line; empty if it has no prose."""
    paragraph: list[str] = []
    for line in without_fenced(markdown).splitlines():
        if _NO_PROSE.match(line):
            if paragraph:
                break
        else:
            paragraph.append(line.strip())
    return shorten(_LINK.sub(r"\g<label>", " ".join(" ".join(paragraph).split())), _LEAD_CHARS)


def _by_depth(spans: Sequence[SectionSpan], lines: Sequence[str], room: int) -> str:
    """Return every line down to the greatest depth at which all of them fit; empty if there is no such depth."""
    depths = sorted({span.node.depth for span in spans}, reverse=True)
    for deepest in depths:
        kept = [line for span, line in zip(spans, lines, strict=True) if span.node.depth <= deepest]
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
