"""Make the bodies of macros readable, which are mere tokens to a grammar.

In:    The bytes of a file, and the nodes of the bodies in it.
Out:   Bytes of the same length: each argument of a macro is an identifier, and a repetition stands there once. The
       tree of a body.
Rules: a body stays in its place, so that all offsets stay.
Why:   docs/decisions/0014
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tree_sitter import Node, Parser, Range

from pinax_builder.parse.code.blanking import spaces

_NOTHING = (b"vis", b"item", b"stmt")
"""Kinds of arguments of a macro that may be empty."""


@dataclass(frozen=True, slots=True)
class Filled:
    """A file's bytes with macros whose bodies can be parsed."""

    text: bytes
    given: frozenset[int]
    """Offset of each argument of a macro, such as `$name`."""
    asides: tuple[tuple[int, int], ...]
    """Start and end of the attributes and visibilities before items, such as `$(#[$meta])*`."""


def filled(source: bytes, bodies: Iterable[Node]) -> Filled:
    """Replace the arguments of macros, and the signs of repetitions, in some bodies."""
    text = bytearray(source)
    given: set[int] = set()
    asides: list[tuple[int, int]] = []
    for body in bodies:
        kinds: dict[bytes, bytes] = {}
        has_signs = b"$" in source[body.start_byte : body.end_byte]
        for node in _nodes(body.parent or body) if has_signs else ():
            start, end = node.start_byte, node.end_byte
            if node.type == "token_binding_pattern":
                name, _, what = source[start:end].partition(b":")
                kinds[name.strip()] = what.strip()
            elif node.type == "metavariable":
                kind = kinds.get(source[start:end], b"")
                given.add(start)
                if kind in _NOTHING:
                    text[start:end] = spaces(source[start:end])
                    asides.append((start, end))
                elif kind == b"block":
                    text[start:end] = b"{" + spaces(source[start + 1 : end - 1]) + b"}"
                else:
                    text[start : start + 1] = b"'" if kind == b"lifetime" else b"_"
            elif node.type == "token_repetition":
                opened = node.children[1].end_byte
                closing = next((child.start_byte for child in reversed(node.children) if child.type == ")"), end)
                text[start:opened] = spaces(source[start:opened])
                text[closing:end] = spaces(source[closing:end])
                if node.children[2].type == "#":
                    asides.append((start, end))
    return Filled(bytes(text), frozenset(given), tuple(asides))


def tree_within(body: Node, text: bytes, parser: Parser) -> Node:
    """Parse what stands between the brackets of a body."""
    (row, column), (end_row, end_column) = body.start_point, body.end_point
    within = Range((row, column + 1), (end_row, end_column - 1), body.start_byte + 1, body.end_byte - 1)
    parser.included_ranges = [within]
    try:
        return parser.parse(text).root_node
    finally:
        del parser.included_ranges


def _nodes(root: Node) -> Iterator[Node]:
    """Yield the nodes of a tree in the order of the source."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(node.children))
