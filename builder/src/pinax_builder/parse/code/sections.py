"""Write a file's definitions as sections: documentation as prose, then the code in a fence.

In:    A file's text, path and language.
Out:   Sections in the order of the source, each with its symbols.
Rules: `…` stands for the code of child sections. No line is in two sections, unless it declares a member of a type.
       Comments that document a definition are its prose and no part of its code; headings in long ones open sections
       below it. License headers are left out.
"""

from __future__ import annotations

import re
import textwrap
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pinax_builder.languages import CodeLanguage
from pinax_builder.parse.code.captures import Captures, Range, capture
from pinax_builder.parse.code.comments import Part, is_banner, is_license, parts_of, prose_of
from pinax_builder.parse.code.nesting import MAX_DEPTH, MAX_SECTIONS, Lines, Node, nest
from pinax_builder.parse.slugs import Anchors, slugify
from pinax_builder.records import Section, Symbol
from pinax_runtime.text import fenced, is_heading

MAX_SIGNATURE_CHARS = 500
"""Length of the longest signature, in characters; the rest is cut."""
MAX_TITLE_CHARS = 160
"""Length of the longest title, in characters; the rest is cut."""

_SPACES = re.compile(r"\s+")
_BEFORE_CLOSING = re.compile(r"(?<=[(\[]) |,? (?=[)\]])| (?=[,;])")
_HEAD_END = re.compile(r"(?:[\s{:;=,]|=>|\bdo|\bthen|\bbegin)+$")
_CONDITIONAL = re.compile(r"^[ \t]*#[ \t]*(?:if|elif|elseif|else|endif)\b.*$", re.MULTILINE)
_GAP = re.compile(rb"(?:[ \t]*\n)*")
_SPACE = re.compile(rb"\s*")
_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n){2,}")
_MARKS = re.compile(r"^([ \t]*…)(?:\s*…)+[ \t]*$|(?<= )(…)(?: +…)+(?= )", re.MULTILINE)
_MARK = re.compile(r"\s*…\s*")
_WORD = re.compile(r"\w")
_PROLOGUE = re.compile(rb"(?:\s|<\?php|#(?:end)?region[^\n]*|#![^\n]*|\xef\xbb\xbf|['\"]use strict['\"];?)+")
_DIRECTIVE = re.compile(
    rb"#!|# ?-\*-|# vim?:|# ?(?:en)?coding[:=]|# (?:frozen_string_literal|typed|warn_indent):|//(?: \+build|go:)"
)
"""Beginning of a comment that is meant for a program."""


@dataclass(frozen=True, slots=True)
class CodeSections:
    """The sections of a file of code, and what is known of the file."""

    sections: tuple[Section, ...]
    description: str
    """First paragraph of the file's own documentation, on one line."""
    is_broken: bool
    """Whether the grammar could not read the file at all."""


def code_sections(text: str, path: str, language: CodeLanguage) -> CodeSections:
    """Cut a file of code into sections."""
    source = text.encode("utf-8", "replace")
    captures = capture(source, language)
    lines = Lines(source)
    writer = _Writer(source, path, language, captures, lines)
    sections = writer.write(nest(source, captures, language, lines))
    paragraphs = writer.root_prose.split("\n\n")
    description = _SPACES.sub(" ", next((text for text in paragraphs if not is_heading(text)), ""))
    return CodeSections(tuple(sections), description, captures.is_broken)


