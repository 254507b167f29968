"""Make headings of all that a reader takes for one, and mend those that are there.

Before: some titles are boxes, bold paragraphs or cells; some headings were never closed.
After:  each title is `h1` to `h6`, and a heading holds its title alone.
Rules:  - The only heading of the highest level that is first and named a title is the title of the page, and becomes an
          `h1`. Where the text of the head's title stands in a box above all headings, that box is the title.
        - The last step of a trail is the title where it is no link and no heading can be the title.
        - A heading that was never closed ends where its first block begins.
        - A quotation that is most of the page is only indented.
        - A paragraph all in bold right after an empty anchor, or with one in it, becomes a heading, one level below the
          last. Pages written by hand have such paragraphs.
        - An empty anchor between blocks becomes such a heading if a list of the page's contents links to it. The
          link's text is its title.
        - On a page without headings, a box becomes one if an anchor leads to it or to the box that it opens, and its
          class ends with "title" or "heading", or the page's contents give it this name; and if there are others of its
          kind. A number right before it becomes part of it. Its level is the number in its class.
        - A heading that is a link to another of the same text is an entry of the page's contents. One that is a link to
          the page itself loses that link. One that holds nothing but pictures that are links is a row of these.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from itertools import islice
from urllib.parse import urljoin

from lxml import etree
from lxml.html import Element, HtmlElement

from pinax_builder.parse.html.elements import HEADINGS, anchor_of, heading_tag, is_link, level_of
from pinax_builder.parse.html.members import promote_members
from pinax_builder.parse.html.page_tree import PageTree
from pinax_builder.parse.html.platforms import Platform
from pinax_builder.parse.html.platforms.docbook import title_entries
from pinax_builder.parse.html.platforms.javadoc import promote_table_titles
from pinax_builder.parse.html.platforms.scaladoc import box_signatures
from pinax_builder.parse.plain_text import plain_text, raw_text, shows_text

_NEVER_IN_HEADINGS = ("ul", "ol", "dl", "table", "pre", "blockquote", "p", "hr", *HEADINGS)
"""Tags that end a heading which was never closed."""
_LABEL = re.compile(r"(?:^|[\s_-])(?:m?label|(?:VP)?[Bb]adge|tag|pill|chip)(?:$|[\s_-])")
"""Class of a label that a style sets apart from a title's words."""
_WORD = re.compile(r"\w+")
_LABEL_WORDS = 2
"""Number of words beside links up to which they are a label ("Related Docs")."""
_FOOTNOTE_MARK = re.compile(r"\d{1,4}|\(\d{1,4}\)|\[\d{1,4}\]|[*†‡]{1,3}")
"""Text of a heading above a footnote, which links back to where the footnote is called."""
_BOXES = frozenset(("p", "div", "center"))
"""Tags of boxes that can become the page's heading."""
_INLINE = frozenset(("span", "b", "strong", "font", "big", "em", "i"))
"""Tags that may be the only content of such a box."""
MAX_CHARS = 300
"""Length of the longest paragraph or link text that can become a heading, in characters; questions are long."""
_MIN_ANCHORS = 4
"""Number of anchors that the page's contents list, from which on they become headings."""
_BESIDE = frozenset(("p", "div", "ul", "ol", "dl", "pre", "table", "blockquote", "hr", "a"))
"""Tags that may stand on either side of an anchor that becomes a heading."""
MAX_TITLE_CHARS = 200
"""Largest length of a title (characters)."""
_MIN_STEPS = 2
"""Number of steps from which on a trail says where a page stands."""
_MIN_INDENTED = 8
"""Number of elements from which on a quotation may be a page's text."""
_MIN_TITLES = 3
"""Number of titles below which none becomes a heading, since they may be captions."""
_CLASS = re.compile(r"(?:^|[-_])(?:title|heading)(\d?)$")
_LEVEL = re.compile(r"(\d)")
_NUMBER = re.compile(r"[\dA-Z]{0,3}(?:\.\d+)*\.?")
"""Number of a section, such as `2.3` or `A.1`; also matches nothing."""
_BOXES_ABOVE = 3
"""Number of elements, from a title outwards, that are searched for its anchor."""


