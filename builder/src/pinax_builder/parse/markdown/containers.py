"""Rewrite admonitions, tabs, block components and the directives of MyST as CommonMark.

In:    Markdown with the block syntaxes of documentation tools: `:::note`, `/// note |`, `!!! note`, `=== "Tab"`,
       `> [!NOTE]`, definition lists, shortcodes of Hugo, and component tags alone on their lines. MyST is the dialect
       of Jupyter Book and of Sphinx; lines without a directive or a target of it are returned as they are.
Out:   CommonMark. An admonition is a blockquote whose first line is `> **Note:** Title`. A tab or a component with a
       title is its label in bold, then its content without the indentation.
       MyST's directives with prose are first made `:::` containers, those with code fences with their language and
       title, formulas stand between `$$`. Targets are HTML ids. Comments, lists of contents and options are left out.
Rules: fenced code moves with its container and is not changed otherwise. No word of prose is dropped. What is no
       directive is not changed, and neither is a directive that is not known.

Strategy: one pass over the lines with a stack of frames, one for each open container. A frame says how many leading
spaces of a line it takes, and which prefix it adds. It ends at a closing line (`:::`) or with the indentation.

Spec:  https://myst-parser.readthedocs.io/en/latest/syntax/roles-and-directives.html,
       https://jupyterbook.org/en/stable/content/myst.html
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pinax_builder.parse.admonition_kinds import head, label_of_any, label_of_kind
from pinax_builder.parse.markdown.mdx import (
    Tag,
    admonition_label,
    attributes,
    reach_of,
    shown_block,
    shown_shortcode,
    shown_text,
)
from pinax_runtime.text import FENCED, closes_fence, fence_opening, is_heading

_SIGN = re.compile(
    r"^[ \t]*(?:(?:`{3,}|~{3,}|:{3,})\{(?!(?:bash|julia|ojs|python|r|sql)\})[a-z][\w:-]*\}|\([^()\s]+\)=[ \t]*$)",
    re.MULTILINE,
)
"""A directive or a target: a page with one is MyST. Quarto, which is no MyST, writes `{python}` above its code."""
_OPENING = re.compile(r"(?P<indent>[ \t]*)(?P<fence>`{3,}|~{3,}|:{3,})\{(?P<name>[a-z][\w:-]*)\}[ \t]*(?P<given>.*)")
_OPTION = re.compile(r"[ \t]*:([\w-]+):(?:[ \t]+(.*))?")
_TARGET = re.compile(r"([ \t]*)\(([^()\s]{1,500})\)=[ \t]*")
_NOT_SHOWN = re.compile(r"%.*|\+\+\+(?:[ \t].*)?")
"""A comment, or the mark between two cells."""

_NAVIGATION = frozenset({"bibliography", "contents", "index", "sectnum", "tableofcontents", "toctree"})
"""Directives that a site replaces by lists of its own."""
_CODE = frozenset({"code", "code-block", "code-cell", "sourcecode"})
_PICTURES = frozenset({"figure", "image"})
_UNTITLED = frozenset({"container", "div", "glossary", "grid", "tab-set"})
"""Directives whose argument, if they have one, is no title."""
_PROSE_LIST = """
    aside card dropdown epigraph exercise grid-item grid-item-card list-table margin proof sidebar solution tab-item
    table topic
