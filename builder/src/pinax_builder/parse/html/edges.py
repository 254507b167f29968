"""Remove the lines above and below a page's text that lead elsewhere, sign it, or say who wrote it.

Rules: - A short line goes if beside its links there are only words of navigation ("Next Section:"), and half of the
         links are ways: their text, or that of their image, begins or ends with a word of such ("Main index").
       - Where a rule (`hr`) sets the line apart, one way is enough, or an address to write to at the end.
       - A logo, a map of pictures, a trail and a signature of a generator go, and the address of the author at the end.
       - Above the title go a picture alone, the handle of a menu, links alone, and a list of the page's sections.
       - A line right under a heading is what the heading opens, and stays.
"""

from __future__ import annotations

import re

from lxml import etree
from lxml.html import Element, HtmlElement

from pinax_builder.parse.html.elements import HEADINGS, IS_BLOCK, LISTS, signs_page
from pinax_builder.parse.plain_text import plain_text, shows_text

_MAX_CHARS = 300
"""Length of the longest line (characters)."""
_MAX_STEPS = 24
"""Number of blocks that are looked at on either side of a page."""
_FEW_WORDS = 3
"""Most words beside its links that a line of navigation has."""
_WAY_WORDS = 7
"""Number of words of a way's longest name."""
_WAYS = frozenset(("next", "previous", "prev", "up", "home", "contents", "index", "top", "back", "toc"))
"""Words that name a way if they are the first or last of a link."""
_BESIDE_WAYS = _WAYS | {"section", "chapter", "page", "topic", "parent", "go", "to", "of"}
"""Words that may stand beside ways, or in one after its first word."""
_ARROWS = frozenset("→←»«‹›<>")
"""Signs that name a way if they are the first or last of a link's."""
_WORD = re.compile(r"[^\W\d_]+")
_TRAIL = re.compile(r"\s[»›→]\s")
"""Between the steps of a trail."""
_IMPRINT = re.compile(r"\blast (?:modified|updated|changed|revised|edited|reviewed)\b", re.IGNORECASE)
_HANDLES = frozenset(("menu", "nav", "navigation", "contents", "toggle navigation"))
"""Texts of the handle that opens a menu."""
_BOXES = frozenset(("div", "center", "section", "main", "article", "font", "header", "footer", "body", "map"))
"""Tags of elements that may hold lines and text."""
_NO_LINES = ("pre", "dl", "blockquote", "form", "math", *HEADINGS)
"""Tags of elements that are no part of such a line."""


def strip_edges(main: HtmlElement, file: str) -> None:
    """Remove the lines of navigation above and below the text of a page's content, in place.

    Args:
        main: The content.
        file: The last part of the page's URL, to recognize links within the page.
    """
    if next(main.iter(*HEADINGS), None) is not None:
        _strip(main, file, is_end=False)
    _strip(main, file, is_end=True)


def _strip(main: HtmlElement, file: str, *, is_end: bool) -> None:
    box, line = main, None
    gone: list[HtmlElement] = []
    for _ in range(_MAX_STEPS):
        line = _outermost(box, is_end=is_end, but=gone)
        is_above = line is not None and not is_end and _goes_above_title(line, main, file)
        if line is not None and (line.tag == "hr" or is_above or _goes(line, is_end=is_end)):
            gone.append(line)
        elif line is not None and line.tag in _BOXES and next(line.iterdescendants(*IS_BLOCK), None) is not None:
            box = line
        elif line is None and box is not main and (above := box.getparent()) is not None:
            gone.append(box)  # it shows nothing any more
            box = above
        else:
            break
    for one in gone if line is not None else ():  # else the page is made of such lines
        if one.getparent() is not None:
            one.drop_tree()


def _outermost(box: HtmlElement, *, is_end: bool, but: list[HtmlElement]) -> HtmlElement | None:
    """Return the first or last block of a box that shows something; text beside blocks becomes a paragraph."""
    run: list[HtmlElement] = []
    before: HtmlElement | None = None
    for child in box.iterchildren(etree.Element, reversed=is_end):
        if child.tag in IS_BLOCK or next(child.iterdescendants(*IS_BLOCK), None) is not None:
            line = _paragraph(box, run[::-1] if is_end else run, after=child if is_end else before)
            if line is not None:
                return line
            if child not in but and (child.tag == "hr" or _shows(child)):
                return child
            run, before = [], child
        else:
            run.append(child)
    return _paragraph(box, run[::-1] if is_end else run, after=None if is_end else before)


