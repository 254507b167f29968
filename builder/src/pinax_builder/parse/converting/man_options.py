"""Make lists of the options that a manual page describes in paragraphs.

In:    The element that holds a man page, as `mandoc` writes it.
Out:   Nothing; in the tree, two paragraphs or more that each begin with an option are a `dl`.
       Each option has its name as an id, as those have of which `mandoc` knows.
Rules: a paragraph begins with an option if its first words are bold, the first of them begins with a hyphen, and a tab
       or the end of the line follows them. go-md2man writes so, and with it the pages of Docker, Kubernetes and what
       else Cobra makes. What follows up to the next option, or to the end of the section, belongs to the option.
"""

from __future__ import annotations

import re
from itertools import takewhile

from lxml.html import Element, HtmlElement

_MIN_OPTIONS = 2
"""Number of options of one section from which on they are a list."""
_OPTION = re.compile(r"--?[A-Za-z0-9?@]")
"""What the first bold word of an option begins with."""
_OUTSIDE = ("section", "h1", "h2", "h3")
"""Tags of what ends the text of an option."""
_NAME = re.compile(r"[^\w-].*", re.DOTALL)
"""What follows the first option of a term."""
_MAX_TERM_CHARS = 160
"""Length of the longest line that names an option (characters)."""


def list_options(main: HtmlElement) -> None:
    """Replace the paragraphs of options by lists, in each section."""
    by_parent: dict[HtmlElement | None, list[HtmlElement]] = {}
    for paragraph in main.iter("p"):
        if _is_option(paragraph):
            by_parent.setdefault(paragraph.getparent(), []).append(paragraph)
    known = {str(element.get("id")) for element in main.iter() if element.get("id")}
    for options in by_parent.values():
        if len(options) >= _MIN_OPTIONS:
            _make_list(options, known)


def _is_option(paragraph: HtmlElement) -> bool:
    first = paragraph[0] if len(paragraph) else None
    if first is None or first.tag != "b" or (paragraph.text or "").strip():
        return False
    return _OPTION.match(first.text_content()) is not None and _end_of_term(paragraph) is not None


def _end_of_term(paragraph: HtmlElement) -> HtmlElement | None:
    """Return the element after which an option's description begins, by a tab in its tail or since it ends a line."""
    length = 0
    for child in paragraph:
        if child.tag == "br":
            return child
        before, tab, _ = (child.tail or "").partition("\t")
        length += len(child.text_content()) + len(before)
        if length > _MAX_TERM_CHARS or child.tag not in ("b", "i", "code"):
            return None
        if tab:
            return child
    return None


def _make_list(run: list[HtmlElement], known: set[str]) -> None:
    """Replace paragraphs by a list; `known` are the ids of the page, to which those of the options come."""
    listed = Element("dl")
    run[0].addprevious(listed)
    options = set(run)
    for option in run:
        body = Element("dd")
        after = option.itersiblings()
        described = list(takewhile(lambda one: one not in options and one.tag not in _OUTSIDE, after))
        term, text = _parted(option)
        body.extend((text, *described))
        name = _NAME.sub("", term.text_content()).strip("-")
        if name and name not in known:
            known.add(name)
            term.set("id", name)
        listed.extend((term, body))
        option.drop_tree()


def _parted(option: HtmlElement) -> tuple[HtmlElement, HtmlElement]:
    """Return the option's line as a term, and the rest of its paragraph."""
    term, text = Element("dt"), Element("p")
    end = _end_of_term(option)
    for child in list(option):
        (text if len(term) and term[-1] is end else term).append(child)
    if end is not None:
        before, _, after = ("", "", end.tail or "") if end.tag == "br" else (end.tail or "").partition("\t")
        end.tail, text.text = before.rstrip().removesuffix("="), after
        if end.tag == "br":
            end.drop_tree()
    return term, text
