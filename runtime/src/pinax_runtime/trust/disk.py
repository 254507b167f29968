"""Read files that other people made, and write a bundle into its folder whole.

Strategy. *Reading*: a named pipe would be waited for, and a device never ends, so both are refused at once, and no file
is read beyond a bound. *Writing*: a file is written under another name, synced, and renamed. A rename is safe on disk
only once its folder is synced, and file systems may reorder renames that are not. So the folder of the files is synced
before the entry is replaced, and the bundle's folder after that, before any old file is removed. One program at a time
writes a folder. So an unfinished file belongs to a program that was killed.

Rules: below `search`, this module alone touches files. Key and token files are named by their owner and may be pipes;
       they are opened elsewhere. The order of writing is part of the format: both `pinax build` and
       `pinax-runtime pull` write bundles.
Spec:  docs/format.md, section 11.1; TOML 1.0.
Why:   docs/decisions/0121
"""

from __future__ import annotations

import errno
import os
import re
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO
from uuid import uuid4

from pinax_runtime.format import ENTRY, FOLDER, LEFT_OVER_S, is_file_name, is_unfinished, limits, unfinished_name

try:
    import fcntl
except ImportError:  # Windows: nothing is locked there, and only old unfinished files are removed
    fcntl = None  # type: ignore[assignment]

MAX_PARTS = 20
"""Most parts of a dotted key; projects' files have six."""
_STRING_OR_COMMENT = re.compile(
    r'"""(?:[^"\\]|\\[\s\S]|""?(?!"))*+"{0,5}'
    r"|'''(?:[^']|''?(?!'))*+'{0,5}"
    r'|"(?:[^"\\\n]|\\.)*+"?'
    r"|'[^'\n]*+'?"
    r"|\#[^\n]*+"
)
"""A string, closed or not, or a comment. It never fails once it has begun, so the whole pass takes linear time."""
_SIGN = re.compile(r"[=,\[\]{}\n]")


def open_file(path: str, flags: int) -> int:
    """Open a regular file; an `opener` for Python's `open`.

    Raises:
        OSError: There is none, or it cannot be read.
    """
    number = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    if not stat.S_ISREG(os.fstat(number).st_mode):
        os.close(number)
        raise OSError(errno.EINVAL, "it is not a file")
    return number


def open_unlinked(path: str, flags: int) -> int:
    """Open a regular file as `open_file` does, unless its name is a link's, which could lead anywhere."""
    return open_file(path, flags | getattr(os, "O_NOFOLLOW", 0))


def read_file(
    path: Path | str, max_bytes: int = limits.FILE_BYTES, opener: Callable[[str, int], int] = open_file
) -> bytes:
    """Return the bytes of a regular file.

    Args:
        path: Which.
        max_bytes: Largest size that is read (bytes); by default that of a bundle's file.
        opener: `open_file` or `open_unlinked`.

    Raises:
        OSError: There is none, it cannot be read, or it is larger.
    """
    with open(path, "rb", opener=opener) as file:
        size = os.fstat(file.fileno()).st_size  # asked for the limit, Python sets aside that much for every file
        data = file.read(size + 1) if size <= max_bytes else b""
        if len(data) > size:  # it has grown
            data += file.read(max_bytes + 1 - len(data))
        if size <= max_bytes and len(data) <= max_bytes:
            return data
    raise OSError(errno.EFBIG, f"it has more than {max_bytes:,} bytes")


def read_toml(text: str) -> dict[str, Any]:
    """Parse a text in bounded time.

    Python's parser remembers every beginning of a dotted key, so that a key of n parts costs n² in time and memory:
    40 kB take 20 seconds and 3 GB. So keys are measured before. What is left between two signs of TOML, once strings
    and comments are gone, is a key or a number.

    Raises:
        ValueError: It is not TOML, or is nested too deep.
    """
    import tomllib  # most readers of bundles read no TOML

    if any(key.count(".") >= MAX_PARTS for key in _SIGN.split(_STRING_OR_COMMENT.sub("", text))):
        raise ValueError(f"a key has more than {MAX_PARTS} parts")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deep") from None


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
