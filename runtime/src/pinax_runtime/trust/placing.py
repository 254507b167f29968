"""Write files into a bundle's folder so that it holds a whole bundle at every moment, even after a power cut.

Strategy. A file is written under another name, synced, and renamed. A rename is safe on disk only once its folder is
synced, and file systems may reorder renames that are not. So the folder of the files is synced before the entry is
replaced, and the bundle's folder after that, before any old file is removed. One program at a time writes a folder. So
an unfinished file belongs to a program that was killed.

Rules: below `search`, this module and `opening` alone touch files. The order of writing is part of the format, and
       both programs write bundles: `pinax build` and `pinax-runtime pull`.
Spec:  docs/format.md, section 11.1.
Why:   docs/decisions/0121
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO
from uuid import uuid4

from pinax_runtime.format import ENTRY, FOLDER, LEFT_OVER_S, is_file_name, is_unfinished, unfinished_name
from pinax_runtime.trust.opening import read_file

try:
    import fcntl
except ImportError:  # Windows: nothing is locked there, and only old unfinished files are removed
    fcntl = None  # type: ignore[assignment]


class ForeignEntryError(OSError):
    """A folder has a `pinax.json` that is no bundle's."""


def check_target(bundle: Path) -> None:
    """Check that a bundle may be written into a folder.

    Raises:
        ForeignEntryError: There is a `pinax.json` in it that no bundle has.
        OSError: It cannot be read.
    """
    with suppress(FileNotFoundError):
        entry = read_file(bundle / ENTRY)
        if entry.strip() and b'"oldest_reader"' not in entry:  # an entry that is damaged is replaced all the same
            raise ForeignEntryError(errno.EEXIST, f"its {ENTRY} is not a bundle's")


@contextmanager
def locked(bundle: Path) -> Iterator[bool]:
    """Make the folders of a bundle and lock out other writers; wait until an earlier one is done.

    Yields:
        Whether the folder is locked; some systems and network file systems cannot do it.

    Raises:
        OSError: The folders cannot be made, or hold something else.
    """
    check_target(bundle)
    (bundle / FOLDER).mkdir(parents=True, exist_ok=True)
    if fcntl is None:
        yield False
        return
    folder = os.open(bundle / FOLDER, os.O_RDONLY)  # the folder itself: a lock file would be copied and committed
    try:
        held = False
        with suppress(OSError):
            fcntl.flock(folder, fcntl.LOCK_EX)
            held = True
        yield held
    finally:
        os.close(folder)


@contextmanager
def replacement(path: Path, mode: int = 0o666, *, synced: bool = False) -> Iterator[BinaryIO]:
    """Open a new file that takes the place of another when the block ends, or vanishes if the block raises.

    Args:
        path: The file to replace; it need not exist.
        mode: Permissions of the new file, before the umask.
        synced: Whether a power cut may not tear the new file either.

    Raises:
        OSError: The file cannot be written or replaced.
    """
    # Beside the other one, because a rename is one step only within a file system. By its name, a sweep of the folder
    # recognizes what a killed process left behind.
    beside = path.with_name(unfinished_name(path.name, uuid4().hex))
    try:
        with open(beside, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            yield file
            if synced:
                file.flush()
                os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise


def put_file(path: Path, data: bytes) -> None:
    """Write a file, which appears under its name only when it is whole.

    Raises:
        OSError: It cannot be written; what was there before is there still.
    """
    with replacement(path, synced=True) as file:
        file.write(data)


def put_entry(bundle: Path, entry: bytes) -> None:
    """Replace `pinax.json`, once all files that it names are written; readers then see the new build.

    Raises:
        OSError: It cannot be written; the old one is there still.
    """
    _sync(bundle / FOLDER)
    _sync(bundle)
    put_file(bundle / ENTRY, entry)
    _sync(bundle)


def sweep(bundle: Path, keep: frozenset[str] | set[str], *, held: bool) -> int:
    """Remove files of earlier builds and unfinished files; return how many.

    Only names of a bundle's own kind are touched. What cannot be removed stays until the next time.

    Args:
        bundle: Folder of the bundle.
        keep: Names (`files/…`) that stay.
        held: Whether the folder is locked, so that no unfinished file can belong to a running program.
    """
    removed = 0
    for folder in (bundle, bundle / FOLDER):
        for path in folder.iterdir():
            stale = folder != bundle and is_file_name(path.name) and f"{FOLDER}/{path.name}" not in keep
            with suppress(OSError):  # its writer may have just renamed it, where the folder cannot be locked
                if stale or (is_unfinished(path.name) and (held or _is_old(path))):
                    path.unlink()
                    removed += 1
    return removed


def _is_old(path: Path) -> bool:
    return time.time() - path.stat().st_mtime > LEFT_OVER_S


def _sync(folder: Path) -> None:
    """Make renames in a folder survive a power cut, on systems that can."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