def _paragraph(box: HtmlElement, run: list[HtmlElement], after: HtmlElement | None) -> HtmlElement | None:
    """Make a paragraph of the inline elements that follow a block, or open the box, and of the text before each."""
    text = box.text if after is None else after.tail
    if not (text or "").strip() and not any(_shows(one) or (one.tail or "").strip() for one in run):
        return None
    paragraph = Element("p")
    paragraph.text = text
    if after is None:
        box.text = None
        box.insert(0, paragraph)
    else:
        after.tail = None
        after.addnext(paragraph)
    paragraph.extend(run)
    return paragraph


def _shows(element: HtmlElement) -> bool:
    return element.tag == "img" or shows_text(element) or next(element.iter("img", "pre"), None) is not None


def _goes_above_title(line: HtmlElement, main: HtmlElement, file: str) -> bool:
    """Return whether a line above an `h1` is a picture, the handle of a menu, links, or a list of the sections."""
    if next(line.iter(*_NO_LINES), None) is not None or next(main.iter("h1"), None) is None:
        return False
    text = plain_text(line)
    if not text or text.lower() in _HANDLES:
        return True
    targets = [href for link in line.iter("a") if (href := link.get("href"))]
    if line.tag in LISTS and len(targets) > 1 and all(href.startswith(("#", f"{file}#")) for href in targets):
        return 2 * sum(len(plain_text(link)) for link in line.iter("a")) >= len(text)
    return len(targets) > 1 and len(text) <= _MAX_CHARS and _read(line, text)[1:3] == (0, 0)


def _goes(line: HtmlElement, *, is_end: bool) -> bool:
    """Return whether a line is one of navigation, or says what generated the page or when it was changed."""
    text = plain_text(line)
    if len(text) > _MAX_CHARS or line.tag in _NO_LINES or next(line.iterdescendants(*_NO_LINES), None) is not None:
        return False
    if not text and any(image.get("usemap") for image in line.iter("img")):
        return True
    beside = line.getprevious() if is_end else line.getnext()
    is_signed = signs_page(text) or "footer" in f"{line.get('class') or ''} {line.get('id') or ''}".lower().split()
    if is_end and (is_signed or (beside is not None and beside.tag in HEADINGS)):
        return is_signed
    if is_end and line.tag == "address":
        return True
    is_apart = beside is not None and beside.tag == "hr"
    links, words, said, ways = _read(line, text)
    to_write = any((link.get("href") or "").startswith("mailto:") for link in links)
    if is_end and is_apart and (to_write or _IMPRINT.search(text)):
        return True
    if links and not is_end and (_TRAIL.search(text) or not text):
        return True
    if not links or words > (_FEW_WORDS if is_apart else 0):
        return False
    return (ways > 0 and (is_apart or 2 * ways >= len(links))) or (said > 0 and len(links) == 1)


def is_row_of_ways(row: HtmlElement) -> bool:
    """Return whether a row has links, two ways among them or one to the top, and no other words."""
    text = plain_text(row)
    links, words, said, ways = _read(row, text) if len(text) <= _MAX_CHARS else ([], 0, 0, 0)
    return words == 0 and len(links) > 0 and (ways + said > 1 or (len(links) > 1 and "top" in text.lower()))


def _read(line: HtmlElement, text: str) -> tuple[list[HtmlElement], int, int, int]:
    """Return a line's links, and the numbers of words beside them that name no way, that do, and of ways."""
    links = [link for link in line.iter("a") if link.get("href")]
    names = [plain_text(link) or " ".join(image.get("alt") or "" for image in link.iter("img")) for link in links]
    for name in names:
        text = text.replace(name, " ", 1)
    words = _WORD.findall(text.lower())
    said = sum(word in _BESIDE_WAYS for word in words)
    return links, len(words) - said, said, sum(map(is_way, names))


def is_way(name: str) -> bool:
    """Return whether a link's text names a way through a manual.

    >>> [is_way(name) for name in ("Main index", "Back to top of the manual", "Index operators")]
    [True, True, False]
    """
    words = _WORD.findall(name.lower())
    if not _ARROWS.isdisjoint((name[:1], name[-1:])):
        return True
    if len(words) > _WAY_WORDS or _WAYS.isdisjoint(words):
        return False
    return "home" in words or words[-1] in _WAYS or (words[0] in _WAYS and words[1] in _BESIDE_WAYS)
