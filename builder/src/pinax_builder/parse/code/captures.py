"""Run a language's query over a file.

In:    A file's bytes and its language.
Out:   Captures: the definitions, and the comments, attributes and words that belong to them, each with its byte range.
Rules: nothing here recurses; parser and query are iterative. Of a file with broken syntax, the readable parts are
       captured. The parser cannot be interrupted, and on hostile text its time and memory grow with the square of the
       length; the worker process bounds both.
Spec:  pinax_builder.languages.language (the meaning of each capture)
Why:   docs/decisions/0014
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Literal

from tree_sitter import Language, Node, Parser, Query, QueryCursor

from pinax_builder.languages import CodeLanguage
from pinax_builder.parse.code.blanking import filled, tree_within, without_bodies, without_branches, without_macros

_MAX_NAME_CHARS = 256
"""Length of the longest name, in characters; a longer one is no name."""
_MAX_ERROR_CHILDREN = 20_000
"""Number of children of an error node above which the file counts as unreadable."""
_MAX_SEEN = 50_000
"""Number of nodes with errors that are visited."""
_MOST_READINGS = 12
"""Number of bytes of macros that are parsed at most, as a multiple of the file's length."""
_MAX_NODE_DEPTH = 5_000
"""Depth of the deepest node that is captured: a query takes time that grows with the square of the depth."""
_SPACES = re.compile(r"\s+")

Role = Literal["definition", "member", "container", "scope"]
_ROLES: tuple[Role, ...] = ("definition", "member", "container", "scope")
_Match = tuple[int, dict[str, list[Node]]]


@dataclass(frozen=True, slots=True)
class Range:
    """A range of bytes in the file, the end excluded."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Found:
    """A definition, member, container or scope that a pattern captured."""

    role: Role
    kind: str
    """The part of the capture's name after the dot, such as `function`."""
    name: str
    """Name as written, without what the language leaves out of names; empty for a container without a name."""
    receiver: str
    """Type to which a method written outside of it belongs; may be empty."""
    trait: str
    """What a container gives to its type, as written; may be empty."""
    node: Range
    """Range of the whole definition."""
    name_at: int
    """Offset of the name, in bytes."""
    head_end: int
    """Offset of the signature's end, in bytes."""


@dataclass(frozen=True, slots=True)
class Captures:
    """All captures of a file; ranges are in the order of their starts."""

    package: str
    """Name that qualifies all names of the file; may be empty."""
    found: tuple[Found, ...]
    comments: tuple[Range, ...]
    attributes: tuple[Range, ...]
    docs: tuple[Range, ...]
    access: tuple[tuple[int, str], ...]
    """(offset in bytes, word) of each word that sets the visibility of what follows."""
    scopes: frozenset[str]
    """Names of the file's namespaces."""
    shown: bytes
    """The source from which signatures are read: of a conditional that cuts through a statement, one branch is left."""
    is_broken: bool
    """Whether no part of the file could be read as this language."""