class _Writer:
    """Writes the sections of one file."""

    def __init__(self, source: bytes, path: str, language: CodeLanguage, captures: Captures, lines: Lines) -> None:
        self._source = source
        self._path = path
        self._language = language
        self._captures = captures
        self._lines = lines
        self._module = language.module_of(path)
        self._anchors = Anchors()
        self.root_prose = ""
        """The file's own documentation."""

    def write(self, nodes: Sequence[Node]) -> list[Section]:
        """Return the sections of a file, its own first."""
        hidden = self._document_root(*nodes)
        sections: list[Section] = []
        for node in nodes:
            if node.opens_section:
                sections += self._sections_of(node, hidden if node.level == 0 else [], MAX_SECTIONS - len(sections))
        return sections

    def _document_root(self, root: Node, *others: Node) -> list[Range]:
        """Find the file's own documentation among the comments at its head.

        Returns:
            The ranges of license headers, which are not shown.
        """
        attached = {comment.start for node in others for comment in node.comments}
        hidden: list[Range] = []
        for block in _head_comments(self._source, self._captures.comments):
            texts = [self._text(comment) for comment in block]
            if is_license("\n".join(texts)):
                hidden += block
            elif not root.comments and not any(comment.start in attached for comment in block):
                root.comments += block
        self.root_prose = self._prose(root)
        return hidden

    def _sections_of(self, node: Node, hidden: list[Range], most: int) -> list[Section]:
        """Return the section of a node, and those that the headings of its documentation open, at most a number."""
        code, depth = self._code(node, hidden), node.level
        prose, *parts = parts_of(self.root_prose if depth == 0 else self._prose(node))
        if depth == 0:
            own = [Symbol(self._module, "module", self._language.name, "", 1, self._last_line(node), "public")]
            title, heading, anchor = self._path, f"# {self._path}", ""
            symbols = own if self._module else []
        else:
            signature = self._signature(node)
            title = _short(signature, node.found.name)
            symbols = [] if node.found.role == "container" else [self._symbol(node, signature)]
            heading = f"`{self._qualified(node.path)}`" if symbols else f"`{title}`"
            anchor = self._anchor(node.path if symbols else title)
        symbols += [self._symbol(member, self._signature(member)) for member in node.named]
        text = "\n\n".join(filter(None, (heading, prose.text, code)))
        lines = self._lines.number(node.found.name_at), self._last_line(node)
        own_section = Section(
            depth, anchor, title, "definition" if depth else "page", text, tuple(symbols), lines=lines
        )
        return [own_section, *self._below(own_section, parts[: max(most, 0)])]

    def _below(self, around: Section, parts: Sequence[Part]) -> Iterator[Section]:
        """Yield the sections that headings open; of a definition's, an id that is free is an alias."""
        levels: list[int] = []
        for part in parts:
            while levels and levels[-1] >= part.level:
                levels.pop()
            levels.append(part.level)
            name = slugify(part.title)
            anchor = self._anchors.numbered(f"{around.anchor}/{name}" if around.anchor else name or "~section")
            aliases = (self._anchors.numbered(name),) if anchor != name and name and self._anchors.is_free(name) else ()
            depth = min(around.depth + len(levels), MAX_DEPTH)
            yield Section(depth, anchor, part.title, "heading", part.text, aliases=aliases)

    def _symbol(self, node: Node, signature: str) -> Symbol:
        return Symbol(
            name=self._qualified(node.local_name),
            kind=node.kind,
            language=self._language.name,
            signature=signature,
            line=self._lines.number(node.found.name_at),
            last_line=self._last_line(node),
            visibility=node.visibility,
        )

    def _qualified(self, name: str) -> str:
        package = self._captures.package or self._module
        return f"{package}{self._language.separator}{name}" if package and not name.startswith("::") else name

    def _anchor(self, name: str) -> str:
        """Make an anchor of a name, with a number if the page has it already.

        `#` is replaced, since it would end the path in a section id.
        """
        return self._anchors.numbered("~" + _SPACES.sub("-", name.replace("#", ".").lstrip(".")))

    def _signature(self, node: Node) -> str:
        """Return a definition's head on one line, without attributes and comments."""
        found = node.found
        end = found.head_end if found.head_end > found.name_at else found.node.end
        end_of_head = min(end, found.name_at + 4 * MAX_SIGNATURE_CHARS)
        head = _cut(self._captures.shown, found.node.start, end_of_head, self._asides(found.node))
        if self._language.has_conditionals:
            head = _CONDITIONAL.sub("", head)
        if end == found.node.end:
            head = re.split(r"\{[^}]*$|\{\s*\n|\n\s*\n", head, maxsplit=1)[0]
        plain = _BEFORE_CLOSING.sub("", " ".join(head.split()))
        head = _HEAD_END.sub("", plain) or found.name
        if (
            found.head_end <= found.name_at and found.role == "definition"
        ):  # the name is last: typedef struct { … } name
            head = f"{head} … {found.name}"
        return head[:MAX_SIGNATURE_CHARS]

    def _asides(self, span: Range) -> list[tuple[Range, str]]:
        inside = (*_within(self._captures.attributes, span), *_within(self._captures.comments, span))
        return [(aside, " ") for aside in inside]

    def _prose(self, node: Node) -> str:
        texts: list[str] = []
        end = 0
        for comment in node.comments:
            if texts and self._source.count(b"\n", end, comment.start) > 1:
                texts.append("")  # what stands apart does so in the text
            texts.append(self._text(comment))
            end = comment.end
        return prose_of(texts, self._language.comment_markup)

    def _code(self, node: Node, hidden: list[Range]) -> str:
        """Return a section's own code in a fence; empty if there is no word in it."""
        cuts = [(self._without_gap(span), "") for span in (*node.comments, *hidden)]
        children = list(_child_sections(node))
        cuts += [self._marked(child, is_whole=node.parent is not None) for child in children]
        cuts += [(self._without_gap(banner), "") for banner in self._banners(node, children)]
        start = node.extent.start
        if not node.comments or start < node.comments[0].start:
            start = self._line_start(start)
        code = _cut(self._source, start, node.extent.end, cuts)
        if "…" in code:
            code = _MARKS.sub(r"\1\2", code)
        code = textwrap.dedent(_BLANK_LINES.sub("\n\n", code)).strip("\n").rstrip()
        if not _WORD.search(_MARK.sub("", code)):
            return ""
        return fenced(code, self._language.name)

    def _marked(self, child: Node, is_whole: bool) -> tuple[Range, str]:
        """Return the range of a child to cut out, and what replaces it.

        Args:
            child: It has a section of its own.
            is_whole: Whether to show a member's declaration in place of a mark, so that a type has all its members.
        """
        lines = self._whole_lines(child.extent)
        mark, end = "…", ""
        if is_whole and child.found.role == "member":
            mark = _short(self._signature(child), child.found.name)
            declared = self._text(Range(child.found.node.start, lines.end))
            declared = _BEFORE_CLOSING.sub("", " ".join(declared.split()))
            end = declared.removeprefix(mark) if declared.rstrip(" ;,") == mark else " …"
        if lines.end == child.extent.end:
            return lines, mark + end
        return lines, f"{self._text(Range(lines.start, child.extent.start))}{mark}{end}\n"

    def _banners(self, node: Node, children: Sequence[Node]) -> Iterator[Range]:
        """Yield the comments in a section's code that only announce the children below them, as `/*** READING ***/`."""
        starts = {child.extent.start for child in children}
        block: list[Range] = []
        for comment in _within(self._captures.comments, node.extent) if children else ():
            if block and self._source[block[-1].end : comment.start].strip(b" \t\n"):
                block = []
            block.append(comment)
            gap = _SPACE.match(self._source, comment.end)
            if gap and gap.end() in starts and is_banner("\n".join(map(self._text, block))):
                yield from block

    def _whole_lines(self, span: Range) -> Range:
        """Widen a range to its lines, if nothing else is on them but `;` or `,`."""
        start = self._line_start(span.start)
        line_end = self._source.find(b"\n", span.end)
        end = len(self._source) if line_end < 0 else line_end + 1
        is_alone = start < span.start or start == 0 or self._source[start - 1 : start] == b"\n"
        return Range(start, end if is_alone and not self._source[span.end : end].strip(b" \t\r\n;,") else span.end)

    def _without_gap(self, comment: Range) -> Range:
        """Widen a comment to its lines and the empty lines after it."""
        lines = self._whole_lines(comment)
        gap = _GAP.match(self._source, lines.end)
        return Range(lines.start, gap.end() if gap and lines.end > comment.end else lines.end)

    def _line_start(self, at: int) -> int:
        """Return the start of a byte's line if only white space is between them, else the byte itself."""
        start = self._source.rfind(b"\n", 0, at) + 1
        return at if self._source[start:at].strip() else start

    def _last_line(self, node: Node) -> int:
        return self._lines.number(max(node.found.node.start, node.found.node.end - 1))

    def _text(self, span: Range) -> str:
        return self._source[span.start : span.end].decode("utf-8", "replace")