def make_headings(page: PageTree, platform: Platform | None, head_title: str, url: str) -> None:
    """Make headings of all that a reader takes for one.

    Args:
        page: The page.
        platform: The platform that published it, if it is known.
        head_title: The title of the page's head, without the site's name.
        url: The page's URL, which a link within the page may name.
    """
    main = page.content
    for title in page.select(platform.title)[:1] if platform else ():
        title.tag = "h1"
        main.insert(0, title)
    _unwrap_indented(main)
    _promote_head_title(main, head_title)
    _promote_end_of_trail(page)
    _mend_headings(main)
    _mend_links(main, url)
    title_entries(page)
    _promote_anchors(main, url)
    _promote_titles(main, url)
    promote_table_titles(page)
    box_signatures(page)
    promote_members(page)


def _unwrap_indented(main: HtmlElement) -> None:
    """Unwrap the long quotation that is most of a page's text: it indents that, as older pages have it."""
    for quotation in main.iterchildren("blockquote"):
        if len(quotation) >= _MIN_INDENTED and 2 * len(raw_text(quotation)) > len(raw_text(main)):
            quotation.tag = "div"


def _mend_headings(main: HtmlElement) -> None:
    """End each heading that was never closed where its first block begins, and part the words that styles part.

    The only heading of the highest level that is first and named a title is the title, and becomes an `h1`.
    """
    _promote_named_title(main)
    for heading in list(main.iter(*HEADINGS)):
        if not len(heading):
            continue
        if _heads_footnote(heading) or _lists_links(heading):  # as Texinfo and Scaladoc write them
            heading.tag = "p"
            continue
        for part in heading.iter("span", "code"):
            if not len(part) and not part.text and part.get("class"):
                part.text = " "
            elif part.text and _LABEL.search(part.get("class") or ""):
                _set_apart(part)
        _part_boxes(heading)
        if all(inner.tag != "div" and inner.tag not in _NEVER_IN_HEADINGS for inner in heading.iterdescendants()):
            continue
        text_before = bool((heading.text or "").strip())
        for child in list(heading):
            is_block = child.tag in _NEVER_IN_HEADINGS or child.tag == "div"
            if text_before and (is_block or next(child.iterdescendants(*_NEVER_IN_HEADINGS), None) is not None):
                _move_after(heading, child)
                break
            text_before = text_before or shows_text(child) or bool((child.tail or "").strip())


def _mend_links(main: HtmlElement, url: str) -> None:
    """Make lines of headings that list others, and unwrap links to the page itself in its headings."""
    headings = list(main.iter(*HEADINGS))
    linked = [(heading, link) for heading in headings if (link := _only_link(heading)) is not None]
    texts = Counter(map(plain_text, headings)) if linked else Counter[str]()
    for heading, link in linked:
        href = link.get("href") or ""
        if href[:1] == "#" and is_link(heading):
            is_own = href[1:] in (heading.get("id"), link.get("id"), link.get("name"))
            is_item = next(heading.iterancestors("li"), None) is not None
            if not is_own and (is_item or texts[plain_text(heading)] > 1):
                heading.tag = "p"
        elif href and href[0] != "#":
            target = urljoin(url, href.partition("#")[0])
            if target.removesuffix("index.html") == url.removesuffix("index.html"):
                del link.attrib["href"]


def _only_link(heading: HtmlElement) -> HtmlElement | None:
    """Return the link that is all of a heading but for empty anchors; None where it is no link."""
    links = [child for child in heading if child.tag == "a" and (child.get("href") or shows_text(child))]
    return links[0] if len(links) == 1 and is_link(heading) else None


def _part_boxes(heading: HtmlElement) -> None:
    """Put a space between two elements of a class each, and after a number, if nothing but styles parts them."""
    number = raw_text(heading[0]).strip()
    if number[-1:].isdigit() and _NUMBER.fullmatch(number) and (heading[0].tail or "")[:1].isalpha():
        heading[0].tail = f" {heading[0].tail}"
    for second in heading.iterchildren("span"):
        first = second.getprevious()
        if first is None or first.tag != "span" or not first.get("class") or not second.get("class") or first.tail:
            continue
        if raw_text(first)[-1:].isalnum() and raw_text(second)[:1].isalnum():
            first.tail = " "


def _promote_named_title(main: HtmlElement) -> None:
    """Turn the first heading into an `h1` if its class says that it is a title, and no other is as high."""
    headings = main.iter(*HEADINGS)
    first = next(filter(plain_text, headings), None)
    if first is None or "title" not in (first.get("class") or "").split():
        return
    if all(str(heading.tag) > str(first.tag) or not plain_text(heading) for heading in headings):
        first.tag = "h1"


