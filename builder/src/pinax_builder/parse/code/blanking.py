"""Change the bytes of a file in place where no grammar can read them: branches, macros and bodies of functions.

In:    The bytes of a file; for bodies, the ranges in which the parser found errors.
Out:   Bytes of the same length, with spaces for what is blanked, so that all offsets stay. Of the body of a macro,
       whose tokens no grammar reads, each argument is an identifier, and a repetition stands there once; its tree.
Rules: comments, strings and directives are ignored. Only the parsed bytes change, never the shown ones. Every search is
       bounded, and parentheses are paired once, so that time grows with the length of the file. A conditional without a
       branch to choose loses only its directives. Inner conditionals are examined before outer ones. However deep they
       are, the bytes examined are at most a few times the file's length.

Strategy of conditionals: a grammar reads `#if … #else … #endif` around whole declarations, and then both branches are
kept. But if a branch leaves brackets open, or is within a list or the head of a class, the grammar finds only errors up
to the end of the file. Then one branch is kept, as a preprocessor would: the first that is not empty.

Strategy of macros: a preprocessor would need every header. But a word in capitals where the language allows no name can
only be a macro: `class LIB_EXPORT Name`, `LIB_API void f()`, `T* NONNULL x`, `f() NOEXCEPT {`, `DECLARE(x)` alone on a
line. The words around it show whether it is in such a position. Words are examined from the end of the file to its
start, so that of several macros in a row the later ones are blanked before an earlier one is examined.

Strategy of bodies: unknown syntax within a function (macros such as `TRY { … } CATCH(…) { … }`, newer syntax) defines
nothing. But because of it, the parser may not find the function's end, or may take the whole file for an error. The end
of a body can be found by its braces alone.

Why:   docs/decisions/0014
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from tree_sitter import Node, Parser, Range

from pinax_builder.languages import CodeLanguage

_NOT_CODE = re.compile(
    rb"//(?:[^\n\\]|\\.)*|/\*.*?(?:\*/|\Z)|R\"([^\s()\\]{0,16})\(.*?(?:\)\1\"|\Z)|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.){1,8}'"
    rb"|^[ \t]*\#[ \t]*(?P<directive>\w*)(?:/\*.*?\*/|[^\n\\/]|\\.|/(?!\*))*",
    re.DOTALL | re.MULTILINE,
)
_NO_LINE_FEED = re.compile(rb"[^\n]")
_BRACKET = re.compile(rb"[][{}()]")
_OPENING = {b")": b"(", b"}": b"{", b"]": b"["}
_NEVER = re.compile(rb"[ \t]*#[ \t]*if[ \t]+0\b")
_CONTINUED = re.compile(rb"\s*(?:[,:)?|=&.<+{\]-]|(?:const|noexcept|override|final)\b)")
_LOOSE_WORD = re.compile(rb"(?:\A|[\n;{}])[ \t]*[A-Z_][A-Z0-9_]*\Z")
_CLASS_HEAD = re.compile(rb"\b(?:class|struct|union|enum)(?:\s+[A-Z_][A-Z0-9_]*(?:\([^()]*\))?)*\Z")
"""The beginning of a class, up to its name, with macros before that."""
_LABEL = re.compile(rb"(?:\w|\s)\s*:\Z")
_MOST_READINGS = 12
"""Number of bytes that are examined at most, as a multiple of the file's length."""
_LOOKED_AT = 400
"""Number of bytes on each side of a directive that are examined."""


_Conditional: TypeAlias = list[tuple[int, int]]
"""Start and end of each directive of one conditional."""

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

_COMMENT = re.compile(rb"/\*.*?\*/(?=\s*\S)", re.DOTALL)
"""A block comment that something follows."""
_LINE_END = re.compile(rb"(?<!\\)\n")
"""The end of a line that no backslash continues."""
_INK = re.compile(rb"[^\n\\]|\\(?!\n)")
"""A character that is to become a space: any but the end of a line, or a backslash that continues it."""
_PARENTHESIS = re.compile(rb"[()]")
_CANDIDATE = re.compile(
    rb"(?<![\w.])(?:_*[A-Z][A-Z0-9_]+|__[a-z]\w*)(?!\w)|(?<=\n)[a-z]\w*(?=[ \t]*(?:\n[A-Za-z_]|__attribute))"
)
"""A word that may be a macro: in capitals, of the compiler's own, or alone on a line before a name."""
_BEHIND = 160
"""Number of bytes before a word that are examined."""
_AHEAD = 1_200
"""Number of bytes after a word that are examined."""