"""
_PROSE = frozenset(_PROSE_LIST.split())
"""Directives with prose, whose argument is a title."""
_MAX_OPTIONS = 100
"""Number of lines that the options of one directive take at most."""
_VERSIONS = {"versionadded": "Added in version", "versionchanged": "Changed in version"}


def unify_myst(lines: list[str]) -> list[str]:
    """Rewrite the directives, targets and comments of MyST.

    >>> unify_myst(["```{tip} Mind", ":name: x", "The gap.", "```"])
    [':::{tip} Mind', 'The gap.', ':::']
    """
    return _Rewriting(lines).run() if _SIGN.search("\n".join(lines)) else lines


class _Rewriting:
    """Goes over the lines once."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = [*lines]
        self.at = 0
        self.out: list[str] = []
        self.open: list[str] = []
        """Fences of the containers around the current line, the innermost last."""

    def run(self) -> list[str]:
        while self.at < len(self.lines):
            line = self.lines[self.at]
            self.at += 1
            if directive := _OPENING.fullmatch(line):
                self._directive(directive, line)
            elif self.open and closes_fence(line, self.open[-1]):
                fence = self.open.pop()
                self.out.append(line.replace(line.strip(), ":" * len(fence)))
            elif opening := fence_opening(line):
                self.out += [line, *self._body(opening["fence"], keeps_end=True)]
            elif target := _TARGET.fullmatch(line):
                self.out += [f'{target[1]}<a id="{target[2]}"></a>', ""]
            elif not _NOT_SHOWN.fullmatch(line):
                self.out.append(line)
        return self.out

    def _directive(self, found: re.Match[str], line: str) -> None:
        name, fence, indent, given = found["name"], found["fence"], found["indent"], found["given"].strip()
        if name in _NAVIGATION:
            self._body(fence)
        elif name in _CODE:
            caption = self._options().get("caption", "").replace('"', "'")
            title = f' caption="{caption}"' if caption else ""
            code = self._body(fence)
            ticks = "```" if fence[0] == ":" else fence
            self.out += [f"{indent}{ticks}{given}{title}".rstrip(), *code, indent + ticks]
        elif name == "math":
            self._options()
            lines = [given] if given else []
            self.out += [f"{indent}$$", *(indent + one for one in lines), *self._body(fence), f"{indent}$$"]
        elif name in _PICTURES:
            alt = self._options().get("alt", "")
            self.out += [f"{indent}{':' * len(fence)}{{{name}}}", *([f"{indent}![{alt}]({given})", ""] if alt else [])]
            self.open.append(fence)
        elif container := self._container(name, given):
            self.out.append(f"{indent}{':' * len(fence)}{container}")
            self.open.append(fence)
            if name == "glossary":
                self._define_terms(fence)
        elif fence[0] == ":":
            self.out.append(line)
            self._options()
        else:
            self.out += [line, *self._body(fence, keeps_end=True)]

    def _define_terms(self, fence: str) -> None:
        """Rewrite the lines of a glossary that follow: what is indented below a term defines it."""
        ends = (at for at in range(self.at, len(self.lines)) if closes_fence(self.lines[at], fence))
        end = next(ends, len(self.lines))
        margin, below, is_term = -1, 0, False
        for at in range(self.at, end):
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

    def _container(self, name: str, given: str) -> str:
        """Return what stands after the colons of a directive with prose; empty for one that is not known."""
        if name in _VERSIONS:
            self._options()
            return f"{{{name}}} {_VERSIONS[name]} {given}"
        if label_of_kind(name) is not None:
            kinds = self._options().get("class", "").split()
            kind = next((kind for kind in kinds if label_of_kind(kind) is not None), name)
            return f"{{{kind if name == 'admonition' else name}}} {given}".rstrip()
        if name in _PROSE or name in _UNTITLED or name.startswith("prf:"):
            self._options()
            return f"{{{name.replace(':', '-')}}} {'' if name in _UNTITLED else given}".rstrip()
        return ""

    def _options(self) -> Mapping[str, str]:
        """Read the options below a directive's first line, as `:key: value` or between two lines of `---`."""
        options = {}
        if self.at < len(self.lines) and self.lines[self.at].strip() == "---":
            lines = [line.strip() for line in self.lines[self.at + 1 : self.at + 1 + _MAX_OPTIONS]]
            if "---" in lines:
                end = lines.index("---")
                self.at += end + 2
                return {key: value.strip() for key, _, value in (line.partition(":") for line in lines[:end])}
        while self.at < len(self.lines) and (option := _OPTION.fullmatch(self.lines[self.at])):
            options[option[1]] = (option[2] or "").strip()
            self.at += 1
        return options

    def _body(self, fence: str, *, keeps_end: bool = False) -> list[str]:
        """Take the lines up to the one that closes a fence, and this one too if it is wanted."""
        body: list[str] = []
        while self.at < len(self.lines):
            line = self.lines[self.at]
            self.at += 1
            if closes_fence(line, fence):
                return [*body, line] if keeps_end else body
            body.append(line)
        return body


