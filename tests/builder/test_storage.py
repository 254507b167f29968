"""Object stores are believed nothing that can be checked."""

from __future__ import annotations

import pytest
from fsspec.implementations.memory import MemoryFileSystem

from pinax_builder import Storage


def test_a_size_that_is_a_lie(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is larger than its store says is refused as if the store had said so."""
    storage = Storage("memory://lying")
    storage.put("a", b"x" * 11)
    assert storage.read("a", 11) == b"x" * 11
    monkeypatch.setattr(MemoryFileSystem, "size", lambda *_: 1)
    with pytest.raises(OSError, match="it is too large"):
        storage.read("a", 10)
