"""Keep results of earlier builds in a folder: the build cache.

Rules: an entry appears under its name only when it is whole, so processes and machines may share a folder. A key is a
       digest of all that its entry depends on, so no entry is ever out of date. When the folder is too large, the
       entries that were used least recently are removed.
Layout: `DIR/<2 digits of the key>/<key>.cache`; see `entries`.
Why:   docs/decisions/0130
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from pinax_builder.build_cache.entries import EntryError, entry_name, read_entry, written_entry
from pinax_builder.configuration.user_cache import user_cache
from pinax_builder.errors import OutputError
from pinax_runtime.format import LEFT_OVER_S
from pinax_runtime.trust import read_file

DEFAULT_MB = 2_000
"""Largest size of a cache unless the configuration says otherwise (MiB)."""
_MAX_ENTRY_BYTES = 256 << 20
"""Largest entry that is read (bytes); a batch of pages takes a hundredth of it."""
_ENTRY = re.compile(r"[0-9a-f]{64}\.cache")
_UNFINISHED = re.compile(r"[0-9a-f]{32}\.unfinished")


@dataclass(frozen=True, slots=True)
class CacheFolder:
    """A folder that keeps blocks of bytes by key."""

    path: Path

    def prepare(self) -> None:
        """Make the folder.

        Raises:
            OutputError: It cannot be made.
        """
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(self.path, error.strerror or str(error)) from error

    def has(self, key: bytes) -> bool:
        """Tell whether there is an entry under a key (32 bytes)."""
        return self._path(key).is_file()

    def get(self, key: bytes) -> list[bytes] | None:
        """Return the blocks under a key; None if there are none. Raises EntryError if they are damaged."""
        path = self._path(key)
        try:
            blocks = read_entry(key, read_file(path, _MAX_ENTRY_BYTES))
            os.utime(path)  # the time of its last use, by which `sweep` chooses
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise EntryError(f"it cannot be read ({error.strerror or error})") from error
        return blocks

    def put(self, key: bytes, blocks: Iterable[bytes]) -> bool:
        """Keep blocks of at most BLOCK_BYTES under a key; return whether they could be written."""
        path, entry = self._path(key), written_entry(key, blocks)
        beside = path.with_name(f"{uuid4().hex}.unfinished")
        try:
            path.parent.mkdir(exist_ok=True)
            beside.write_bytes(entry)
            beside.replace(path)
        except OSError:  # a build does not fail for want of a cache
            with suppress(OSError):
                beside.unlink()
            return False
        return True

    def sweep(self, max_bytes: int) -> None:
        """Remove the entries that were used least recently, until the others have at most `max_bytes`."""
        found = sorted(self._entries())
        total = sum(size for _, size, _ in found)
        for _, size, path in found:
            if total <= max_bytes:
                break
            with suppress(OSError):
                path.unlink()
            total -= size

    def _entries(self) -> Iterator[tuple[float, int, Path]]:
        """Yield (time of the last use, bytes, path) of each entry; remove what killed writers left behind."""
        for path in self.path.glob("[0-9a-f][0-9a-f]/*"):
            with suppress(OSError):
                status = path.stat()
                if _ENTRY.fullmatch(path.name):
                    yield status.st_mtime, status.st_size, path
                elif _UNFINISHED.fullmatch(path.name) and time.time() - status.st_mtime > LEFT_OVER_S:
                    path.unlink()

    def _path(self, key: bytes) -> Path:
        return self.path / entry_name(key)


def default_folder() -> Path:
    """Return the folder of the build cache where the configuration names none."""
    return user_cache() / "build"
