"""Say which docsets document the versions that a user's project uses.

In:    The project's packages with their versions; docsets' names and versions.
Out:   For each docset of such a package, the version that the project uses, and whether its own is the nearest.
Rules: a docset is a package's by its name, without version and `-docs` at the end. A docset that does not say its
       version is left alone.
Why:   docs/decisions/0190
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

Packages = Mapping[str, Sequence[str]]
"""Normalized name of a package → versions that a project uses of it."""

_SEPARATORS = re.compile(r"[^a-z0-9]+")
_ENDING = re.compile(r"[-.@_](?:v?\d+(?:[._]\w++)*+|docs?|documentation|manual|stable|latest)$", re.IGNORECASE)
"""What stands at the end of a docset's name besides the package's: a version, or a word for documentation."""
_MAX_ENDINGS = 3
"""Endings that are taken off one name."""


class Use(NamedTuple):
    """What a project uses of the package that a docset documents."""

    versions: tuple[str, ...]
    """Versions that the project uses; several if parts of it need different ones."""
    documents_it: bool
    """Whether the docset documents one of them."""
    is_nearest: bool
    """Whether no other docset of the package is nearer to one of them."""


class Documented(NamedTuple):
    """What a docset documents."""

    key: str
    name: str
    """Name of the docset in its bundle."""
    version: str


def normalized(name: str) -> str:
    """Return a package's name in the one form in which names are compared.

    >>> normalized("Zope.Interface"), normalized("@babel/core")
    ('zope-interface', 'babel-core')
    """
    return _SEPARATORS.sub("-", name.lower()).strip("-")


def in_use(docsets: Iterable[Documented], packages: Packages) -> dict[str, Use]:
    """Return, by key, what a project uses of the packages that docsets document.

    Args:
        docsets: Keys are unique. Docsets of no package of the project, or of no version, are left out.
        packages: What the project uses.
    """
    by_package: dict[str, list[Documented]] = {}
    for docset in docsets:
        package = _package_of(docset.name, packages)
        if package and _numbers(docset.version):
            by_package.setdefault(package, []).append(docset)
    uses: dict[str, Use] = {}
    for package, documented in by_package.items():
        versions = tuple(packages[package])
        nearness = {docset.key: max(_nearness(docset.version, used) for used in versions) for docset in documented}
        nearest = max(nearness.values())
        for docset in documented:
            same = any(_covers(docset.version, used) for used in versions)
            uses[docset.key] = Use(versions, same, nearness[docset.key] == nearest)
    return uses


def _package_of(name: str, packages: Packages) -> str:
    """Return the package that a docset is called after; empty if there is none."""
    for _ in range(_MAX_ENDINGS + 1):
        if (candidate := normalized(name)) in packages:
            return candidate
        shorter = _ENDING.sub("", name)
        if shorter in ("", name):
            return ""
        name = shorter
    return ""


def _numbers(version: str) -> tuple[int, ...]:
    """Return the numbers that a version begins with.

    >>> _numbers("v2.31.0rc1"), _numbers("3.x"), _numbers("latest")
    ((2, 31, 0), (3,), ())
    """
    found = re.match(r"[^0-9]{0,2}(\d+(?:\.\d+)*)", version.strip())
    return tuple(int(part[:9]) for part in found[1].split(".")) if found else ()


def _covers(documented: str, used: str) -> bool:
    """Say whether documentation of a version, such as `3.12` or `2.x`, is of the version used.

    >>> _covers("3.12", "3.12.4"), _covers("3.12.4", "3.12"), _covers("2.x", "2.31.0"), _covers("3.1", "3.12")
    (True, True, True, False)
    """
    ours, theirs = _numbers(documented), _numbers(used)
    return all(a == b for a, b in zip(ours, theirs, strict=False))


def _nearness(documented: str, used: str) -> tuple[int, int]:
    """Return how near two versions are; greater is nearer: leading numbers in common, then the next one's distance."""
    ours, theirs = _numbers(documented), _numbers(used)
    for at, (a, b) in enumerate(zip(ours, theirs, strict=False)):
        if a != b:
            return at, -abs(a - b)
    return min(len(ours), len(theirs)), 0
