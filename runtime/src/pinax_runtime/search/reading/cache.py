"""Keep decoded files in memory, up to a number of bytes."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Any

DEFAULT_BYTES = 10 << 20
"""Memory of a cache (bytes, estimated) where none is asked for: 100 queries of the Python manual fit. Decision 0050."""


class ByteCache:
    """The most recently used values, up to a number of bytes. Safe to share between threads."""

    def __init__(self, max_bytes: int = DEFAULT_BYTES) -> None:
        self.max_bytes = max_bytes
        self.size_bytes = 0
        self._lock = Lock()
        self._values: OrderedDict[str, tuple[Any, int]] = OrderedDict()

    def get(self, key: str) -> Any:
        """Return a value, or None."""
        with self._lock:
            found = self._values.get(key)
            if found is None:
                return None
            self._values.move_to_end(key)
            return found[0]

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def put(self, key: str, value: Any, size_bytes: int) -> None:
        """Keep a value that takes `size_bytes` of memory. One larger than the whole cache is not kept."""
        if size_bytes > self.max_bytes:
            return
        with self._lock:
            old = self._values.pop(key, None)
            self.size_bytes += size_bytes - (old[1] if old else 0)
            self._values[key] = (value, size_bytes)
            while self.size_bytes > self.max_bytes:
                _, (_, freed) = self._values.popitem(last=False)
                self.size_bytes -= freed

    def keep_only(self, prefixes: tuple[str, ...] = ()) -> None:
        """Forget every value whose key has none of these prefixes; without any, all values."""
        with self._lock:
            self._values = OrderedDict((key, kept) for key, kept in self._values.items() if key.startswith(prefixes))
            self.size_bytes = sum(size for _, size in self._values.values())
