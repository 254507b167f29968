"""Rewrite admonitions, tabs and block components as CommonMark.

In:    Markdown with the block syntaxes that documentation tools add to it: `:::note`, `/// note |`, `!!! note`,
       `=== "Tab"`, `> [!NOTE]`, ```` ```{note} ````, definition lists, shortcodes, and the markers of `mdx.py`.
Out:   CommonMark. An admonition is a blockquote whose first line is `> **Note:** Title`. A tab or a component with a
       title is its label in bold, then its content without the indentation.
Rules: fenced code moves with its container and is else not changed. No word of prose is dropped.

Strategy: one pass over the lines with a stack of frames, one for each open container. A frame says how many leading
spaces of a line it takes, and which prefix it adds. It ends at a closing line (`:::`) or with the indentation.
"""

from __future__ import annotations

import re

from pinax_builder.parse.admonition_kinds import head, label_of_any, label_of_kind
from pinax_builder.parse.markdown.components import (
    admonition_label,
    attributes,
    shown_block,
    shown_shortcode,
    shown_text,
)
from pinax_builder.parse.markdown.container_frame import Frame
from pinax_builder.parse.markdown.container_syntax import (
    ALERT,
    BANG,
    CODE_SHORTCODES,
    COLONS,
    COMPONENT,
    DEFINITION,
    DIRECTIVE,
    DROPPED,
    FENCE,
    INCLUDED,
    LIST_ITEM,
    SHORTCODE,
    TAB,
    expand_indent,
    is_prose,
    join_shortcodes,
    title_of,
)
from pinax_builder.parse.markdown.mdx import FIELD, MARK

_MAX_FRAMES = 32
"""Depth of nested containers; deeper ones are read as if they were at this depth."""


def unify_containers(text: str, is_mdx: bool) -> str:
    """Rewrite the block syntaxes of documentation tools as CommonMark.

    Args:
        text: Markdown, after `strip_mdx` if it is MDX.
        is_mdx: Whether the page is MDX, where indentation is no code.
    """
    text = join_shortcodes(text) if "{{" in text else text
    return _Machine(text.split("\n"), is_mdx).run()


