"""Turn the call-out boxes of all platforms into quotes that begin with a title in bold.

Before: call-outs are boxes of various classes.
After:  each is a `blockquote`, `> **Note:** text`. A title of its own follows the kind on the first line,
        `> **Note:** Mind the gap`, as call-outs from Markdown have it.
"""

from __future__ import annotations

import re

from lxml import etree
from lxml.html import Element, HtmlElement

from pinax_builder.parse.admonition_kinds import label_of_any, label_of_kind
from pinax_builder.parse.html.elements import HEADINGS
from pinax_builder.parse.html.page_tree import PageTree
from pinax_builder.parse.plain_text import plain_text, raw_text

_BOXES = (
    ".admonition, .rst-admonition, .theme-admonition, .custom-block, .starlight-aside, .markdown-alert,"
    " .admonitionblock, .admonition-block, .callout, .alert, .hint, aside.sidebar, div.sidebar, div.topic, aside.topic,"
    " div.note, div.warning, div.tip, div.important, div.caution, div.danger, div.seealso, div.attention, div.error,"
    " blockquote.note, blockquote.warning, details.note, details.warning, details.tip, details.info, details.example,"
    " details.admonition"
)
"""Elements that platforms use as call-outs."""
_TITLE = (
    "p.admonition-title, p.rst-admonition-title, .admonitionHeading, [class^=admonitionHeading], .custom-block-title,"
    " .starlight-aside__title, .markdown-alert-title, .callout-title, .alert-heading, p.topic-title, p.sidebar-title,"
    " .admonition-heading, td.icon > .title, summary, .titlepage p.title, h1.title, h2.title, h3.title, h4.title,"
    " h5.title, h6.title, .admonitionblock td.icon"
)
"""Elements that platforms use as a call-out's title."""
_BODY = "td.content, [class^=admonitionContent], .starlight-aside__content"
"""Elements that platforms use as a call-out's body."""
_KIND_WORDS = """
    note tip important warning caution danger info hint attention error seealso success example question quote
    abstract bug failure
"""
_KINDS = _KIND_WORDS.split()
"""Classes that name a call-out's kind."""
_PREFIX = re.compile(r"--|alert-|aside-|rst-")
"""What may stand before a kind in a class."""


def unfold_call_outs(page: PageTree) -> None:
    """Unfold boxes that DocBook lays out as tables, with cells for an image, the title and the body."""
    for box in page.select(_BOXES):
        table = box[0] if len(box) == 1 and box[0].tag == "table" else None
        cells = table.xpath("./tr/* | ./tbody/tr/*") if table is not None else []
        titles = [cell for cell in cells if cell.tag == "th"]
        bodies = [
            cell for cell in cells if cell.tag == "td" and (raw_text(cell).strip() or cell.find(".//img") is None)
        ]
        if table is None or len(titles) != 1 or len(bodies) != 1 or len(cells) > 3:
            continue
        title, body = titles[0], bodies[0]
        title.tag, body.tag = "p", "div"
        title.set("class", "admonition-title")
        box.remove(table)
        box.extend((title, body))


def quote_call_outs(page: PageTree, language: str) -> None:
    """Turn call-outs, also nested ones, into quotes.

    Args:
        page: The page.
        language: The page's language. Except in English, a title of one word is taken for the kind's translated name.
    """
    for box in page.select(_BOXES):
        title, element = _title(box, page)
        kind = _kind(box)
        if not title and element is None:
            title = kind
            if raw_text(box).lstrip().lower().startswith(title.lower()):
                title = ""  # QDoc writes the kind into the text itself
                box.tag = "blockquote" if box.tag == "div" else box.tag
        if not kind and "admonition" in (box.get("class") or "").split():
            kind = "Note"  # Sphinx makes such a box of `.. admonition:: Title`, which has no kind
        if not title or box.tag in ("li", "td", "th", "span", "p", "a", "code", "pre", "dl", "ul"):
            continue
        if element is not None:
            element.drop_tree()
        _unfold(box, page)
        box.tag = "blockquote"
        is_kind = not kind or label_of_kind(title.rstrip(":!").replace(" ", "")) is not None
        if is_kind or (language not in ("", "en") and " " not in title):
            _put_first(box, title.rstrip(":") + ("" if title.endswith(("!", "?", ".")) else ":"))
        else:
            _put_line(box, kind, title)


def _title(box: HtmlElement, page: PageTree) -> tuple[str, HtmlElement | None]:
    """Return the title of a box, and its element: one that platforms use so and whose text is the box's first."""
    first = next((text.strip() for text in box.itertext() if text.strip()), "")
    for element in (*page.select(_TITLE, box), *_first_heading(box)):
        text = plain_text(element)
        image = element.find(".//img")
        if text and raw_text(element).strip().startswith(first):
            return text, element
        if not text and image is not None:
            return image.get("alt") or _kind(box), element
    return "", None


def _first_heading(box: HtmlElement) -> list[HtmlElement]:
    """Return the only heading of a box that says its kind, where nothing links to it; it opens no section."""
    headings = list(box.iter(*HEADINGS))
    return headings if len(headings) == 1 and not headings[0].get("id") and _kind(box) else []


def _kind(box: HtmlElement) -> str:
    """Return the label of a box's kind by its class; empty if no class names one."""
    words = _PREFIX.sub(" ", (box.get("class") or "").lower()).split()
    return next((label_of_any(kind) for kind in _KINDS if kind in words), "")


def _unfold(box: HtmlElement, page: PageTree) -> None:
    """Replace the table with which some platforms lay out a box by the table's cell with the body."""
    bodies = page.select(_BODY, box)
    if len(bodies) == 1 and bodies[0].tag == "td":
        body = bodies[0]
        body.tag, body.tail, box.text = "div", None, None
        box[:] = [body]


def _put_line(box: HtmlElement, kind: str, title: str) -> None:
    """Insert a first line with the kind in bold and the title."""
    line = Element("p")
    strong = etree.SubElement(line, "strong")
    strong.text, strong.tail = f"{kind}:", f" {title}"
    line.tail, box.text = box.text, None
    box.insert(0, line)


def _put_first(box: HtmlElement, title: str) -> None:
    """Insert the title in bold before the box's first words."""
    strong = Element("strong")
    strong.text = title
    first = box
    while not (first.text or "").strip() and len(first) and first[0].tag in ("div", "p", "section"):
        first = first[0]
    strong.tail = " " + (first.text or "").lstrip()
    first.text = None
    first.insert(0, strong)
