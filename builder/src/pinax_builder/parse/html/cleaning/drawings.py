"""Replace drawings (SVG) by the text in them, which readers take for text of the page.

In:    The element that holds a page's content, scripts and styles still in it.
Out:   Nothing; each drawing with labels becomes its title, description and labels, with ` · ` between them.
Rules: an icon is left out: a drawing with at most one label that is in a link, button or heading, or hidden from
       readers. A drawing that a page repeats is written once. One that the page hides is not written at all.
Spec:  https://www.w3.org/TR/SVG2/struct.html#DescriptionAndTitleElements
"""

from __future__ import annotations

from lxml.html import Element, HtmlElement

from pinax_builder.parse.html.css_selectors import may_hold
from pinax_builder.parse.plain_text import plain_text
from pinax_builder.parse.styled_away import is_styled_away

MAX_CHARS = 20_000
"""Length of one drawing's text, in characters; the rest is cut."""

_BETWEEN = " · "
"""Separator of the labels."""
_INLINE = (
    "p",
    "span",
    "a",
    "em",
    "strong",
    "b",
    "i",
    "code",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "li",
    "td",
    "th",
    "dt",
)
"""Tags in which a drawing's text stands within a line."""
_HOSTS_OF_ICONS = ("a", "button", "h1", "h2", "h3", "h4", "h5", "h6", "summary", "label", "dt", "nav")
"""Tags in which a drawing with at most one label is an icon."""


def write_drawings(main: HtmlElement) -> None:
    """Replace each drawing by its text."""
    written: set[str] = set()
    for drawing in list(main.iter("svg")) if may_hold(main, "svg") else ():
        parent = drawing.getparent()
        if parent is None or next(drawing.iterancestors("svg"), None) is not None or _is_hidden(drawing):
            continue
        text = _words(drawing)
        if not text or text in written:
            continue
        written.add(text)
        holder = Element("span" if parent.tag in _INLINE else "p")
        holder.text, holder.tail = text, drawing.tail
        parent.replace(drawing, holder)


def _words(drawing: HtmlElement) -> str:
    """Join a drawing's title, description and labels; a label that is repeated as outline or shadow counts once."""
    labels: list[str] = []
    for label in drawing.iter("text", "foreignobject"):
        if next(label.iterancestors("text", "foreignobject"), None) is None:
            words = plain_text(label)
            if words and words != (labels[-1] if labels else ""):
                labels.append(words)
    if len(labels) <= 1 and _is_icon(drawing):
        return ""
    about = [plain_text(element) for element in drawing if element.tag in ("title", "desc")]
    about = about or [drawing.get("aria-label") or ""]
    return _BETWEEN.join(words for words in (*about, *labels) if words)[:MAX_CHARS]


def _is_hidden(drawing: HtmlElement) -> bool:
    return any(map(is_styled_away, (drawing, *drawing.iterancestors())))


def _is_icon(drawing: HtmlElement) -> bool:
    """Return whether a drawing with at most one label only decorates."""
    if drawing.get("aria-hidden") == "true" or drawing.get("role") in ("presentation", "none"):
        return True
    parent = drawing.getparent()
    if parent is None or parent.tag not in ("p", "div", "figure") or plain_text(parent) != plain_text(drawing):
        return True
    return next(drawing.iterancestors(*_HOSTS_OF_ICONS), None) is not None
