"""Read lockfiles again when they change, so that a server need not be started anew.

Rules: what the files looked like is compared at each question, which costs a `stat` of each. A file that cannot be read
       at the moment, such as one that is being written, changes nothing; that is logged once.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from pathlib import Path

from pinax_runtime.cli.lockfiles.reading import LockfileError, read_lockfiles
from pinax_runtime.search import Packages

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