class _Machine:
    """Goes over the lines once."""

    def __init__(self, lines: list[str], is_mdx: bool) -> None:
        self.lines = lines
        self.is_mdx = is_mdx
        self.out: list[str] = []
        self.frames: list[Frame] = []
        self.fence = ""
        self.fence_indent = 0
        self.code_shortcode = ""
        self.in_list = False
        self.alert = ""
        self.skip_indented = False
        self.last_close = self._last_lines()

    def _last_lines(self) -> dict[str, int]:
        """Return the number of the last closing line of each kind; a container without one after it is not opened."""
        last: dict[str, int] = {}
        for number, line in enumerate(self.lines):
            bare = line.strip()
            if bare[:3] in (":::", "///") and not bare.strip(bare[0]):
                last[bare[0]] = number
            elif bare.startswith("{{") and (match := SHORTCODE.match(bare)) and match[1]:
                last[match[2]] = number
            elif bare.startswith("</") and (match := COMPONENT.fullmatch(bare)):
                last[f"<{match[2]}"] = number
        return last

    def run(self) -> str:
        for number, line in enumerate(self.lines):
            if self.fence:
                self._in_fence(line)
            elif not line.strip():
                self._emit("")
            else:
                self._line(number, expand_indent(line))
        while self.frames:
            self._pop()
        return "\n".join(self.out)

    def _emit(self, rest: str) -> None:
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

    def _strip(self, line: str) -> str:
        """Remove the frames' own spaces from a line; end the frames for which it is not indented enough."""
        for depth, frame in enumerate(self.frames):
            indent = len(line) - len(line.lstrip(" "))
            if frame.kind == "indented" and indent < frame.strip:
                while len(self.frames) > depth:
                    self._pop()
                break
            if frame.strip < 0:
                frame.strip = indent
                if indent < frame.indent:  # content is left of its tag, so the tag's indentation is no part of it
                    frame.prefix = frame.prefix[: indent - frame.indent]
            line = line[min(indent, frame.strip) :]
        return line

    def _line(self, number: int, line: str) -> None:
        if self.frames:
            is_marker = line.lstrip(" ").startswith(MARK)
            line = self._strip_marker(line) if is_marker else self._strip(line)
        rest = line.lstrip(" ")
        indent = len(line) - len(rest)
        if self.skip_indented:
            if indent >= 4:
                return
            self.skip_indented = False
        if not self.is_mdx and indent >= 4 and not self.in_list:
            self._emit(line)
            return
        if indent == 0 or LIST_ITEM.match(rest):
            self.in_list = bool(LIST_ITEM.match(rest))
        if not self._special(number, indent, rest):
            self._prose(line, rest)

    def _strip_marker(self, line: str) -> str:
        """Strip a component's tag; its indentation does not tell that of the content around it."""
        known = [frame.strip for frame in self.frames]
        line = self._strip(line)
        for frame, strip in zip(self.frames, known, strict=False):
            if strip < 0:
                frame.strip = -1 if line.split(FIELD)[1] == "/" else frame.strip
        return line

    def _special(self, number: int, indent: int, rest: str) -> bool:
        """Handle a line that opens or closes a container or shows nothing; return whether it is one."""
        first = rest[0]
        if first == MARK:
            self._marker(indent, rest)
        elif first in ":/" and rest[:3] in (":::", "///"):
            return self._colons(number, indent, rest)
        elif first in "!?" and (match := BANG.fullmatch(rest)):
            title = "" if match[3] is None else match[3].replace('\\"', '"')
            self._open_quote("indented", "", indent, label_of_any(match[1]), title, indent + 4)
        elif first == "=" and (match := TAB.fullmatch(rest)):
            self._blank()
            self._emit(f"{' ' * indent}**{match[1]}**")
            self._emit("")
            self._push(Frame("indented", "", indent + 4, self._prefix() + " " * indent))
        elif first == ":" and not self.is_mdx and (match := DEFINITION.fullmatch(rest)):
            self._emit(f"{' ' * indent}: {match[1]}")
            self._push(Frame("indented", "", indent + 4, self._prefix() + " " * indent))
        elif first == "<" and not self.is_mdx and (match := COMPONENT.fullmatch(rest)):
            return self._component(number, indent, match)
        elif first == ">" and (match := ALERT.fullmatch(rest)):
            self._alert(indent, match)
        elif (
            first in "`~"
            and self.frames
            and self.frames[-1].kind == "directive"
            and rest.rstrip() == self.frames[-1].key
        ):
            self._pop()
        elif first == "{" and rest.startswith("{{") and (shortcode := SHORTCODE.fullmatch(rest)):
            return self._shortcode(number, indent, shortcode)
        else:
            return first in "-;{[" and self._dropped(indent, rest.rstrip())
        return True

    def _dropped(self, indent: int, rest: str) -> bool:
        """Drop a line that shows nothing; replace one that includes a file by the file's name."""
        if included := INCLUDED.fullmatch(rest):
            self._emit(f"{' ' * indent}`{included[1] or included[2]}`")
            return True
        return DROPPED.fullmatch(rest) is not None

    def _prose(self, line: str, rest: str) -> None:
        frame = self.frames[-1] if self.frames else None
        if self.alert:
            head_line, self.alert = self.alert, ""
            body = rest.lstrip("> ")
            if rest.startswith(">") and body and is_prose(body):
                self.out[-1] = f"{head_line} {body}"
                return
            if rest.startswith(">") and body:
                self.out.append(re.sub(r"\*\*.*", "", head_line).rstrip())
        if frame is not None and frame.pending:
            pending, frame.pending = frame.pending, ""
            if is_prose(rest):
                self._emit(f"{pending} {rest}")
                return
            self._emit(pending)
            self._emit("")
        if match := FENCE.match(line):
            if self._directive(line, match):
                return
            self.fence = match["fence"]
            self.fence_indent = match.start("fence")
        self._emit(line)

    def _in_fence(self, line: str) -> None:
        """Copy a line of fenced code, without the frames' own spaces."""
        bare = line.strip(" \t>")
        if self.code_shortcode:
            end = SHORTCODE.fullmatch(bare)
            if end and end[1] and end[2] == self.code_shortcode:
                self._emit(" " * self.fence_indent + "```")
                self.fence = self.code_shortcode = ""
                return
        if self.frames:
            line = expand_indent(line) if line.startswith("\t") and self.frames[-1].strip > 0 else line
            if bare and any(frame.kind == "indented" for frame in self.frames):
                indent = len(line) - len(line.lstrip(" "))
                if indent < sum(frame.strip for frame in self.frames if frame.kind == "indented"):
                    self._emit(self.fence)  # the fence was never closed, so it ends with its container
                    self.fence = ""
                    self._line(len(self.lines), line)
                    return
            for frame in self.frames:
                line = line[min(len(line) - len(line.lstrip(" ")), max(frame.strip, 0)) :]
        self._emit(line)
        if not self.code_shortcode and self._closes_fence(line, bare):
            self.fence = ""

    def _closes_fence(self, line: str, bare: str) -> bool:
        indent = len(line) - len(line.lstrip(" \t>"))
        is_fence = bare.startswith(self.fence) and not bare.strip(self.fence[0])
        return is_fence and indent <= self.fence_indent + 3

    # Opening and closing containers

    def _prefix(self) -> str:
        return self.frames[-1].prefix if self.frames else ""

    def _push(self, frame: Frame) -> None:
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

    def _close(self, kind: str, key: str) -> None:
        """End the innermost frame of a kind and key, with all frames in it."""
        depths = [depth for depth, frame in enumerate(self.frames) if frame.kind == kind and frame.key == key]
        while depths and len(self.frames) > depths[-1]:
            self._pop()

    def _open_quote(self, kind: str, key: str, indent: int, label: str, title: str, strip: int) -> None:
        """Open an admonition."""
        self._blank()
        frame = Frame(kind, key, strip, self._prefix() + " " * indent + "> ")
        first = head(label, title)
        if len(self.frames) >= _MAX_FRAMES:
            self._emit(first)
            return
        self._push(frame)
        if first.endswith(":**"):
            frame.pending = first
        else:
            self._emit(first)
            self._emit("")

    def _colons(self, number: int, indent: int, rest: str) -> bool:
        """Open or close `:::` and `///` blocks."""
        match = COLONS.fullmatch(rest.rstrip())
        if match is None:
            return False
        marks, kind = match["marks"], match["braced"] or match["kind"] or ""
        if not kind and not match["rest"] and not match["bracketed"]:
            self._close_colons(marks)
            return True
        if marks[0] == "/" and not kind:
            return False
        closes = self.last_close.get(marks[0], -1) > number
        label, title = label_of_kind(kind), title_of(match)
        if label is not None and closes:
            self._open_quote("colons", marks, indent, label, title, -1 if self.is_mdx else indent)
        elif label is not None:
            self._emit(f"{' ' * indent}> {head(label, title)}")
        elif marks == ":::" and not closes and kind:
            self._emit(f"{' ' * indent}`{kind}`")  # mkdocstrings names an object whose documentation is in code
            self.skip_indented = True
        else:
            self._open_plain(marks, indent, "" if kind == "code-group" else title, closes)
        return True

    def _open_plain(self, marks: str, indent: int, title: str, closes: bool) -> None:
        """Open a block that is no admonition, such as a tab."""
        if title:
            self._blank()
            self._emit(f"{' ' * indent}**{title}**")
            self._emit("")
        if closes:
            self._push(Frame("colons", marks, -1 if self.is_mdx else indent, self._prefix() + " " * indent))

    def _close_colons(self, marks: str) -> None:
        open_marks = [frame.key if frame.kind == "colons" else "" for frame in self.frames]
        fitting = [depth for depth, key in enumerate(open_marks) if key == marks]
        fitting = fitting or [depth for depth, key in enumerate(open_marks) if key and marks.startswith(key)]
        while fitting and len(self.frames) > fitting[-1]:
            self._pop()

    def _component(self, number: int, indent: int, match: re.Match[str]) -> bool:
        """Open or close a component on a page that is not MDX; one that is never closed is not opened."""
        slash, name, source, self_closed = match.groups()
        kind = "/" if slash else "=" if self_closed else "<"
        if kind == "<" and self.last_close.get(f"<{name}", -1) <= number:
            return False
        self._marker(indent, FIELD.join((MARK + name, kind, source)))
        return True

    def _marker(self, indent: int, rest: str) -> None:
        name, kind, source = rest[1:].split(FIELD, 2)
        if kind == "/":
            self._close("tag", name)
            return
        if self.frames and self.frames[-1].kind == "tag" and not self.in_list:
            indent = 0
        values = attributes(source)
        label = admonition_label(name, values)
        if label is not None and kind == "<":
            self._open_quote("tag", name, indent, label, values.get("title", ""), -1)
            return
        self._blank()
        around = self.frames[-1].key if self.frames else ""
        for line in shown_block(name, source, around, is_empty=kind == "="):
            self._emit(" " * indent + line if line else "")
        if kind == "<":
            self._push(Frame("tag", name, -1, self._prefix() + " " * indent, indent=indent))

    def _alert(self, indent: int, match: re.Match[str]) -> None:
        label = label_of_any(match[2])
        self._emit(f"{' ' * indent}{match[1].rstrip()} {head(label, match[3])}")
        if match[3].strip():
            self._emit(" " * indent + match[1].rstrip())
        else:
            self.alert = self.out[-1]

    def _shortcode(self, number: int, indent: int, match: re.Match[str]) -> bool:
        slash, name, source, self_closed = match.groups()
        if slash:
            self._close("shortcode", name)
            return True
        label = label_of_kind(name)
        values = attributes(source)
        closes = not self_closed and self.last_close.get(name, -1) > number
        if closes and name in CODE_SHORTCODES:
            language = source.split()[0] if name == "highlight" and source.split() else ""
            self._blank()
            self._emit(f"{' ' * indent}```{language}")
            self.fence, self.fence_indent, self.code_shortcode = "```", indent, name
        elif label is not None and closes:
            self._open_quote("shortcode", name, indent, label, values.get("title", ""), indent)
        elif shown := shown_text(name, values) or shown_shortcode(name, source):
            self._emit(" " * indent + shown)
        return True

    def _directive(self, line: str, match: re.Match[str]) -> bool:
        """Open an admonition that is written as a fence (MyST)."""
        directive = DIRECTIVE.fullmatch(match["info"].rstrip())
        label = label_of_kind(directive[1]) if directive else None
        if directive is None or label is None or not line.lstrip(" ").startswith(match["fence"]):
            return False
        indent = len(line) - len(line.lstrip(" "))
        self._open_quote("directive", match["fence"], indent, label, directive[2], indent)
        return True
