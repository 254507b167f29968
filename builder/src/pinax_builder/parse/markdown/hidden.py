"""Remove from Markdown the HTML elements that readers do not see.

In:    Markdown, or MDX before its program is removed.
Out:   The same without the elements that an HTML page would lose: hidden by `hidden` or their own `style`, and inline
       `<script>`, `<style>` and `<template>`.
Rules: code stays. What is most of the page stays. An element that is not closed ends with its paragraph if HTML allows
       that (`<p>`, `<li>`), else with the page.

Strategy: the tags outside code become a tree without text, to which the rule for HTML pages is applied.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass
from html import escape

from lxml import html
from lxml.html import HtmlElement
from lxml.html.defs import empty_tags
from markdown_it import MarkdownIt

from pinax_builder.parse.styled_away import hidden_elements
from pinax_runtime.text import CODE_SPAN, fenced_blocks

_MAYBE = re.compile(r"<(?:script|style|template)\b|\b(?:hidden|style\s*=)", re.IGNORECASE)
"""What a page with a hidden element contains; a page without it is returned as it is."""
_QUIET = re.compile(rf"{CODE_SPAN}|<!--[\s\S]*?-->|\\[<`]")
"""What looks like tags and is none: code within a line, comments, escapes."""
_VALUE = r""""(?:[^"\n]|\n(?!\s*\n))*+"|'(?:[^'\n]|\n(?!\s*\n))*+'|\{(?:[^{}]|\{[^{}]*+\})*+\}"""
"""The value of an attribute: quoted, or an expression of JSX."""
_TAG = re.compile(rf"<(?P<slash>/?)(?P<name>[A-Za-z][\w.:-]*+)(?P<rest>(?:[^<>\"'{{}}]|{_VALUE})*+)>")
_NEVER_SHOWN = frozenset(("script", "style", "template"))
_OPEN_ENDED_LIST = "dd dt li option p rt tbody td tfoot th thead tr"
_OPEN_ENDED = frozenset(_OPEN_ENDED_LIST.split())
"""Tags of elements whose end tag may be missing."""
_PARAGRAPH_END = re.compile(r"\n[ \t>]*\n|\Z")
_JSX_STYLE = re.compile(r"\bstyle=\{\{(?P<pairs>[^{}]*)\}\}")
_JSX_PAIR = re.compile(r"""['"]?(?P<name>[\w-]+)['"]?\s*:\s*(?P<quote>['"`]?)(?P<value>[^'"`,]*)(?P=quote)""")
_JSX_HIDDEN = re.compile(r"\bhidden=\{(?!\s*true\s*\})[^{}]*\}")
"""The attribute `hidden` with a value that may be false."""
_CAPITAL = re.compile("(?=[A-Z])")
_MOST = 0.5
"""Share of a page's characters above which an element is kept, as on HTML pages."""
_MAX_DEPTH = 20
"""Depth of nesting in the tree; what is deeper counts as beside each other."""
_CODE = MarkdownIt("commonmark")
_CODE.core.ruler.enableOnly(["normalize", "block"])


@dataclass(eq=False, slots=True)
class _Element:
    """An element in the source."""

    name: str
    start: int
    """Offset of its first tag."""
    end: int
    """Offset after its last tag; after the first one while it is not closed."""
    node: HtmlElement | None
    """The element in the tree; None if it has no attributes."""
    around: HtmlElement
    """The element of the tree to which the elements within this one are added."""
    is_closed: bool = False


def without_hidden(text: str, is_mdx: bool = False) -> str:
    """Remove the elements that readers do not see.

    Args:
        text: The page without its front matter.
        is_mdx: Whether it is MDX, where indented text is no code.
    """
    if not _MAYBE.search(text):
        return text
    reader = _Reader()
    for tag in _TAG.finditer(_without_code(text, is_mdx)):
        reader.take(tag, is_mdx)
    hidden = set(hidden_elements(reader.tree))
    paragraph_ends = [ending.start() for ending in _PARAGRAPH_END.finditer(text)]
    kept, done = [], 0
    for element in reader.elements:
        is_unseen = element.node in hidden or (element.is_closed and element.name in _NEVER_SHOWN)
        if not is_unseen or element.start < done:
            continue
        end = _end(element, paragraph_ends)
        if end - element.start <= _MOST * len(text):
            kept.append(text[done : element.start])
            follows_space = text[element.start - 1 : element.start] in (" ", "\n", "")
            done = end + (follows_space and text[end : end + 1] == " ")
    return "".join((*kept, text[done:]))


def _end(element: _Element, paragraph_ends: list[int]) -> int:
    """Return the offset at which an element ends; the last paragraph ends with the page."""
    if element.is_closed:
        return element.end
    return paragraph_ends[bisect_left(paragraph_ends, element.end) if element.name in _OPEN_ENDED else -1]


class _Reader:
    """Makes a tree of tags, one after the other."""

    def __init__(self) -> None:
        self.tree = html.Element("div")
        self.elements: list[_Element] = []
        self._open: list[_Element] = []
        self._names: Counter[str] = Counter()
        """Number of the open elements of each name."""

    def take(self, tag: re.Match[str], is_mdx: bool) -> None:
        """Add an element, or close one."""
        name = tag["name"].lower()
        if tag["slash"]:
            self._close(name, tag)
            return
        around = self._open[-1].around if self._open else self.tree
        node = _node(tag["rest"])
        if node is not None:
            around.append(node)
            around = node if len(self._open) < _MAX_DEPTH else around
        self.elements.append(_Element(name, tag.start(), tag.end(), node, around))
        if name in empty_tags or (is_mdx and tag["rest"].endswith("/")):
            self.elements[-1].is_closed = True
        else:
            self._open.append(self.elements[-1])
            self._names[name] += 1

    def _close(self, name: str, tag: re.Match[str]) -> None:
        """Close the innermost element of a name, and those within it."""
        while self._names[name]:
            element = self._open.pop()
            self._names[element.name] -= 1
            element.is_closed = True
            element.end = tag.end() if element.name == name else tag.start()
            if element.name == name:
                return


def _node(rest: str) -> HtmlElement | None:
    """Return an element with the attributes of a tag; None if it has none."""
    rest = rest.strip("/ \t\n")
    if not rest:
        return None
    if "{" in rest:
        rest = _JSX_HIDDEN.sub("", _JSX_STYLE.sub(_css, rest))
    return next(html.document_fromstring(f"<i {rest}></i>").iter("i"), None)


def _css(style: re.Match[str]) -> str:
    """Write the style of a JSX tag as HTML does."""
    pairs = (
        f"{_CAPITAL.sub('-', pair['name'])}: {pair['value'].strip()}" for pair in _JSX_PAIR.finditer(style["pairs"])
    )
    return f'style="{escape("; ".join(pairs))}"'


def _without_code(text: str, is_mdx: bool) -> str:
    """Return the text with spaces in place of code and comments, so that offsets stay."""
    lines = text.split("\n")
    blocks = () if is_mdx else _CODE.parse(text)
    for block in blocks:
        if block.type in ("fence", "code_block") and block.map is not None:
            for at in range(*block.map):
                lines[at] = " " * len(lines[at])
    text = "\n".join(lines)
    for fenced in fenced_blocks(text) if is_mdx else ():
        text = text[: fenced.start()] + " " * len(fenced[0]) + text[fenced.end() :]
    # Up to the last `-->` every comment is closed, so that none is sought to the end of the page in vain.
    before, end, after = text.rpartition("-->")
    return _QUIET.sub(_blank, before + end) + _QUIET.sub(_blank, after.replace("<!--", "    "))


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])
