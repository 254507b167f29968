"""Choose one branch of each conditional of C and C++ that cuts through a statement.

In:    The bytes of a file.
Out:   Bytes of the same length, with spaces for the directives and the other branches of such a conditional.
Rules: a conditional without a branch to choose loses only its directives. Inner conditionals are examined before outer
       ones. However deep they are, the bytes examined are at most a few times the file's length.

Strategy: a grammar reads `#if … #else … #endif` around whole declarations, and then both branches are kept. But if a
branch leaves brackets open, or is within a list or the head of a class, the grammar finds only errors up to the end of
the file. Then one branch is kept, as a preprocessor would: the first that is not empty.

Why:   docs/decisions/0014
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TypeAlias

_NOT_CODE = re.compile(
    rb"//(?:[^\n\\]|\\.)*|/\*.*?(?:\*/|\Z)|R\"([^\s()\\]{0,16})\(.*?(?:\)\1\"|\Z)|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.){1,8}'"
    rb"|^[ \t]*\#[ \t]*(?P<directive>\w*)(?:/\*.*?\*/|[^\n\\/]|\\.|/(?!\*))*",
    re.DOTALL | re.MULTILINE,
)
_INK = re.compile(rb"[^\n]")
_BRACKET = re.compile(rb"[][{}()]")
_OPENING = {b")": b"(", b"}": b"{", b"]": b"["}
_NEVER = re.compile(rb"[ \t]*#[ \t]*if[ \t]+0\b")
_CONTINUED = re.compile(rb"\s*(?:[,:)?|=&.<+{\]-]|(?:const|noexcept|override|final)\b)")
_LOOSE_WORD = re.compile(rb"(?:\A|[\n;{}])[ \t]*[A-Z_][A-Z0-9_]*\Z")
CLASS_HEAD = re.compile(rb"\b(?:class|struct|union|enum)(?:\s+[A-Z_][A-Z0-9_]*(?:\([^()]*\))?)*\Z")
"""The beginning of a class, up to its name, with macros before that."""
_LABEL = re.compile(rb"(?:\w|\s)\s*:\Z")
_MOST_READINGS = 12
"""Number of bytes that are examined at most, as a multiple of the file's length."""
_LOOKED_AT = 400
"""Number of bytes on each side of a directive that are examined."""


_Conditional: TypeAlias = list[tuple[int, int]]
"""Start and end of each directive of one conditional."""


def code_alone(source: bytes) -> tuple[bytearray, list[tuple[bytes, int, int]]]:
    """Replace comments, strings and directives by spaces.

    Returns:
        Bytes of the same length, and the directives: name, start, end.
    """
    directives: list[tuple[bytes, int, int]] = []

    def blank(match: re.Match[bytes]) -> bytes:
        if match["directive"] is not None:
            directives.append((match["directive"], match.start(), match.end()))
            return spaces(match[0])
        is_text = match[0][:1] in (b'"', b"'")
        return match[0][:1] + spaces(match[0][1:-1]) + match[0][-1:] if is_text else spaces(match[0])

    return bytearray(_NOT_CODE.sub(blank, source)), directives


def spaces(text: bytes) -> bytes:
    """Replace all bytes but line feeds by spaces."""
    return _INK.sub(b" ", text)


def without_branches(source: bytes) -> bytes:
    r"""Choose a branch of each conditional that cuts through a statement.

    >>> without_branches(b"int f(\n#if A\nint a) {\n#else\nint b) {\n#endif\n}")
    b'int f(\n     \nint a) {\n     \n        \n      \n}'
    """
    seen, directives = code_alone(source)
    chosen = bytearray(source)
    open_groups: list[_Conditional] = []
    left = _MOST_READINGS * len(source)
    for name, start, end in directives:
        if name.startswith(b"if"):
            open_groups.append([(start, end)])
        elif name in (b"else", b"elif", b"elifdef", b"elifndef") and open_groups:
            open_groups[-1].append((start, end))
        elif name == b"endif" and open_groups:
            group = open_groups.pop()
            group.append((start, end))
            left -= end - group[0][0]
            if left < 0:
                break
            if _cuts_through(seen, group):
                for text in (chosen, seen):
                    _choose(text, group, seen, source)
    return bytes(chosen)


def _branches(group: _Conditional) -> list[tuple[int, int]]:
    return [(before[1], after[0]) for before, after in pairwise(group)]


def _cuts_through(seen: bytearray, group: _Conditional) -> bool:
    """Return whether a conditional is within a statement, or a branch ends within one."""
    first, last = group[0][0], group[-1][1]
    if _ends_within(bytes(seen[max(0, first - _LOOKED_AT) : first])):
        return True
    if any(not _is_balanced(bytes(seen[start:end])) for start, end in _branches(group)):
        return True
    if any(_ends_within(bytes(seen[max(start, end - _LOOKED_AT) : end])) for start, end in _branches(group)):
        return True
    texts = [bytes(seen[start : min(end, start + _LOOKED_AT)]) for start, end in _branches(group)]
    texts.append(bytes(seen[last : last + _LOOKED_AT]))
    return any(_CONTINUED.match(text) for text in texts)


def _ends_within(text: bytes) -> bool:
    """Return whether a text ends within a statement."""
    text = text.rstrip()
    if CLASS_HEAD.search(text):
        return True
    if not text or text.endswith((b";", b"{", b"}", b")", b'"')) or _LOOSE_WORD.search(text):
        return False
    return not (text.endswith(b":") and not text.endswith(b"::") and _LABEL.search(text))


def _is_balanced(text: bytes) -> bool:
    opened: list[bytes] = []
    for match in _BRACKET.finditer(text):
        wanted = _OPENING.get(match[0])
        if wanted is None:
            opened.append(match[0])
        elif not opened or opened.pop() != wanted:
            return False
    return not opened


def _choose(text: bytearray, group: _Conditional, seen: bytearray, source: bytes) -> None:
    """Blank the directives of a conditional and all but one of its branches."""
    branches = _branches(group)
    is_never = bool(_NEVER.match(source, group[0][0]))
    filled = [branch for n, branch in enumerate(branches) if seen[slice(*branch)].strip() and not (is_never and n == 0)]
    for branch in branches:
        if filled and branch != filled[0]:
            text[slice(*branch)] = spaces(bytes(text[slice(*branch)]))
    for directive in group:
        text[slice(*directive)] = spaces(bytes(text[slice(*directive)]))
