"""Start other programs within limits.

In:    A command.
Out:   The same command under limits of memory and of the size of a file, which all that it starts inherits.
Rules: the shell sets the limits and becomes the program, so that there is no moment without them. Linux holds both;
       macOS holds the size of files alone, and on Windows there is neither.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence

_SCRIPT = 'ulimit -d "$1" 2>/dev/null; ulimit -f "$2" 2>/dev/null; shift 2; exec "$@"'
"""Sets the limits; a system that does not know one goes on without it."""
_BLOCK_BYTES = 512
"""Unit of a shell's limit on files, as POSIX has it (bytes)."""


def limited(command: Sequence[str], *, memory_bytes: int, file_bytes: int) -> list[str]:
    """Return a command that runs another one within limits.

    Args:
        command: The program and its arguments.
        memory_bytes: Memory that each of its processes may allocate. Files that it maps do not count.
        file_bytes: Size of each file that it may write.

    Raises:
        FileNotFoundError: There is no such program.
    """
    found = shutil.which(command[0])
    if found is None:
        raise FileNotFoundError(2, "No such file or directory", command[0])
    if sys.platform == "win32":
        return [found, *command[1:]]
    limits = [str(memory_bytes >> 10), str(file_bytes // _BLOCK_BYTES)]
    return ["/bin/sh", "-c", _SCRIPT, "sh", *limits, found, *command[1:]]