def _set_apart(label: HtmlElement) -> None:
    """Put spaces around a label."""
    before, parent = label.getprevious(), label.getparent()
    label.tail = f" {label.tail or ''}"
    if before is not None:
        before.tail = f"{before.tail or ''} "
    elif parent is not None:
        parent.text = f"{parent.text or ''} "


def _heads_footnote(heading: HtmlElement) -> bool:
    link = heading[0] if len(heading) == 1 else None
    if link is None or link.tag != "a" or not _FOOTNOTE_MARK.fullmatch(raw_text(heading).strip()):
        return False
    target = (link.get("href") or "").partition("#")[2]
    return bool(target) and target not in (heading.get("id"), link.get("id"), link.get("name"))


def _lists_links(heading: HtmlElement) -> bool:
    """Return whether a heading is a row of pictures, or a box with a short label and links to other pages: no title."""
    pictures = [a for a in heading.iter("a") if next(a.iter("img"), None) is not None]
    if len(pictures) > 1 and not plain_text(heading):
        return True
    box = next(heading.iter("div"), None)
    if box is None or plain_text(box) != plain_text(heading):
        return False
    links = [a for a in heading.iter("a") if not (a.get("href") or "#").startswith("#") and plain_text(a)]
    label = len(_WORD.findall(raw_text(heading))) - sum(len(_WORD.findall(raw_text(link))) for link in links)
    return bool(links) and 0 < label <= _LABEL_WORDS


def _move_after(heading: HtmlElement, first: HtmlElement) -> None:
    """Move a heading's children, from `first` on, to right after the heading."""
    rest = Element("div")
    rest.tail, heading.tail = heading.tail, None
    for child in [first, *first.itersiblings()]:
        rest.append(child)
    heading.addnext(rest)


def _promote_head_title(main: HtmlElement, title: str) -> None:
    """Turn the box above all headings that shows the title of the page's head into a heading."""
    if not title:
        return
    for element in main.iter():
        if element.tag in HEADINGS and plain_text(element):
            _lift_small_line(element)
            return
        is_leaf = not len(element) and (element.tag in _BOXES or element.tag in _INLINE)
        if not is_leaf or " ".join((element.text or "").split()) != title:
            continue
        box: HtmlElement | None = element
        while box is not None and box.tag in _INLINE:
            box = box.getparent()
        if box is not None and box is not main and box.tag in _BOXES and plain_text(box) == title:
            box.tag = "h1"
            return


def _promote_end_of_trail(page: PageTree) -> None:
    """Put a heading before a trail ("Classes / Todo") whose last step is no link, where no heading can be the title.

    None can where no heading is first of the highest level that stands there once.
    """
    trails = page.in_order(page.of_class(_is_of_trail))
    lists = [items for trail in trails for items in trail.iter("ol", "ul")][:1]
    steps = [step for items in lists for step in items.iterchildren("li") if plain_text(step)]
    if len(steps) < _MIN_STEPS or next(steps[-1].iter("a"), None) is not None:
        return
    headings = [heading for heading in page.content.iter(*HEADINGS) if plain_text(heading)]
    levels = [level_of(heading) for heading in headings]
    if levels and (1 in levels or levels.count(min(levels)) == 1):
        return
    title = plain_text(steps[-1])
    if title not in map(plain_text, headings) and len(title) <= MAX_TITLE_CHARS:
        heading = Element("h1")
        heading.text = title
        lists[0].addprevious(heading)


def _is_of_trail(name: str) -> bool:
    return name.lower() in ("breadcrumb", "breadcrumbs")


def _lift_small_line(heading: HtmlElement) -> None:
    """Move a small line with which a heading begins, as a class's package, above it; the rest is the page's title."""
    small = heading[0] if len(heading) > 1 and not (heading.text or "").strip() else None
    if small is None or small.tag not in ("font", "small") or heading[1].tag != "br" or (small.tail or "").strip():
        return
    line = Element("p")
    line.text = plain_text(small)
    heading.addprevious(line)
    heading[1].drop_tag()
    small.drop_tree()
    heading.tag = "h1"
    heading.set("class", "title")
    heading.set("title", plain_text(heading))


