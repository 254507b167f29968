"""Open files that other people made: bundles, lockfiles, caches, folders of documentation.

Rules: a named pipe would be waited for, and a device never ends, so both are refused at once. No file is read beyond a
       bound. A file's owner names key and token files, and these may be pipes; they are opened elsewhere.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path

from pinax_runtime.format import limits


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
        if size <= max_bytes and len(data := file.read(size + 1)) <= max_bytes:
            return data
    raise OSError(errno.EFBIG, f"it has more than {max_bytes:,} bytes")
