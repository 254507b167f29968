"""Put files into a bundle folder under the hash of their bytes.

Rules: a file appears under its name only when it is whole (written beside, then renamed); a file that is already there
       is not written again unless it is damaged, so an unchanged shard keeps its date and a copy program skips it.
Spec:  docs/format.md, section 11.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Any

from pinax_builder.errors import OutputError
from pinax_runtime.contract import limits, wire
from pinax_runtime.contract.names import (
    ENTRY,
    FOLDER,
    LEFT_OVER_S,
    Kind,
    digest,
    is_file_name,
    is_unfinished,
    unfinished_name,
)
from pinax_runtime.contract.segment import FileRef


class BundleStore:
    """A bundle folder being written. Use it as a context manager, which owns the compressing threads."""

    def __init__(self, folder: Path, level: int = wire.LEVEL, threads: int = 1) -> None:
        self.folder = folder
        self._level = level
        self._threads = ThreadPoolExecutor(max_workers=threads)
        try:
            (folder / FOLDER).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(folder, str(error)) from error

    def __enter__(self) -> BundleStore:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._threads.shutdown(cancel_futures=True)

    def submit(self, kind: Kind, encoded: bytes) -> Future[bytes]:
        """Compress msgpack bytes on another thread (zstd lets go of the interpreter's lock); see `compressed`."""
        return self._threads.submit(self.compressed, kind, encoded)

    def compressed(self, kind: Kind, encoded: bytes) -> bytes:
        """Compress msgpack bytes to what a file, or a block of one, holds.

        Raises:
            OutputError: They are more than a reader accepts.
        """
        data = wire.compress(encoded, self._level)
        if len(encoded) > limits.RAW_BYTES or len(data) > limits.FILE_BYTES:
            raise OutputError(self.folder, f"a {kind} file of {len(encoded):,} bytes is more than a reader accepts")
        return data

    def put(self, kind: Kind, data: bytes) -> FileRef:
        """Write a file.

        Raises:
            OutputError: It cannot be written.
        """
        ref = FileRef(digest(data), kind, len(data))
        path = self.folder / ref.name
        if not _holds(path, data):
            _write(path, data)
        return ref

    def put_value(self, kind: Kind, value: Any) -> FileRef:
        """Encode, compress and write a value."""
        return self.put(kind, self.compressed(kind, wire.encode(value)))

    def switch(self, entry: bytes) -> None:
        """Replace `pinax.json`: from here on readers see the new build.

        Raises:
            OutputError: The file cannot be written.
        """
        _write(self.folder / ENTRY, entry)

    def sweep(self, keep: Iterable[str]) -> int:
        """Remove files of earlier builds that are not in `keep`, and what killed writers left; return how many.

        Only files whose names are those of a bundle are touched. An unfinished file must also be old: a younger one may
        belong to another writer.
        """
        kept = set(keep)
        stale = [path for path in (self.folder / FOLDER).iterdir() if f"{FOLDER}/{path.name}" not in kept]
        stale = [path for path in stale if is_file_name(path.name)]
        stale += [
            path for place in (self.folder, self.folder / FOLDER) for path in place.iterdir() if _is_left_over(path)
        ]
        for path in stale:
            path.unlink(missing_ok=True)
        return len(stale)


def _holds(path: Path, data: bytes) -> bool:
    """Say whether a file is there and sound."""
    try:
        return path.stat().st_size == len(data) and path.read_bytes() == data
    except OSError:
        return False


def _is_left_over(path: Path) -> bool:
    try:
        return is_unfinished(path.name) and time.time() - path.stat().st_mtime > LEFT_OVER_S
    except OSError:  # its writer has just renamed it
        return False


def _write(path: Path, data: bytes) -> None:
    beside = path.with_name(unfinished_name(path.name, f"{os.getpid():x}"))
    try:
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise OutputError(path, error.strerror or str(error)) from error
