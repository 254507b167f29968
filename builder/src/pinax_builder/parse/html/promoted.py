"""Make headings of what a reader takes for one: operations of an API, accordions, bold questions, titled boxes.

Rules: - A button that names an HTTP method and a path is an operation (Swagger UI, Redoc). It becomes a heading if its
         box has an id and no heading, else code.
       - A button that is all of a heading (an accordion) is unwrapped.
       - A paragraph all in bold right after an empty anchor becomes a heading, one level below the last. Pages written
         by hand have such paragraphs.
       - An empty anchor between blocks becomes such a heading if a list of the page's contents links to it; the link's
         text is its title.
       - On a page without headings, a box whose class ends with "title" or "heading" becomes one, if an anchor leads to
         it or to the box that it opens, and there are others of its kind. A number right before it becomes part of it.
         Its level is the number in its class.
       - The only cell of a table's first row, a header that spans the table, becomes a heading before the table if an
         anchor leads there. Its level is one above the next heading of the page, which stands below it, or one below
         the last. Older javadoc titles its summaries so.
"""

from __future__ import annotations

import re
from itertools import islice

from lxml import etree
from lxml.html import Element, HtmlElement

from pinax_builder.parse.html.css_selectors import may_hold
from pinax_builder.parse.html.headings import HEADINGS
from pinax_builder.parse.plain_text import plain_text, raw_text, shows_text

MAX_CHARS = 300
"""Length of the longest paragraph or link text that can become a heading, in characters; questions are long."""

_METHOD = re.compile(r"(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE)\Z")
_MIN_ANCHORS = 4
"""Number of anchors that the page's contents list, from which on they become headings."""
_BESIDE = frozenset(("p", "div", "ul", "ol", "dl", "pre", "table", "blockquote", "hr", "a"))
"""Tags that may stand on either side of an anchor that becomes a heading."""
_BOX_LEVELS = 4
"""Number of elements above its button among which an operation's box is sought."""
_BOX_BUTTONS = 50
"""Number of a box's buttons that are checked for other operations."""


def unfold_buttons(main: HtmlElement) -> None:
    """Keep buttons that are content, before all others are removed."""
    level = 1
    for element in list(main.iter("button", *HEADINGS)) if may_hold(main, "button") else ():
        if element.tag != "button":
            level = HEADINGS.index(element.tag) + 1
            continue
        heading = next(element.iterancestors(*HEADINGS), None)
        if heading is not None and plain_text(heading) == plain_text(element) != "":
            element.drop_tag()
        elif (operation := _operation(element)) is not None:
            _put_operation(element, *operation, below=level)


def promote_anchors(main: HtmlElement, url: str) -> None:
    """Turn empty anchors, or the bold paragraphs after them, into headings; not before the first heading.

    Args:
        main: The content.
        url: The page's URL, which a link within the page may name.
    """
    level = 0
    anchors: list[tuple[HtmlElement, int]] = []
    for element in list(main.iter("a", *HEADINGS)):
        if element.tag != "a":
            level = HEADINGS.index(element.tag) + 1
        elif level and _is_empty_anchor(element):
            paragraph = element.getnext()
            if paragraph is not None and paragraph.tag == "p" and _is_all_bold(paragraph):
                paragraph.tag = HEADINGS[min(5, level)]
                etree.strip_tags(paragraph, "b", "strong")
            else:
                anchors.append((element, level))
    if len(anchors) >= _MIN_ANCHORS:
        _replace_by_headings(anchors, _contents(main, url.rpartition("/")[2]))


def _is_empty_anchor(anchor: HtmlElement) -> bool:
    """Return whether an anchor is empty and an element follows it.

    An anchor at the end of a paragraph with text is first moved behind the paragraph, which was never closed before it.
    """
    is_empty = len(anchor) == 0 and not anchor.text and not (anchor.tail or "").strip()
    if not is_empty or not _name_of(anchor):
        return False
    parent = anchor.getparent()
    if anchor.getnext() is None and parent is not None and parent.tag == "p" and raw_text(parent).strip():
        anchor.tail, parent.tail = parent.tail, None
        parent.addnext(anchor)
    return anchor.getnext() is not None


def _contents(main: HtmlElement, file: str) -> dict[str, str]:
    """Return the ids that this page's lists of contents link to, with the text of each link."""
    named: dict[str, str] = {}
    for link in main.iter("a"):
        page, _, fragment = (link.get("href") or "").partition("#")
        item = next(link.iterancestors("li", "td", "dt"), None) if fragment and page in ("", file) else None
        text = plain_text(link)
        if item is not None and 0 < len(text) <= MAX_CHARS and plain_text(item) == text:
            named.setdefault(fragment, text)
    return named


def _replace_by_headings(anchors: list[tuple[HtmlElement, int]], contents: dict[str, str]) -> None:
    """Replace each anchor between blocks that the page's contents list by a heading with the title given there."""
    listed = [
        (anchor, level) for anchor, level in anchors if _name_of(anchor) in contents and _is_between_blocks(anchor)
    ]
    if len(listed) < _MIN_ANCHORS:
        return
    for anchor, level in listed:
        heading = Element(HEADINGS[min(5, level)], id=_name_of(anchor))
        heading.text, heading.tail = contents[_name_of(anchor)], anchor.tail
        parent = anchor.getparent()
        if parent is not None:
            parent.replace(anchor, heading)


def _name_of(anchor: HtmlElement) -> str:
    return anchor.get("id") or anchor.get("name") or ""


