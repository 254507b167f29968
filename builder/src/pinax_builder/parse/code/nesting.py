"""Nest definitions, and decide which of them open sections and what each is called.

In:    A file's Captures.
Out:   A tree of Nodes, in the order of the source: the file's own first.
Rules: a definition opens a section, unless it is in a short function. A member opens one only if a comment of three
       lines or more explains it. Depth and number of sections are bounded; a definition beyond the bounds is a symbol
       of the section around it. Nothing recurses.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from pinax_builder.languages import CodeLanguage
from pinax_builder.parse.code.captures import Captures, Found, Range

LONG_FUNCTION_LINES = 120
"""Length of a function from which on definitions in it open sections, in lines."""
MEMBER_COMMENT_LINES = 3
"""Length of a member's comment from which on the member opens a section, in lines."""
MAX_DEPTH = 24
"""Depth of the deepest section."""
MAX_SECTIONS = 20_000
"""Number of sections of a file."""

_TYPES = frozenset({"class", "struct", "interface", "enum"})
_CALLABLES = frozenset({"function", "method"})
_VALUES = frozenset({"property", "constant", "variable"})
_WORD = re.compile(r"\w+")


@dataclass(slots=True, eq=False)
class Node:
    """A definition in a file, or the file itself."""

    found: Found
    extent: Range
    """Range of the definition with the comments and attributes before it."""
    parent: Node | None = None
    opens_section: bool = False
    kind: str = ""
    local_name: str = ""
    """Name, qualified by the definitions around it in this file."""
    path: str = ""
    """The same with the trait that it is of, as in `<Queue as Display>::fmt`: what distinguishes it."""
    visibility: str = ""
    comments: list[Range] = field(default_factory=list)
    """Comments before it, and documentation strings in it."""
    children: list[Node] = field(default_factory=list)
    """Definitions directly in it."""
    named: list[Node] = field(default_factory=list)
    """Definitions in its section that open none of their own."""
    access: str = ""
    """The last word in it that set a visibility, such as `private`."""
    depth: int = 0
    """Number of definitions around it, scopes aside."""
    level: int = 0
    """Number of sections around its own."""

    section: Node = field(init=False)
    """The nearest node that opens a section: itself, or one around it."""

    def __post_init__(self) -> None:
        self.section = self


class Lines:
    """Finds the line of a byte."""

    def __init__(self, source: bytes) -> None:
        self._starts = [0, *(match.end() for match in re.finditer(b"\n", source))]

    def number(self, at: int) -> int:
        """Return the number of a byte's line, from 1."""
        return bisect_right(self._starts, at)

    def count(self, span: Range) -> int:
        """Return the number of lines that a range touches."""
        return self.number(max(span.start, span.end - 1)) - self.number(span.start) + 1


def nest(source: bytes, captures: Captures, language: CodeLanguage, lines: Lines) -> list[Node]:
    """Nest a file's definitions.

    Returns:
        All nodes in the order of the source. The first is the file's own; its kind is empty, its extent is the file.
    """
    file = Range(0, len(source))
    root = Node(Found("container", "", "", "", "", file, 0, 0), file, opens_section=True)
    before = _Before(source, captures)
    nodes, stack, n_sections = [root], [root], 1
    for start, _, item in _events(captures):
        while len(stack) > 1 and _is_over(stack[-1].found, start, item):
            stack.pop()
        if isinstance(item, str):
            stack[-1].access = item
        elif isinstance(item, Range):
            stack[-1].comments.append(item)
        elif not _is_local(item, stack[-1]):
            node = _node(item, stack[-1], before, lines)
            node.opens_section = node.opens_section and n_sections < MAX_SECTIONS
            if node.opens_section:
                node.level = stack[-1].section.level + 1
                n_sections += 1
            else:
                node.section = stack[-1].section
                if item.role in ("definition", "member"):
                    node.section.named.append(node)
            _qualify(node, stack[-1], source, captures, language)
            stack[-1].children.append(node)
            stack.append(node)
            nodes.append(node)
    return nodes


def _is_over(found: Found, start: int, item: Found | Range | str) -> bool:
    """Return whether the next item is not inside a definition: it is after it, or declared with it (`int a, b;`)."""
    return found.node.end <= start or (isinstance(item, Found) and item.node == found.node)


def _is_local(found: Found, parent: Node) -> bool:
    """Return whether a definition is a function's variable, which is no symbol of the file."""
    return found.role == "member" and found.kind in _VALUES and _beyond_scopes(parent).kind in _CALLABLES


def _events(captures: Captures) -> list[tuple[int, int, Found | Range | str]]:
    """Return definitions, documentation and access words in the order of the source, outer before inner ones."""
    events: list[tuple[int, int, Found | Range | str]] = [
        *((found.node.start, -found.node.end, found) for found in captures.found),
        *((doc.start, 0, doc) for doc in captures.docs),
        *((at, 0, word) for at, word in captures.access),
    ]
    return sorted(events, key=lambda event: event[:2])