def _child_sections(node: Node) -> Iterator[Node]:
    """Yield the nearest sections below a node."""
    waiting = list(reversed(node.children))
    while waiting:
        child = waiting.pop()
        if child.opens_section:
            yield child
        else:
            waiting.extend(reversed(child.children))


def _head_comments(source: bytes, comments: Sequence[Range]) -> list[list[Range]]:
    """Return the comments before a file's first code, as blocks between empty lines."""
    blocks: list[list[Range]] = []
    end = 0
    for comment in comments:
        between = source[end : comment.start]
        if between.strip() and not _PROLOGUE.fullmatch(between):
            break
        if _DIRECTIVE.match(source, comment.start):
            end = comment.end
            continue
        if blocks and between.count(b"\n") <= 1 and end:
            blocks[-1].append(comment)
        else:
            blocks.append([comment])
        end = comment.end
    return blocks


def _cut(source: bytes, start: int, end: int, cuts: list[tuple[Range, str]]) -> str:
    """Return the source from `start` to `end` with some ranges replaced."""
    pieces = []
    for span, replacement in sorted(cuts, key=lambda cut: cut[0].start):
        if span.end <= start or span.start >= end:
            continue
        pieces += [source[start : max(start, span.start)].decode("utf-8", "replace"), replacement]
        start = max(start, span.end)
    pieces.append(source[start:end].decode("utf-8", "replace"))
    return "".join(pieces)


def _within(ranges: Sequence[Range], span: Range) -> list[Range]:
    """Return those of the ranges, which are sorted by start, that start in a span."""
    first = bisect_left(ranges, span.start, key=lambda item: item.start)
    last = bisect_left(ranges, span.end, key=lambda item: item.start)
    return list(ranges[first:last])


def _short(signature: str, name: str) -> str:
    """Cut a signature to the length of a title; if that cuts off the name, return the name."""
    if len(signature) <= MAX_TITLE_CHARS:
        return signature
    cut = signature[: MAX_TITLE_CHARS - 1] + "…"
    return cut if name in cut else name
