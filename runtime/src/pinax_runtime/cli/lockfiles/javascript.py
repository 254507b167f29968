"""Read locks of JavaScript projects: npm's, pnpm's and Yarn's."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

_FOLDER = "node_modules/"
_PNPM_PACKAGE = re.compile(r"^  ['\"]?/?((?:@[^/@\s'\"]+/)?[^/@\s'\"(]+)[@/](\d[^\s'\":(_]*)[^:]*:", re.MULTILINE)
"""A key below `packages:`: `name@1.0.0`, before version 9 `/name@1.0.0`, before version 6 `/name/1.0.0`."""

_YARN_ENTRY = re.compile(r"^(?P<key>[^\s#].*):\n(?P<members>(?:[ \t]+\S.*\n?)+)", re.MULTILINE)
_YARN_MEMBER = re.compile(r"^  (version|resolution):?[ ]\"?([^\"\n]+)", re.MULTILINE)
_NAME = re.compile(r"(@?[^@\s]+)@")


def read_package_lock(text: str) -> Iterator[tuple[str, str]]:
    """Yield (name, version) of each package of a `package-lock.json`, those next to the project first.

    Raises:
        ValueError: It is no lock of npm's.
    """
    lock = json.loads(text)
    if not isinstance(lock, dict) or "lockfileVersion" not in lock:
        raise ValueError("it has no `lockfileVersion`")
    packages = lock.get("packages")
    found = list(_by_folder(packages) if isinstance(packages, dict) else _nested(lock, 1))
    for _, name, version in sorted(found, key=lambda item: item[0]):
        yield name, version


def _by_folder(packages: dict[str, Any]) -> Iterator[tuple[int, str, str]]:
    """Yield (depth, name, version) as lock versions 2 and 3 have them, by the folder of each package."""
    for folder, package in packages.items():
        before, is_installed, name = folder.rpartition(_FOLDER)
        if is_installed and isinstance(package, dict) and isinstance(package.get("version"), str):
            real = package.get("name", name)  # an alias is installed under another name
            yield before.count(_FOLDER), real if isinstance(real, str) else name, package["version"]


def _nested(within: dict[str, Any], depth: int) -> Iterator[tuple[int, str, str]]:
    """Yield (depth, name, version) as lock version 1 has them, each below the one that needs it."""
    dependencies = within.get("dependencies")
    for name, package in dependencies.items() if isinstance(dependencies, dict) else ():
        if isinstance(package, dict):
            if isinstance(package.get("version"), str):
                alias, _, version = package["version"].removeprefix("npm:").rpartition("@")
                yield depth, alias or name, version
            yield from _nested(package, depth + 1)


def read_pnpm_lock(text: str) -> Iterator[tuple[str, str]]:
    """Yield (name, version) of each package of a `pnpm-lock.yaml`, which is read line by line.

    Raises:
        ValueError: It is no lock of pnpm's.
    """
    if not re.search(r"^lockfileVersion:", text, re.MULTILINE):
        raise ValueError("it has no `lockfileVersion`")
    _, _, packages = text.partition("\npackages:")
    section = re.split(r"\n(?=\S)", packages, maxsplit=1)[0]
    for found in _PNPM_PACKAGE.finditer(section):
        yield found[1], found[2]


def read_yarn_lock(text: str) -> Iterator[tuple[str, str]]:
    """Yield (name, version) of each package of a `yarn.lock`, of Yarn 1 or newer; the project's own are left out.

    Raises:
        ValueError: It is no lock of Yarn's.
    """
    if not re.search(r"^(?:# yarn lockfile v1|__metadata:)", text, re.MULTILINE):
        raise ValueError("it says neither `yarn lockfile v1` nor `__metadata`")
    for entry in _YARN_ENTRY.finditer(text.replace("\r\n", "\n")):
        said = dict(_YARN_MEMBER.findall(entry["members"]))
        # Newer versions say the real name of an alias; of Yarn 1 the key does: `"react17@npm:react@17.0.2"`.
        named = said.get("resolution") or entry["key"].strip('"').partition("@npm:")[2] or entry["key"].strip('"')
        name = _NAME.match(named) or _NAME.match(entry["key"].strip('"'))
        if name and "version" in said and "@workspace:" not in named:
            yield name[1], said["version"]
