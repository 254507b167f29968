"""Open the files of a bundle's folder, and nothing else that has their names.

Rules: a named pipe would be waited for, and a device never ends, so both are refused at once.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path


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


def read_file(path: Path) -> bytes:
    """Return the bytes of a regular file. Raises as `open_file`."""
    with open(path, "rb", opener=open_file) as file:
        return file.read()