_COLONS = re.compile(
    r"(?P<marks>:{3,}|/{3,})[ \t]*"
    r"(?:\{[ \t]*[.#]?(?P<braced>[\w-]+)[^}]*\}|(?P<kind>[^\W\d][\w-]*(?:[.:][\w.:-]+)?))?"
    r"[ \t]*(?:\[(?P<bracketed>.*)\])?[ \t]*(?P<rest>.*)"
)
"""`:::note[Title]`, `::: {.tip}`, `/// tab | Title`, and their closing lines."""
_BANG = re.compile(r'(?:!!!|\?\?\?\+?)[ \t]+([\w-]+)((?:[ \t]+[\w-]+)*)[ \t]*(?:"(.*)")?[ \t]*')
"""MkDocs: `!!! note "Title"`, `??? tip`."""
_TAB = re.compile(r'===[!+]?[ \t]+"(.*)"[ \t]*')
"""MkDocs: `=== "Tab"`."""
_DEFINITION = re.compile(r":[ \t]{1,3}(\S.*)")
"""A definition below its term."""
_ALERT = re.compile(r"((?:>[ \t]?)+)\[!([A-Za-z][\w-]*)\][+-]?[ \t]*(.*)")
"""GitHub: `> [!NOTE]`."""
_SHORTCODE = re.compile(r"\{\{[<%]-?[ \t]*(/?)[ \t]*([\w./-]++)((?:[^}]|\}(?!\}))*?)(/?)[ \t]*-?[>%]\}\}[ \t]*")
"""Hugo: `{{< note >}}`, `{{% /note %}}`."""
_SPREAD = re.compile(
    FENCED + r"|(?<=\{\{[<%])[^{}`]{0,2000}(?=[>%]\}\})",
    re.MULTILINE,
)
"""Fenced code, or the inside of a shortcode, which may have many lines."""
_COMPONENT = re.compile(r"<(/?)([A-Z]\w*[a-z][\w.]*)((?:\s(?:[^<>\"']|\"[^\"]*\"|'[^']*')*?)?)[ \t]*(/?)>[ \t]*")
"""A component's tag alone on its line, in Markdown that is no MDX: react.dev, VitePress."""
_TAG = re.compile(r"<(/?)([A-Za-z][\w.:-]*)(.*?)(/?)>")
"""A `Tag` of MDX, with the groups of `_COMPONENT`."""
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
_LIST_ITEM = re.compile(r"[-*+][ \t]|\d{1,9}[.)][ \t]")
_STARTS_BLOCK = re.compile(r"[-*+][ \t]|[>|=:!]|#{1,6}[ \t]|```|~~~|\d{1,9}[.)][ \t]|<[A-Za-z]|-{3}|\*{3}|[ \t]{4}")
_LABEL_ATTRIBUTE = re.compile(r'(?:title|label)="([^"]*)"')


@dataclass(slots=True)
class _Frame:
    """A container that is open around the current line."""

    closing: str
    """What closes it: its marks, `<` and a tag's name, `{` and a shortcode's name; empty if its indentation does."""
    strip: int
    """Number of leading spaces of a content line that belong to the frame; -1 until the first content line tells."""
    prefix: str
    """Beginning of every line that is written within the frame, including the prefixes of outer frames."""
    pending: str = ""
    """First line of an admonition that is not written yet, since prose may follow on the same line."""
    indent: int = 0
    """Indentation of a tag, in spaces, as far as it is part of the prefix."""
    in_list: bool = False
    """Whether the frame itself is in a list."""
    reach: str = ""
    """First line of each section within, which says whom it is for: `**App only:**`."""


_MAX_FRAMES = 32
"""Depth of nested containers; deeper ones are read as if they were at this depth."""


def unify_containers(lines: list[str], is_mdx: bool) -> str:
    """Rewrite the block syntaxes of documentation tools as CommonMark.

    Args:
        lines: Markdown; of MDX, the lines of `strip_mdx`.
        is_mdx: Whether the page is MDX, where indentation is no code.
    """
    return _Machine(lines, is_mdx).run()


