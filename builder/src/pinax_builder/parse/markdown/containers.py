"""Find the containers of a page: admonitions, tabs, components, definitions, and the directives of MyST.

In:    The lines of a page with the block syntaxes of documentation tools: `:::note`, `/// note |`, `!!! note`,
       `=== "Tab"`, definition lists, shortcodes of Hugo, component tags alone on their lines, and MyST, the dialect of
       Jupyter Book and of Sphinx.
Out:   By number of line, the container that it opens. A line that shows nothing, such as a container's end, opens one
       without content.
Rules: No word of prose is dropped. A container that is not closed is its first line only. What is in a fence opens
       nothing, and neither does a directive of MyST that is not known.

Strategy: one pass over the lines with a stack of open containers, to find where each ends: at a line that closes it, or
at a line with less indentation. `blocks.py` makes the parser read what is in a container as it reads a list's item.

Spec:  https://myst-parser.readthedocs.io/en/latest/syntax/roles-and-directives.html,
       https://jupyterbook.org/en/stable/content/myst.html
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from pinax_builder.parse.admonition_kinds import head, label_of_any, label_of_kind
from pinax_builder.parse.markdown.mdx import (
    TAG,
    admonition_label,
    attributes,
    reach_of,
    shown_block,
    shown_shortcode,
    shown_text,
)
from pinax_runtime.text import FENCED, closes_fence, fence_opening

_SIGN = re.compile(
    r"^[ \t]*(?:(?:`{3,}|~{3,}|:{3,})\{(?!(?:bash|julia|ojs|python|r|sql)\})[a-z][\w:-]*\}|\([^()\s]+\)=[ \t]*$)",
    re.MULTILINE,
)
"""A directive or a target: a page with one is MyST. Quarto, which is no MyST, writes `{python}` above its code."""
_DIRECTIVE = re.compile(r"(?P<fence>`{3,}|~{3,}|:{3,})\{(?P<name>[a-z][\w:-]*)\}[ \t]*(?P<given>.*)")
_OPTION = re.compile(r"[ \t]*:([\w-]+):(?:[ \t]+(.*))?")
_TARGET = re.compile(r"\(([^()\s]{1,500})\)=")
_NOT_SHOWN = re.compile(r"%.*|\+\+\+(?:[ \t].*)?")
"""A comment, or the mark between two cells."""
CODE_DIRECTIVES = frozenset({"code", "code-block", "code-cell", "sourcecode"})
NO_MARKDOWN = CODE_DIRECTIVES | {"bibliography", "contents", "index", "math", "sectnum", "tableofcontents", "toctree"}
"""Directives whose content is no Markdown. Those that are neither code nor formulas are lists that a site makes."""
_PICTURES = frozenset({"figure", "image"})
_UNTITLED = frozenset({"container", "div", "glossary", "grid", "tab-set"})
"""Directives whose argument, if they have one, is no title."""
_TITLED_LIST = """
    aside card dropdown epigraph exercise grid-item grid-item-card list-table margin proof sidebar solution tab-item
    table topic
