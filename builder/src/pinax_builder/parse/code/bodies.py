"""Empty the bodies of functions that a grammar cannot read.

In:    The bytes of a file of a language with braces, and where the parser found errors.
Out:   Bytes of the same length, with spaces for what stands between the braces of such functions.
Strategy: what a grammar does not know within a function (macros such as `TRY { … } CATCH(…) { … }`, newer syntax) does
       no harm to what the file defines, but the parser may look for the end of the function in all that follows, or
       take the whole file for an error. Where a body ends is seen from its braces alone.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from pinax_builder.languages import CodeLanguage
from pinax_builder.parse.code.conditionals import code_alone, spaces

_BRACE = re.compile(rb"[{}]")
_HEAD_END = re.compile(
    rb"\)\s*(?:const|volatile|noexcept|override|final|try|mutable|&&?|->\s*[\w:<>,*& \t]{1,80}|\s)*\Z"
)
_HEAD_BYTES, _WORDED_HEAD_BYTES = 160, 1_000
_NO_TYPE = rb"(?:(?!\b(?:class|interface|object|struct|enum|extension|protocol|actor)\b)[^{};])*"
_TEXT = re.compile(
    rb"//[^\n]*|/\*.*?(?:\*/|\Z)|(#*)\"\"\".*?(?:\"\"\"+\1|\Z)|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.){1,8}'",
    re.DOTALL,
)
"""Comments, strings over several lines or in one, characters: as Kotlin and Swift have them."""


def without_bodies(source: bytes, errors: Sequence[tuple[int, int]], language: CodeLanguage) -> bytes:
    """Put spaces for the bodies of functions that hold an error, or stand in one.

    Args:
        source: The file, as it was parsed.
        errors: Start and end of each error (bytes), in the order of their starts, none within another.
        language: What it is written in, with macros or with words that start a function.
    """
    emptied = bytearray(source)
    ends = [end for _, end in errors]
    for start, end in _bodies(source, language):
        place = bisect_left(ends, start)
        if place < len(errors) and errors[place][0] <= end:
            emptied[start:end] = spaces(source[start:end])
    return bytes(emptied)


def _bodies(source: bytes, language: CodeLanguage) -> list[tuple[int, int]]:
    """Give what stands between the braces of the outermost functions."""
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
