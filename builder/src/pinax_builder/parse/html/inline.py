"""Reduce a page's inline elements to those that Markdown has.

Before: inline elements are what the page's author wrote.
After:  only emphasis, strong, code, deleted text, links, images, breaks, sub- and superscript are left. No emphasis
        spans several lines or blocks, which Markdown cannot write: each line and paragraph has one of its own. Of a
        link over several blocks the first alone is the link.
Rules:  headings get no emphasis. Emphasis over more than `_MAX_SPAN_CHARS` was never closed, and is removed.
"""

from __future__ import annotations

from lxml import etree
from lxml.html import Element, HtmlElement

from pinax_builder.parse.html.elements import BLOCKS, HEADINGS, IS_BLOCK
from pinax_builder.parse.html.page_tree import PageTree
from pinax_builder.parse.html.platforms import Platform
from pinax_builder.parse.plain_text import raw_text

_SAME = {"code": ("tt", "kbd", "samp"), "em": ("i", "var", "cite", "dfn"), "strong": ("b",), "del": ("s", "strike")}
"""Tag → others that are replaced by it, since they read the same in Markdown."""
_REPLACED = {other: tag for tag, others in _SAME.items() for other in others}
_UNWRAPPED_WORDS = """
    span font small big u abbr acronym time mark bdi bdo ins label wbr nobr ruby rb rp rt data output picture blink
    marquee math
"""
_UNWRAPPED = _UNWRAPPED_WORDS.split()
"""Tags for which Markdown has nothing."""
_LINES = etree.XPath("descendant::div[@class='line-block']/div[@class='line']")
_LABELED = "span.mlabel, span.label, span.badge, span.pill, span.icon"
"""Selects labels, such as "static"."""
_IS_COUNT = etree.XPath("boolean(parent::*[@href] and not(* or following-sibling::*) and number(.) >= 0)")
"""Asks whether an element is a number that ends a link, such as how often a tag is used."""
_CAPTIONS = "p.rubric, div.rubric"
_MAX_SPAN_CHARS = 1_000
"""Length of the longest emphasis over several lines, in characters."""
_ENDS_LINE = IS_BLOCK | {"br"}
"""Tags of elements that end a line."""
_LEAVES = frozenset(("code", "img"))
"""Tags of elements that hold no line end."""
_HOLD_NO_TEXT = frozenset(("ul", "ol", "menu", "dir", "dl", "table", "thead", "tbody", "tfoot", "tr", "hgroup"))
"""Tags of elements that hold only blocks; text between those is white space of the source."""


def simplify_inline(page: PageTree, platform: Platform | None) -> None:
    """Reduce the inline elements of a page's content."""
    main = page.content
    _join_lines(page)
    _part_labels(page)
    etree.strip_tags(main, *_UNWRAPPED)
    simple = list(main.iter(*_SAME, *_REPLACED))
    for element in simple:
        if (same := _REPLACED.get(str(element.tag))) is not None:
            element.tag = same
    around = {above.tag for above in main.iterancestors()}
    within = [(main, tag) for tag in _SAME if tag in around]
    within += [(outer, str(outer.tag)) for outer in simple if len(outer)]
    for element in dict.fromkeys(inner for outer, tag in within for inner in outer.iterdescendants(tag)):
        element.drop_tag()
    for caption in page.select(_CAPTIONS):
        _embolden(caption)
    for plain in page.select(platform.plain) if platform else ():
        etree.strip_tags(plain, "i", "em")
    for element in [element for element in simple if not element.tail]:
        _merge_next(element)
    _put_links_outside(simple)
    _split_spans(main)
    for line_end in main.iter("br"):
        line_end.tail = (line_end.tail or "").lstrip()


def _join_lines(page: PageTree) -> None:
    """Separate the lines of a verse or an address by line breaks instead of paragraphs."""
    for line in _LINES(page.content) if page.has_class("line-block") else ():
        if line.getprevious() is not None:
            line.addprevious(Element("br"))
        line.tag = "span"


def _part_labels(page: PageTree) -> None:
    """Put spaces where styles leave them: after a label, after a name with a colon, and before a link's count."""
    for label in page.select(_LABELED):
        last = label
        while not last.tail and last.getnext() is None and (above := last.getparent()) is not None:
            if above.tag != "span":
                break
            last = above
        if not last.tail and last.getnext() is not None and next(label.iterancestors("code"), None) is None:
            last.tail = " "
    inline = page.all("a", "span", "b", "strong")
    for link in [link for link in inline if len(link) and link.tag == "a" and link[0].tag == "span"]:
        if (link.text or "")[-1:].isalpha() and _IS_COUNT(link[0]):
            link.text = f"{link.text} "
    names = [name for name in inline if (_last_text(name) or ":")[-1] == ":" and name.tag != "a"]
    for name in filter(_touches_what_it_names, names):
        name.tail = f" {name.tail or ''}"