"""
_TITLED = frozenset(_TITLED_LIST.split())
"""Directives with prose, whose argument is a title."""
_VERSIONS = {"versionadded": "Added in version", "versionchanged": "Changed in version"}
_MAX_OPTIONS = 100
"""Number of lines that the options of one directive take at most."""

_COLONS = re.compile(
    r"(?P<marks>:{3,}|/{3,})[ \t]*"
    r"(?:\{[ \t]*[.#]?(?P<braced>[\w-]+)[^}]*\}|(?P<kind>[^\W\d][\w-]*(?:[.:][\w.:-]+)?))?"
    r"[ \t]*(?:\[(?P<bracketed>.*)\])?[ \t]*(?P<rest>.*)"
)
"""`:::note[Title]`, `::: {.tip}`, `/// tab | Title`."""
_BANG = re.compile(r'(?:!!!|\?\?\?\+?)[ \t]+([\w-]+)(?:[ \t]+[\w-]+)*[ \t]*(?:"(.*)")?')
"""MkDocs: `!!! note "Title"`, `??? tip`."""
_TAB = re.compile(r'===[!+]?[ \t]+"(.*)"')
"""MkDocs: `=== "Tab"`."""
_DEFINITION = re.compile(r":[ \t]{1,3}(?=\S)")
"""What stands before a definition."""
_SHORTCODE = re.compile(r"\{\{[<%]-?[ \t]*(/?)[ \t]*([\w./-]++)((?:[^}]|\}(?!\}))*?)(/?)[ \t]*-?[>%]\}\}")
"""Hugo: `{{< note >}}`, `{{% /note %}}`."""
_SPREAD = re.compile(FENCED + r"|(?<=\{\{[<%])[^{}`]{0,2000}(?=[>%]\}\})", re.MULTILINE)
"""Fenced code, or the inside of a shortcode, which may have many lines."""
_COMPONENT = re.compile(r"<(/?)([A-Z]\w*[a-z][\w.]*)((?:\s(?:[^<>\"']|\"[^\"]*\"|'[^']*')*?)?)[ \t]*(/?)>")
"""A component's tag alone on its line, in Markdown that is no MDX: react.dev, VitePress."""
_TAG = re.compile(TAG + r"<(/?)([A-Za-z][\w.:-]*)(.*?)(/?)>")
"""A line that `strip_mdx` marks as a tag, with the groups of `_COMPONENT`."""
_CODE_SHORTCODES = frozenset({"code", "code-toggle", "highlight"})
"""Hugo: shortcodes around code."""
_DROPPED = re.compile(
    r"-{1,2}8<-{1,2}.*|;?-+8<-+.*|\{%[^%]*%\}|\{[!*].*[!*]\}|\[TOC\]|\[\[_?toc_?\]\]|\{:[^{}]*\}"
    r"|\[(?://|comment|_)[^\]]*\]:[ \t]*(?:#|<>)[ \t]*[\"'(].*",
    re.IGNORECASE,
)
"""Lines that show nothing: snippets, template tags, tables of contents, attributes, comments."""
_INCLUDED = re.compile(r"""(?:-{1,2}8<-{1,2}[ \t]+["']([^"':]+)[^"']*["']|\{[!*][ \t]*([^\s*!{}]+)[^{}]*[!*]\})""")
"""Lines that include another file: `--8<-- "path"`, `{* path *}`, `{! path !}`."""
_LABEL_ATTRIBUTE = re.compile(r'(?:title|label)="([^"]*)"')
_MAX_OPEN = 32
"""Depth of nested containers; deeper ones are their first lines only."""


@dataclass(slots=True)
class Container:
    """What a line opens."""

    form: Literal["plain", "quote", "term", "code", "id", "nothing"] = "plain"
    """An admonition is a `quote`, a definition a `term`. The content of `code` is no Markdown, that of `nothing` is not
    shown, and an `id` has none."""
    lead: str = ""
    """Markdown that is shown before the content. Of `code` the info string of its fence, of an `id` the id."""
    closing: str = ""
    """What closes it: its marks, `<` and a tag's name, `{` and a shortcode's name; empty if its indentation does."""
    is_indented: bool = False
    """Whether its content is indented by four columns, and ends where that ends."""
    start: int = 0
    """Number of the first line of its content."""
    end: int = 0
    """Number of the line after its content."""
    reach: str = ""
    """First line of each section within, which says whom it is for: `**App only:**`."""


def find_containers(lines: list[str], is_mdx: bool) -> dict[int, Container]:
    """Find the containers of a page.

    Args:
        lines: Markdown; of MDX, the lines of `strip_mdx`. The terms of a glossary are rewritten as definitions.
        is_mdx: Whether the page is MDX.
    """
    return _Finder(lines, is_mdx).run()


