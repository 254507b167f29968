"""Empty the bodies of functions that a grammar of C or C++ cannot read.

In:    The bytes of a file, and where the parser found errors.
Out:   Bytes of the same length, with spaces for what stands between the braces of such functions.
Strategy: macros within a function (`TRY { … } CATCH(…) { … }`, a type as an argument) do no harm to what the file
       defines, but the parser may look for the end of the function in all that follows. Where a body ends is seen from
       its braces alone.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from pinax_builder.parse.code.conditionals import code_alone, spaces

_BRACE = re.compile(rb"[{}]")
_HEAD_END = re.compile(
    rb"\)\s*(?:const|volatile|noexcept|override|final|try|mutable|&&?|->\s*[\w:<>,*& \t]{1,80}|\s)*\Z"
)
_HEAD_BYTES = 160


def without_bodies(source: bytes, errors: Sequence[tuple[int, int]]) -> bytes:
    """Put spaces for the bodies of functions that hold an error, or stand in one.

    Args:
        source: The file, as it was parsed.
        errors: Start and end of each error (bytes), in the order of their starts, none within another.

    >>> without_bodies(b"int f() { TRY { } CATCH( { }", [(10, 24)])
    b'int f() { TRY { } CATCH( { }'
    """
    emptied = bytearray(source)
    ends = [end for _, end in errors]
    for start, end in _bodies(source):
        place = bisect_left(ends, start)
        if place < len(errors) and errors[place][0] <= end:
            emptied[start:end] = spaces(source[start:end])
    return bytes(emptied)


def _bodies(source: bytes) -> list[tuple[int, int]]:
    """Give what stands between the braces of the outermost functions."""
    seen, _ = code_alone(source)
    bodies: list[tuple[int, int]] = []
    depth, body_depth, start = 0, -1, 0
    for match in _BRACE.finditer(seen):
        if match[0] == b"{":
            before = bytes(seen[max(0, match.start() - _HEAD_BYTES) : match.start()])
            if body_depth < 0 and _HEAD_END.search(before):
                body_depth, start = depth, match.end()
            depth += 1
        elif depth:
            depth -= 1
            if depth == body_depth:
                bodies.append((start, match.start()))
                body_depth = -1
    return bodies
