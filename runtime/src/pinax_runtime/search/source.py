"""Where a bundle's bytes come from: the one seam between search and the world.

A source is anything with `read(name)`. It may fail in any way; `files.BundleFiles` turns that into SourceError and
checks what comes back, so a source needs no knowledge of the format. One from which several files are had sooner
together than one after the other also has `start(sizes)`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from pinax_runtime.contract import limits
from pinax_runtime.contract.names import ENTRY


class Source(Protocol):
    """Bytes by name, names as in the format: `pinax.json`, `files/<hash>.<kind>`."""

    @property
    def location(self) -> str:
        """Where this is, for messages."""

    def read(self, name: str) -> bytes:
        """Give a whole file.

        Raises:
            FileNotFoundError: There is none of that name.
            OSError: It cannot be read.
        """


class FolderSource:
    """A bundle in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @property
    def location(self) -> str:
        """The folder's path."""
        return str(self._folder)

    def stamp(self) -> tuple[int, int, int] | None:
        """Give what changes whenever the entry is replaced; None while there is none."""
        try:
            facts = (self._folder / ENTRY).stat()
        except OSError:
            return None
        return facts.st_mtime_ns, facts.st_size, facts.st_ino

    def has(self, name: str) -> bool:
        """Say whether there is a file of a name."""
        return (self._folder / name).is_file()

    def read(self, name: str) -> bytes:
        """Give a file of the folder; one byte more than the limit at most, so that a reader can refuse it."""
        with (self._folder / name).open("rb") as file:
            size = os.fstat(file.fileno()).st_size  # asked for the limit, Python sets aside that much for every file
            return file.read(min(size, max(limits.FILE_BYTES, limits.ENTRY_BYTES)) + 1)


class MemorySource:
    """A bundle in memory: tests, and bundles that came by another way."""

    def __init__(self, files: Mapping[str, bytes], location: str = "memory") -> None:
        self._files = files
        self._location = location

    @property
    def location(self) -> str:
        """What was given as its location."""
        return self._location

    def read(self, name: str) -> bytes:
        """Give a file."""
        try:
            return self._files[name]
        except KeyError:
            raise FileNotFoundError(name) from None


class Pending(Protocol):
    """A file that is being read."""

    def result(self) -> bytes:
        """Wait for the bytes; fails as `Source.read` does."""


class CountingSource:
    """Counts what is read through it: what one query costs. It reads as from afar, where files are read at once."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.names: list[str] = []
        self.size_bytes = 0
        self.rounds = 0
        """Reads that had to wait for one another: the length of the longest chain of them."""

    @property
    def location(self) -> str:
        """Of the source behind."""
        return self._source.location

    def read(self, name: str) -> bytes:
        """Read from the source behind, and count."""
        return self.start({name: limits.FILE_BYTES})[name].result()

    def start(self, sizes: Mapping[str, int]) -> dict[str, Pending]:
        """Read files, which count as one round: it begins where the wait for the last one ended."""
        start = getattr(self._source, "start", None)
        behind: Mapping[str, Pending] = start(sizes) if start and ENTRY not in sizes else {}
        return {name: self._read(name, behind.get(name)) for name in sizes}

    def _read(self, name: str, behind: Pending | None) -> Pending:
        try:
            data = behind.result() if behind else self._source.read(name)
        except Exception as error:
            return _CountedRead(self, self.rounds + 1, error=error)
        self.names.append(name)
        self.size_bytes += len(data)
        return _CountedRead(self, self.rounds + 1, data)


class _CountedRead:
    """A read of a CountingSource, done already: it counts even if nobody asks for the bytes."""

    def __init__(self, source: CountingSource, ends: int, data: bytes = b"", error: Exception | None = None) -> None:
        self._source, self._ends, self._data, self._error = source, ends, data, error

    def result(self) -> bytes:
        self._source.rounds = max(self._source.rounds, self._ends)
        if self._error:
            raise self._error
        return self._data
