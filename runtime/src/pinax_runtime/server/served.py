"""Answer calls as a server's options say, over any transport; keep the server small."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pinax_runtime.search import Library, Shelf
from pinax_runtime.server.resources import read_resource
from pinax_runtime.server.scheduler import DEFAULT_SECONDS
from pinax_runtime.tools import DEFAULT_CEILING, CallRecorder, ToolReply, call_tool

if TYPE_CHECKING:
    from pinax_runtime.live import LivePages


_M_MMAP_THRESHOLD = -3
"""Number of the `mallopt` parameter for the mapping threshold, from glibc's malloc.h."""
_M_ARENA_MAX = -8
"""Number of the parameter for the number of heaps, from the same file."""
_THRESHOLD_BYTES = 128 << 10
"""Size from which each block is mapped by itself (bytes); glibc's own initial value."""


def save_memory() -> bool:
    """Tell the C library how to keep memory small; return whether it has such settings, as glibc has.

    Each large block is to be mapped by itself. glibc raises the size from which it does so whenever a mapped block is
    freed, so decompressed shards fragment its heap: 10 MB more after 100 queries on the Python manual. Threads are to
    share one heap, because one thread computes at a time.

    >>> import platform
    >>> save_memory() is (platform.libc_ver()[0] == "glibc")
    True
    """
    try:
        mallopt = ctypes.CDLL(None).mallopt
        return bool(mallopt(_M_MMAP_THRESHOLD, _THRESHOLD_BYTES)) and bool(mallopt(_M_ARENA_MAX, 1))
    except (OSError, AttributeError, TypeError):
        return False


@dataclass(frozen=True, slots=True)
class Served:
    """A library with the options of the server that answers from it."""

    library: Library | Shelf
    group: str = "all"
    """Which tools are offered: all, lean, pages, tree or search-fetch."""
    ceiling: int = DEFAULT_CEILING
    """Longest reply that a call may ask for (tokens)."""
    seconds: float = DEFAULT_SECONDS
    """Time of a call (seconds), after which it ends with what it has."""
    structured: bool = False
    """Whether replies hold an object beside the text."""
    recorder: CallRecorder | None = None
    """Records calls in a log; None where there is no log."""
    log_file: Path | None = None
    """The file of that log, which the viewer reads."""
    live: LivePages | None = None
    """Reads pages from their sites; None where that is not allowed."""

    @property
    def present(self) -> Library:
        """The library as it is now."""
        return self.library if isinstance(self.library, Library) else self.library.library

    def call(self, name: str, arguments: Any) -> ToolReply:
        """Answer a call of a tool."""
        return call_tool(
            self.library,
            name,
            arguments,
            group=self.group,
            ceiling=self.ceiling,
            structured=self.structured,
            live=self.live,
        )

    def read(self, uri: str) -> ToolReply:
        """Read a resource."""
        return read_resource(self.library, uri, ceiling=self.ceiling)
