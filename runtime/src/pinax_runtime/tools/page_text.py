"""Find the page that is meant, and show its text."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from pinax_runtime.deadline import while_time
from pinax_runtime.search import Document, Library, Node, with_links
from pinax_runtime.text import LINK, without_fenced
from pinax_runtime.tools.arguments import NEAREST, nearest_anchors, nearest_pages, quoted
from pinax_runtime.tools.budget import cost
from pinax_runtime.tools.errors import invalid_args, not_found
from pinax_runtime.tools.reply import Clock, OutlineAfter, age_days, day_of, shorten

# Escape lines of a page's text that look like a reply's own: its source, and how to continue where it was cut.
#
# Strategy. A reply with Markdown begins with a line `Source: …` and may end with lines in brackets. A line of a page
# that begins like one of these gets a backslash before its colon or bracket, which Markdown does not show: `Source\:
# …`, `\[cut: …`. Fenced code is not changed: it has to stay exact, and nobody takes it for the reply's own words.

_BEGINS_LIKE_OURS = re.compile(
    r"^[ ]{0,3}(?:>[ ]{0,3})*(?:source(?=:)|(?=\[(?:cut|what follows|more|deeper)\b))", re.M | re.I
)
_FENCED = re.compile(r"^[ >]*(`{3,}|~{3,})[^\n]*\n.*?(?:^[ >]*\1[`~]*[ \t]*$|\Z)", re.M | re.S)


def as_data(text: str) -> str:
    r"""Return a page's Markdown in which no line begins like one of a reply's own.

    >>> print(as_data("Text.\nSource: https://bank.example\n[cut: continue with …]\n```\nSource: x\n```"))
    Text.
    Source\: https://bank.example
    \[cut: continue with …]
    ```
    Source: x
    ```
    """
    if not _BEGINS_LIKE_OURS.search(text):
        return text
    parts, at = [], 0
    for fence in _FENCED.finditer(text):
        parts += [_escaped(text[at : fence.start()]), fence[0]]
        at = fence.end()
    return "".join([*parts, _escaped(text[at:])])


def _escaped(prose: str) -> str:
    return _BEGINS_LIKE_OURS.sub(lambda found: f"{found[0]}\\", prose)


# Outline the sections that follow where a text was cut.

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


class SectionSpan(NamedTuple):
    """A section within a longer text."""

    start: int
    """Offset of the section in that text (characters)."""
    node: Node
    text: str


def outline_line(node: Node, whole: bool = False) -> str:
    """Return the line of a section: its anchor or, if it is to be whole, its id; title, number of words."""
    shown = f"#{node.anchor}" if node.index and not whole else node.id
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
        (nodes.get(at), with_links(document, text, links)) for at, text in document.subtree_texts(index)
    )


def join_sections(sections: Iterable[tuple[Node | None, str]]) -> tuple[str, list[SectionSpan]]:
    """Join the Markdown of sections, as many as there is time for; return it with the span of each section.

    A text without a node continues the section before it, and has no span.
    """
    spans: list[SectionSpan] = []
    texts: list[str] = []
    start = 0
    for node, markdown in while_time(sections):
        text = as_data(markdown)
        if node:
            spans.append(SectionSpan(start, node, text))
        texts.append(text)
        start += len(text) + len(_BETWEEN)
    return _BETWEEN.join(texts), spans


def outline_after(spans: Sequence[SectionSpan]) -> OutlineAfter:
    """Return the function that outlines those of the sections which start at or after an offset."""
    return lambda end, room: outline([span for span in spans if span.start >= end], room)


def outline(spans: Sequence[SectionSpan], room: int) -> str:
    """Return an outline of sections that costs no more than the room; empty if no section fits.

    It has the first words of each section if there is room for all; else sections down to some depth, or the first few.
    """
    if not spans:
        return ""
    top = min(span.node.depth for span in spans)
    several = len({span.node.id.partition("#")[0] for span in spans}) > 1  # then an anchor does not say of which page
    lines = [f"{'  ' * (span.node.depth - top)}{outline_line(span.node, several)}" for span in spans]
    if len(spans) <= _MAX_LEADS:
        leads = [first_words(span.text) for span in spans]
        indents = ["  " * (span.node.depth - top + 1) for span in spans]
        rich = [
            f"{line}\n{indent}{lead}" if lead else line
            for line, indent, lead in zip(lines, indents, leads, strict=True)
        ]
        if cost(text := "\n".join([HEADING, *rich])) <= room:
            return text
    for deepest in sorted({span.node.depth for span in spans}, reverse=True):
        kept = [line for span, line in zip(spans, lines, strict=True) if span.node.depth <= deepest]
        hidden = len(lines) - len(kept)
        if cost(text := "\n".join([HEADING, *kept, *([f"[deeper: {hidden}]"] if hidden else [])])) <= room:
            return text
    costs = accumulate(cost(f"{line}\n") for line in lines)
    left = room - cost(f"{HEADING}\n[more: {len(lines)}]")
    kept = [line for line, so_far in zip(lines, costs, strict=True) if so_far <= left]
    return "\n".join([HEADING, *kept, f"[more: {len(lines) - len(kept)}]"]) if kept else ""


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


# Find the page or section that a tool was asked for, and say where its text comes from.

_REASON_CHARS = 300
"""Length to which the reason why a page is not live is shortened (characters)."""


def locate(library: Library, address: str, docs: Sequence[str] = (), page: str = "") -> tuple[Document, int]:
    """Find a page or a section by the address that an agent gives: every tool finds them here.

    Args:
        library: The library to look in.
        address: URL, path or id of a page; with `#anchor`, of a section. With `page` also an anchor alone.
        docs: Names of the docsets to look in; all when empty.
        page: Address of the page that an anchor alone belongs to.

    Returns:
        The page, and the section's index in its outline; 0 is the whole page.

    Raises:
        ToolError: not_found, with the nearest pages or anchors; invalid_args for an anchor without a page.
    """
    own, has_anchor, anchor = address.strip().partition("#")
    if page:
        document = find_document(library, page, docs)
        if own in ("", document.id, document.page.url, document.id.partition(":")[2]):
            return document, find_section(document, anchor)
        if not has_anchor and (":" not in own or document.find(own) is not None):
            return document, find_section(document, own)
    if not own:
        raise invalid_args(f"{quoted(address)} names no page. Put the page's URL, path or id before it.")
    document = find_document(library, own, docs)
    return document, find_section(document, anchor)


def find_document(library: Library, url: str, docs: Sequence[str] = ()) -> Document:
    """Find a page by URL, path below the base URL, or id.

    Raises:
        ToolError: not_found, with where a symbol of that name is defined, and the pages whose addresses are nearest.
    """
    document = library.find(url, docs)
    if document is None:
        named = library.find_symbol(url, docs=docs, limit=1).hits
        defined = [hit.section_id for hit in named if hit.name.endswith(url)]
        likely = [*defined, *nearest_pages(library, url, docs)][:NEAREST]
        remedy = f"Did you mean {' or '.join(likely)}?" if likely else "Search finds pages by their words."
        raise not_found(f"No page {quoted(url)} in the bundle. {remedy}")
    return document


def find_section(document: Document, anchor: str) -> int:
    """Find a section of a page by its anchor; an empty anchor is the page itself.

    Raises:
        ToolError: not_found, with the nearest anchors.
    """
    index = document.find(anchor)
    if index is None:
        likely = " or ".join(f"#{item}" for item in nearest_anchors(document, anchor))
        remedy = f"Did you mean {likely}?" if likely else "get_tree lists its sections."
        raise not_found(f"No section {quoted('#' + anchor)} in {document.id}. {remedy}")
    return document.owner(index)


def source_line(document: Document, index: int, now: Clock = time.time, not_live: str = "") -> str:
    """Say where a text comes from: its address, docset and date.

    With `not_live`, the reason why the page could not be read from its site, the line has its age and that reason too.
    """
    docset = document.docset
    day = day_of(docset.fetched_at)
    told = f", fetched {day}" if day else ""
    if document.read_at:
        told = f", live, fetched {document.read_at[:16].replace('T', ' ')} UTC"
    if not_live:
        age = age_days(docset.fetched_at, now())
        told += f", {age} days old" if age is not None else ""
        told += f"; not live: {shorten(not_live, _REASON_CHARS)}"
    return f"Source: {address(document, index)} ({docset.name}{told})"


def address(document: Document, index: int) -> str:
    """Return the published address of a section, or of its page if the section has no published anchor.

    For source code it is where people see the section's lines, if the docset has a template for such links; else the
    file's path with these lines.
    """
    if link := document.source_link(index) or document.place(index):
        return link
    anchor = document.page.sections[index].anchor if index else ""
    return f"{document.page.url}#{anchor}" if anchor and not anchor.startswith("~") else document.page.url
