"""Leave out of a folder what no docset has, and of source code what `.gitignore` files leave out and copies of others.

In:    Folders as they are walked, with their `.gitignore` files.
Out:   Whether an entry is ignored, or is a folder of other projects' code.
Rules: as git: the deepest `.gitignore` that says something about a path decides, and what lies in an ignored folder
       cannot come back. Only the files in the source folder count, not those above it. A pattern becomes a glob of
       `globs`, so that none takes long, whoever wrote it.
Spec:  gitignore(5).
Why:   docs/decisions/0275
"""

from __future__ import annotations

import os
import re
from typing import NamedTuple

from pinax_builder.crawl.globs import compile_globs
from pinax_runtime.trust import open_unlinked, read_file

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