_FLAT = rb"<[^<>;{}]{0,300}>"
_NESTED = rb"<[^<>;{}]{0,300}(?:" + _FLAT + rb"[^<>;{}]{0,300}){0,6}>"
_DEEPER = rb"<[^<>;{}]{0,300}(?:" + _NESTED + rb"[^<>;{}]{0,300}){0,6}>"
_ARGUMENTS = rb"<[^<>;{}]{0,300}(?:" + _DEEPER + rb"[^<>;{}]{0,300}){0,6}>"
"""Arguments of a template, nested at most four deep."""
_NAME = rb"~?[A-Za-z_]\w*(?:\s*" + _ARGUMENTS + rb")?(?:::~?[A-Za-z_]\w*(?:" + _ARGUMENTS + rb")?){0,8}"
"""A name as a declaration has it: qualified, of a template, or of a destructor."""
_TYPE_WORDS = rb"void|bool|char|int|short|long|float|double|signed|unsigned|auto|wchar_t|size_t|decltype"
_TYPE_WORD = re.compile(rb"\b(?:" + _TYPE_WORDS + rb")\Z")
"""A built-in type that the text before a word ends with."""
_TYPE_ALONE = re.compile(rb"\b(?:static|inline|extern|const|constexpr|virtual|friend|struct|enum|union|class)\s+\w+\Z")
"""A specifier and one word that the text before a word ends with; that word is its type."""
_STARTING = (
    rb"static|inline|virtual|explicit|extern|constexpr|consteval|constinit|typedef|template|class|struct|enum|union|friend"
    rb"|using|typename|namespace|mutable|volatile|register|thread_local|" + _TYPE_WORDS
)
"""Words that a declaration may start with, so that what stands before them is no type."""
_DECLARED = re.compile(
    rb"\s+(?:(?:" + _STARTING + rb")\b|\[\[|~\w|operator\s+(?!new\b|delete\b|co_await\b)[A-Za-z_:]"
    rb"|(?:const\s+)?(?!(?:const|final|override|noexcept|operator)\b)(?:::)?" + _NAME + rb"(?:\s+const\b)?"
    rb"(?:(?:\s*+[*&]++(?:\s*+const\b)?+\s*+){1,4}+|\s++)"
    rb"(?!(?:const|final|override|noexcept)\b)(?:operator\b|" + _NAME + rb"\s*[(;=\[{,:)]))"
)
"""A complete declaration, so that a word before it can be no type."""
_CALLED = re.compile(rb"\s+(?:operator\b|" + _NAME + rb"\s*\()")
"""The name of a function before its parameters, or an operator, after white space."""
_NAMED = re.compile(rb"\s+[A-Za-z_]|\s*\(\s*\*")
"""What follows a type: a name, or a pointer to a function."""
_AFTER_HEAD = re.compile(rb"\s*(?:[{;=,:]|->|&&?\s*[{;]|(?:const|final|override|noexcept|volatile)\b|\Z)")
"""What follows the parameters of a function."""
_STATEMENT_END = re.compile(rb"(?:\A|[;{}]|\b(?:public|protected|private):|(?:\A|\n)[ \t]*[A-Z][A-Z0-9_]*)\Z")
"""The text before a word, if the word begins a statement."""
_OWN_LINE = re.compile(rb"[ \t]*(?:;|\n\s*(?:[A-Za-z_~}\[]|\Z)|\}|\Z)")
"""What follows a call that stands alone on its line."""
_CLASS_NAME = re.compile(rb"\s+[A-Za-z_]\w*(?:::\w+){0,8}\s*(?:final\b\s*)?(?:[{;<]|:(?!:)|::\w+<)")
"""What follows a macro within the head of a class: the name of the class."""
_CONSTRUCTOR = re.compile(rb"\s*(?:noexcept\s*)?:(?!:)")
"""What follows the parameters of a constructor that initializes members."""
_CAPITALS = re.compile(rb"(?:\s+[A-Z][A-Z0-9_]+){1,4}\Z")
"""One to four words in capitals that a text ends with."""
_PARAMETERS = re.compile(rb"\w[\s*&]+\w|[*&]\s*[,)]|\(\s*(?:void)?\s*\)")
"""What only parameters have and arguments of a macro have not: a type before a name, or nothing at all."""
_INNER_NAME = re.compile(rb"\(\s*[A-Za-z_]\w*\s*\)\s*\(")
"""A name in parentheses of its own, before its parameters."""
_NO_TYPES = frozenset(
    b"return else case goto new delete throw typedef static const struct class enum union typename public private"
    b" protected operator using namespace sizeof extern inline virtual explicit friend mutable volatile register"
    b" constexpr unsigned signed template do in and or not if while for switch co_return co_yield".split()
)
"""Words of the language that are no types."""
_TEMPLATE_HEAD = re.compile(rb"\btemplate\s*<[^;{}()]*>\s*\w+\Z")
"""The text before a word, if it ends with the head of a template and one word."""
_BASE = re.compile(rb"\b(?:public|protected|private|virtual)\Z")
_LAST_WORD = re.compile(rb"(\w+)\Z")
_AFTER_PARAMETERS = re.compile(rb"\)(?:\s*+(?:const|volatile|noexcept|override|final|&&?))*+\Z")
_SECOND_LAST = re.compile(rb"[\w>*&]\s*[\s*&]\w+\Z")