def _last_text(element: HtmlElement) -> str | None:
    """Return the text after an element's last child; None or empty where only that child tells how the text ends."""
    return element[-1].tail if len(element) else element.text


def _touches_what_it_names(name: HtmlElement) -> bool:
    """Return whether a name with a colon, but no space, stands before code or words (`path:` `list`)."""
    if not (text := raw_text(name)).endswith(":") or text.endswith("::") or (name.tail or "")[:1].isspace():
        return False
    after = name.getnext()
    if not name.tail and after is not None and after.tag == "code":
        return True
    if name.tag == "span" and not name.get("class"):  # which no style sets apart
        return False
    follows = name.tail or (raw_text(after) if after is not None else "")
    return follows[:1].isalpha() and next(name.iterancestors("code", "pre", "a"), None) is None


def _put_links_outside(simple: list[HtmlElement]) -> None:
    """Turn code that begins with a link into a link around code, since Markdown has no links in code.

    Code in which anything but `(`, `<` or `[` follows the link stays code, and loses the link.
    """
    for code in [code for code in simple if len(code) and code.tag == "code"]:
        link = code[0]
        if link.tag != "a" or code.text or (link.tail or "(")[0] not in "(<[":
            continue
        outer = link if not len(link) else code.makeelement("a", href=link.get("href", ""))
        code.addprevious(outer)
        if len(code):
            etree.strip_tags(code, "a")
        if outer is link:  # as nearly all; a new element takes as long as all else here
            code.text, link.text = f"{link.text or ''}{link.tail or ''}{code.text or ''}", None
        outer.tail, code.tail = code.tail, None
        outer.append(code)


def _embolden(element: HtmlElement) -> None:
    """Make a caption bold, which its platform shows as a heading without a section."""
    if next(element.iter("strong", "b"), None) is None and (element.text or "").strip():
        strong = etree.SubElement(element, "strong")
        strong.text = element.text
        for child in list(element)[:-1]:
            strong.append(child)
        element.text = None


def _merge_next(element: HtmlElement) -> None:
    """Join an element with those of its kind right after it: a reader sees one, and two would be broken Markdown."""
    while not element.tail:
        following = element.getnext()
        parent = element.getparent()
        if following is None or following.tag != element.tag or parent is None:
            return
        if len(element):
            element[-1].tail = (element[-1].tail or "") + (following.text or "")
        else:
            element.text = (element.text or "") + (following.text or "")
        for child in list(following):
            element.append(child)
        tail = following.tail
        parent.remove(following)
        element.tail = tail


def _split_spans(main: HtmlElement) -> None:
    """Split each span where a line ends or a block begins."""
    for span in [span for span in main.iter("strong", "em", "del", "a") if len(span)]:
        if _LEAVES.issuperset([child.tag for child in span[:]]) or not _ends_line_within(span):
            continue
        is_link = span.tag == "a"
        if is_link and next(span.iterdescendants(*BLOCKS), None) is None:
            continue  # Markdown allows a line break in a link's text
        if is_link or len(raw_text(span)) <= _MAX_SPAN_CHARS:
            _split(span, span, only_first=is_link)
        span.drop_tag()


def _ends_line_within(element: HtmlElement) -> bool:
    return not _ENDS_LINE.isdisjoint([inner.tag for inner in element.iterdescendants()])


def _split(inside: HtmlElement, span: HtmlElement, *, only_first: bool) -> bool:
    """Wrap the inline content of each line in a copy of the span."""
    found = False
    copy: HtmlElement | None = None
    text, inside.text = inside.text, None
    if text and (text.isspace() or inside.tag in _HOLD_NO_TEXT):
        inside.text = text
    elif text:
        copy = _copy(span, text)
        inside.insert(0, copy)
    for child in [child for child in inside[:] if child is not copy]:
        if only_first and found:
            break
        ends = child.tag in _ENDS_LINE or _ends_line_within(child)
        if copy is None and not ends:
            copy = _copy(span, "")
            child.addprevious(copy)
        if ends:
            found = found or copy is not None
            copy = None
            tail = child.tail
            if not (only_first and found):
                found = _split_child(child, span, only_first=only_first) or found
            if tail and not tail.isspace() and inside.tag not in _HOLD_NO_TEXT and not (only_first and found):
                child.tail = None
                copy = _copy(span, tail)
                child.addnext(copy)
        elif copy is not None:
            copy.append(child)
    return found or copy is not None


def _split_child(child: HtmlElement, span: HtmlElement, *, only_first: bool) -> bool:
    if child.tag in ("br", "hr", "pre", "img") or (child.tag in HEADINGS and span.tag != "a"):
        return False
    return _split(child, span, only_first=only_first)


def _copy(span: HtmlElement, text: str) -> HtmlElement:
    """Return an element like the span that holds only text."""
    copy = Element(span.tag, dict(span.attrib))
    copy.text = text
    return copy
