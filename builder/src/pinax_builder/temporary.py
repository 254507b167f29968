"""Make a folder to work in, and remove those that killed builds left.

Strategy. A build holds a lock on a file in its folder, which the system releases however the build ends. So a folder
whose lock is free is nobody's. Only folders of this user with such a file are looked at, and none that is new, in which
the lock may not be held yet.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows, where nothing is swept
    fcntl = None  # type: ignore[assignment]

PREFIX = "pinax-"
"""Beginning of the folders' names."""
LOCK = ".lock"
"""Name of the file that is locked."""
_NEW_S = 60.0
"""Age from which a folder is looked at (seconds)."""


@contextmanager
def temporary_folder(parent: Path | None = None) -> Iterator[Path]:
    """Yield an empty folder, but for the lock, that is removed at the end.

    Args:
        parent: Where it is made, and where others are swept; by default the system's folder for temporary files.
    """
    parent = parent or Path(tempfile.gettempdir())
    _sweep(parent)
    with tempfile.TemporaryDirectory(prefix=PREFIX, dir=parent) as name, open(Path(name, LOCK), "wb") as lock:
        with suppress(OSError):  # a network's file system that has no locks, where nothing is swept either
            if fcntl is not None:
                fcntl.flock(lock, fcntl.LOCK_EX)
        yield Path(name)


def _sweep(parent: Path) -> None:
    """Remove what killed builds left; what cannot be looked at or removed belongs to somebody else."""
    for lock in parent.glob(f"{PREFIX}*/{LOCK}") if fcntl is not None else ():
        with suppress(OSError):
            facts = lock.lstat()
            is_ours = facts.st_uid == os.geteuid() and stat.S_ISREG(facts.st_mode) and not lock.parent.is_symlink()
            if is_ours and time.time() - facts.st_mtime > _NEW_S:
                with open(lock, "rb") as file:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    shutil.rmtree(lock.parent)
