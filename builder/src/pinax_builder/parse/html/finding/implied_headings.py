"""Make headings of what only looks like one: operations of an API, titles that fold, questions with an anchor.

In:    The element that holds a page's content, buttons still in it.
Out:   Nothing; in place.
Rules: a button that names an HTTP method and a path is an operation (Swagger UI, Redoc): a heading where its box has an
       id and no heading, else code. A button that is all of a heading (an accordion) is the heading's text. A paragraph
       all in bold right behind an empty anchor is a heading below the last, as pages written by hand have it. So is an
       anchor between blocks that a list of the page's contents leads to, which gives it its name.
"""

from __future__ import annotations

import re
from itertools import islice

from lxml import etree
from lxml.html import Element, HtmlElement

from pinax_builder.parse.plain_text import plain_text, raw_text

MAX_CHARS = 300
"""Of a heading that is made of a paragraph; questions are long."""

_METHOD = re.compile(r"(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE)\Z")
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_MIN_PLACES = 4
_BESIDE = frozenset(("p", "div", "ul", "ol", "dl", "pre", "table", "blockquote", "hr", "a"))
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


def promote_places(main: HtmlElement, url: str) -> None:
    """Make headings of what stands behind an empty anchor; not before the first heading.

    Args:
        main: The content.
        url: The page's URL, which a link to a place in it may name.
    """
    level = 0
    places: list[tuple[HtmlElement, int]] = []
    for element in list(main.iter("a", *_HEADINGS)):
        if element.tag != "a":
            level = _HEADINGS.index(element.tag) + 1
        elif level and _is_place(element):
            paragraph = element.getnext()
            if paragraph is not None and paragraph.tag == "p" and _is_all_bold(paragraph):
                paragraph.tag = _HEADINGS[min(5, level)]
                etree.strip_tags(paragraph, "b", "strong")
            else:
                places.append((element, level))
    if len(places) >= _MIN_PLACES:
        _name_places(places, _contents(main, url.rpartition("/")[2]))


def _is_place(anchor: HtmlElement) -> bool:
    """Tell whether an anchor is empty and a block follows it, be it behind the paragraph that was left open for it."""
    is_empty = len(anchor) == 0 and not anchor.text and not (anchor.tail or "").strip()
    if not is_empty or not _name_of(anchor):
        return False
    parent = anchor.getparent()
    if anchor.getnext() is None and parent is not None and parent.tag == "p" and raw_text(parent).strip():
        anchor.tail, parent.tail = parent.tail, None
        parent.addnext(anchor)
    return anchor.getnext() is not None


def _contents(main: HtmlElement, file: str) -> dict[str, str]:
    """Map the ids that lists of this page lead to, to what these call them."""
    named: dict[str, str] = {}
    for link in main.iter("a"):
        page, _, fragment = (link.get("href") or "").partition("#")
        item = next(link.iterancestors("li", "td", "dt"), None) if fragment and page in ("", file) else None
        text = plain_text(link)
        if item is not None and 0 < len(text) <= MAX_CHARS and plain_text(item) == text:
            named.setdefault(fragment, text)
    return named


def _name_places(places: list[tuple[HtmlElement, int]], contents: dict[str, str]) -> None:
    """Make headings of the places between blocks that the page's own contents lead to, and name them as these do."""
    listed = [(place, level) for place, level in places if _name_of(place) in contents and _is_between_blocks(place)]
    if len(listed) < _MIN_PLACES:
        return
    for place, level in listed:
        heading = Element(_HEADINGS[min(5, level)], id=_name_of(place))
        heading.text, heading.tail = contents[_name_of(place)], place.tail
        parent = place.getparent()
        if parent is not None:
            parent.replace(place, heading)


def _name_of(anchor: HtmlElement) -> str:
    return anchor.get("id") or anchor.get("name") or ""


def _is_between_blocks(place: HtmlElement) -> bool:
    """Tell whether a place has blocks at both sides, and no heading behind it, which it would lead to."""
    before, parent = place.getprevious(), place.getparent()
    if before is None or (before.tail or "").strip() or before.tag not in _BESIDE or parent is None:
        return False
    after = next((element for element in place.itersiblings() if element.tag not in ("hr", "a")), None)
    return after is not None and after.tag in _BESIDE and parent.tag in ("div", "body", "main", "section", "article")


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