def _is_between_blocks(anchor: HtmlElement) -> bool:
    """Return whether an anchor has a block on either side; one before a heading leads to that heading."""
    before, parent = anchor.getprevious(), anchor.getparent()
    if before is None or (before.tail or "").strip() or before.tag not in _BESIDE or parent is None:
        return False
    after = next((element for element in anchor.itersiblings() if element.tag not in ("hr", "a")), None)
    return after is not None and after.tag in _BESIDE and parent.tag in ("div", "body", "main", "section", "article")


def _is_all_bold(paragraph: HtmlElement) -> bool:
    """Return whether a paragraph is one short line in bold."""
    bold = paragraph[0] if len(paragraph) else None
    if bold is None or bold.tag not in ("b", "strong") or len(paragraph) > 1:
        return False
    if (paragraph.text or "").strip() or (bold.tail or "").strip():
        return False
    return 0 < len(plain_text(bold)) <= MAX_CHARS and next(bold.iter("br", "img"), None) is None


def _operation(button: HtmlElement) -> tuple[str, str, str] | None:
    """Return the method, path and summary of an operation's button; None for any other button."""
    words = [text for text in (" ".join(piece.split()) for piece in button.itertext()) if text]
    if len(words) < 2 or not _METHOD.match(words[0].upper()) or not words[1].startswith("/"):
        return None
    path = next((e for e in button.iter("span", "code", "a", "div") if _is_path(e)), None)
    path_text = "".join(raw_text(path).split()) if path is not None else words[1]
    shown = "".join(words[1:])
    return words[0].upper(), path_text, " ".join(_rest(words[1:], path_text)) if shown != path_text else ""


def _is_path(element: HtmlElement) -> bool:
    """Return whether an element shows a path and no summary below it."""
    return raw_text(element).lstrip().startswith("/") and next(element.iterdescendants("div", "p"), None) is None


def _rest(words: list[str], path: str) -> list[str]:
    """Return the words after those that make up the path, which a page may break into several."""
    for at in range(1, len(words) + 1):
        if "".join("".join(words[:at]).split()) == path:
            return words[at:]
    return words[1:]


def _put_operation(button: HtmlElement, method: str, path: str, summary: str, *, below: int) -> None:
    """Replace an operation's button: by a heading of the next level if it has a box of its own, else by code."""
    parent, box = button.getparent(), _box_of_operation(button)
    if parent is None:
        return
    line = Element("p" if box is None else HEADINGS[min(5, below)])
    if box is not None:
        line.set("id", box.get("id") or "")
    etree.SubElement(line, "code").text = f"{method} {path}"
    about = Element("p")
    about.text, about.tail = summary, button.tail
    button.tail = None
    parent.replace(button, line)
    line.addnext(about)


def _box_of_operation(button: HtmlElement) -> HtmlElement | None:
    """Return the box of one operation, which has an id, no heading and no other operation; None without one."""
    for above in islice(button.iterancestors(), _BOX_LEVELS):
        if above.tag not in ("div", "section", "span", "article", "li"):
            return None
        if above.get("id"):
            others = (other for other in islice(above.iter("button"), _BOX_BUTTONS) if other is not button)
            is_shared = next(above.iter(*HEADINGS), None) is not None or any(map(_operation, others))
            return None if is_shared else above
    return None


MAX_TITLE_CHARS = 200
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
        if _CLASS.search(name) and 0 < len(plain_text(title)) <= MAX_TITLE_CHARS:
            anchor = _anchor_of_title(title)
            level = _LEVEL.search(name)
            return (int(level[1]) if level else 1, anchor) if anchor else None
    return None


def _anchor_of_title(title: HtmlElement) -> str:
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


MAX_TABLE_TITLE_CHARS = 160
"""Largest length of a title (characters)."""
_TITLED = etree.XPath(
    "descendant::table[preceding-sibling::*[1][descendant-or-self::a[@name or @id]][self::a or self::p]]"
    "[(tr | thead/tr | tbody/tr)[1][count(*) = 1]/th]"
)
"""Finds the tables after an anchor, or a paragraph with one, whose first row has a header cell alone."""


def promote_table_titles(main: HtmlElement) -> None:
    """Put a heading before each table that is titled so, instead of its first row."""
    if not may_hold(main, "table"):
        return
    level = 0
    titled = list(filter(_is_titled, _TITLED(main)))
    made: list[HtmlElement] = []
    for table in titled:
        heading = Element("h2")
        made.append(heading)
        row = next(table.iter("tr"))
        heading.text = plain_text(row)
        table.addprevious(heading)
        row.drop_tree()
        if not plain_text(table):
            table.drop_tree()
    for heading in reversed(list(main.iter(*HEADINGS))) if made else ():
        if heading in made:
            heading.tag = HEADINGS[max(1, level - 1)]
        else:
            level = HEADINGS.index(str(heading.tag))


def _is_titled(table: HtmlElement) -> bool:
    """Return whether the first row is a title that spans the table, right after an empty anchor outside all text."""
    anchor, parent = table.getprevious(), table.getparent()
    if anchor is None or shows_text(anchor) or (anchor.tail or "").strip():
        return False
    if parent is None or parent.tag in ("td", "th", "li", "dd", "pre"):
        return False
    rows = list(table.iter("tr"))
    widest = max((len(row) for row in rows[1:]), default=1)
    span = rows[0][0].get("colspan") or "1"
    return 0 < len(plain_text(rows[0])) <= MAX_TABLE_TITLE_CHARS and span.isdigit() and int(span) >= widest
