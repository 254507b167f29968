"""Build lists of items, lists of terms with bodies, and lists as lines within a cell.

In:    Items whose content is already blocks.
Out:   Tight lists: an item's first paragraph has the bullet's line, a body's first paragraph the term's line.
"""

from __future__ import annotations

from collections.abc import Container

from lxml.html import Element, HtmlElement

from pinax_builder.parse.html.rebuilding.flow import IS_BLOCK, Flow, trim
from pinax_builder.parse.plain_text import raw_text


def new_list(element: HtmlElement, start: str | None) -> HtmlElement:
    """Return an empty list of an element's kind; an ordered one begins with the number `start`."""
    rebuilt = Element("ol" if element.tag == "ol" else "ul")
    if element.tag == "ol" and start and start.isascii() and start.isdigit():
        rebuilt.set("start", start)
    return rebuilt


def holds_only(item: HtmlElement, tags: Container[str]) -> bool:
    """Return whether an item has no text of its own, and children of some tags, beside which only anchors stand."""
    if any((text or "").strip() for text in (item.text, *(child.tail for child in item))):
        return False
    children = [child for child in item.iterchildren("*") if child.tag != "a" or raw_text(child).strip()]
    return bool(children) and all(child.tag in tags for child in children)


def finish_list(rebuilt: HtmlElement, flow: Flow) -> None:
    """Tighten a list's items, remove the empty ones, and add the list to the flow if any item is left."""
    for item in list(rebuilt):
        _lift_first_paragraph(item)
        if not len(item) and not (item.text or "").strip():
            rebuilt.remove(item)
    if len(rebuilt):
        flow.block(rebuilt)


def _lift_first_paragraph(item: HtmlElement) -> None:
    """Unwrap an item's first paragraph, so that the list is tight."""
    if len(item) and item[0].tag == "p":
        item[0].drop_tag()


def join_term_and_body(item: HtmlElement) -> None:
    """Move the first paragraph of a body to its term's line, after a colon."""
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
    """Return the lines of a cell's content: paragraphs, and items of lists after a dash or their number."""
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
