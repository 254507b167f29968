"""Turn elements with a class such as `title` into headings, on pages without headings.

In:    The element that holds a page's content.
Out:   Nothing; the tree is changed in place.
Rules: a title has a class that ends with "title" or "heading", an anchor that leads to it or to the box that it opens,
       and others of its kind. A number right before it becomes part of it. Its level is the number in its class.
"""

from __future__ import annotations

import re
from itertools import islice

from lxml.html import HtmlElement

from pinax_builder.parse.html.headings import HEADINGS
from pinax_builder.parse.plain_text import plain_text

MAX_CHARS = 200
"""Largest length of a title (characters)."""
_MIN_TITLES = 3
"""Number of titles below which none becomes a heading, since they may be captions."""
_CLASS = re.compile(r"(?:^|[-_])(?:title|heading)(\d?)$")
_LEVEL = re.compile(r"(\d)")
_NUMBER = re.compile(r"[\dA-Z]{0,3}(?:\.\d+)*\.?")
"""Number of a section, such as `2.3` or `A.1`; also matches nothing."""
_BOXES_ABOVE = 3
"""Number of elements, from a title outwards, that are searched for its anchor."""


def promote_titles(main: HtmlElement) -> None:
    """Turn titles into headings, unless the page has headings."""
    if len(list(islice(filter(plain_text, main.iter(*HEADINGS)), 2))) > 1:
        return
    found = [(title, *seen) for title in main.iter("div", "p", "span") if (seen := _level_and_anchor(title))]
    if len(found) < _MIN_TITLES:
        return
    for title, level, anchor in found:
        number = title.getprevious()
        if number is not None and plain_text(number) and _NUMBER.fullmatch(plain_text(number)):
            title.text = f"{plain_text(number)} {(title.text or '').lstrip()}"
            number.drop_tree()
        title.tag = HEADINGS[min(level, 5)]
        title.set("id", anchor)


def _level_and_anchor(title: HtmlElement) -> tuple[int, str] | None:
    """Return the level below the page's title and the id of what a title opens; None if it is none."""
    for name in (title.get("class") or "").split():
        if _CLASS.search(name) and 0 < len(plain_text(title)) <= MAX_CHARS:
            anchor = _anchor(title)
            level = _LEVEL.search(name)
            return (int(level[1]) if level else 1, anchor) if anchor else None
    return None


def _anchor(title: HtmlElement) -> str:
    """Return the id that leads to a title: its own, that of an anchor before it, or of a box that begins with it."""
    current = title
    for _ in range(_BOXES_ABOVE):
        if current.get("id"):
            return str(current.get("id"))
        for before in current.itersiblings(preceding=True):
            if before.tag == "a" and not plain_text(before) and (before.get("id") or before.get("name")):
                return str(before.get("id") or before.get("name"))
            if not _NUMBER.fullmatch(plain_text(before)):
                return ""
        parent = current.getparent()
        if parent is None or (parent.text or "").strip():
            return ""
        current = parent
    return ""
