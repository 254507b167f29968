"""Replace a file in one step, so that a reader sees its old content or its new content, never a part of it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO
from uuid import uuid4

from pinax_runtime.format import unfinished_name


@contextmanager
def replacement(path: Path, mode: int = 0o666) -> Iterator[BinaryIO]:
    """Open a new file that takes the place of another when the block ends, or vanishes if the block raises.

    Args:
        path: The file to replace; it need not exist.
        mode: Permissions of the new file, before the umask.

    Raises:
        OSError: The file cannot be written or replaced.
    """
    # Beside the other one, because a rename is one step only within a file system. By its name, a sweep of the folder
    # recognizes what a killed process left behind.
    beside = path.with_name(unfinished_name(path.name, uuid4().hex))
    try:
        with open(beside, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            yield file
        beside.replace(path)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
