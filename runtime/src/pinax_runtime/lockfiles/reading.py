"""Read lockfiles by the reader for their names, join what several say, and read them again when they change."""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from pinax_runtime.format import PinaxError, cause_of
from pinax_runtime.lockfiles.formats import (
    read_composer_lock,
    read_gemfile_lock,
    read_go_mod,
    read_go_sum,
    read_package_lock,
    read_pnpm_lock,
    read_pom,
    read_requirements,
    read_toml_lock,
    read_yarn_lock,
)
from pinax_runtime.search import Packages, normalized
from pinax_runtime.trust import read_file

MAX_BYTES = 16 << 20
"""Largest size of a lockfile (bytes); the lock of a large JavaScript project has 2 MB."""
MAX_VERSIONS = 20
"""Versions that are kept of one package."""

Reader = Callable[[str], Iterator[tuple[str, str]]]
"""Yields (name, version) of each package; raises ValueError."""

_READERS: tuple[tuple[str, Reader], ...] = (
    (r"uv\.lock|poetry\.lock|cargo\.lock|pylock(\.[^.]+)?\.toml", read_toml_lock),
    (r"package-lock\.json|npm-shrinkwrap\.json", read_package_lock),
    (r"pnpm-lock\.yaml", read_pnpm_lock),
    (r"yarn\.lock", read_yarn_lock),
    (r"gemfile\.lock|gems\.locked", read_gemfile_lock),
    (r"composer\.lock", read_composer_lock),
    (r"go\.sum", read_go_sum),
    (r"go\.mod", read_go_mod),
    (r"(.*[-_.])?pom\.xml", read_pom),
    (r".*(requirements|constraints).*\.(txt|in|lock)", read_requirements),
)
"""(Pattern of the file's name in lower case, its reader)."""
_KNOWN = (
    "uv.lock, poetry.lock, pylock.toml, requirements.txt, package-lock.json, npm-shrinkwrap.json, pnpm-lock.yaml, "
    "yarn.lock, Cargo.lock, Gemfile.lock, composer.lock, go.sum, go.mod or pom.xml"
)


class LockfileError(PinaxError):
    """A lockfile cannot be used."""

    def __init__(self, path: Path, cause: str, remedy: str) -> None:
        super().__init__(f"cannot use the lockfile {path}: {cause}; {remedy}.")
        self.path, self.cause = path, cause


def read_lockfiles(paths: Sequence[Path]) -> Packages:
    """Return the versions of every package that lockfiles name, in their order.

    Raises:
        LockfileError: A file is missing, too large, not of a known kind, or not what its name says.
    """
    packages: dict[str, list[str]] = {}
    for path in paths:
        for name, version in _read(path):
            versions = packages.setdefault(normalized(name), [])
            if version not in versions and len(versions) < MAX_VERSIONS:
                versions.append(version)
    return packages


def _read(path: Path) -> list[tuple[str, str]]:
    reader = next((reader for pattern, reader in _READERS if re.fullmatch(pattern, path.name.lower())), None)
    if reader is None:
        raise LockfileError(path, "its name is none of a known lockfile", f"give a {_KNOWN}")
    try:
        content = read_file(path, MAX_BYTES)
    except OSError as error:
        raise LockfileError(path, error.strerror or str(error), "give another one") from error
    try:
        return list(reader(content.decode("utf-8-sig")))
    except (ValueError, RecursionError) as error:
        remedy = "write it again with the tool that made it"
        raise LockfileError(path, f"it is not what its name says ({cause_of(error)})", remedy) from error


_log = logging.getLogger(__name__)


class Lockfiles:
    """The versions that lockfiles name at present. Safe to share between threads."""

    def __init__(self, paths: Sequence[Path]) -> None:
        """Read the files.

        Raises:
            LockfileError: One cannot be used.
        """
        self._paths = tuple(paths)
        self._reading = threading.Lock()
        self._stamps = self._look()
        self._packages = read_lockfiles(self._paths)

    def __call__(self) -> Packages:
        """Return the versions; the same object as long as no file has changed."""
        stamps = self._look()
        if stamps != self._stamps:
            with self._reading:
                if stamps != self._stamps:
                    self._stamps = stamps
                    self._read()
        return self._packages

    def _read(self) -> None:
        try:
            packages = read_lockfiles(self._paths)
        except LockfileError as error:
            _log.warning("%s The versions that it named before go on being preferred.", error)
            return
        if packages != self._packages:
            self._packages = packages

    def _look(self) -> tuple[object, ...]:
        """Return how the files look from outside."""
        return tuple(_stamp(path) for path in self._paths)


def _stamp(path: Path) -> object:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino
