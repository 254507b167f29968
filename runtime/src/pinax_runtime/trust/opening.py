"""Open files that other people made: bundles, lockfiles, caches, folders of documentation.

Rules: a named pipe would be waited for, and a device never ends, so both are refused at once. No file is read beyond a
       bound. A file's owner names key and token files, and these may be pipes; they are opened elsewhere.
       Python's parser of TOML remembers every beginning of a dotted key, so a key of n parts costs n² in time and
       memory: 40 kB take 20 seconds and 3 GB. So keys are measured before. What is left between two signs of TOML, once
       strings and comments are gone, is a key or a number.
Spec:  TOML 1.0.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pinax_runtime.format import limits

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
    """Parse a text.

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
