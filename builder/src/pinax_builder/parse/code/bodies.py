"""Empty the bodies of functions that a grammar cannot read.

In:    The bytes of a file of a language with braces, and the ranges in which the parser found errors.
Out:   Bytes of the same length, with spaces for the bodies of functions with errors.

Strategy: unknown syntax within a function (macros such as `TRY { … } CATCH(…) { … }`, newer syntax) defines nothing.
But because of it, the parser may not find the function's end, or may take the whole file for an error. The end of a
body can be found by its braces alone.

Why:   docs/decisions/0014
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from pinax_builder.languages import CodeLanguage
from pinax_builder.parse.code.conditionals import code_alone, spaces

_BRACE = re.compile(rb"[{}]")
_HEAD_END = re.compile(
    rb"\)\s*+(?:const|volatile|noexcept|override|final|try|mutable|&&?|->\s*+[\w:<>,*& \t]{1,80}+|\s)*+\Z"
)
"""End of a function's head in C and C++."""
_HEAD_BYTES = 160
"""Number of bytes before a brace in which the end of a head is sought."""
_WORDED_HEAD_BYTES = 1_000
"""Number of bytes before a brace in which a word that begins a function is sought."""
_NO_TYPE = rb"(?:(?!\b(?:class|interface|object|struct|enum|extension|protocol|actor)\b)[^{};])*"
_TEXT = re.compile(
    rb"//[^\n]*|/\*.*?(?:\*/|\Z)|(#*)\"\"\".*?(?:\"\"\"+\1|\Z)|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.){1,8}'",
    re.DOTALL,
)
"""A comment, string or character of Kotlin and Swift."""


def without_bodies(source: bytes, errors: Sequence[tuple[int, int]], language: CodeLanguage) -> bytes:
    """Replace by spaces the bodies of functions that hold an error, or are in one.

    Args:
        source: The file, as it was parsed.
        errors: Start and end of each error in bytes, in the order of their starts, none within another.
        language: A language with macros, or with words that begin a function.
    """
    emptied = bytearray(source)
    ends = [end for _, end in errors]
    for start, end in _bodies(source, language):
        index = bisect_left(ends, start)
        if index < len(errors) and errors[index][0] <= end:
            emptied[start:end] = spaces(source[start:end])
    return bytes(emptied)


def _bodies(source: bytes, language: CodeLanguage) -> list[tuple[int, int]]:
    """Return start and end of the bodies of the outermost functions, without their braces."""
    if language.has_macros:
        seen, head_end, head_bytes = code_alone(source)[0], _HEAD_END, _HEAD_BYTES
    else:
        head_bytes = _WORDED_HEAD_BYTES
        seen = bytearray(_TEXT.sub(lambda text: spaces(text[0]), source))
        head_end = re.compile(rb"(?:\A|[\s;])(?:" + language.function_words.encode() + rb")\b" + _NO_TYPE + rb"\Z")
    bodies: list[tuple[int, int]] = []
    depth, body_depth, start = 0, -1, 0
    for match in _BRACE.finditer(seen):
        if match[0] == b"{":
            before = bytes(seen[max(0, match.start() - head_bytes) : match.start()])
            if body_depth < 0 and head_end.search(before):
                body_depth, start = depth, match.end()
            depth += 1
        elif depth:
            depth -= 1
            if depth == body_depth:
                bodies.append((start, match.start()))
                body_depth = -1
    return bodies
