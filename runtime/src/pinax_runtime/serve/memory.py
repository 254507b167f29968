"""Keep the memory of a long-lived server small: return large blocks to the system when they are freed."""

from __future__ import annotations

import ctypes

_M_MMAP_THRESHOLD = -3
"""Number of the `mallopt` parameter for the mapping threshold, from glibc's malloc.h."""
_THRESHOLD_BYTES = 128 << 10
"""Size from which each block is mapped by itself (bytes); glibc's own initial value."""


def map_large_blocks() -> bool:
    """Fix the size from which the C library maps a block by itself; return whether it has such a setting.

    glibc raises that size whenever a mapped block is freed, so decompressed shards come to fragment its heap. After 100
    queries a server on the Python manual then holds 10 MB more. Other C libraries neither need nor have this call.
    """
    try:
        return bool(ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, _THRESHOLD_BYTES))
    except (OSError, AttributeError, TypeError):
        return False
