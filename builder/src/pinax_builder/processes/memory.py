"""Hold the processes of a build to its memory.

In:    Megabytes for the build as a whole (`--memory`), and a number of workers.
Out:   The bytes that are each worker's share; and what a worker needs to stay within them.

Strategy. What is counted is what batches are cut and caches bounded by. What is measured decides when freed memory
goes back to the system, which the C library would keep after each large page.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

from pinax_builder.errors import ConfigError

MAIN_MB = 100
"""Part of the memory that is the main process's (MiB)."""
LEAST_MB = 45
"""Smallest share of a worker (MiB): Python, the libraries and a page."""
USUAL_MB = 150
"""Share of a worker (MiB) where nobody says how much memory there is."""


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
