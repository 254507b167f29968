"""Put files into a bundle folder under the hash of their bytes.

Rules: a file appears under its name only when it is whole (written beside, then renamed); a file that is already there
       is not written again unless it is damaged, so an unchanged shard keeps its date and a copy program skips it.
Spec:  docs/format.md, section 11.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any

from pinax_builder.errors import UnreadableError, writing
from pinax_runtime.format import ENTRY, BundleError, Entry, FileRef, Kind, digest, wire
from pinax_runtime.trust import disk, read_file
from pinax_runtime.trust.signatures import SIGNATURE

_LARGE_BYTES = 256 << 10
"""Size of a file or block, before compression, from which it leaves much freed memory: of a very common word."""


class BundleStore:
    """A bundle folder being written. Use it as a context manager, which owns the lock."""

    def __init__(
        self,
        folder: Path,
        give_back: Callable[[], None] = lambda: None,
        *,
        ranges: bool = True,
    ) -> None:
        self.folder = folder
        self.ranges = ranges
        """Whether readers can read a part of a file from where the bundle will be."""
        self._give_back = give_back
        self._lock = ExitStack()
        self._is_locked = False

    def __enter__(self) -> BundleStore:
        """Wait until no other program writes the folder.

        Raises:
            OutputError: It cannot be made.
        """
        with writing(self.folder):
            self._is_locked = self._lock.enter_context(disk.locked(self.folder))
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._lock.close()

    def compressed(self, encoded: bytes) -> bytes:
        """Compress msgpack bytes to what a file, or a block of one, holds; what readers refuse is found at last."""
        data = wire.compress(encoded)
        if len(encoded) > _LARGE_BYTES:
            self._give_back()
        return data

    def put(self, kind: Kind, data: bytes) -> FileRef:
        """Write a file.

        Raises:
            OutputError: It cannot be written.
        """
        ref = FileRef(digest(data), kind, len(data))
        path = self.folder / ref.name
        if not _holds(path, data):
            with writing(path):
                disk.put_file(path, data)
        return ref

    def put_value(self, kind: Kind, value: Any) -> FileRef:
        """Encode, compress and write a value."""
        return self.put(kind, self.compressed(wire.encode(value)))

    def switch(self, entry: bytes) -> None:
        """Replace `pinax.json`: from here on readers see the new build. The signature of another entry is removed.

        Raises:
            UnreadableError: A reader would refuse it.
            OutputError: The file cannot be written.
        """
        try:
            Entry.from_bytes(entry, str(self.folder))
        except BundleError as error:
            raise UnreadableError(self.folder, f"the entry is more than a reader accepts: {error}") from error
        is_same = _holds(self.folder / ENTRY, entry)
        with writing(self.folder):
            disk.put_entry(self.folder, entry)
            if not is_same:
                (self.folder / SIGNATURE).unlink(missing_ok=True)

    def sweep(self, keep: Iterable[str]) -> int:
        """Remove files of earlier builds that are named in none of `keep`, and what killed builds left."""
        return disk.sweep(self.folder, frozenset(keep), held=self._is_locked)


def _holds(path: Path, data: bytes) -> bool:
    """Say whether a file is there and sound."""
    try:
        return path.stat().st_size == len(data) and read_file(path) == data
    except OSError:
        return False
