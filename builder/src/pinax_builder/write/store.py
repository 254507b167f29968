"""Put files into a bundle folder under the hash of their bytes.

Rules: a file appears under its name only when it is whole (written beside, then renamed); a file that is already there
       is not written again, so an unchanged shard keeps its date and a copy program skips it.
Spec:  docs/format.md, section 11.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Any

from pinax_builder.errors import OutputError
from pinax_runtime.contract import limits, wire
from pinax_runtime.contract.names import ENTRY, FOLDER, Kind, digest, file_name
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

    def submit(self, kind: Kind, encoded: bytes) -> Future[FileRef]:
        """Compress and write a file's msgpack bytes on another thread (zstd lets go of the interpreter's lock)."""
        return self._threads.submit(self.put, kind, encoded)

    def put(self, kind: Kind, encoded: bytes) -> FileRef:
        """Compress and write a file's msgpack bytes.

        Raises:
            OutputError: The file cannot be written.
        """
        data = wire.compress(encoded, self._level)
        if len(encoded) > limits.RAW_BYTES or len(data) > limits.FILE_BYTES:
            raise OutputError(self.folder, f"a {kind} file of {len(encoded):,} bytes is more than a reader accepts")
        ref = FileRef(digest(data), kind, len(data))
        path = self.folder / ref.name
        if not path.exists():
            _write(path, data)
        return ref

    def put_value(self, kind: Kind, value: Any) -> FileRef:
        """Encode, compress and write a value."""
        return self.put(kind, wire.encode(value))

    def switch(self, entry: bytes) -> None:
        """Replace `pinax.json`: from here on readers see the new build.

        Raises:
            OutputError: The file cannot be written.
        """
        _write(self.folder / ENTRY, entry)

    def sweep(self, keep: Iterable[str]) -> int:
        """Remove files of earlier builds that are named in none of `keep`; give how many.

        Only files that carry a bundle's own kind of name are touched.
        """
        kept = set(keep)
        stale = [path for path in (self.folder / FOLDER).iterdir() if f"{FOLDER}/{path.name}" not in kept]
        removed = 0
        for path in stale:
            if _is_ours(path.name):
                path.unlink(missing_ok=True)
                removed += 1
        return removed


def _is_ours(name: str) -> bool:
    stem, _, kind = name.partition(".")
    try:
        return file_name(bytes.fromhex(stem), kind).endswith(name)  # type: ignore[arg-type]
    except ValueError:
        return False


def _write(path: Path, data: bytes) -> None:
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise OutputError(path, error.strerror or str(error)) from error
