"""Build lists of items, lists of terms with bodies, and lists as lines within a cell.

In:    Items whose content is already blocks.
Out:   Tight lists: an item's first paragraph has the bullet's line, a body's first paragraph the term's line.
"""

from __future__ import annotations

from collections.abc import Container

from lxml.html import HtmlElement

from pinax_builder.parse.html.rebuilding.flow import Block, Flow, Item, add_items, is_blank, trim
from pinax_builder.parse.plain_text import raw_text, shows_text


def new_list(element: HtmlElement, start: str | None) -> Block:
    """Return an empty list of an element's kind; an ordered one begins with the number `start`."""
    if element.tag != "ol":
        return Block("ul", number=1)
    return Block("ol", number=int(start) if start and start.isascii() and start.isdigit() else 1)


def holds_only(item: HtmlElement, tags: Container[str]) -> bool:
    """Return whether an item has no text of its own, and children of some tags, beside which only anchors stand."""
    if not len(item) or ((text := item.text) and not text.isspace()):
        return False
    found = False
    for child in item[:]:
        tag = child.tag
        if tag in tags:
            found = True
        elif isinstance(tag, str) and (tag != "a" or shows_text(child)):
            return False
        if (tail := child.tail) and not tail.isspace():
            return False
    return found


def finish_list(rebuilt: Block, flow: Flow) -> None:
    """Tighten a list's items, remove the empty ones, and add the list to the flow if any item is left."""
    kept: list[Item] = []
    for item in rebuilt.items:
        assert isinstance(item, Block)
        _lift_first_paragraph(item)
        if not is_blank(item.items):
            kept.append(item)
    rebuilt.items = kept
    if kept:
        flow.block(rebuilt)


def _lift_first_paragraph(item: Block) -> None:
    """Unwrap an item's first paragraph, so that the list is tight."""
    first = item.items[0] if item.items else None
    if isinstance(first, Block) and first.tag == "p":
        item.items[:1] = first.items


def join_term_and_body(item: Block, n_terms: int) -> None:
    """Move the first paragraph of a body to its term's line, after a colon.

    Args:
        item: Terms, as `write_terms` returns them, and the blocks of their bodies.
        n_terms: Number of its items that belong to the terms.
    """
    first = item.items[n_terms] if 0 < n_terms < len(item.items) else None
    if not isinstance(first, Block) or first.tag != "p":
        return
    last = item.items[n_terms - 1]
    line: list[Item] = [" " if isinstance(last, HtmlElement) and raw_text(last).endswith(":") else ": "]
    add_items(line, trim(first.items))
    item.items[n_terms : n_terms + 1] = line


def cell_lines(holder: list[Item]) -> list[list[Item]]:
    """Return the lines of a cell's content: paragraphs, and items of lists after a dash or their number."""
    lines: list[list[Item]] = []
    for block in holder:
        if not isinstance(block, Block) or block.tag == "hr":
            continue
        if block.tag in ("ul", "ol"):
            for number, item in enumerate(block.items, block.number):
                assert isinstance(item, Block)
                lines.extend(_item_lines(item, f"{number}. " if block.tag == "ol" else "- "))
        elif block.tag == "blockquote":
            lines.extend(cell_lines(block.items))
        else:
            lines.append(block.items)
    return lines


def _item_lines(item: Block, sign: str) -> list[list[Item]]:
    at = next((at for at, part in enumerate(item.items) if isinstance(part, Block)), len(item.items))
    first: list[Item] = [sign]
    add_items(first, item.items[:at])
    return [first, *cell_lines(item.items[at:])]
