"""Find which libraries the builder runs with, and of which versions.

In:    The folders that Python imports from.
Out:   The name and version of a distribution and of all that it needs, extras included, as far as installed.
Rules: each distribution is read once, by the names of its folder and of two of its headers. `importlib.metadata`, which
       says the same, parses each as a message and imports all of `email` for that.
Spec:  https://packaging.python.org/en/latest/specifications/recording-installed-packages/
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

_FOLDER = re.compile(r"(?P<name>[^-]+)-.*(?:dist|egg)-info|(?P<unversioned>[^-]+)\.egg-info")
_SEPARATORS = re.compile(r"[-_.]+")
_VERSION = re.compile(r"^Version: *(\S+)", re.MULTILINE)
_NEEDED = re.compile(r"^Requires-Dist: *([A-Za-z0-9][A-Za-z0-9._-]*)", re.MULTILINE)
_NEEDED_BY_EGG = re.compile(r"^([A-Za-z0-9][A-Za-z0-9._-]*)", re.MULTILINE)
"""The same in `requires.txt`, as setuptools wrote it before there were headers for it."""


def libraries_of(name: str) -> list[str]:
    """Return `name version` of an installed distribution and of whatever it needs, sorted."""
    installed = dict(reversed(list(_installed())))  # of two with one name the first is imported
    versions: dict[str, str] = {}
    needed = [_normalized(name)]
    while needed:
        at = needed.pop()
        if at in versions or at not in installed:
            continue
        headers = _read(installed[at], "METADATA", "PKG-INFO", "").partition("\n\n")[0]
        version = _VERSION.search(headers)
        versions[at] = version[1] if version else ""
        names = _NEEDED.findall(headers) or _NEEDED_BY_EGG.findall(_read(installed[at], "requires.txt"))
        needed += map(_normalized, names)
    return [f"{at} {version}" for at, version in sorted(versions.items())]


def _installed() -> Iterator[tuple[str, Path]]:
    """Yield the name and the folder, or file, of each distribution, in the order of imports."""
    for folder in sys.path:
        try:
            names = os.listdir(folder or ".")
        except OSError:
            continue
        for name in names:
            if found := _FOLDER.fullmatch(name):
                yield _normalized(found["name"] or found["unversioned"]), Path(folder, name)


def _read(at: Path, *names: str) -> str:
    """Return the text of the first file of a distribution that can be read; empty if there is none."""
    for name in names:
        try:
            return (at / name).read_text("utf-8", "replace")
        except OSError:
            continue
    return ""


def _normalized(name: str) -> str:
    """Return a name as all spellings of it are compared.

    >>> _normalized("Foo.Bar__baz")
    'foo-bar-baz'
    """
    return _SEPARATORS.sub("-", name).lower()
