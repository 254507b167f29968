"""Split emphasis and links that span several lines or blocks, which Markdown cannot write.

In:    The element that holds a page's content, its inline elements simplified.
Out:   Nothing; in place, each line and paragraph gets an emphasis of its own, and the first alone gets the link.
Rules: headings get no emphasis. Emphasis over more than `MAX_CHARS` was never closed, and is removed.
"""

from __future__ import annotations

from lxml.html import Element, HtmlElement

from pinax_builder.parse.html.headings import HEADINGS
from pinax_builder.parse.html.rebuilding.flow import BLOCKS, IS_BLOCK
from pinax_builder.parse.plain_text import raw_text

MAX_CHARS = 1_000
"""Length of the longest emphasis over several lines, in characters."""

_ENDS_LINE = IS_BLOCK | {"br"}
"""Tags of elements that end a line."""
_LEAVES = frozenset(("code", "img"))
"""Tags of elements that hold no line end."""
_HOLD_NO_TEXT = frozenset(("ul", "ol", "menu", "dir", "dl", "table", "thead", "tbody", "tfoot", "tr", "hgroup"))
"""Tags of elements that hold only blocks; text between those is white space of the source."""


def split_spans(main: HtmlElement) -> None:
    """Split each span where a line ends or a block begins."""
    for span in [span for span in main.iter("strong", "em", "del", "a") if len(span)]:
        if _LEAVES.issuperset([child.tag for child in span[:]]) or not _ends_line_within(span):
            continue
        is_link = span.tag == "a"
        if is_link and next(span.iterdescendants(*BLOCKS), None) is None:
            continue  # Markdown allows a line break in a link's text
        if is_link or len(raw_text(span)) <= MAX_CHARS:
            _split(span, span, only_first=is_link)
        span.drop_tag()


def _ends_line_within(element: HtmlElement) -> bool:
    return not _ENDS_LINE.isdisjoint([inner.tag for inner in element.iterdescendants()])


def _split(inside: HtmlElement, span: HtmlElement, *, only_first: bool) -> bool:
    """Wrap the inline content of each line in a copy of the span.

    Args:
        inside: The element whose content is wrapped: the span, or a block within it.
        span: The span that is copied.
        only_first: Whether to stop after the first line.

    Returns:
        Whether there was any inline content.
    """
    found = False
    copy: HtmlElement | None = None
    text, inside.text = inside.text, None
    if text and (text.isspace() or inside.tag in _HOLD_NO_TEXT):
        inside.text = text
    elif text:
        copy = _copy(span, text)
        inside.insert(0, copy)
    for child in [child for child in inside[:] if child is not copy]:
        if only_first and found:
            break
        ends = child.tag in _ENDS_LINE or _ends_line_within(child)
        if copy is None and not ends:
            copy = _copy(span, "")
            child.addprevious(copy)
        if ends:
            found = found or copy is not None
            copy = None
            tail = child.tail
            if not (only_first and found):
                found = _split_child(child, span, only_first=only_first) or found
            if tail and not tail.isspace() and inside.tag not in _HOLD_NO_TEXT and not (only_first and found):
                child.tail = None
                copy = _copy(span, tail)
                child.addnext(copy)
        elif copy is not None:
            copy.append(child)
    return found or copy is not None


def _split_child(child: HtmlElement, span: HtmlElement, *, only_first: bool) -> bool:
    if child.tag in ("br", "hr", "pre", "img") or (child.tag in HEADINGS and span.tag != "a"):
        return False
    return _split(child, span, only_first=only_first)


def _copy(span: HtmlElement, text: str) -> HtmlElement:
    """Return an element like the span that holds only text."""
    copy = Element(span.tag, dict(span.attrib))
    copy.text = text
    return copy
