"""Part the emphasis and links that go over several lines or blocks, which no mark of Markdown does.

In:    The element that holds a page's content, its inline elements simplified.
Out:   Nothing; in place, each line and paragraph of a span has the emphasis for itself, the first alone the link.
Rules: headings are emphasized already. What is longer than `MAX_CHARS` was never closed, or is a box that leads
       somewhere as a whole: it loses its emphasis, and keeps a link at its first words.
"""

from __future__ import annotations

from lxml.html import Element, HtmlElement

from pinax_builder.parse.html.headings import HEADINGS
from pinax_builder.parse.html.rebuilding.flow import BLOCKS, IS_BLOCK
from pinax_builder.parse.plain_text import raw_text

MAX_CHARS = 1_000

_ENDS_LINE = IS_BLOCK | {"br"}
_LEAVES = frozenset(("code", "img"))
_HOLD_NO_TEXT = frozenset(("ul", "ol", "menu", "dir", "dl", "table", "thead", "tbody", "tfoot", "tr", "hgroup"))


def part_spans(main: HtmlElement) -> None:
    """Part each span where a line ends or a block begins."""
    for span in list(main.iter("strong", "em", "del", "a")):
        if all(child.tag in _LEAVES for child in span) or next(span.iterdescendants(*_ENDS_LINE), None) is None:
            continue
        is_link = span.tag == "a"
        if is_link and next(span.iterdescendants(*BLOCKS), None) is None:
            continue  # a link may have a line break
        if is_link or len(raw_text(span)) <= MAX_CHARS:
            _part(span, span, only_first=is_link)
        span.drop_tag()


def _part(inside: HtmlElement, span: HtmlElement, *, only_first: bool) -> bool:
    """Wrap each run of inline content in a copy of the span; tell whether there was any."""
    found = False
    run: HtmlElement | None = None
    text, inside.text = inside.text, None
    if text and (text.isspace() or inside.tag in _HOLD_NO_TEXT):
        inside.text = text
    elif text:
        run = _copy(span, text)
        inside.insert(0, run)
    for child in [child for child in inside if child is not run]:
        if only_first and found:
            break
        ends = child.tag in _ENDS_LINE or next(child.iterdescendants(*_ENDS_LINE), None) is not None
        if run is None and not ends:
            run = _copy(span, "")
            child.addprevious(run)
        if ends:
            found = found or run is not None
            run = None
            tail = child.tail
            if not (only_first and found):
                found = _part_child(child, span, only_first=only_first) or found
            if tail and not tail.isspace() and inside.tag not in _HOLD_NO_TEXT and not (only_first and found):
                child.tail = None
                run = _copy(span, tail)
                child.addnext(run)
        elif run is not None:
            run.append(child)
    return found or run is not None


def _part_child(child: HtmlElement, span: HtmlElement, *, only_first: bool) -> bool:
    if child.tag in ("br", "hr", "pre", "img") or (child.tag in HEADINGS and span.tag != "a"):
        return False
    return _part(child, span, only_first=only_first)


def _copy(span: HtmlElement, text: str) -> HtmlElement:
    copy = Element(span.tag, dict(span.attrib))
    copy.text = text
    return copy
