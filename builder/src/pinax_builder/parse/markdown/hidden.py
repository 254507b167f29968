"""Remove from Markdown the HTML elements that readers do not see.

In:    The blocks of a Markdown page, or MDX before its program is removed.
Out:   The same without the elements that an HTML page would lose: hidden by `hidden` or their own `style`, and inline
       `<script>`, `<style>` and `<template>`.
Rules: code stays. What is most of the page stays. An element that is not closed ends with its paragraph if HTML allows
       that (`<p>`, `<li>`), else with the page.

Strategy: each tag gets its offset as an attribute, so that the rule for HTML pages tells which elements are hidden.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from lxml import html
from lxml.html.defs import empty_tags

from pinax_builder.parse.markdown.mdx import TAG_PATTERN
from pinax_builder.parse.styled_away import hidden_elements
from pinax_runtime.text import CODE_SPAN, FENCED

_MAYBE = re.compile(r"<(?:script|style|template)\b|\b(?:hidden|style\s*=)", re.IGNORECASE)
"""What a page with a hidden element contains."""
_QUIET = re.compile(rf"{FENCED}|{CODE_SPAN}|<!--[\s\S]*?-->|\\[<`]", re.MULTILINE)
"""What looks like tags and is none: code, comments, escapes."""
_TAG = re.compile(TAG_PATTERN)
_NEVER_SHOWN = frozenset(("script", "style", "template"))
_OPEN_ENDED = frozenset(("dd", "dt", "li", "option", "p", "rt", "tbody", "td", "tfoot", "th", "thead", "tr"))
"""Tags of elements whose end tag may be missing."""
_PARAGRAPH_END = re.compile(r"\n[ \t>]*\n|\Z")
_JSX_STYLE = re.compile(r"\bstyle=\{\{(?P<pairs>[^{}]*)\}\}")
_JSX_PAIR = re.compile(r"""['"]?(?P<name>[\w-]+)['"]?\s*:\s*(?P<quote>['"`]?)(?P<value>[^'"`,]*)(?P=quote)""")
_JSX_HIDDEN = re.compile(r"\bhidden=\{(?!\s*true\s*\})[^{}]*\}")
"""The attribute `hidden` with a value that may be false."""
_CAPITAL = re.compile("(?=[A-Z])")
_MOST = 0.5
"""Share of a page's characters above which an element is kept, as on HTML pages."""
_BOUNDARY = "\x02"
"""What stands between two blocks. A page has no control characters."""


@dataclass(slots=True)
class _Element:
    """An element in the source."""

    name: str
    start: int
    """Offset of its first tag."""
    end: int
    """Offset after its last tag; after the first one while it is not closed."""
    is_closed: bool = False


def without_hidden(blocks: Sequence[str]) -> list[str]:
    """Remove the elements that readers do not see, which may begin in one block and end in another."""
    text = f"\n\n{_BOUNDARY}\n\n".join(blocks)
    if not _MAYBE.search(text):
        return [*blocks]
    # Up to the last `-->` every comment is closed, so that none is sought to the end of the page in vain.
    before, end, after = text.rpartition("-->")
    bare = _QUIET.sub(_blank, before + end) + _QUIET.sub(_blank, after.replace("<!--", "    "))
    tree = html.document_fromstring(f"<div>{_TAG.sub(_marked, bare)}</div>", html.HTMLParser(huge_tree=True))
    hidden = {element.get("data-at") for element in hidden_elements(tree)}
    ends = [ending.start() for ending in _PARAGRAPH_END.finditer(text)]
    kept, done = [], 0
    for element in _elements(bare):
        is_unseen = str(element.start) in hidden or (element.is_closed and element.name in _NEVER_SHOWN)
        if not is_unseen or element.start < done:
            continue
        if not element.is_closed:
            element.end = ends[bisect_left(ends, element.end) if element.name in _OPEN_ENDED else -1]
        if element.end - element.start <= _MOST * len(text):
            kept += [text[done : element.start], _BOUNDARY * text.count(_BOUNDARY, element.start, element.end)]
            follows_space = text[element.start - 1 : element.start] in (" ", "\n", "")
            done = element.end + (follows_space and text[element.end : element.end + 1] == " ")
    return [block.strip("\n") for block in "".join((*kept, text[done:])).split(_BOUNDARY)]


def _elements(bare: str) -> list[_Element]:
    """Return the elements in a text, in document order."""
    found: list[_Element] = []
    around: list[_Element] = []
    names: Counter[str] = Counter()
    for tag in _TAG.finditer(bare):
        name = tag["name"].lower()
        if not tag["slash"]:
            found.append(_Element(name, tag.start(), tag.end(), name in empty_tags or tag["rest"].endswith("/")))
            if not found[-1].is_closed:
                around.append(found[-1])
                names[name] += 1
        while tag["slash"] and names[name]:  # an end tag closes what is within its element, too
            element = around.pop()
            names[element.name] -= 1
            element.is_closed, element.end = True, tag.end() if element.name == name else tag.start()
            if element.name == name:
                break
    return found


def _marked(tag: re.Match[str]) -> str:
    """Write a tag with its offset, and with the style and the mark of a JSX tag as HTML has them."""
    rest = tag["rest"]
    if tag["slash"] or not rest.strip("/ \t\n"):
        return tag[0]
    if "{" in rest:
        rest = _JSX_HIDDEN.sub("", _JSX_STYLE.sub(_css, rest))
    return f'<{tag["name"]} data-at="{tag.start()}" {rest}>'


def _css(style: re.Match[str]) -> str:
    """Write the style of a JSX tag as HTML does."""
    pairs = (
        f"{_CAPITAL.sub('-', pair['name'])}: {pair['value'].strip()}" for pair in _JSX_PAIR.finditer(style["pairs"])
    )
    return f'style="{escape("; ".join(pairs))}"'


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])
