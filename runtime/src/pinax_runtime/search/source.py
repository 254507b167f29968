"""Where a bundle's bytes come from: the one seam between search and the world.

A source is anything with `read(name)`. It may fail in any way; `files.BundleFiles` turns that into SourceError and
checks what comes back, so a source needs no knowledge of the format.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from pinax_runtime.contract import limits


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


class CountingSource:
    """Counts what is read through it: what one query costs."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.names: list[str] = []
        self.size_bytes = 0

    @property
    def location(self) -> str:
        """Of the source behind."""
        return self._source.location

    def read(self, name: str) -> bytes:
        """Read from the source behind, and count."""
        data = self._source.read(name)
        self.names.append(name)
        self.size_bytes += len(data)
        return data
