"""What universal-ctags 5.9 takes for a definition and is none.

A tag that is not found among the symbols is judged by what stands on its line: first by Pygments' lexer, which tells
text in strings and comments from code; then by the patterns of `ctags_errors.tsv`, in their order. What neither
explains is ours.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, String


@dataclass(frozen=True, slots=True)
class CtagsError:
    """One way in which ctags errs."""

    kinds: frozenset[str]
    line: str
    """A regular expression of the line that it names, in which NAME stands for the name."""
    why: str


def _load() -> dict[str, list[CtagsError]]:
    errors = defaultdict(list)
    rows = Path(__file__).with_suffix(".tsv").read_text(encoding="utf-8").splitlines()
    for row in rows[1:]:
        languages, kinds, line, why = row.split("\t")
        for language in languages.split("|"):
            errors[language].append(CtagsError(frozenset(kinds.split("|")), line, why))
    return errors


CTAGS_ERRORS = _load()


def why_ctags_errs(language: str, kind: str, name: str, text: str, line_number: int) -> str:
    """Return the reason for which a tag is no definition; empty where none is known.

    >>> why_ctags_errs("csharp", "method", "lock", "void F() {\\n  lock (_gate) {}\\n}", 2)
    'a call or statement'
    """
    line = text.split("\n")[line_number - 1]
    at = max(line.find(name.rpartition(".")[2]), len(line) - len(line.lstrip()))
    if _is_text(language, text, line_number, at):
        return "in a string or a comment"
    for error in CTAGS_ERRORS[language]:
        if kind in error.kinds and re.search(error.line.replace("NAME", re.escape(name)), line):
            return error.why
    return ""


def _is_text(language: str, text: str, line_number: int, column: int) -> bool:
    start = sum(len(line) + 1 for line in text.split("\n")[: line_number - 1]) + column
    return any(first <= start < last for first, last in _texts(language, text))


@lru_cache(maxsize=4)
def _texts(language: str, text: str) -> list[tuple[int, int]]:
    """Return where Pygments sees strings and comments."""
    lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False)
    return [
        (at, at + len(token))
        for at, kind, token in lexer.get_tokens_unprocessed(text)
        if kind in Comment or kind in String
    ]