class _Finder:
    """Goes over the lines once."""

    def __init__(self, lines: list[str], is_mdx: bool) -> None:
        self.lines = lines
        self.is_mdx = is_mdx
        self.is_myst = _SIGN.search("\n".join(lines)) is not None
        self.found: dict[int, Container] = {}
        self.open: list[Container] = []
        """The containers around the current line that a line closes."""
        self.last_closes = self._last_closes()

    def _last_closes(self) -> dict[str, int]:
        """Map what closes a container to the last line that does; a container without such a line has no content."""
        closings = ((at, self._closing(bare)) for at, line in enumerate(self.lines) if (bare := line.strip()))
        return {closing[0] if closing[0] in ":/" else closing: at for at, closing in closings if closing}

    def run(self) -> dict[int, Container]:
        fence, fence_indent = "", 0
        for at, line in enumerate(self.lines):
            bare = line.strip()
            if not bare or (self.open and at < self.open[-1].start):
                continue
            if fence and not self.is_mdx and columns(line) < 4 <= fence_indent:
                fence = ""  # it was never closed, so it ends with its container
            if fence:
                is_last = columns(line) <= fence_indent + 3 and closes_fence(line, fence)
                fence = "" if is_last else fence
            elif closing := self._closing(bare):
                self._close(closing, at)
            elif self.open and self.open[-1].form == "code":
                continue
            elif container := self._container(at, line, bare):
                self._open(at, container)
            elif opening := fence_opening(line):
                fence, fence_indent = opening["fence"], opening.start("fence")
        for container in self.open:
            container.end = len(self.lines)
        return self.found

    def _open(self, at: int, container: Container) -> None:
        self.found[at] = container
        container.start = container.start or at + (container.form != "term")
        container.end = len(self.lines) if container.is_indented else container.start
        if container.closing and len(self.open) < _MAX_OPEN:
            self.open.append(container)

    def _closing(self, bare: str) -> str:
        """Return what a line closes, whether or not it is open; empty for any other line."""
        sign = bare[0]
        if sign in ":/`~" and len(bare) >= 3 and not bare.strip(sign):
            marks = [container.closing for container in self.open if container.closing[:1] == sign]
            return max(filter(bare.startswith, marks), key=len, default="" if sign in "`~" else bare)
        if bare[:2] == "{{" and (shortcode := _SHORTCODE.fullmatch(bare)) and shortcode[1]:
            return "{" + shortcode[2]
        tag = self._tag(bare) if "</" in bare[:3] else None
        return "<" + tag[2] if tag else ""

    def _close(self, closing: str, at: int) -> None:
        """End the innermost container that a line closes, with all in it."""
        if self.open and self.open[-1].form == "code" and self.open[-1].closing != closing:
            return
        self.found[at] = Container(start=at + 1, end=at + 1)
        depths = [depth for depth, container in enumerate(self.open) if container.closing == closing]
        for container in self.open[depths[-1] :] if depths else ():
            container.end = at
        del self.open[depths[-1] if depths else len(self.open) :]

    def _is_closed(self, at: int, closing: str) -> bool:
        return self.last_closes.get(closing, -1) > at

    def _container(self, at: int, line: str, bare: str) -> Container | None:
        """Return what a line opens; None for a line of text."""
        sign = bare[0]
        if self.is_myst and sign in "`~:(%+" and (container := self._myst(at, line, bare)):
            return container
        if sign in ":/" and bare[:3] in (":::", "///"):
            return self._colons(at, bare)
        if sign in "!?" and (found := _BANG.fullmatch(bare)):
            title = (found[2] or "").replace('\\"', '"')
            return Container("quote", head(label_of_any(found[1]), title), is_indented=True)
        if sign == "=" and (found := _TAB.fullmatch(bare)):
            return Container(lead=f"**{found[1]}**", is_indented=True)
        if sign == ":" and not self.is_mdx and _DEFINITION.match(bare):
            return Container("term", is_indented=True)
        if sign == "{" and (found := _SHORTCODE.fullmatch(bare)):
            return self._shortcode(at, found)
        if sign in ("<", TAG) and (found := self._tag(bare)):
            return self._component(at, found)
        if sign in "-;{[" and (found := _INCLUDED.fullmatch(bare)):
            return Container(lead=f"`{found[1] or found[2]}`")
        return Container() if sign in "-;{[" and _DROPPED.fullmatch(bare) else None

    def _colons(self, at: int, bare: str) -> Container | None:
        """Return the `:::` or `///` block that a line opens."""
        match = _COLONS.fullmatch(bare)
        if match is None or (match["marks"][0] == "/" and not (match["braced"] or match["kind"])):
            return None
        marks, kind = match["marks"], match["braced"] or match["kind"] or ""
        closing = marks if self._is_closed(at, marks[0]) else ""
        label, title = label_of_kind(kind), _title_of(match)
        if label is not None:
            return Container("quote", head(label, title), closing)
        if marks == ":::" and not closing and kind:
            return Container("nothing", f"`{kind}`", is_indented=True)
            # mkdocstrings names an object whose documentation is in code, and its options below
        return Container(lead=f"**{title}**" if title and kind != "code-group" else "", closing=closing)

    def _tag(self, bare: str) -> re.Match[str] | None:
        """Match a component's tag alone on its line."""
        return (_TAG if self.is_mdx else _COMPONENT).fullmatch(bare)

    def _component(self, at: int, tag: re.Match[str]) -> Container | None:
        _, name, source, is_empty = tag.groups()
        closing = "<" + name if not is_empty and self._is_closed(at, "<" + name) else ""
        if not closing and not is_empty and not self.is_mdx:
            return None
        values = attributes(source)
        label = admonition_label(name, values)
        if label is not None and not is_empty:
            return Container("quote", head(label, values.get("title", "")), closing)
        around = self.open[-1].closing if self.open else ""
        lead = "\n".join(shown_block(name, source, around, is_empty=bool(is_empty))).strip("\n")
        only = "" if is_empty else reach_of(name)
        return Container(lead=lead, closing=closing, reach=f"**{only}:**" if only else "")

    def _shortcode(self, at: int, found: re.Match[str]) -> Container:
        _, name, source, is_empty = found.groups()
        closing = "{" + name if not is_empty and self._is_closed(at, "{" + name) else ""
        values = attributes(source)
        label = label_of_kind(name)
        if closing and name in _CODE_SHORTCODES:
            return Container("code", source.split()[0] if name == "highlight" and source.split() else "", closing)
        if closing and label is not None:
            return Container("quote", head(label, values.get("title", "")), closing)
        return Container(lead=shown_text(name, values) or shown_shortcode(name, source))

    def _myst(self, at: int, line: str, bare: str) -> Container | None:
        """Return what a line of MyST opens; None for other lines, and for code, which has fences."""
        if target := _TARGET.fullmatch(bare):
            return Container("id", target[1])
        if _NOT_SHOWN.fullmatch(line):
            return Container()
        found = _DIRECTIVE.fullmatch(bare)
        if found is None:
            return None
        fence, name, given = found.groups()
        if name in NO_MARKDOWN:
            return Container("code", f"{{{name}}} {given}", fence) if fence[0] == ":" else None
        options, start = read_options(self.lines, at + 1)
        label = label_of_kind(name)
        if label is not None:
            kinds = map(label_of_kind, options.get("class", "").split())
            label = next(filter(None, kinds), label) if name == "admonition" else label
            return Container("quote", head(label, given), fence, start=start)
        is_titled = name in _TITLED or name in _VERSIONS or name.startswith("prf:")
        if not (is_titled or name in _UNTITLED or name in _PICTURES or fence[0] == ":"):
            return None
        if name == "glossary" and all(around.closing != fence for around in self.open):
            self._define_terms(start, fence)
        title = "" if name in _UNTITLED else f"{_VERSIONS.get(name, '')} {given}".strip()
        lead = options.get("alt", "") if name in _PICTURES else f"**{title}**" if title else ""
        return Container(lead=lead, closing=fence, start=start)

    def _define_terms(self, start: int, fence: str) -> None:
        """Rewrite the lines of a glossary: what is indented below a term defines it."""
        ends = (at for at in range(start, len(self.lines)) if closes_fence(self.lines[at], fence))
        margin, below, is_term = -1, 0, False
        for at in range(start, next(ends, len(self.lines))):
            line = self.lines[at]
            deep = len(line) - len(line.lstrip())
            margin = deep if margin < 0 and line.strip() else margin
            if line.strip() and deep <= margin:
                is_term = True
            elif line.strip():
                below = deep if is_term else below
                sign = ":   " if is_term else "    "
                self.lines[at] = line[:margin] + sign + line[min(deep, below) :]
                is_term = False


