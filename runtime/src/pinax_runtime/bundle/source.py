"""Where a bundle's bytes come from: the one seam between search and the world.

A source is anything with `read(name)`. It may fail in any way; `files.BundleFiles` turns that into SourceError and
checks what comes back, so a source needs no knowledge of the format. One that can read a part of a file for less than
the whole also has `read_part(name, start, size)`. One from which several are had sooner together than one after the
other also has `start(refs)`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
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


def read_part(source: Source, ref: FileRef) -> bytes:
    """Read a file, or a block of one. Fails as `Source.read` does."""
    if not ref.file:
        return source.read(ref.name)
    read = getattr(source, "read_part", None)
    if read is None:
        return source.read(ref.file)[ref.start : ref.start + ref.size]
    part: bytes = read(ref.file, ref.start, ref.size)
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
        # A query reads thirty parts: this takes half of what Python's files take, and a sixth of what a Path does.
        number = open_file(f"{self._path}/{name}", os.O_RDONLY | getattr(os, "O_BINARY", 0))
        try:
            os.lseek(number, start, os.SEEK_SET)
            return os.read(number, size)
        finally:
            os.close(number)


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
        return self._counted(name, lambda: self._source.read(name)).result()

    def read_part(self, name: str, start: int, size: int) -> bytes:
        """Read a part from the source behind, and count."""
        behind = getattr(self._source, "read_part", None)
        read = (lambda: behind(name, start, size)) if behind else lambda: self._source.read(name)[start : start + size]
        return self._counted(f"{name}@{start}", read).result()

    def start(self, refs: Iterable[FileRef]) -> dict[str, Pending]:
        """Read files and blocks, which count as one round: it begins where the wait for the last one ended."""
        wanted = list(refs)
        start = getattr(self._source, "start", None)
        behind: Mapping[str, Pending] = start(wanted) if start else {}
        return {ref.name: self._counted(_told(ref), _reading(self._source, ref, behind)) for ref in wanted}

    def _counted(self, name: str, read: Callable[[], bytes]) -> Pending:
        try:
            data = read()
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


def _told(ref: FileRef) -> str:
    """Name what is read: a file by its path, a block of one by that and where it begins."""
    return f"{ref.file}@{ref.start}" if ref.file else ref.name


def _reading(source: Source, ref: FileRef, behind: Mapping[str, Pending]) -> Callable[[], bytes]:
    return behind[ref.name].result if ref.name in behind else lambda: read_part(source, ref)
