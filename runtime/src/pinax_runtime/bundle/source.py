"""Where a bundle's bytes come from: the one seam between search and the world.

A source is anything with `read(name)`. It may fail in any way: `files.BundleFiles` turns that into SourceError, and
checks the bytes, so a source need not know the format. A source that can read a part of a file for less than the whole
also has `read_part(name, start, size)`. A source that is faster at several files together also has `start(refs)`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Protocol

from pinax_runtime.format import ENTRY, FileRef, limits
from pinax_runtime.trust import open_file


class Source(Protocol):
    """Bytes by name, names as in the format: `pinax.json`, `files/<hash>.<kind>`."""

    @property
    def location(self) -> str:
        """Where this is, for messages."""

    def read(self, name: str) -> bytes:
        """Return a whole file.

        Raises:
            FileNotFoundError: There is none of that name.
            OSError: It cannot be read.
        """


def read_ref(source: Source, ref: FileRef) -> bytes:
    """Read a file, or a block of one. Fails as `Source.read` does."""
    return read_part(source, ref.file, ref.start, ref.size) if ref.file else source.read(ref.name)


def read_part(source: Source, name: str, start: int, size: int) -> bytes:
    """Read a part of a file, from the whole file where the source knows no better. Fails as `Source.read` does."""
    read = getattr(source, "read_part", None)
    part: bytes = read(name, start, size) if read else source.read(name)[start : start + size]
    return part


class FolderSource:
    """A bundle in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = str(folder)

    @property
    def location(self) -> str:
        """The folder's path."""
        return str(self._folder)

    def stamp(self) -> tuple[int, int, int] | None:
        """Return what changes whenever the entry is replaced; None while there is none."""
        try:
            facts = (self._folder / ENTRY).stat()
        except OSError:
            return None
        return facts.st_mtime_ns, facts.st_size, facts.st_ino

    def has(self, name: str) -> bool:
        """Say whether there is a file of a name; a network share that does not answer has none."""
        try:
            return (self._folder / name).is_file()
        except OSError:
            return False

    def read(self, name: str) -> bytes:
        """Return a file of the folder; one byte more than the limit at most, so that a reader can refuse it."""
        with open(f"{self._path}/{name}", "rb", opener=open_file) as file:
            size = os.fstat(file.fileno()).st_size  # asked for the limit, Python sets aside that much for every file
            return file.read(min(size, max(limits.FILE_BYTES, limits.ENTRY_BYTES)) + 1)

    def read_part(self, name: str, start: int, size: int) -> bytes:
        """Return a part of a file of the folder, shorter where the file ends."""
        with open(f"{self._path}/{name}", "rb", buffering=0, opener=open_file) as file:
            file.seek(start)
            return file.read(size)


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
        """Return a file."""
        try:
            return self._files[name]
        except KeyError:
            raise FileNotFoundError(name) from None


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
        return _CountedRead(self, name, lambda: self._source.read(name)).result()

    def read_part(self, name: str, start: int, size: int) -> bytes:
        """Read a part from the source behind, and count."""
        return _CountedRead(self, f"{name}@{start}", lambda: read_part(self._source, name, start, size)).result()

    def start(self, refs: Iterable[FileRef]) -> dict[str, Future[bytes]]:
        """Read files and blocks, which count as one round: it begins where the wait for the last one ended."""
        wanted = list(refs)
        start = getattr(self._source, "start", None)
        behind: Mapping[str, Future[bytes]] = start(wanted) if start else {}
        return {
            ref.name: _CountedRead(
                self,
                f"{ref.file}@{ref.start}" if ref.file else ref.name,
                behind[ref.name].result if behind else partial(read_ref, self._source, ref),
            )
            for ref in wanted
        }


class _CountedRead(Future[bytes]):
    """A read of a CountingSource, done already: it counts even if nobody asks for the bytes."""

    def __init__(self, source: CountingSource, name: str, read: Callable[[], bytes]) -> None:
        super().__init__()
        self._source, self._ends = source, source.rounds + 1
        try:
            data = read()
        except Exception as error:
            self.set_exception(error)
        else:
            source.names.append(name)
            source.size_bytes += len(data)
            self.set_result(data)

    def result(self, timeout: float | None = None) -> bytes:
        self._source.rounds = max(self._source.rounds, self._ends)
        return super().result(timeout)
