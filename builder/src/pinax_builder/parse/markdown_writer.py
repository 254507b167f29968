"""Write the rebuilt blocks as Markdown.

In:    The tree from `blocks.py`, and the fenced blocks from `code_blocks.py`.
Out:   Markdown with marks.
Rules: text reads as it is. Underscores and asterisks stay, but for two asterisks that would pair; a name such as
       `__init__` in plain text becomes code, since it would else turn bold. `<T>` is escaped only where it would
       vanish as a tag, and a paragraph's first sign only where it would make a list or heading of it.

Strategy: markdownify converts; this subclass mends what it does to code, tables, lists and literal text.
lxml has made the tree small before, since bs4 costs twenty times as much per node.
"""

from __future__ import annotations

import re
from typing import Any

from bs4 import BeautifulSoup, Tag
from lxml import etree
from lxml.html import HtmlElement
from markdownify import MarkdownConverter

from pinax_builder.parse.attributes import WEIGHT_MARK
from pinax_builder.parse.blocks import SECTION_MARK
from pinax_builder.parse.outline import MARK_CLOSE, MARK_OPEN, WEIGHT_CLOSE, WEIGHT_OPEN, erase_marks

_SPACE = re.compile(r"[ \t\r\n\f\xa0]+")
_INVISIBLE = re.compile("[\u200b\u00ad\ufeff]")
_TAG_LIKE = re.compile(r"[<](?=[A-Za-z/!?])|&(?=#?\w{1,31};)|`")
_STARRED = re.compile(r"(?<![\\*])\*(?=[^\s*]).*?[^\s*]\*", re.DOTALL)
_STAR = re.compile(r"(?<=\S)\*+|\*+(?=\S)")
_DUNDER = re.compile(r"(?<![\w`])(_{1,2}[^\W_]\w*?_{1,2})(?!\w)")
_POWER = re.compile(r"[+-]?\w{1,3}")
_BEGIN_THEMSELVES = frozenset(("ul", "ol", "blockquote", "pre", "table", "hr", "h1", "h2", "h3", "h4", "h5", "h6"))
_BLOCK_LIKE = re.compile(
    r"^(?:(#{1,6}|[-+*]|>|:)(?=\s|$)|(\d{1,9})([.)])(?=\s|$)|(-{3,}|={3,}|\*{3,}|_{3,}|~{3,})\s*$)"
)


def write_markdown(root: HtmlElement, blocks: list[str]) -> str:
    """Write a rebuilt tree as Markdown.

    Args:
        root: From `Rebuilder.rebuild`.
        blocks: Fenced code by number; a `pre` in the tree names its own in the attribute `n`.
    """
    source = etree.tostring(root, encoding="unicode", method="html")
    source = _SPACE.sub(" ", _INVISIBLE.sub("", erase_marks(source)))
    body = BeautifulSoup(source, "lxml", element_classes={Tag: _Node}).body
    return _Writer(blocks).convert_soup(body).strip() if body is not None else ""


class _Node(Tag):
    """An element of the tree that markdownify reads."""

    def find_parent(self, *args: Any, **kwargs: Any) -> Any:
        """Say that nothing is within a `pre`, which markdownify asks of every element; ours are all empty."""
        return None


class _Writer(MarkdownConverter):
    """markdownify with its defects mended. Method names and signatures are the base class's."""

    def __init__(self, blocks: list[str]) -> None:
        super().__init__(
            heading_style="atx", bullets="-", escape_asterisks=False, escape_underscores=False, autolinks=True
        )
        self._blocks = blocks

    def escape(self, text: str, parent_tags: set[str]) -> str:
        text = _TAG_LIKE.sub(r"\\\g<0>", text)
        if text.endswith("\\"):
            text += "\\"  # it would escape what follows, be it the end of a link
        if "*" in text and _STARRED.search(text):
            text = _STAR.sub(lambda stars: "\\*" * len(stars[0]), text)
        return _DUNDER.sub(r"`\1`", text) if "_" in text else text

    def convert_p(self, el: Any, text: str, parent_tags: set[str]) -> str:
        if "_inline" in parent_tags:
            return " " + text.strip() + " "
        text = _guard(text.strip())
        return f"\n\n{text}\n\n" if text else ""

    def convert_br(self, el: Any, text: str, parent_tags: set[str]) -> str:
        if "td" in parent_tags or "th" in parent_tags:
            return "<br>"
        return " " if "_inline" in parent_tags else "  \n"

    def convert_pre(self, el: Any, text: str, parent_tags: set[str]) -> str:
        return f"\n\n{self._blocks[int(el['n'])]}\n\n"

    def convert_li(self, el: Any, text: str, parent_tags: set[str]) -> str:
        text = text.strip()
        if not text:
            return "\n"
        first_child = next((c for c in el.children if isinstance(c, Tag) or c.strip()), None)
        if getattr(first_child, "name", None) not in _BEGIN_THEMSELVES:
            text = _guard(text)
        parent = el.parent
        bullet = "- "
        if parent is not None and parent.name == "ol":
            start = int(parent.get("start") or 1)
            bullet = f"{start + sum(1 for _ in el.previous_siblings if getattr(_, 'name', None) == 'li')}. "
        indent = " " * len(bullet)
        first, *rest = text.split("\n")
        return "\n".join([bullet + first, *(indent + line if line else "" for line in rest)]) + "\n"

    def convert_td(self, el: Any, text: str, parent_tags: set[str]) -> str:
        lines = (line.strip() for line in _SPACE.sub(" ", text).replace("|", "\\|").split("<br>"))
        return " " + "<br>".join(line for line in lines if line) + " |"

    convert_th = convert_td

    def convert_tr(self, el: Any, text: str, parent_tags: set[str]) -> str:
        row = "|" + text + "\n"
        if el.find_previous_sibling("tr") is None:
            row += "|" + " --- |" * len(el.find_all(["td", "th"], recursive=False)) + "\n"
        return row

    def convert_a(self, el: Any, text: str, parent_tags: set[str]) -> str:
        href = el.get("href")
        inner = text.strip()
        if "_noformat" in parent_tags or not href or not inner:
            return text
        before = " " if text[0] == " " else ""
        after = " " if text[-1] == " " else ""
        if inner == href and "://" in href:
            return f"{before}<{href}>{after}"
        return f"{before}[{inner}]({href}){after}"

    def convert_img(self, el: Any, text: str, parent_tags: set[str]) -> str:
        alt, source = el.get("alt") or "", el.get("src") or ""
        return alt if "_inline" in parent_tags or not source else f"![{alt}]({source})"

    def convert_sup(self, el: Any, text: str, parent_tags: set[str]) -> str:
        before = el.previous_sibling
        is_power = isinstance(before, str) and before[-1:].isalnum() and _POWER.fullmatch(text) is not None
        return f"^{text}" if is_power else text

    def convert_pinax_mark(self, el: Any, text: str, parent_tags: set[str]) -> str:
        return f"\n\n{MARK_OPEN}{el['n']}{MARK_CLOSE}\n\n"

    def convert_pinax_weight(self, el: Any, text: str, parent_tags: set[str]) -> str:
        return f"{WEIGHT_OPEN}{el['n']}{WEIGHT_CLOSE}"


assert (SECTION_MARK, WEIGHT_MARK) == ("pinax-mark", "pinax-weight")  # the method names above spell them


def _guard(text: str) -> str:
    """Escape what would make a list, heading or rule of a paragraph's first words."""
    match = _BLOCK_LIKE.match(text)
    if not match:
        return text
    if match[2]:
        return f"{match[2]}\\{match[3]}{text[match.end() :]}"
    return "\\" + text