def _node(found: Found, parent: Node, before: _Before, lines: Lines) -> Node:
    """Make the node of a definition in `parent`, with the comments before it."""
    floor = max(parent.found.node.start, parent.children[-1].found.node.end if parent.children else 0)
    start, comments = before.of(found.node.start, floor)
    node = Node(found, Range(start, found.node.end), parent, comments=comments)
    node.depth = parent.depth + (found.role != "scope")
    explained = sum(lines.count(comment) for comment in comments) >= MEMBER_COMMENT_LINES
    wants = found.role in ("definition", "container") or (found.role == "member" and explained)
    siblings_end = parent.children[-1].extent.end if parent.children else 0
    fits = found.node.start >= siblings_end and node.depth <= MAX_DEPTH
    node.opens_section = wants and fits and not _in_short_function(parent, lines)
    return node


def _in_short_function(node: Node, lines: Lines) -> bool:
    """Return whether a definition in this node is in a short function, and therefore opens no section."""
    around = _beyond_scopes(node)
    if around.kind in _CALLABLES | {"property"} and lines.count(around.found.node) < LONG_FUNCTION_LINES:
        return True
    return around.parent is not None and not around.opens_section and around.found.role == "definition"


def _beyond_scopes(node: Node) -> Node:
    while (node.found.role == "scope" or node.kind == "macro") and node.parent is not None:
        node = node.parent
    return node


def _qualify(node: Node, parent: Node, source: bytes, captures: Captures, language: CodeLanguage) -> None:
    """Set a node's kind, local name and visibility."""
    found = node.found
    around = _beyond_scopes(parent)
    in_type = around.kind in _TYPES or (around.found.role == "container" and around.parent is not None)
    node.kind = found.kind
    if found.kind == "function" and (in_type or found.receiver or _is_outer_method(found, captures, language)):
        node.kind = "method"
    elif found.kind == "variable" and in_type:
        node.kind = "property"
    while parent.kind == "macro" and parent.parent is not None:
        parent = parent.parent
    names_above = parent.local_name if parent.depth <= MAX_DEPTH else ""
    separator = language.separator
    if (in_type or found.receiver) and found.kind in language.member_separators:
        separator = language.member_separators[found.kind]
    if found.receiver:
        names_above = f"{names_above}{language.separator}{found.receiver}" if names_above else found.receiver
    node.local_name = node.path = separator.join(filter(None, (names_above, found.name)))
    if around.found.trait and found.role == "definition":
        node.path = f"<{names_above} as {around.found.trait}>{separator}{found.name}"
    node.visibility = _visibility(node, around, source, language)


def _is_outer_method(found: Found, captures: Captures, language: CodeLanguage) -> bool:
    """Return whether a function is a method that is written outside of its type."""
    qualifier = found.name.rpartition(language.separator)[0]
    if not language.has_outer_methods or not qualifier:
        return False
    return not any(scope.endswith(qualifier) for scope in captures.scopes)


def _visibility(node: Node, around: Node, source: bytes, language: CodeLanguage) -> str:
    """Return a symbol's visibility: by its name, a word before it, an access word above it, or the default."""
    found = node.found
    said = language.visibility_of(found.name)
    if said or found.role == "container":
        return said
    if language.visibility_words:
        words = set(_WORD.findall(source[found.node.start : found.name_at].decode("utf-8", "replace")))
        for word, meaning in language.visibility_words.items():
            if word in words:
                return meaning
    if around.access:
        return language.visibility_words.get(around.access, around.access)
    kind = around.kind if around.parent is not None else ""
    return language.default_visibility.get(kind, language.default_visibility.get("*" if kind else "", ""))


class _Before:
    """Finds the comments and attributes right before a definition."""

    def __init__(self, source: bytes, captures: Captures) -> None:
        self._source = source
        self._comments = {comment.end: comment for comment in captures.comments}
        self._attributes = {attribute.end: attribute for attribute in captures.attributes}

    def of(self, start: int, floor: int) -> tuple[int, list[Range]]:
        """Go back over comments and attributes.

        Args:
            start: Offset of the definition, in bytes.
            floor: Offset at which to stop: the end of the definition before, or the start of the one around.

        Returns:
            The offset at which the comments and attributes begin; the comments, in the order of the source.
        """
        comments: list[Range] = []
        while True:
            end = _last_before(self._source, start, floor)
            newlines = self._source.count(b"\n", end, start)
            if end <= floor or newlines > 1:
                break
            if end in self._attributes:
                start = self._attributes[end].start
            elif end in self._comments and self._begins_line(self._comments[end].start):
                start = self._comments[end].start
                comments.insert(0, self._comments[end])
            else:
                break
        return start, comments

    def _begins_line(self, at: int) -> bool:
        line = self._source.rfind(b"\n", 0, at) + 1
        return not self._source[line:at].strip()


def _last_before(source: bytes, at: int, floor: int) -> int:
    """Return the offset after the last byte before `at` that is no white space, at least `floor`."""
    while at > floor and source[at - 1] in b" \t\r\n\f":
        at -= 1
    return at
