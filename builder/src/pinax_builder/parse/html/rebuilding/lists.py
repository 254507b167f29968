"""Build lists: of items, of terms and what they mean, and as lines within a cell.

In:    Items whose content is already blocks.
Out:   Lists that are tight: an item's first paragraph, or a term and the first paragraph of its body, share a line.
"""

from __future__ import annotations

from lxml.html import Element, HtmlElement

from pinax_builder.parse.html.rebuilding.flow import IS_BLOCK, Flow, trim


def new_list(element: HtmlElement, start: str | None) -> HtmlElement:
    """Make an empty list of an element's kind that begins with a number, if it is ordered."""
    rebuilt = Element("ol" if element.tag == "ol" else "ul")
    if element.tag == "ol" and start and start.isascii() and start.isdigit():
        rebuilt.set("start", start)
    return rebuilt


def finish_list(rebuilt: HtmlElement, flow: Flow) -> None:
    """Tighten a list's items, drop the empty ones, and add it if any is left."""
    for item in list(rebuilt):
        _lift_first_paragraph(item)
        if not len(item) and not (item.text or "").strip():
            rebuilt.remove(item)
    if len(rebuilt):
        flow.block(rebuilt)


def _lift_first_paragraph(item: HtmlElement) -> None:
    """Unwrap the paragraph that an item begins with, so that the list stays tight."""
    if len(item) and item[0].tag == "p":
        item[0].drop_tag()


def join_term_and_body(item: HtmlElement) -> None:
    """Set the first paragraph of a body on its term's line, after a colon."""
    first = next((child for child in item if child.tag in IS_BLOCK), None)
    if first is None or first.tag != "p" or first.getprevious() is None:
        return
    term = "".join(text for part in first.itersiblings(preceding=True) for text in part.itertext())
    before = first.getprevious()
    if before is not None:
        before.tail = (before.tail or "").rstrip() + (" " if term.endswith(":") else ": ")
    trim(first)
    first.drop_tag()


def cell_lines(holder: HtmlElement) -> list[HtmlElement]:
    """List the lines of a cell's content: paragraphs, and the items of lists with a dash before them."""
    lines: list[HtmlElement] = []
    for block in holder:
        if block.tag in ("ul", "ol"):
            for number, item in enumerate(block, int(block.get("start") or 1)):
                item.text = (f"{number}. " if block.tag == "ol" else "- ") + (item.text or "")
                lines.extend(_item_lines(item))
        elif block.tag == "blockquote":
            lines.extend(cell_lines(block))
        elif block.tag != "hr":
            lines.append(block)
    return lines


def _item_lines(item: HtmlElement) -> list[HtmlElement]:
    first = Element("p")
    first.text = item.text
    rest = Element("div")
    for child in list(item):
        is_block = child.tag in IS_BLOCK
        (rest if is_block or len(rest) else first).append(child)
    return [first, *cell_lines(rest)]
