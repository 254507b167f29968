"""Choose files by their paths: by globs, by `.gitignore` files, and by names that no docset has.

In:    Patterns as people write them in include and exclude lists; folders as they are walked, with their `.gitignore`.
Out:   Tests over POSIX paths below the source folder.
Rules: the whole path must match and case counts. `*`, `?` and `[…]` stay within one folder, `**` crosses any number
       of them (none too), a pattern that ends in `/` means all below it. Of `.gitignore` files the deepest that says
       something about a path decides, and what lies in an ignored folder cannot come back. Those above the source
       folder do not count. Their patterns become globs, too, so that none takes long, whoever wrote it.
Spec:  gitignore(5).
Why:   docs/decisions/0275
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from itertools import takewhile
from typing import NamedTuple

from pinax_runtime.trust import open_unlinked, read_file

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


_MAX_BYTES = 1_000_000
"""Size (bytes) above which a `.gitignore` is not read."""
_VENDORED = frozenset(
    [
        "vendor",
        "vendored",
        "_vendor",
        "_vendored",
        "third_party",
        "third-party",
        "thirdparty",
        "3rdparty",
        "bower_components",
        "jspm_packages",
        "site-packages",
        "Pods",
        "Carthage",
    ]
)
"""Names of folders that by convention hold copies of other projects."""

_SKIPPED_FOLDERS = frozenset({"node_modules", "__pycache__"})
"""Folders that hold no documentation of their own project."""
_METADATA = (".egg-info", ".dist-info")
"""Ends of the names of folders in which Python packages list their files and what they require."""
_WIKI_FRAME = re.compile(r"_(?:sidebar|footer|header|navbar|coverpage)\.\w+", re.IGNORECASE)
"""Files that wikis (GitHub, GitLab, docsify) show around every page."""

_SPACES_AT_END = re.compile(r"(?<!\\) +$")
_ESCAPED = re.compile(r"\\(.)")


class _Pattern(NamedTuple):
    """A line of a `.gitignore`."""

    glob: re.Pattern[str]
    """What it matches, below the folder of the file."""
    ignores: bool
    """Whether what it matches is left out; else it comes back (`!`)."""
    only_folders: bool


Rules = tuple[tuple[str, list[_Pattern]], ...]
"""Pairs of a folder's prefix and its patterns, outermost folder first."""


def is_passed_over(name: str) -> bool:
    """Tell whether a file or folder of a name is in no docset."""
    is_of_tools = name.startswith(".") or name.endswith(_METADATA) or name in _SKIPPED_FOLDERS
    return is_of_tools or _WIKI_FRAME.fullmatch(name) is not None


def rules_below(folder: str, prefix: str, above: Rules) -> Rules:
    """Add a folder's own `.gitignore` to the rules that hold above it.

    Args:
        folder: The folder's path.
        prefix: Its path below the source folder with a slash at the end; empty for the source folder itself.
        above: The rules that hold in the folder around it.
    """
    path = os.path.join(folder, ".gitignore")
    try:
        lines = read_file(path, _MAX_BYTES, open_unlinked).decode("utf-8-sig", "replace").splitlines()
    except (OSError, ValueError):
        return above
    return (*above, (prefix, [pattern for line in lines if (pattern := _pattern(line))]))


def _pattern(line: str) -> _Pattern | None:
    """Read a line of a `.gitignore`; None if it matches nothing."""
    line = _SPACES_AT_END.sub("", line)
    ignores = not line.startswith("!")
    pattern = line if ignores else line[1:]
    if line.startswith("#") or "//" in pattern:  # no path has two slashes in a row
        return None
    only_folders = pattern.endswith("/")
    pattern = pattern.removesuffix("/")
    if not pattern:
        return None
    names = pattern.split("/") if "/" in pattern else ["**", pattern]
    pattern = "/".join(name if name == "**" else re.sub(r"\*{2,}", "*", name) for name in names)
    pattern = _ESCAPED.sub(lambda found: f"[{found[1]}]" if found[1] in "*?[" else found[1], pattern)
    glob = compile_globs([pattern.replace("[^", "[!")])
    assert glob
    return _Pattern(glob, ignores, only_folders)


def is_ignored(path: str, is_folder: bool, rules: Rules) -> bool:
    """Tell whether a path below the source folder is left out."""
    for prefix, patterns in reversed(rules):
        below = path.removeprefix(prefix)
        for glob, ignores, only_folders in reversed(patterns):
            if (is_folder or not only_folders) and glob.fullmatch(below):
                return ignores
    return False


def is_vendored(folder: str, name: str) -> bool:
    """Tell whether a folder holds other projects' code: by its name, or because it is a virtual environment."""
    return name in _VENDORED or os.path.exists(os.path.join(folder, "pyvenv.cfg"))
