"""Remove the program parts of MDX and keep its prose.

In:    Markdown with JSX in it.
Out:   Lines without imports, exports, expressions and comments. A component's tag that begins or ends a line becomes a
       line of its own, a `Tag`. Within a line, only links stay, and components that show a text. HTML tags stay.
Rules: code is never changed. A tag or expression that is not closed is text and stays.

Strategy: one pass over the few tokens that matter, with a stack of open tags and expressions. An expression is dropped
by cutting the output back to where it began, so that nesting costs nothing and the pass is linear.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape, unescape

from pinax_builder.parse.markdown.components import attributes, shown_inline
from pinax_runtime.text import FENCE_OPENING, FENCED, SAME_BLOCK

_IMPORT_SOURCE = r"""import\s+(?:[\w$*{},\s]{1,600}?\sfrom\s+)?["'][^"'\n]+["']"""
"""An import statement up to the name of its module."""
_IS_MDX = re.compile(
    rf"^{_IMPORT_SOURCE};?[ \t]*(?:$|import\b|//)|^export\s+(?:const|default)\s"
    r"|(?<!`)<[A-Za-z][^<>\n`]*\s[\w-]+=\{|^[^`\n]*\{/\*[^`\n]*\*/\}[ \t]*$|^\{/\*.*\*/\}[ \t]*$",
    re.MULTILINE,
)
"""What only MDX has: imports, exports, expressions in attributes, and comments in braces."""
_SIGNS = ("\nimport", "\nexport", "={", "{/*")
"""Strings of which each match of `_IS_MDX` contains one, if a line end is put before the text."""
_TOKEN = re.compile(
    rf"""
    (?P<opening>{FENCE_OPENING})
    | (?P<program>^(?:import|export)\b)
    | (?P<code>(?<!`)(?P<ticks>`+)(?!`)(?:[^\n]|{SAME_BLOCK}){{1,2000}}?(?<!`)(?P=ticks)(?!`))
    | (?P<escape>\\[\\`<>{{}}])
    | (?P<comment><!--|\{{/\*)
    | (?P<attributes>\{{:?[ \t]*[#.][\w:.-][^{{}}\n]*\}})
    | (?P<auto><[A-Za-z][A-Za-z0-9+.-]*:[^\s<>]*>)
    | (?P<open></?(?:[A-Za-z][\w.:-]*(?=[\s/>])|(?=>)))
    | (?P<close>/?>)
    | (?P<string>"[^"]*"|'[^']*')
    | (?P<brace>[{{}}])
    """,
    re.VERBOSE | re.MULTILINE,
)
"""What matters to where programs and tags end, each kind in a group of its own. Earlier kinds win."""
_CODE = re.compile(FENCED + r"|^<script\b[\s\S]*?(?:</script>|\Z)", re.MULTILINE)
"""Code, in which nothing is MDX."""
_IMPORT = re.compile(_IMPORT_SOURCE + r"[^\n]*\n?")
"""A whole import statement, with the end of its line."""
_EXPORT = re.compile(r"export\s+(?:const|let|var|function|default|async|class|type|interface|enum|\{|\*)")
"""The beginning of an export statement."""
_HEADING_ID = re.compile(r"[ \t]*#([\w.:-]+)[ \t]*|([a-z0-9][a-z0-9-]*)")
"""Comment at the end of a heading that is the heading's id: in Docusaurus with `#`, in react.dev without."""
_EXPRESSION = re.compile(r"""\s*([\w:-]+)=\{(?:\s*(["'`])([^"'`$]*)\2\s*|(?:[^{}]|\{(?:[^{}]|\{[^{}]*+\})*+\})*+)\}""")
"""An attribute of HTML whose value is an expression: a string, or one that shows nothing."""
_NO_CODE = re.compile(
    r"^(?P<fence>[ \t>]*(?:`{3,}|~{3,}))mdx-code-block[ \t]*\n(?P<source>[\s\S]*?)^(?P=fence)[ \t]*$", re.MULTILINE
)
"""A fence by which Docusaurus hides MDX from editors and translators."""
_STRING_EXPRESSION = re.compile(r"""\{\s*(?:"([^"\n]*)"|'([^'\n]*)'|`([^`$]*)`)\s*\}""")
"""An expression that is nothing but a string."""
_NOT_AN_EXPRESSION = re.compile(r"^[ \t]*(?:```|~~~|#{1,6} )", re.MULTILINE)
"""A line that only Markdown has: braces around it are no expression."""
_KEPT_TAGS_LIST = """
    a abbr b br code dd del dl dt em h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp script small
    strong style sub summary sup svg table tbody td tfoot th thead tr u ul var
"""
_KEPT_TAGS = frozenset(_KEPT_TAGS_LIST.split())
"""HTML tags that `html_prose.py` turns into Markdown; other tags are components."""
_LINKS = frozenset(
    {"A", "ButtonLink", "Link", "LinkButton", "NavLink", "NextLink", "NuxtLink", "RouterLink", "TextLink"}
)
"""Components that are links, with their target in `href` or `to`."""
_EXPORTED_FACT = re.compile(r"""^export const (title|description)\s*=\s*(["'`])([^"'`$\n]*)\2""", re.MULTILINE)
"""An exported constant that is the title or description of the page."""
_METADATA = re.compile(r"^export const (?:metadata|meta|frontmatter)\s*=\s*\{([^{}]{0,5000})\}", re.MULTILINE)
"""An exported object that describes the page."""
_FACT = re.compile(r"""\b(title|description):\s*(["'`])([^"'`$\n]*)\2""")
"""A title or description within such an object."""
_MAX_PROGRAM_LINES = 500
"""Number of lines of an export among which its end is sought."""


class Tag(str):
    """A line that holds a component's tag alone: its indentation, then `<Name attributes>`, `</Name>` or `<Name/>`."""

    __slots__ = ()


@dataclass(slots=True)
class _Open:
    """A tag or an expression that is not closed yet."""

    at: int
    """Index of its first piece of output."""
    source_at: int
    """Offset in the source."""
    name: str | None
    """The tag's name with its slash; None for an expression."""


def is_mdx(path: str, text: str) -> bool:
    """Return whether a file is MDX: by its name, an import, an export, a JSX comment, or a tag with an expression.

    The imports of a Vue page are in a `<script>` and do not count.
    """
    if path.endswith(".mdx"):
        return True
    begun = f"\n{text}"
    return any(sign in begun for sign in _SIGNS) and _IS_MDX.search(_CODE.sub("", text)) is not None


def exported_facts(text: str) -> dict[str, str]:
    """Return the title and description that a page exports, as sites without front matter do (Next.js).

    >>> exported_facts("export const title = 'Queues';")
    {'title': 'Queues'}
    """
    if "export const " not in text:
        return {}
    text = _CODE.sub("", text)
    found = {match[1]: match[3] for match in _EXPORTED_FACT.finditer(text)}
    if not found and (metadata := _METADATA.search(text)):
        found = {match[1]: match[3] for match in _FACT.finditer(metadata[1])}
    return found


def strip_mdx(text: str) -> list[str]:
    """Return the lines of an MDX page without its program; those that hold a component's tag are a `Tag`."""
    return _Scanner(_NO_CODE.sub(lambda match: match["source"], text)).run()


def _as_html(attribute: re.Match[str]) -> str:
    return f' {attribute[1]}="{escape(attribute[3])}"' if attribute[3] is not None else ""


class _Scanner:
    """Goes over a text once."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.out: list[str] = []
        self.open: list[_Open] = []
        self.last = {closing: text.rfind(closing) for closing in ("-->", "*/}")}

    def run(self) -> list[str]:
        text, position = self.text, 0
        while match := _TOKEN.search(text, position):
            if match.start() > position:
                self.out.append(text[position : match.start()])
            position = self._take(match)
        self.out.append(text[position:])
        return self._lines()

    def _lines(self) -> list[str]:
        lines = [""]
        for piece in self.out:
            if isinstance(piece, Tag):
                lines[-1] = Tag(lines[-1] + piece)
                continue
            rest_of_line, *more = piece.split("\n")
            if not isinstance(lines[-1], Tag):  # only spaces follow a tag
                lines[-1] += rest_of_line
            lines += more
        return lines

    def _take(self, match: re.Match[str]) -> int:
        """Handle one token.

        Returns:
            The offset at which to go on.
        """
        group = match.lastgroup
        if group == "opening":
            return self._fence(match)
        if group == "program":
            return self._program(match.start())
        if group == "comment":
            return self._comment(match)
        if group == "string" and not self._in_tag():
            self.out.append(match[0][0])
            return match.start() + 1
        if group == "open":
            self.open.append(_Open(len(self.out), match.start(), match[0][1:]))
        elif match[0] == "{":
            self.open.append(_Open(len(self.out), match.start(), None))
        elif group == "close" and self._in_tag():
            self._end_tag(match)
            return match.end()
        elif match[0] == "}" and self._end_expression(match.end()):
            return match.end()
        self.out.append(match[0])
        return match.end()

    def _comment(self, match: re.Match[str]) -> int:
        closing = "-->" if match[0] == "<!--" else "*/}"
        if match.end() <= self.last[closing]:
            end = self.text.index(closing, match.end())
            line = self.text[self.text.rfind("\n", 0, match.start()) + 1 : match.start()]
            named = _HEADING_ID.fullmatch(self.text, match.end(), end) if line.startswith("#") else None
            self.out.append(f"{{#{named[1] or named[2]}}}" if named else "")
            return end + 3
        self.out.append(match[0])
        return match.end()

    def _in_tag(self) -> bool:
        return bool(self.open) and self.open[-1].name is not None

    def _fence(self, match: re.Match[str]) -> int:
        """Copy fenced code; a tag or expression that is open before it was only text."""
        self.open.clear()
        fence = match["fence"]
        indent = match.start("fence") - match.start() + 3
        closing = re.compile(rf"^[ \t>]{{0,{indent}}}{fence[0]}{{{len(fence)},}}[ \t]*$", re.MULTILINE)
        end = closing.search(self.text, match.end())
        stop = end.end() if end else len(self.text)
        self.out.append(self.text[match.start() : stop])
        return stop

    def _program(self, start: int) -> int:
        """Skip an import or export.

        Returns:
            The offset at which to go on.
        """
        text = self.text
        if match := _IMPORT.match(text, start):
            return match.end()
        if not self.open and _EXPORT.match(text, start):
            depth, position = 0, start
            for _ in range(_MAX_PROGRAM_LINES):
                end = text.find("\n", position)
                line = text[position:] if end < 0 else text[position:end]
                depth += sum(map(line.count, "{[(")) - sum(map(line.count, "}])"))
                position = len(text) if end < 0 else end + 1
                if end < 0 or (depth <= 0 and not text[position : text.find("\n", position) + 1].strip()):
                    return position
                if depth <= 0 and line.rstrip().endswith((";", "}")):
                    return position
        self.out.append(text[start : start + 6])
        return start + 6

    def _end_expression(self, end: int) -> bool:
        """Close the innermost expression and drop it, unless it is a string or an attribute's value."""
        while self.open and self.open[-1].name is not None:
            self.open.pop()  # a `<` in the expression that was no tag
        if not self.open:
            return False
        opened = self.open.pop()
        source = self.text[opened.source_at : end]
        if self.open:  # part of a tag's attributes or of an expression around it
            return False
        if _NOT_AN_EXPRESSION.search(source):
            return False
        del self.out[opened.at :]
        if string := _STRING_EXPRESSION.fullmatch(source):
            self.out.append(next(group for group in string.groups() if group is not None))
        return True

    def _end_tag(self, match: re.Match[str]) -> None:
        """Keep a tag, give it a line of its own, or drop it."""
        opened = self.open.pop()
        if self.open:  # JSX in an expression or an attribute goes with it
            self.out.append(match[0])
            return
        source = " ".join("".join(self.out[opened.at + 1 :]).split())
        del self.out[opened.at :]
        name = (opened.name or "").lstrip("/")
        kind = "/" if (opened.name or "").startswith("/") else "=" if match[0] == "/>" else "<"
        name = "a" if name in _LINKS and kind != "=" else name
        is_html = name.lower() in _KEPT_TAGS and (name.islower() or name[1:].isdigit())
        source = _EXPRESSION.sub(_as_html, source) if is_html else source
        written = f"<{'/' if kind == '/' else ''}{name}{' ' + source if source else ''}{match[0]}"
        before = self.text[self.text.rfind("\n", 0, opened.source_at) + 1 : opened.source_at]
        begins_line, ends_line = not before.strip(), self._ends_line(match.end())
        if is_html:
            self.out.append(written)
        elif name and begins_line and (ends_line or kind == "<"):
            self.out += [Tag(written), "" if ends_line else f"\n{before}"]
        elif name and ends_line and kind == "/":
            self.out += ["\n", Tag(written)]
        elif kind == "=" and (shown := shown_inline(name, attributes(source))):
            self.out.append(f'<{name} text="{escape(unescape(shown))}"/>')

    def _ends_line(self, end: int) -> bool:
        stop = self.text.find("\n", end)
        return not self.text[end : stop if stop >= 0 else len(self.text)].strip()
