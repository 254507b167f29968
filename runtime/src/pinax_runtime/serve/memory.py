"""Keep the memory of a long-lived server small: return freed blocks to the system, and share one heap."""

from __future__ import annotations

import ctypes

_M_MMAP_THRESHOLD = -3
"""Number of the `mallopt` parameter for the mapping threshold, from glibc's malloc.h."""
_M_ARENA_MAX = -8
"""Number of the parameter for the number of heaps, from the same file."""
_THRESHOLD_BYTES = 128 << 10
"""Size from which each block is mapped by itself (bytes); glibc's own initial value."""


def save_memory() -> bool:
    """Tell the C library how to keep memory small; return whether it has such settings, as glibc has.

    It is to map each large block by itself. glibc raises the size from which it does so whenever a mapped block is
    freed, so decompressed shards come to fragment its heap. After 100 queries a server on the Python manual then holds
    10 MB more. And threads are to share one heap, since one thread computes at a time.

    >>> import platform
    >>> save_memory() is (platform.libc_ver()[0] == "glibc")
    True
    """
    try:
        mallopt = ctypes.CDLL(None).mallopt
        return bool(mallopt(_M_MMAP_THRESHOLD, _THRESHOLD_BYTES)) and bool(mallopt(_M_ARENA_MAX, 1))
    except (OSError, AttributeError, TypeError):
        return False