class _Machine:
    """Goes over the lines once."""

    def __init__(self, lines: list[str], is_mdx: bool) -> None:
        self.lines = lines
        self.is_mdx = is_mdx
        self.out: list[str] = []
        self.frames: list[_Frame] = []
        self.fence = ""
        """The fence around the current line; empty outside code."""
        self.fence_indent = 0
        self.code_shortcode = ""
        """Name of the shortcode that stands for the current fence; empty if the fence is a fence."""
        self.in_list = False
        self.alert = ""
        """Label of a `> [!NOTE]` on the last line, to which prose on this line is joined."""
        self.skip_indented = False
        """Whether the options of mkdocstrings' `::: name` may follow."""
        self.last_close = self._last_lines()

    def _last_lines(self) -> dict[str, int]:
        """Map what closes a container to the last line that does; a container without such a line is not opened."""
        last: dict[str, int] = {}
        for number, line in enumerate(self.lines):
            bare = line.strip()
            if bare[:3] in (":::", "///") and not bare.strip(bare[0]):
                last[bare[0]] = number
            elif bare.startswith("{{") and (match := _SHORTCODE.match(bare)) and match[1]:
                last["{" + match[2]] = number
            elif bare.startswith("</") and (match := _COMPONENT.fullmatch(bare)):
                last["<" + match[2]] = number
        return last

    def run(self) -> str:
        for number, line in enumerate(self.lines):
            if self.fence:
                self._in_fence(line)
            elif not line.strip():
                self._emit("")
            else:
                tag = _TAG.fullmatch(line.strip()) if isinstance(line, Tag) else None
                self._line(number, _expand_indent(line), tag)
        while self.frames:
            self._pop()
        return "\n".join(self.out)

    # Writing

    def _prefix(self) -> str:
        return self.frames[-1].prefix if self.frames else ""

    def _emit(self, rest: str) -> None:
        """Write a line within the frames; of several empty lines only one."""
        prefix = self._prefix()
        if rest:
            self.out.append(prefix + rest)
        elif self.fence or not (self._is_pending() or (self.out and self.out[-1] == prefix.rstrip())):
            self.out.append(prefix.rstrip())

    def _is_pending(self) -> bool:
        return bool(self.frames and self.frames[-1].pending)

    def _blank(self) -> None:
        """Write an empty line, if the last line is not empty."""
        if self._is_pending():
            pending, self.frames[-1].pending = self.frames[-1].pending, ""
            self._emit(pending)
        if self.out and self.out[-1].strip(" >"):
            self._emit("")

    # Lines

    def _line(self, number: int, line: str, tag: re.Match[str] | None = None) -> None:
        """Take a line that is neither empty nor code in a fence."""
        rest = line.lstrip(" ")
        if rest[0] == "<" and not self.is_mdx:
            tag = self._tag(number, rest)
        if self.frames:
            untold = [frame for frame in self.frames if frame.strip < 0] if tag and tag[1] else []
            line = self._strip(line)
            for frame in untold:  # the indentation of an end tag does not tell that of the content before it
                frame.strip = -1
            rest = line.lstrip(" ")
        indent = len(line) - len(rest)
        if self.skip_indented:
            if indent >= 4:
                return
            self.skip_indented = False
        if not self.is_mdx and indent >= 4 and not self.in_list:
            self._emit(line)
            return
        if indent == 0 or _LIST_ITEM.match(rest):
            self.in_list = bool(_LIST_ITEM.match(rest))
        if tag:
            self._component(indent, tag)
        elif not self._special(number, indent, rest):
            self._prose(line, rest)

    def _strip(self, line: str) -> str:
        """Remove the frames' own spaces from a line; end the frames for which it is not indented enough."""
        for depth, frame in enumerate(self.frames):
            indent = len(line) - len(line.lstrip(" "))
            if not frame.closing and indent < frame.strip:
                self._pop_to(depth)
                break
            if frame.strip < 0:
                frame.strip = indent
                if indent < frame.indent:  # content is left of its tag, so the tag's indentation is no part of it
                    frame.prefix = frame.prefix[: indent - frame.indent]
            line = line[min(indent, frame.strip) :]
        return line

    def _special(self, number: int, indent: int, rest: str) -> bool:
        """Handle a line that opens or closes a container or shows nothing; return whether it is one."""
        first = rest[0]
        if first in ":/" and rest[:3] in (":::", "///"):
            return self._colons(number, indent, rest)
        if first in "!?" and (match := _BANG.fullmatch(rest)):
            title = "" if match[3] is None else match[3].replace('\\"', '"')
            self._open_quote("", indent, label_of_any(match[1]), title, indent + 4)
        elif first == "=" and (match := _TAB.fullmatch(rest)):
            self._title(indent, match[1])
            self._push(_Frame("", indent + 4, self._prefix() + " " * indent))
        elif first == ":" and not self.is_mdx and (match := _DEFINITION.fullmatch(rest)):
            self._emit(f"{' ' * indent}: {match[1]}")
            self._push(_Frame("", indent + 4, self._prefix() + " " * indent))
        elif first == ">" and (match := _ALERT.fullmatch(rest)):
            self._open_alert(indent, match)
        elif first == "{" and rest.startswith("{{") and (match := _SHORTCODE.fullmatch(rest)):
            self._shortcode(number, indent, match)
        elif first in "-;{[" and (match := _INCLUDED.fullmatch(rest.rstrip())):
            self._emit(f"{' ' * indent}`{match[1] or match[2]}`")
        else:
            return first in "-;{[" and _DROPPED.fullmatch(rest.rstrip()) is not None
        return True

    def _prose(self, line: str, rest: str) -> None:
        if self.alert:
            label, self.alert = self.alert, ""
            body = rest.lstrip("> ")
            if rest.startswith(">") and body and _is_prose(body):
                self.out[-1] = f"{label} {body}"
                return
            if rest.startswith(">") and body:
                self.out.append(re.sub(r"\*\*.*", "", label).rstrip())
        if self._is_pending() and not (self.frames[-1].reach and is_heading(rest)):
            if _is_prose(rest):
                pending, self.frames[-1].pending = self.frames[-1].pending, ""
                self._emit(f"{pending} {rest}")
                return
            self._blank()
        reach = next((frame.reach for frame in reversed(self.frames) if frame.reach), "")
        if reach and is_heading(rest):
            self._emit(line)
            self._emit("")
            self.frames[-1].pending = reach
            return
        if match := fence_opening(line):
            self.fence = match["fence"]
            self.fence_indent = match.start("fence")
        self._emit(line)

    def _in_fence(self, line: str) -> None:
        """Copy a line of fenced code, without the frames' own spaces."""
        bare = line.strip(" \t>")
        if self.code_shortcode:
            end = _SHORTCODE.fullmatch(bare)
            if end and end[1] and end[2] == self.code_shortcode:
                self._emit(" " * self.fence_indent + "```")
                self.fence = self.code_shortcode = ""
                return
        if self.frames:
            line = _expand_indent(line) if line.startswith("\t") and self.frames[-1].strip > 0 else line
            indent = len(line) - len(line.lstrip(" "))
            if bare and indent < sum(frame.strip for frame in self.frames if not frame.closing):
                self._emit(self.fence)  # the fence was never closed, so it ends with its container
                self.fence = ""
                self._line(len(self.lines), line)
                return
            for frame in self.frames:
                line = line[min(len(line) - len(line.lstrip(" ")), max(frame.strip, 0)) :]
        self._emit(line)
        indent = len(line) - len(line.lstrip(" \t>"))
        if not self.code_shortcode and indent <= self.fence_indent + 3 and closes_fence(line, self.fence):
            self.fence = ""

    # Containers

    def _push(self, frame: _Frame) -> None:
        if len(self.frames) < _MAX_FRAMES:
            frame.in_list = self.in_list
            self.frames.append(frame)
            self.in_list = False

    def _pop(self) -> None:
        frame = self.frames.pop()
        self.in_list = frame.in_list
        if frame.prefix.endswith("> ") and self.out and self.out[-1] == frame.prefix.rstrip():
            self.out.pop()
        self._emit("")

    def _pop_to(self, depth: int) -> None:
        while len(self.frames) > depth:
            self._pop()

    def _close(self, closing: str) -> bool:
        """End the innermost frame that a text closes, with all frames in it; return whether there is one."""
        depths = [depth for depth, frame in enumerate(self.frames) if frame.closing == closing]
        if depths:
            self._pop_to(depths[-1])
        return bool(depths)

    def _title(self, indent: int, title: str) -> None:
        """Write a container's title in bold as a paragraph."""
        self._blank()
        self._emit(f"{' ' * indent}**{title}**")
        self._emit("")

    def _open_quote(self, closing: str, indent: int, label: str, title: str, strip: int) -> None:
        """Open an admonition."""
        self._blank()
        first = head(label, title)
        depth = len(self.frames)
        self._push(_Frame(closing, strip, self._prefix() + " " * indent + "> "))
        if len(self.frames) == depth:
            self._emit(first)
        elif first.endswith(":**"):
            self.frames[-1].pending = first
        else:
            self._emit(first)
            self._emit("")

    def _open_alert(self, indent: int, match: re.Match[str]) -> None:
        if self._is_pending():
            self._blank()
        marks = " " * indent + match[1].rstrip()
        self._emit(f"{marks} {head(label_of_any(match[2]), match[3])}")
        if match[3].strip():
            self._emit(marks)
        else:
            self.alert = self.out[-1]

    def _colons(self, number: int, indent: int, rest: str) -> bool:
        """Open or close a `:::` or `///` block; return whether the line does so."""
        match = _COLONS.fullmatch(rest.rstrip())
        if match is None:
            return False
        marks, kind = match["marks"], match["braced"] or match["kind"] or ""
        if not kind and not match["rest"] and not match["bracketed"]:
            any(self._close(marks[:length]) for length in range(len(marks), 2, -1))
            return True
        if marks[0] == "/" and not kind:
            return False
        closes = self.last_close.get(marks[0], -1) > number
        label, title = label_of_kind(kind), _title_of(match)
        strip = -1 if self.is_mdx else indent
        if label is not None and closes:
            self._open_quote(marks, indent, label, title, strip)
        elif label is not None:
            self._emit(f"{' ' * indent}> {head(label, title)}")
        elif marks == ":::" and not closes and kind:
            self._emit(f"{' ' * indent}`{kind}`")  # mkdocstrings names an object whose documentation is in code
            self.skip_indented = True
        else:
            if title and kind != "code-group":
                self._title(indent, title)
            if closes:
                self._push(_Frame(marks, strip, self._prefix() + " " * indent))
        return True

    def _tag(self, number: int, rest: str) -> re.Match[str] | None:
        """Match a component's tag alone on its line, in Markdown that is no MDX; a start tag only if an end follows."""
        tag = _COMPONENT.fullmatch(rest)
        is_whole = tag and (tag[1] or tag[4] or self.last_close.get("<" + tag[2], -1) > number)
        return tag if is_whole else None

    def _component(self, indent: int, tag: re.Match[str]) -> None:
        slash, name, source, self_closed = tag.groups()
        if slash:
            self._close("<" + name)
            return
        around = self.frames[-1].closing if self.frames else ""
        if around.startswith("<") and not self.in_list:
            indent = 0
        values = attributes(source)
        label = admonition_label(name, values)
        if label is not None and not self_closed:
            self._open_quote("<" + name, indent, label, values.get("title", ""), -1)
            return
        self._blank()
        for line in shown_block(name, source, around, is_empty=bool(self_closed)):
            self._emit(" " * indent + line if line else "")
        if not self_closed:
            reach = f"**{only}:**" if (only := reach_of(name)) else ""
            prefix = self._prefix() + " " * indent
            self._push(_Frame("<" + name, -1, prefix, pending=reach, indent=indent, reach=reach))

    def _shortcode(self, number: int, indent: int, match: re.Match[str]) -> None:
        slash, name, source, self_closed = match.groups()
        if slash:
            self._close("{" + name)
            return
        label = label_of_kind(name)
        values = attributes(source)
        closes = not self_closed and self.last_close.get("{" + name, -1) > number
        if closes and name in _CODE_SHORTCODES:
            language = source.split()[0] if name == "highlight" and source.split() else ""
            self._blank()
            self._emit(f"{' ' * indent}```{language}")
            self.fence, self.fence_indent, self.code_shortcode = "```", indent, name
        elif label is not None and closes:
            self._open_quote("{" + name, indent, label, values.get("title", ""), indent)
        elif shown := shown_text(name, values) or shown_shortcode(name, source):
            self._emit(" " * indent + shown)


def join_shortcodes(text: str) -> str:
    r"""Write each shortcode in one line.

    >>> join_shortcodes('{{< img\nsrc="a.png"\n>}}')
    '{{< img src="a.png" >}}'
    """
    if "{{" not in text:
        return text
    return _SPREAD.sub(lambda match: match[0] if match["fence"] else match[0].replace("\n", " "), text)


def _is_prose(rest: str) -> bool:
    """Return whether a line is prose, which an admonition has on the line of its label."""
    return not _STARTS_BLOCK.match(rest)


def _title_of(match: re.Match[str]) -> str:
    """Return the title of a `:::` or `///` block."""
    rest: str = match["rest"]
    if match["marks"][0] == "/":
        return rest.removeprefix("|").strip().strip('"')
    if attribute := _LABEL_ATTRIBUTE.search(rest):
        return attribute[1]
    return match["bracketed"] or re.sub(r"\{[^{}]*\}$", "", rest).strip()


def _expand_indent(line: str) -> str:
    """Replace the tabs that indent a line by spaces."""
    rest = line.lstrip(" \t")
    indent = line[: len(line) - len(rest)]
    return indent.expandtabs(4) + rest if "\t" in indent else line
