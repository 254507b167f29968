"""Turn elements that are shown as code blocks into `pre` elements.

In:    The element that holds a page's content.
Out:   Nothing; the tree is changed in place.
Rules: four kinds of elements are code blocks. A box of which every child is a line. A `code` or `tt` with line breaks
       that is alone in its paragraph or has indented lines. A box that is called a signature and has indented lines. An
       element of several lines whose style keeps white space.
       Other code with line breaks becomes code of one line each.
"""

from __future__ import annotations

import re
from functools import lru_cache

from lxml import etree
from lxml.html import Element, HtmlElement

from pinax_builder.parse.html.css_selectors import may_have_class, may_hold, of_classes, selector, styled_elements
from pinax_builder.parse.plain_text import plain_text, raw_text

_LINE_NAMES = ("line", "code-line", "codeline", "source-line", "view-line", "ec-line")
"""Classes of boxes that are a line of code."""
_LINES = etree.XPath("descendant::div[" + " or ".join(f"@class='{name}'" for name in _LINE_NAMES) + "]")
_OF_A_BOX = frozenset((*_LINE_NAMES, "ttc"))
"""Classes of what a box of lines may hold: lines, and the tooltips of Doxygen."""
_FOLDED = etree.XPath("descendant::div[div/@class='line'][preceding-sibling::div[1]/@class='line']")
"""Finds boxes of lines among lines, which fold."""
_TOOLTIPS = selector("div.ttc")
"""Finds the tooltips of Doxygen."""
_VERSE = frozenset(("line-block", "lineblock", "verse"))
"""Classes of boxes whose lines are no code."""
_STYLED = ("div", "p", "code")
"""Tags of elements whose own style may say that they keep white space."""
_KEEPS_SPACE = re.compile(r"white-space:\s*(?:pre|pre-wrap|break-spaces)\s*(?:;|!|$)", re.IGNORECASE)
_CODE_LIKE = ("signature", "monospace")
"""Parts of classes of boxes that are called signatures, or set in the type of code."""
_MAX_CLASSES = 4096
"""Number of different classes that are remembered; the pages of a site share nearly all of theirs."""
_LINE_END = "\u2028"
"""Stands for a line break while inline code is split at it."""
_OLD_TAGS = ("listing", "xmp", "plaintext")
"""Obsolete tags that mean `pre`."""


def gather_lines(main: HtmlElement) -> None:
    """Turn what is shown as code into `pre` elements."""
    _rename_old_tags(main)
    has_lines = may_have_class(main, frozenset(_LINE_NAMES))
    for folded in reversed(list(filter(_is_box_of_lines, _FOLDED(main)))) if has_lines else ():
        folded.drop_tag()
    lines = _LINES(main) if has_lines else ()
    for box in dict.fromkeys(line.getparent() for line in lines):
        if box is not None and _is_box_of_lines(box):
            for tooltip in _TOOLTIPS(box):
                tooltip.drop_tree()
            box.tag = "pre"
    _gather_broken(main)
    named = of_classes(main, _is_code_like)
    for box in list(filter(named.__contains__, main.iterdescendants("div"))) if named else ():
        if _is_indented(box) and _holds_only_text(box):
            box.tag = "pre"
    keeping = [element for element in styled_elements(main) if _KEEPS_SPACE.search(element.get("style") or "")]
    for element in keeping:
        if element.tag in _STYLED and main in element.iterancestors() and "\n" in raw_text(element).strip():
            element.tag = "pre" if _holds_only_text(element) else element.tag
    if main.tag == "pre":
        _put_within(main)


@lru_cache(_MAX_CLASSES)
def _is_code_like(name: str) -> bool:
    return any(part in name for part in _CODE_LIKE)


def _put_within(main: HtmlElement) -> None:
    """Put all of the content into a block within it, for a page that is code alone."""
    block = Element("pre")
    block.text, main.text, main.tag = main.text, None, "div"
    block.extend(list(main))
    main.append(block)


def _rename_old_tags(main: HtmlElement) -> None:
    for old in list(main.iter(*_OLD_TAGS)) if may_hold(main, *_OLD_TAGS) else ():
        old.tag = "pre"


def _gather_broken(main: HtmlElement) -> None:
    """Make blocks, or code of one line each, of inline code with line breaks."""
    if not may_hold(main, "br"):
        return
    breaks = (list(line_end.iterancestors("code", "tt"))[-1:] for line_end in main.iter("br"))
    for code in dict.fromkeys(outermost for found in breaks for outermost in found):
        if next(code.iterancestors("pre"), None) is not None:
            continue
        if _is_indented(code) or _is_alone(code):
            code.tag = "pre"
        else:
            _split(code)


def _is_box_of_lines(box: HtmlElement) -> bool:
    """Return whether all that an element holds are lines of code."""
    if box.tag != "div" or not _VERSE.isdisjoint((box.get("class") or "").lower().split()):
        return False
    if (box.text or "").strip() or next(box.iterancestors("pre"), None) is not None:
        return False
    return all(
        not _OF_A_BOX.isdisjoint((child.get("class") or "").split()) and not (child.tail or "").strip() for child in box
    )


def _is_indented(code: HtmlElement) -> bool:
    """Return whether a line of inline code is visibly indented."""
    return any((line.tail or "").lstrip("\n").startswith(("\xa0", "  ", "\t")) for line in code.iter("br"))


def _split(code: HtmlElement) -> None:
    """Make code of one line each of inline code that has line breaks, which Markdown's has not."""
    parent = code.getparent()
    if parent is None or next(code.iterdescendants("pre", "p", "div", "table", "ul", "ol"), None) is not None:
        return
    for line_end in code.iter("br"):
        line_end.text = _LINE_END
    holder = Element("span", id=code.get("id") or "")
    holder.tail = code.tail
    for number, line in enumerate(raw_text(code).split(_LINE_END)):
        if number:
            etree.SubElement(holder, "br")
        if line.strip():
            etree.SubElement(holder, "code").text = " ".join(line.split())
    parent.replace(code, holder)


def _is_alone(code: HtmlElement) -> bool:
    """Return whether code of several lines is all that its paragraph or box holds."""
    parent = code.getparent()
    return (
        parent is not None and parent.tag in ("p", "div", "blockquote", "dd") and plain_text(parent) == plain_text(code)
    )


def _holds_only_text(element: HtmlElement) -> bool:
    """Return whether an element holds no blocks and stands in no code block."""
    if next(element.iterdescendants("p", "div", "ul", "ol", "table", "pre"), None) is not None:
        return False
    return next(element.iterancestors("pre"), None) is None
