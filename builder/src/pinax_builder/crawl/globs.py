"""Match paths with globs.

In:    Patterns as people write them in include and exclude lists.
Out:   One compiled test over POSIX paths below the source folder.
Rules: the whole path must match and case counts. `*`, `?` and `[…]` stay within one folder, `**` crosses any number
       of them (none too), a pattern that ends in `/` means all below it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable


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
    parts = re.split(r"(\*\*/|\*\*|\*|\?|\[!?\]?[^\]/]*\])", pattern)
    return "(?:" + "".join(_piece(part) for part in parts) + ")"


def _piece(part: str) -> str:
    if part == "**/":
        return "(?:[^/]+/)*"
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
