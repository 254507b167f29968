"""Start other programs within limits.

In:    A command.
Out:   The same command under limits of memory, of the size of a file and of processor time, which all that it starts
       inherits.
Rules: the shell sets the limits and becomes the program, so that there is no moment without them. Linux holds all;
       macOS does not hold memory, and on Windows there are none.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence

_SCRIPT = 'for limit in "-d $1" "-f $2" "-S -t $3"; do ulimit $limit 2>/dev/null; done; shift 3; exec "$@"'
"""Sets the limits; a system that does not know one goes on without it. A soft limit of time ends by its own signal."""
_BLOCK_BYTES = 512
"""Unit of a shell's limit on files, as POSIX has it (bytes)."""


def limited(command: Sequence[str], *, memory_bytes: int, file_bytes: int, processor_s: int | None = None) -> list[str]:
    """Return a command that runs another one within limits.

    Args:
        command: The program and its arguments.
        memory_bytes: Memory that each of its processes may allocate. Files that it maps do not count.
        file_bytes: Size of each file that it may write.
        processor_s: Processor time that each of its processes may use (seconds); None for no limit.

    Raises:
        FileNotFoundError: There is no such program.
    """
    found = shutil.which(command[0])
    if found is None:
        raise FileNotFoundError(2, "No such file or directory", command[0])
    if sys.platform == "win32":
        return [found, *command[1:]]
    limits = [str(memory_bytes >> 10), str(file_bytes // _BLOCK_BYTES), str(processor_s or "unlimited")]
    return ["/bin/sh", "-c", _SCRIPT, "sh", *limits, found, *command[1:]]
