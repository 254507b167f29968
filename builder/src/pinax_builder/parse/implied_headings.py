"""Make headings of what only looks like one: operations of an API, titles that fold, questions with an anchor.

In:    The element that holds a page's content, buttons still in it.
Out:   Nothing; in place.
Rules: a button that names an HTTP method and a path is an operation (Swagger UI, Redoc): a heading where its box has an
       id and no heading, else code. A button that is all of a heading (an accordion) is the heading's text. A paragraph
       all in bold right behind an empty anchor is a heading below the last, as pages written by hand have it.
"""

from __future__ import annotations

import re
from itertools import islice

from lxml import etree
from lxml.html import Element, HtmlElement

from pinax_builder.parse.plain_text import plain_text, raw_text

MAX_CHARS = 160
"""Of a heading that is made of a paragraph."""

_METHOD = re.compile(r"(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE)\Z")
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_BOX_LEVELS, _BOX_BUTTONS = 4, 50
"""How far above its button an operation's box may be, and how many buttons of it are looked at."""


def unfold_buttons(main: HtmlElement) -> None:
    """Keep what buttons say that is content, before the others go."""
    level = 1
    for element in list(main.iter("button", *_HEADINGS)):
        if element.tag != "button":
            level = _HEADINGS.index(element.tag) + 1
            continue
        heading = next(element.iterancestors(*_HEADINGS), None)
        if heading is not None and plain_text(heading) == plain_text(element) != "":
            element.drop_tag()
        elif (operation := _operation(element)) is not None:
            _put_operation(element, *operation, below=level)


def promote_anchored_titles(main: HtmlElement) -> None:
    """Make headings of the paragraphs that stand as such behind an anchor; not before the first heading."""
    level = 0
    for element in list(main.iter("a", *_HEADINGS)):
        if element.tag != "a":
            level = _HEADINGS.index(element.tag) + 1
            continue
        paragraph = element.getnext()
        is_anchor = len(element) == 0 and not element.text and (element.get("name") or element.get("id"))
        if not level or not is_anchor or (element.tail or "").strip() or paragraph is None or paragraph.tag != "p":
            continue
        if _is_all_bold(paragraph):
            paragraph.tag = _HEADINGS[min(5, level)]
            etree.strip_tags(paragraph, "b", "strong")


def _is_all_bold(paragraph: HtmlElement) -> bool:
    bold = paragraph[0] if len(paragraph) else None
    if bold is None or bold.tag not in ("b", "strong") or len(paragraph) > 1:
        return False
    if (paragraph.text or "").strip() or (bold.tail or "").strip():
        return False
    return 0 < len(plain_text(bold)) <= MAX_CHARS and next(bold.iter("br", "img"), None) is None


def _operation(button: HtmlElement) -> tuple[str, str, str] | None:
    """Read method, path and summary of an operation's button; None of any other."""
    words = [text for text in (" ".join(piece.split()) for piece in button.itertext()) if text]
    if len(words) < 2 or not _METHOD.match(words[0].upper()) or not words[1].startswith("/"):
        return None
    path = next((e for e in button.iter("span", "code", "a", "div") if _is_path(e)), None)
    whole = "".join(raw_text(path).split()) if path is not None else words[1]
    shown = "".join(words[1:])
    return words[0].upper(), whole, " ".join(_rest(words[1:], whole)) if shown != whole else ""


def _is_path(element: HtmlElement) -> bool:
    """Tell whether an element shows a path and nothing below it."""
    return raw_text(element).lstrip().startswith("/") and next(element.iterdescendants("div", "p"), None) is None


def _rest(words: list[str], path: str) -> list[str]:
    """Leave out the words that the path was made of: a browser may break it anywhere."""
    for at in range(1, len(words) + 1):
        if "".join("".join(words[:at]).split()) == path:
            return words[at:]
    return words[1:]


def _put_operation(button: HtmlElement, method: str, path: str, summary: str, *, below: int) -> None:
    """Write an operation where its button was, as a heading of the next level if it has a box of its own."""
    parent, box = button.getparent(), _box(button)
    if parent is None:
        return
    line = Element("p" if box is None else _HEADINGS[min(5, below)])
    if box is not None:
        line.set("id", box.get("id") or "")
    etree.SubElement(line, "code").text = f"{method} {path}"
    about = Element("p")
    about.text, about.tail = summary, button.tail
    button.tail = None
    parent.replace(button, line)
    line.addnext(about)


def _box(button: HtmlElement) -> HtmlElement | None:
    """Find the box that shows one operation: it has an id, no heading, and no other operation."""
    for above in islice(button.iterancestors(), _BOX_LEVELS):
        if above.tag not in ("div", "section", "span", "article", "li"):
            return None
        if above.get("id"):
            others = (other for other in islice(above.iter("button"), _BOX_BUTTONS) if other is not button)
            is_shared = next(above.iter(*_HEADINGS), None) is not None or any(map(_operation, others))
            return None if is_shared else above
    return None
