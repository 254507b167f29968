"""Hold the processes of a build to its memory.

In:    Megabytes for the build as a whole (`--memory`), and a number of workers.
Out:   The bytes that are each worker's share; and what a worker needs to stay within them.

Strategy. What is counted is what batches are cut and caches bounded by. What is measured decides when freed memory
goes back to the system, which the C library would keep after each large page.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pinax_builder.errors import ConfigError

try:
    import fcntl
except ImportError:  # Windows, where large pages do not wait for each other
    fcntl = None  # type: ignore[assignment]

MAIN_MB = 100
"""Part of the memory that is the main process's (MiB)."""
LEAST_MB = 45
"""Smallest share of a worker (MiB): Python, the libraries and a page."""
USUAL_MB = 150
"""Share of a worker (MiB) where nobody says how much memory there is."""
HELD_SHARE = 1 / 2
"""Share of a worker's memory beyond which it gives back what it has freed."""
_STEP_SHARE = 1 / 10
"""Share of a worker's memory that it must have taken since it last gave back, for that takes some milliseconds."""
_KEPT = 10
"""Bytes that the C library keeps for each byte of a page, when the page's tree is freed."""


def most_workers(memory_mb: int | None, wanted: int) -> int:
    """Return how many workers to start where nobody says: as many as wanted, if the memory is enough for them."""
    return wanted if memory_mb is None else max(1, min(wanted, (memory_mb - MAIN_MB) // LEAST_MB))


def worker_bytes(memory_mb: int | None, workers: int) -> int:
    """Return each worker's share of a build's memory, in bytes.

    Raises:
        ConfigError: It is too small to work in.
    """
    if memory_mb is None:
        return USUAL_MB << 20
    least = MAIN_MB + workers * LEAST_MB
    if memory_mb < least:
        fewer = ", or fewer workers" if workers > 1 else ""
        raise ConfigError("memory_mb", memory_mb, f"{least} or more{fewer}", f"is too small for {workers} worker(s)")
    return ((memory_mb - MAIN_MB) << 20) // workers


class Held:
    """What a worker holds, of which the C library keeps a part after it was freed."""

    def __init__(self, share_bytes: int, before_bytes: int = 0) -> None:
        """Begin to watch a process that has a share of the build's memory, besides what it held before."""
        self._most, self._step = before_bytes + share_bytes * HELD_SHARE, share_bytes * _STEP_SHARE
        self._left = 0
        self._read = 0

    def give_back(self, read_bytes: int) -> None:
        """Return freed memory to the system if this process holds much, and more than when it last did so.

        The system is asked only when so much was read that a step of it may be kept: an answer takes 75 microseconds.

        Args:
            read_bytes: Size of the page that was read since the last call.
        """
        self._read += read_bytes
        if self._read * _KEPT < self._step:
            return
        self._read = 0
        if resident_bytes() > max(self._most, self._left + self._step):
            give_back()
            self._left = resident_bytes()


@contextmanager
def one_at_a_time(lock: Path) -> Iterator[None]:
    """Wait until no other process is in such a block with the same file. Whoever is ended in it lets go of it."""
    if fcntl is None:
        yield
        return
    with lock.open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def resident_bytes() -> int:
    """Return this process's memory with all that it shares; 0 where the system does not say."""
    with suppress(OSError):
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def holds_more_than(n_bytes: float) -> bool:
    """Return whether `own_bytes` are more than that.

    They are never more than `resident_bytes`, which the system tells in a hundredth of the time.
    """
    return resident_bytes() > n_bytes and own_bytes() > n_bytes


def own_bytes() -> int:
    """Return this process's memory, with its part of what it shares; 0 where the system does not say (not Linux)."""
    with suppress(OSError):
        for line in Path("/proc/self/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) << 10
    return 0


def give_back() -> None:
    """Return freed memory to the system, where the C library can be told to."""
    if sys.platform == "linux":
        import ctypes

        with suppress(AttributeError):  # musl has no such function
            ctypes.CDLL(None).malloc_trim(0)
