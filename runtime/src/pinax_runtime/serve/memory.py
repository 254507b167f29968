"""Keep a long-lived server small: give large blocks back to the system when they are freed."""

from __future__ import annotations

import ctypes

_M_MMAP_THRESHOLD = -3
"""From glibc's malloc.h."""
_THRESHOLD_BYTES = 128 << 10


def map_large_blocks() -> bool:
    """Fix the size from which the C library maps a block by itself; give whether it could be told.

    glibc raises that size whenever a mapped block is freed, and decompressed shards then fragment its heap: after 100
    queries a server on the Python manual holds 10 MB more. Other C libraries do not need it and have no such call.
    """
    try:
        return bool(ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, _THRESHOLD_BYTES))
    except (OSError, AttributeError, TypeError):
        return False
