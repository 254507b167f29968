"""Match paths with globs.

In:    Patterns as people write them in include and exclude lists.
Out:   One compiled test over POSIX paths below the source folder.
Rules: the whole path must match and case counts. `*`, `?` and `[…]` stay within one folder, `**` crosses any number
       of them (none too), a pattern that ends in `/` means all below it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import takewhile

_ANY_FOLDERS = "(?:[^/]+/)*"
_ENDING = re.compile(r"\*|^[^\[]*/")
"""Finds what ends the part of a name that a `*` may be followed by: another `*`, or the name's end."""


def compile_globs(patterns: Iterable[str]) -> re.Pattern[str] | None:
    """Compile patterns into one regular expression for `fullmatch`; None when there are none."""
    sources = [_translate(pattern) for pattern in patterns]
    return re.compile("|".join(sources), re.DOTALL) if sources else None


def _translate(pattern: str) -> str:
    """Write one pattern as a regular expression.

    >>> bool(re.fullmatch(_translate("**/*.html"), "a.html"))
    True
    >>> bool(re.fullmatch(_translate("*.html"), "b/a.html"))
    False
    """
    pattern = pattern.removeprefix("./").lstrip("/")
    if pattern.endswith("/"):
        pattern += "**"
    pattern = re.sub(r"(?:\*\*/)+", "**/", re.sub(r"\*{3,}", "**", pattern))
    first, *others = pattern.split("**/")
    *middle, last = others or [""]
    source = _names(first) + "".join(map(_below_any, middle))
    return f"(?:{source}{_ANY_FOLDERS}{_names(last)})" if others else f"(?:{source})"


def _below_any(names: str) -> str:
    """Write `**/` and the names after it, up to the next `**/`.

    The first place at which whole folders match is as good as any later one, so that no other one is tried.
    """
    inside = _names(names)
    return f"(?>{_ANY_FOLDERS}?{inside})" if names.endswith("/") and "**" not in names else _ANY_FOLDERS + inside


def _names(names: str) -> str:
    """Write names of folders and files; of a name with several `*`, each takes the first place that will do."""
    parts = re.split(r"(\*\*|\*|\?|\[!?\]?[^\]/]*\])", names)
    sources = []
    for index, part in enumerate(parts):
        fixed = list(takewhile(lambda later: not _ENDING.search(later), parts[index + 1 :]))
        is_followed = part == "*" and parts[index + 1 + len(fixed) :][:1] == ["*"]
        sources.append("(?>[^/]*?" + "".join(map(_piece, fixed)) + ")" if is_followed else _piece(part))
        if is_followed:
            parts[index + 1 : index + 1 + len(fixed)] = [""] * len(fixed)
    return "".join(sources)


def _piece(part: str) -> str:
    if part == "**":
        return ".*"
    if part == "*":
        return "[^/]*"
    if part == "?":
        return "[^/]"
    if part.startswith("[") and part.endswith("]") and len(part) > 2:
        return _characters(part[1:-1])
    return re.escape(part)


def _characters(inside: str) -> str:
    """Write the inside of `[…]` as a character class that never matches a slash."""
    negation = "^" if inside.startswith("!") else ""
    ranges = re.findall(r".-.|.", inside.removeprefix("!"), re.DOTALL)
    members = "".join(f"{re.escape(span[0])}-{re.escape(span[-1])}" for span in ranges if span[0] <= span[-1])
    return f"(?!/)[{negation}{members}]" if members else "(?!)"
