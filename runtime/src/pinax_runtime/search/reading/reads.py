"""Note which files are read while something is done, for whoever wants to know; nothing is kept otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_noted: ContextVar[list[tuple[str, int]] | None] = ContextVar("reads", default=None)


def note_read(name: str, size_bytes: int) -> None:
    """Note that a file was read."""
    noted = _noted.get()
    if noted is not None:
        noted.append((name, size_bytes))


@contextmanager
def noting_reads() -> Iterator[list[tuple[str, int]]]:
    """Yield a list that is filled with the name and size (bytes) of each file that is read meanwhile."""
    noted: list[tuple[str, int]] = []
    token = _noted.set(noted)
    try:
        yield noted
    finally:
        _noted.reset(token)