def without_macros(source: bytes) -> bytes:
    """Replace macros by spaces, so that the code beside them can be parsed.

    >>> without_macros(b"class LIB_EXPORT Queue { };")
    b'class            Queue { };'
    """
    return _Blanking(source).run()


class _Blanking:
    """Blanks the macros of one file, from its end to its start."""

    def __init__(self, source: bytes) -> None:
        self._source = bytearray(source)
        self._seen, directives = code_alone(source)
        """The source without comments, strings, directives and the macros that are blanked so far."""
        for name, start, end in directives:
            if name == b"define":
                self._source[start:end] = _COMMENT.sub(_without_ink, source[start:end])
        self._closing = _pairs(self._seen)

    def run(self) -> bytes:
        for match in reversed(list(_CANDIDATE.finditer(bytes(self._seen)))):
            self._examine(match.start(), match.end(), match[0])
        return bytes(self._source)

    def _examine(self, start: int, end: int, word: bytes) -> None:
        """Blank a word if it can only be a macro, or only its name or parentheses if they are."""
        opening = end if self._seen[end : end + 1] == b"(" else end + 1
        closed = self._closed(opening) if self._seen[opening : opening + 1] == b"(" else 0
        before = bytes(self._seen[max(0, start - _BEHIND) : start]).rstrip()
        after = closed or end
        if word in (b"__attribute__", b"__attribute", b"__declspec", b"__extension__"):
            self._blank(start, after)
        elif word[:1].islower():
            is_no_type = word not in _NO_TYPES and not _TYPE_WORD.match(word)
            if is_no_type and self._ahead(_CALLED, end) and self._is_typed(before):
                self._blank(start, end)
        elif word.startswith(b"__") and word[2:3].islower() and closed:
            return
        elif closed and self._is_named_by(before, end):
            self._blank(start, opening + 1)
            self._blank(closed - 1, closed)
        elif closed and self._is_beside_name(before, opening, closed):
            self._blank(start, end)
        elif self._is_prefix(before, after) or self._is_aside(before, after, bool(closed)):
            self._blank(start, after)
        elif closed and (self._ahead(_CALLED, closed) or _BASE.search(before)):  # a type: `RETURNS(int) f(…)`
            self._blank(end, closed)

    def _is_named_by(self, before: bytes, end: int) -> bool:
        """Return whether a macro makes the name of a function, as in `int PRIVATE(f)(int x)`."""
        return bool(self._ahead(_INNER_NAME, end)) and self._is_typed(before)

    def _is_beside_name(self, before: bytes, opening: int, closed: int) -> bool:
        """Return whether a word is between the name of a function and its parameters: `int max NO_MACRO (int a)`."""
        is_list = _PARAMETERS.search(self._seen, opening, closed)
        return bool(is_list and self._ahead(_AFTER_HEAD, closed) and self._is_member(before))

    def _is_prefix(self, before: bytes, after: int) -> bool:
        """Return whether a word is before a complete declaration, or before the name of a class."""
        if _CLASS_HEAD.search(before) and self._ahead(_CLASS_NAME, after):
            return True
        if self._ahead(_DECLARED, after):
            return True
        called = self._ahead(_CALLED, after)
        if called and _CAPITALS.sub(b"", before)[-1:] in (b"", b";", b"{", b"}", b":", b">"):
            closed = self._closed(called.end() - 1)
            return bool(closed and self._ahead(_CONSTRUCTOR, closed))
        return False

    def _is_aside(self, before: bytes, after: int, is_called: bool) -> bool:
        """Return whether a word is after a type, a list of parameters or a member, or alone."""
        if _AFTER_PARAMETERS.search(before):
            return bool(self._ahead(_AFTER_HEAD, after))
        if _STATEMENT_END.search(before):
            return bool(self._ahead(_OWN_LINE, after)) and (is_called or not self._ahead(_CALLED, after))
        if before.endswith((b"*", b"&")) and self._ahead(_NAMED, after):
            return True
        if before.endswith(b"(") and self._seen[after : after + 8].lstrip()[:1] == b"*" and not is_called:
            return bool(re.match(rb"\s*\*+\s*\w*\s*\)\s*\(", self._seen[after : after + _BEHIND]))
        if not is_called:
            return bool(self._ahead(_CALLED, after)) and self._is_typed(before)
        return bool(self._ahead(_AFTER_HEAD, after) and self._is_member(before))

    def _is_member(self, before: bytes) -> bool:
        """Return whether the text before a word ends with a type and a name."""
        is_type = _TYPE_WORD.search(before) or _TYPE_ALONE.search(before) or _TEMPLATE_HEAD.search(before)
        return bool(_SECOND_LAST.search(before)) and not is_type and self._is_typed(before)

    def _is_typed(self, before: bytes) -> bool:
        """Return whether the text before a word ends with a type."""
        word = _LAST_WORD.search(before)
        return word[1] not in _NO_TYPES if word else before.endswith((b"*", b"&", b">"))

    def _ahead(self, pattern: re.Pattern[bytes], at: int) -> re.Match[bytes] | None:
        """Match a pattern at an offset, within `_AHEAD` bytes."""
        return pattern.match(self._seen, at, at + _AHEAD)

    def _closed(self, opening: int) -> int:
        """Return the offset after a parenthesis' partner; 0 if it has none, or it is too far away."""
        closed = self._closing.get(opening, 0)
        return closed if closed - opening <= _AHEAD else 0

    def _blank(self, start: int, end: int) -> None:
        self._source[start:end] = spaces(bytes(self._source[start:end]))
        self._seen[start:end] = spaces(bytes(self._seen[start:end]))


def _without_ink(comment: re.Match[bytes]) -> bytes:
    """Blank a comment within a macro's definition, since the grammar would end the definition there."""
    return comment[0] if _LINE_END.search(comment[0]) else _INK.sub(b" ", comment[0])


def _pairs(seen: bytearray) -> dict[int, int]:
    """Return for each opening parenthesis the offset after its partner."""
    opened: list[int] = []
    pairs: dict[int, int] = {}
    for match in _PARENTHESIS.finditer(seen):
        if match[0] == b"(":
            opened.append(match.start())
        elif opened:
            pairs[opened.pop()] = match.end()
    return pairs


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
    return _NO_LINE_FEED.sub(b" ", text)


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
    if _CLASS_HEAD.search(text):
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
    read = branches[1:] if _NEVER.match(source, group[0][0]) else branches
    chosen = next((branch for branch in read if seen[slice(*branch)].strip()), None)
    for span in (*group, *(branch for branch in branches if chosen and branch != chosen)):
        text[slice(*span)] = spaces(bytes(text[slice(*span)]))


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
