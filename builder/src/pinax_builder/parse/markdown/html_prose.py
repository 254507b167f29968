"""Turn the HTML blocks of a Markdown page into Markdown.

In:    An HTML block as written: complete elements, or only part of one (`<details>`).
Out:   Lines of Markdown, and headings.
Rules: prose is kept, whatever the tags around it. Scripts and styles are removed. Tables become pipe tables, `<pre>`
       becomes fenced code.
"""

from __future__ import annotations

import html
import re
from typing import NamedTuple

from pinax_builder.parse.markdown.components import attributes, shown_text
from pinax_builder.parse.markdown.inline import Context, clean_inline, is_tag
from pinax_runtime.text import fence_for

MAX_CHARS = 100_000
"""Length of the longest block that is converted, in characters; a longer one only loses its tags."""

_INVISIBLE = re.compile(
    r"<!--[\s\S]*?(?:-->|\Z)|<(script|style|svg|iframe|noscript|video|audio|object)\b[^>]*>[\s\S]*?(?:</\1\s*>|\Z)|<[!?][^>]*>",
    re.IGNORECASE,
)
_PRE = re.compile(r"<pre\b([^>]*)>\s*?(?:<code\b([^>]*)>)?([\s\S]*?)(?:</code\s*>\s*)?</pre\s*>", re.IGNORECASE)
_TABLE = re.compile(r"<table\b[^>]*>([\s\S]*?)</table\s*>", re.IGNORECASE)
_ROW = re.compile(r"<tr\b[^>]*>([\s\S]*?)(?=<tr\b|</tr\s*>|\Z)", re.IGNORECASE)
_CELL = re.compile(r"<t[dh]\b[^>]*>([\s\S]*?)(?=<t[dh]\b|</t[dh]\s*>|\Z)", re.IGNORECASE)
_BLOCK_TAG = re.compile(r"[ \t]*<(/?)([A-Za-z][\w.:-]*)((?:[^<>\"']|\"[^\"]*\"|'[^']*')*?)(/?)>")
_BREAKING_LIST = """
    address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer
    form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p section summary table tbody td tfoot th thead tr ul
"""
_BREAKING = frozenset(_BREAKING_LIST.split())
"""Tags that begin a line of their own."""
_HEADING = re.compile(r"\x01([0-9])\x01([^\x01]*)\x01(.*)")
"""A line that `_Blocks` makes of a heading: level, id, text. The page's own text has no control characters."""
_HEADING_BREAK = re.compile(r"(\x01[1-6]\x01[^\x01\n]*\x01)\s+")
_ITEM_GAP = re.compile(r"(?<!\s)[^\S\n]*+\n\s++(?<=\n)(?=(?:-|\d+\.) )")
_LINK = re.compile(r"<a\s[^<>]*>(?:(?!</?a\b|\n[ \t]*\n)[\s\S]){0,2000}+</a\s*>", re.IGNORECASE)
"""A link, which may have its text on lines of their own."""
_LANGUAGE = re.compile(r"(?:language|lang|highlight-source|brush:)[-\s]?([\w+#-]+)")


class HtmlHeading(NamedTuple):
    """A heading of HTML."""

    level: int
    anchor: str
    """Its id; empty if it has none."""
    source: str
    """Markdown."""


def html_to_markdown(source: str, context: Context) -> list[str | HtmlHeading]:
    """Turn an HTML block into lines of Markdown; a block that is too long only loses its tags."""
    if len(source) > MAX_CHARS:
        return [line for line in re.sub(r"<[^<>]{0,2000}>", " ", source).split("\n") if line.strip()]
    text = _INVISIBLE.sub("", source)
    kept: list[str] = []

    def keep(block: str) -> str:
        kept.append(block)
        return f"\n\n\x02{len(kept) - 1}\x02\n\n"

    if "<pre" in text.lower():
        text = _PRE.sub(lambda match: keep(_fence(match)), text)
    if "<table" in text.lower():
        text = _TABLE.sub(lambda match: keep(_table(match[1], context)), text)
    text = _LINK.sub(lambda link: " ".join(link[0].split()), _Blocks().run(text))
    lines: list[str | HtmlHeading] = []
    for line in map(str.strip, text.split("\n")):
        if heading := _HEADING.fullmatch(line):
            lines.append(HtmlHeading(int(heading[1]), heading[2], clean_inline(heading[3], context).strip()))
        else:
            line = clean_inline(line, context).replace("****", "**").rstrip()
            lines += re.sub(r"\x02(\d+)\x02", lambda match: kept[int(match[1])], line).split("\n")
    return lines


def _fence(match: re.Match[str]) -> str:
    language = _LANGUAGE.search(match[1] + " " + (match[2] or ""))
    code = html.unescape(re.sub(r"</?[A-Za-z][^<>]*>", "", match[3])).strip("\n")
    fence = fence_for(code)
    return f"{fence}{language[1] if language else ''}\n{code}\n{fence}" if code.strip() else ""


def _table(source: str, context: Context) -> str:
    rows = [[_cell(cell[1], context) for cell in _CELL.finditer(row[1])] for row in _ROW.finditer(source)]
    rows = [row for row in rows if any(row)]
    if not rows:
        return ""
    width = max(map(len, rows))
    lines = ["| " + " | ".join(row + [""] * (width - len(row))) + " |" for row in rows]
    return "\n".join([lines[0], "|" + " --- |" * width, *lines[1:]])


def _cell(source: str, context: Context) -> str:
    text = " ".join(_Blocks().run(source).replace("\x01", " ").split())
    return clean_inline(text, context).strip().replace("|", "\\|")


class _Blocks:
    """Turns block tags into line breaks and Markdown; inline tags are left to `clean_inline`."""

    def __init__(self) -> None:
        self.lists: list[int] = []

    def run(self, text: str) -> str:
        text = _BLOCK_TAG.sub(self._replace, text)
        return _ITEM_GAP.sub("\n", _HEADING_BREAK.sub(r"\1", text))

    def _replace(self, match: re.Match[str]) -> str:
        slash, name, rest, self_closed = match.groups()
        lower = name.lower()
        if lower in _BREAKING:
            return self._close(lower) if slash else self._open(lower, rest)
        if name[0].isupper() and not slash and is_tag(name, rest + ("=" if self_closed else "")):
            shown = shown_text(name, attributes(rest), is_empty=bool(self_closed))
            return f"\n\n{shown}\n\n" if shown else ""
        return match[0]

    def _open(self, name: str, rest: str) -> str:
        if name in ("ul", "ol"):
            self.lists.append(0 if name == "ul" else 1)
            return "\n"
        if name == "li":
            number = self.lists[-1] if self.lists else 0
            if number:
                self.lists[-1] += 1
            return f"\n{number}. " if number else "\n- "
        if name[0] == "h" and name[1:].isdigit():
            anchor = attributes(rest).get("id", "")
            return f"\n\n\x01{name[1]}\x01{anchor}\x01"
        if name == "summary":
            return "\n\n**"
        if name in ("td", "th"):
            return " "
        return "\n---\n" if name == "hr" else "\n\n"

    def _close(self, name: str) -> str:
        if name in ("ul", "ol"):
            del self.lists[-1:]
            return "\n\n"
        if name == "summary":
            return "**\n\n"
        return "" if name in ("td", "th", "li") else "\n\n"
