"""Rewrite what MyST adds to Markdown, the dialect of Jupyter Book and of Sphinx, as containers that others have too.

In:    Markdown; lines without a directive or a target of MyST are returned as they are.
Out:   Markdown. Directives with prose are `:::` containers, those with code are fences with their language and title,
       formulas stand between `$$`. Targets are HTML ids. Comments, lists of contents and options are left out.
Rules: what is no directive is not changed, and neither is a directive that is not known, nor code.
Spec:  https://myst-parser.readthedocs.io/en/latest/syntax/roles-and-directives.html,
       https://jupyterbook.org/en/stable/content/myst.html
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from pinax_builder.parse.admonition_kinds import label_of_kind
from pinax_runtime.text import closes_fence, fence_opening

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
"""Directives for which a site shows lists that it makes."""
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
