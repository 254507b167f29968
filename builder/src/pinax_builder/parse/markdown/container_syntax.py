"""Recognize the block syntaxes that documentation tools add to Markdown.

In:    A line without its indentation.
Out:   Matches of the patterns below.
Rules: each pattern is one construct of one or more tools; `containers.py` decides what becomes of it.
"""

from __future__ import annotations

import re

from pinax_builder.parse.markdown.mdx import MARK
from pinax_runtime.text import FENCE_OPENING, FENCED

COLONS = re.compile(
    r"(?P<marks>:{3,}|/{3,})[ \t]*"
    r"(?:\{[ \t]*[.#]?(?P<braced>[\w-]+)[^}]*\}|(?P<kind>[^\W\d][\w-]*(?:[.:][\w.:-]+)?))?"
    r"[ \t]*(?:\[(?P<bracketed>.*)\])?[ \t]*(?P<rest>.*)"
)
"""`:::note[Title]`, `::: {.tip}`, `/// tab | Title`, and their closing lines."""
BANG = re.compile(r'(?:!!!|\?\?\?\+?)[ \t]+([\w-]+)((?:[ \t]+[\w-]+)*)[ \t]*(?:"(.*)")?[ \t]*')
"""MkDocs: `!!! note "Title"`, `??? tip`."""
TAB = re.compile(r'===[!+]?[ \t]+"(.*)"[ \t]*')
"""MkDocs: `=== "Tab"`."""
DEFINITION = re.compile(r":[ \t]{1,3}(\S.*)")
"""A definition below its term."""
ALERT = re.compile(r"((?:>[ \t]?)+)\[!([A-Za-z][\w-]*)\][+-]?[ \t]*(.*)")
"""GitHub: `> [!NOTE]`."""
SHORTCODE = re.compile(r"\{\{[<%]-?[ \t]*(/?)[ \t]*([\w./-]++)((?:[^}]|\}(?!\}))*?)(/?)[ \t]*-?[>%]\}\}[ \t]*")
"""Hugo: `{{< note >}}`, `{{% /note %}}`."""
_SPREAD = re.compile(
    FENCED + r"|(?<=\{\{[<%])[^{}`]{0,2000}(?=[>%]\}\})",
    re.MULTILINE,
)
"""Fenced code, or the inside of a shortcode, which may have many lines."""
CODE_SHORTCODES = frozenset({"code", "code-toggle", "highlight"})
"""Hugo: shortcodes around code."""
COMPONENT = re.compile(r"<(/?)([A-Z]\w*[a-z][\w.]*)((?:\s(?:[^<>\"']|\"[^\"]*\"|'[^']*')*?)?)[ \t]*(/?)>[ \t]*")
"""A component's tag alone on its line, in Markdown that is no MDX: react.dev, VitePress."""
FENCE = re.compile(FENCE_OPENING)
"""The first line of a code fence, also in a list item or a quote."""
DIRECTIVE = re.compile(r"[ \t]*\{([\w-]+)\}[ \t]*(.*)")
"""MyST: the info string of ```` ```{note} Title ````."""
DROPPED = re.compile(
    r"-{1,2}8<-{1,2}.*|;?-+8<-+.*|\{%[^%]*%\}|\{[!*].*[!*]\}|\[TOC\]|\[\[_?toc_?\]\]|\{:[^{}]*\}"
    r"|\[(?://|comment|_)[^\]]*\]:[ \t]*(?:#|<>)[ \t]*[\"'(].*",
    re.IGNORECASE,
)
"""Lines that show nothing: snippets, template tags, tables of contents, attributes, comments."""
INCLUDED = re.compile(r"""(?:-{1,2}8<-{1,2}[ \t]+["']([^"':]+)[^"']*["']|\{[!*][ \t]*([^\s*!{}]+)[^{}]*[!*]\})""")
"""Lines that include another file: `--8<-- "path"`, `{* path *}`, `{! path !}`."""
LIST_ITEM = re.compile(r"[-*+][ \t]|\d{1,9}[.)][ \t]")
STARTS_BLOCK = re.compile(
    r"[-*+][ \t]|[>|=:!]|#{1,6}[ \t]|```|~~~|\d{1,9}[.)][ \t]|<[A-Za-z]|-{3}|\*{3}|[ \t]{4}|" + MARK
)
LABEL_ATTRIBUTE = re.compile(r'(?:title|label)="([^"]*)"')


def join_shortcodes(text: str) -> str:
    r"""Write each shortcode in one line.

    >>> join_shortcodes('{{< img\nsrc="a.png"\n>}}')
    '{{< img src="a.png" >}}'
    """
    return _SPREAD.sub(lambda match: match[0] if match["fence"] else match[0].replace("\n", " "), text)


def is_prose(rest: str) -> bool:
    """Return whether a line is prose, which an admonition has on the line of its label."""
    return not STARTS_BLOCK.match(rest)


def title_of(match: re.Match[str]) -> str:
    """Return the title of a `:::` or `///` block."""
    rest: str = match["rest"]
    if match["marks"][0] == "/":
        return rest.removeprefix("|").strip().strip('"')
    if attribute := LABEL_ATTRIBUTE.search(rest):
        return attribute[1]
    return match["bracketed"] or re.sub(r"\{[^{}]*\}$", "", rest).strip()


def expand_indent(line: str) -> str:
    """Replace the tabs that indent a line by spaces."""
    rest = line.lstrip(" \t")
    indent = line[: len(line) - len(rest)]
    return indent.expandtabs(4) + rest if "\t" in indent else line