def _promote_anchors(main: HtmlElement, url: str) -> None:
    """Turn empty anchors, or the bold paragraphs after them, into headings; not before the first heading."""
    level = 0
    anchors: list[tuple[HtmlElement, int]] = []
    for element in list(main.iter("a", *HEADINGS)):
        if element.tag != "a":
            level = level_of(element)
        elif not level or element.text or len(element):  # as nearly all
            continue
        elif (line := _bold_line(element)) is not None:
            line.tag = heading_tag(level + 1)
            etree.strip_tags(line, "b", "strong")
        elif _is_empty_anchor(element):
            anchors.append((element, level))
    if len(anchors) >= _MIN_ANCHORS:
        _replace_by_headings(anchors, _contents(main, url.rpartition("/")[2]))


def _bold_line(anchor: HtmlElement) -> HtmlElement | None:
    """Return the paragraph all in bold that an empty anchor begins, or stands before."""
    around = next((above for above in islice(anchor.iterancestors(), 2) if above.tag == "p"), None)
    if around is not None and anchor_of(anchor) and _is_all_bold(around):
        return around
    line = anchor.getnext() if _is_empty_anchor(anchor) else None
    return line if line is not None and line.tag == "p" and _is_all_bold(line) else None


def _is_empty_anchor(anchor: HtmlElement) -> bool:
    """Return whether an anchor is empty and an element follows it.

    An anchor at the end of a paragraph with text is first moved behind the paragraph, which was never closed before it.
    """
    is_empty = len(anchor) == 0 and not anchor.text and not (anchor.tail or "").strip()
    if not is_empty or not anchor_of(anchor):
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
        (anchor, level)
        for anchor, level in anchors
        if (title := contents.get(anchor_of(anchor)))
        and _is_between_blocks(anchor)
        and title != next(map(plain_text, anchor.itersiblings(*HEADINGS)), "")
    ]
    if len(listed) < _MIN_ANCHORS:
        return
    for anchor, level in listed:
        heading = Element(heading_tag(level + 1), id=anchor_of(anchor))
        heading.text, heading.tail = contents[anchor_of(anchor)], anchor.tail
        parent = anchor.getparent()
        if parent is not None:
            parent.replace(anchor, heading)


def _is_between_blocks(anchor: HtmlElement) -> bool:
    """Return whether an anchor has a block on either side; one before a heading leads to that heading."""
    before, parent = anchor.getprevious(), anchor.getparent()
    if before is None or (before.tail or "").strip() or before.tag not in _BESIDE or parent is None:
        return False
    after = next((element for element in anchor.itersiblings() if element.tag not in ("hr", "a")), None)
    return after is not None and after.tag in _BESIDE and parent.tag in ("div", "body", "main", "section", "article")


def _is_all_bold(paragraph: HtmlElement) -> bool:
    """Return whether a paragraph is one short line in bold."""
    bold = next(paragraph.iterchildren("b", "strong"), None)
    if bold is None or plain_text(bold) != plain_text(paragraph):
        return False
    return 0 < len(plain_text(bold)) <= MAX_CHARS and next(bold.iter("br", "img"), None) is None


def _promote_titles(main: HtmlElement, url: str) -> None:
    """Turn titles into headings, unless the page has headings."""
    if len(list(islice(filter(plain_text, main.iter(*HEADINGS)), 2))) > 1:
        return
    contents = _contents(main, url.rpartition("/")[2])
    found = [(title, *seen) for title in main.iter("div", "p", "span") if (seen := _level_and_anchor(title, contents))]
    if len(found) < _MIN_TITLES:
        return
    for title, level, anchor in found:
        number = title.getprevious()
        if number is not None and plain_text(number) and _NUMBER.fullmatch(plain_text(number)):
            title.text = f"{plain_text(number)} {(title.text or '').lstrip()}"
            number.drop_tree()
        title.tag = heading_tag(level + 1)
        title.set("id", anchor)


def _level_and_anchor(title: HtmlElement, contents: Mapping[str, str]) -> tuple[int, str] | None:
    """Return the level below the page's title and the id of the section that a title opens; None if it is none."""
    listed = contents.get(title.get("id") or "")
    if listed and listed.lower() == plain_text(title).lower():
        return 1, title.get("id") or ""
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
            if before.tag == "a" and not plain_text(before) and anchor_of(before):
                return anchor_of(before)
            if not _NUMBER.fullmatch(plain_text(before)):
                return ""
        parent = current.getparent()
        if parent is None or (parent.text or "").strip():
            return ""
        current = parent
    return ""