def read_options(lines: list[str], at: int) -> tuple[dict[str, str], int]:
    """Read the options below a directive's first line, as `:key: value` or between two lines of `---`.

    Returns:
        The options, and the number of the line after them.
    """
    options = {}
    if at < len(lines) and lines[at].strip() == "---":
        inside = [line.strip() for line in lines[at + 1 : at + 1 + _MAX_OPTIONS]]
        if "---" in inside:
            end = inside.index("---")
            pairs = (line.partition(":") for line in inside[:end])
            return {key: value.strip() for key, _, value in pairs}, at + end + 2
    while at < len(lines) and (option := _OPTION.fullmatch(lines[at])):
        options[option[1]] = (option[2] or "").strip()
        at += 1
    return options, at


def columns(line: str) -> int:
    r"""Return how far a line is indented.

    >>> columns("  a"), columns("\ta")
    (2, 4)
    """
    rest = line.lstrip(" \t")
    indent = line[: len(line) - len(rest)]
    return len(indent.expandtabs(4)) if "\t" in indent else len(indent)


def join_shortcodes(text: str) -> str:
    r"""Write each shortcode in one line.

    >>> join_shortcodes('{{< img\nsrc="a.png"\n>}}')
    '{{< img src="a.png" >}}'
    """
    if "{{" not in text:
        return text
    return _SPREAD.sub(lambda match: match[0] if match["fence"] else match[0].replace("\n", " "), text)


def _title_of(match: re.Match[str]) -> str:
    """Return the title of a `:::` or `///` block."""
    rest: str = match["rest"]
    if match["marks"][0] == "/":
        return rest.removeprefix("|").strip().strip('"')
    if attribute := _LABEL_ATTRIBUTE.search(rest):
        return attribute[1]
    return match["bracketed"] or re.sub(r"\{[^{}]*\}$", "", rest).strip()
