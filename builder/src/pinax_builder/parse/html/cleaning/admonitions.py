"""Turn the platforms' many kinds of call-out boxes into one: a quote that begins with its title in bold.

In:    The element that holds a page's content.
Out:   Nothing; each call-out is a `blockquote` in place: `> **Note:** …`; one with a title of its own has it on the
       first line, `> **Note:** Mind the gap`, as one in Markdown.
"""

from __future__ import annotations

from lxml import etree
from lxml.html import Element, HtmlElement

from pinax_builder.parse.admonition_kinds import label_of_kind
from pinax_builder.parse.html.css_selectors import selector
from pinax_builder.parse.plain_text import plain_text, raw_text

_BOXES = selector(
    ".admonition, .theme-admonition, .custom-block, .starlight-aside, .markdown-alert, .admonitionblock,"
    " .admonition-block, .callout, .alert, .hint, aside.sidebar, div.sidebar, div.topic, aside.topic,"
    " div.note, div.warning, div.tip, div.important, div.caution, div.danger, div.seealso, div.attention, div.error,"
    " blockquote.note, blockquote.warning, details.note, details.warning, details.tip, details.info, details.example,"
    " details.admonition"
)
_TITLE = selector(
    "p.admonition-title, .admonitionHeading, [class^=admonitionHeading], .custom-block-title, .starlight-aside__title,"
    " .markdown-alert-title, .callout-title, .alert-heading, p.topic-title, p.sidebar-title, .admonition-heading,"
    " td.icon > .title, summary, .titlepage p.title, h1.title, h2.title, h3.title, h4.title, h5.title, h6.title,"
    " .admonitionblock td.icon"
)
_BODY = selector("td.content, [class^=admonitionContent], .starlight-aside__content")
_KIND_WORDS = """
    note tip important warning caution danger info hint attention error seealso success example question quote
    abstract bug failure
"""
_KINDS = _KIND_WORDS.split()
_NAMES = {"seealso": "See also"}
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


def quote_admonitions(main: HtmlElement, language: str) -> None:
    """Turn call-outs into quotes, the innermost too.

    Args:
        main: The content.
        language: Of the page; in any but English a title that is one word may be the kind's name, and stands for it.
    """
    for box in _BOXES(main):
        title, element = _title(box)
        kind = _kind(box)
        if not title and element is None:
            title = kind
            if raw_text(box).lstrip().lower().startswith(title.lower()):
                title = ""  # QDoc writes the word itself
                box.tag = "blockquote" if box.tag == "div" else box.tag
        if not kind and "admonition" in (box.get("class") or "").split():
            kind = "Note"  # Sphinx: `.. admonition:: Title`
        if not title or box.tag in ("li", "td", "th", "span", "p", "a", "code", "pre", "dl", "ul"):
            continue
        if element is not None:
            element.drop_tree()
        _unfold(box)
        box.tag = "blockquote"
        for name in list(box.attrib):
            if not name.startswith("data-pagefind"):
                del box.attrib[name]
        is_kind = not kind or label_of_kind(title.rstrip(":!").replace(" ", "")) is not None
        if is_kind or (language not in ("", "en") and " " not in title):
            _put_first(box, title.rstrip(":") + ("" if title.endswith(("!", "?", ".")) else ":"))
        else:
            _put_line(box, kind, title)


def _title(box: HtmlElement) -> tuple[str, HtmlElement | None]:
    """Find the box's own title: an element that the platform names so, and whose text comes first in the box."""
    first = next((text.strip() for text in box.itertext() if text.strip()), "")
    for element in _TITLE(box):
        text = plain_text(element)
        image = element.find(".//img")
        if text and raw_text(element).strip().startswith(first):
            return text, element
        if not text and image is not None:
            return image.get("alt") or _kind(box), element
    return "", None


def _kind(box: HtmlElement) -> str:
    """Name a box without a title by its class; empty if that says nothing."""
    words = (box.get("class") or "").lower().replace("--", " ").replace("alert-", " ").replace("aside-", " ").split()
    for kind in _KINDS:
        if kind in words:
            return _NAMES.get(kind, kind.capitalize())
    return ""


def _unfold(box: HtmlElement) -> None:
    """Lift the body out of the table that some platforms lay a box out with."""
    bodies = _BODY(box)
    if len(bodies) == 1 and bodies[0].tag == "td":
        body = bodies[0]
        body.tag = "div"
        tail = box.tail
        for child in list(box):
            box.remove(child)
        box.text = None
        body.tail = None
        box.append(body)
        box.tail = tail


def _put_line(box: HtmlElement, kind: str, title: str) -> None:
    """Put the kind in bold and the title on a line of their own."""
    line = Element("p")
    strong = etree.SubElement(line, "strong")
    strong.text, strong.tail = f"{kind}:", f" {title}"
    line.tail, box.text = box.text, None
    box.insert(0, line)


def _put_first(box: HtmlElement, title: str) -> None:
    """Put the title in bold before the box's first words."""
    strong = Element("strong")
    strong.text = title
    first = box
    while not (first.text or "").strip() and len(first) and first[0].tag in ("div", "p", "section"):
        first = first[0]
    if first.tag not in ("p", "div", "section", "blockquote") or (first is not box and first.tag in _HEADINGS):
        first = box
    strong.tail = " " + (first.text or "").lstrip()
    first.text = None
    first.insert(0, strong)
    if first is box and len(box) > 1 and box[1].tag in ("ul", "ol", "pre", "table", "dl"):
        paragraph = Element("p")
        box.insert(0, paragraph)
        paragraph.append(strong)