class _Gatherer:
    """Gathers the captures of a file."""

    def __init__(self, source: bytes, language: CodeLanguage) -> None:
        self._source = source
        self._language = language
        self.package = ""
        self.named: dict[int, tuple[tuple[int, int, int], Found]] = {}
        """Offset of a name → (rank, definition); the lowest rank wins."""
        self.ranges: dict[str, set[tuple[int, int]]] = {"comment": set(), "attribute": set(), "doc": set()}
        self.access: set[tuple[int, str]] = set()
        self._bodies: list[Node] = []
        """Bodies of macros that are not yet read."""
        self._given: frozenset[int] = frozenset()
        """Offsets of names that a macro is given."""

    def add(self, match: _Match) -> None:
        """Add one match."""
        pattern, captured = match
        for capture_name, nodes in captured.items():
            role, _, kind = capture_name.partition(".")
            if role in self.ranges:
                self.ranges[role].update([(node.start_byte, node.end_byte) for node in nodes])
            elif role == "access":
                self.access.update([(node.start_byte, self._text(node).strip(" \t:")) for node in nodes])
            elif role == "items":
                self._bodies += nodes
            elif role == "package":
                self.package = self.package or self._name(captured["name"])
            elif role in _ROLES:
                self._name_one(pattern, role, kind, nodes[0], captured)

    def add_from_macros(self, parser: Parser, query: Query) -> None:
        """Add what the bodies of macros define, if they hold only items; inner macros are read after outer ones."""
        macros = filled(self._source, self._bodies)
        self._given = macros.given
        left = _MOST_READINGS * len(self._source)
        while self._bodies and left > 0:
            body = self._bodies.pop()
            left -= body.end_byte - body.start_byte
            tree = body if body.has_error else tree_within(body, macros.text, parser)
            matches = [] if tree.has_error else _matches(query, tree)
            if any("statement" in captured for _, captured in matches):
                continue
            for match in matches:
                self.add(match)
        self.ranges["attribute"].update(macros.asides)

    def _name_one(self, pattern: int, role: Role, kind: str, node: Node, captured: dict[str, list[Node]]) -> None:
        """Add the definition of a match, unless a pattern of lower rank captured the same name."""
        names = captured.get("name", [])
        named = names[0] if names else None
        body = captured.get("body", [None])[0] or node.child_by_field_name("body")
        at = _last_part(named).start_byte if named else node.start_byte
        node = _wrapped(node, self._language.wrappers)
        rank = (_ROLES.index(role), node.start_byte - node.end_byte, pattern)
        if at in self.named and self.named[at][0] <= rank:
            return
        name = self._name(names) if names else ""
        if named and not 0 < len(name) <= _MAX_NAME_CHARS:
            return
        if at in self._given:
            if role == "member":
                return
            role, name = ("scope", "") if kind == "module" else ("container", name)
        receiver = self._name(captured["receiver"]) if "receiver" in captured else ""
        trait = _SPACES.sub(" ", self._text(captured["trait"][0]))[:_MAX_NAME_CHARS] if "trait" in captured else ""
        extent = self.trimmed(node.start_byte, node.end_byte)
        head_end = body.start_byte if body else extent.end
        self.named[at] = rank, Found(role, kind, name, receiver, trait, extent, at, head_end)

    def _name(self, nodes: Sequence[Node]) -> str:
        """Return the name that nodes span, without white space, quotes and what the language leaves out of names."""
        text = self._source[nodes[0].start_byte : nodes[-1].end_byte].decode("utf-8", "replace")
        if self._language.left_out_of_names:
            text = re.sub(self._language.left_out_of_names, "", text)
        return _SPACES.sub(" ", text).strip("\"' ")

    def _text(self, node: Node) -> str:
        return self._source[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def trimmed(self, start: int, end: int) -> Range:
        """Return a range without white space at its end; some grammars count a line's end as part of its comment."""
        return Range(start, start + len(self._source[start:end].rstrip()))


def capture(source: bytes, language: CodeLanguage) -> Captures:
    """Parse a file and run its language's query."""
    parser, query = _loaded(language.grammar, language.entry, language.query)
    shown = without_branches(source) if language.has_macros else source
    best = min(_readings(parser, shown, language), key=_Reading.extent)
    gathered = _Gatherer(source, language)
    for match in () if best.is_hopeless else _matches(query, best.root):
        gathered.add(match)
    gathered.add_from_macros(parser, query)
    if language.unknown_to_grammar:
        unknown = re.finditer(language.unknown_to_grammar.encode(), source)
        gathered.ranges["attribute"].update(match.span() for match in unknown if not match[0].isspace())
    found = sorted((found for _, found in gathered.named.values()), key=lambda item: (item.node.start, -item.node.end))
    comments, attributes, docs = (
        tuple(gathered.trimmed(start, end) for start, end in sorted(gathered.ranges[kind]))
        for kind in ("comment", "attribute", "doc")
    )
    return Captures(
        package=gathered.package,
        found=tuple(found),
        comments=comments,
        attributes=attributes,
        docs=docs,
        access=tuple(sorted(gathered.access)),
        scopes=frozenset(item.name for item in found if item.role == "scope"),
        shown=shown,
        is_broken=best.is_hopeless or (best.root.type == "ERROR" and not found),
    )


@cache
def _loaded(grammar: str, entry: str, query: str) -> tuple[Parser, Query]:
    language = Language(getattr(import_module(grammar), entry)())
    return Parser(language), Query(language, query)


def _matches(query: Query, root: Node) -> list[_Match]:
    cursor = QueryCursor(query)
    cursor.set_max_start_depth(_MAX_NODE_DEPTH)
    return cursor.matches(root)


@dataclass(frozen=True, slots=True)
class _Reading:
    """A file's tree, and what the parser did not understand."""

    root: Node
    errors: Sequence[tuple[int, int]]
    """Start and end of the outermost errors, in the order of their starts."""
    is_hopeless: bool
    """Whether the parser found no structure in a large part of the file. The part is then one node with very many
    children, for which a query takes time that grows with their square."""

    def extent(self) -> int:
        """Return the number of bytes in errors, plus one for each error."""
        return sum(1 + end - start for start, end in self.errors)


def _readings(parser: Parser, source: bytes, language: CodeLanguage) -> Iterator[_Reading]:
    """Parse a file; as long as the grammar finds errors, again with spaces for what it may not know."""
    unknown = language.unknown_to_grammar.encode()
    mends: tuple[tuple[object, Callable[[bytes, _Reading], bytes]], ...] = (
        (unknown, lambda text, _: re.sub(unknown, lambda match: b" " * len(match[0]), text)),
        (language.has_conditionals, lambda text, _: without_branches(text)),
        (
            language.has_macros or language.function_words,
            lambda text, reading: without_bodies(text, reading.errors, language),
        ),
    )
    text = without_macros(source) if language.has_macros else source
    yield (reading := _read(parser, text))
    for is_meant, mend in mends:
        if is_meant and reading.root.has_error and (mended := mend(text, reading)) != text:
            text = mended
            yield (reading := _read(parser, text))


def _read(parser: Parser, text: bytes) -> _Reading:
    root = parser.parse(text).root_node
    errors, waiting, n_seen, is_hopeless = [], [root] if root.has_error else [], 0, False
    while waiting and n_seen < _MAX_SEEN:
        node = waiting.pop()
        n_seen += 1
        if node.type == "ERROR" or node.is_missing:
            errors.append((node.start_byte, node.end_byte))
            is_hopeless = is_hopeless or node.child_count > _MAX_ERROR_CHILDREN
        elif node.child_count <= _MAX_ERROR_CHILDREN:
            waiting.extend(child for child in reversed(node.children) if child.has_error)
    return _Reading(root, errors, is_hopeless or bool(waiting))


def _last_part(named: Node) -> Node:
    """Return the last part of a qualified name, which may be on a line of its own."""
    while named.type == "qualified_identifier" and (part := named.child_by_field_name("name")) is not None:
        named = part
    return named


def _wrapped(node: Node, wrappers: tuple[str, ...]) -> Node:
    """Return the outermost node around a definition that belongs to it, such as that of `export`."""
    if wrappers:
        while (parent := node.parent) is not None and parent.type in wrappers:
            node = parent
    return node
