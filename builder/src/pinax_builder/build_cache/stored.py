"""Keep results of builds in an object store, which machines share that share nothing else.

Rules: as of a folder (see `folder`), but nothing is ever removed here: a store has rules of its own for that, which
       need no listing.
Why:   docs/decisions/0225
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pinax_builder.build_cache.entries import Cache, entry_name, read_entry, written_entry
from pinax_builder.build_cache.folder import CacheFolder
from pinax_builder.errors import OutputError
from pinax_builder.storage import Storage


@dataclass(frozen=True, slots=True)
class CacheStorage:
    """An object store that keeps blocks of bytes by key."""

    storage: Storage

    def prepare(self) -> None:
        """Find out whether the store answers.

        Raises:
            OutputError: It does not.
        """
        try:
            self.storage.holds(entry_name(bytes(32)))
        except OSError as error:
            raise OutputError(self.storage, error.strerror or str(error)) from error

    def has(self, key: bytes) -> bool:
        """Tell whether there is an entry under a key (32 bytes)."""
        try:
            return self.storage.holds(entry_name(key))
        except OSError:
            return False

    def get(self, key: bytes) -> list[bytes] | None:
        """Return the blocks under a key; None if there are none. Raises EntryError if they are damaged."""
        try:
            return read_entry(key, self.storage.read(entry_name(key)))
        except OSError:
            return None

    def put(self, key: bytes, blocks: Iterable[bytes]) -> bool:
        """Keep blocks under a key; return whether they could be written."""
        try:
            self.storage.put(entry_name(key), written_entry(key, blocks))
        except OSError:
            return False
        return True

    def sweep(self, max_bytes: int) -> None:
        """Remove nothing: the store's own rules say how long entries stay."""


def cache_at(place: Path | Storage) -> Cache:
    """Return the cache in a folder or an object store."""
    return CacheStorage(place) if isinstance(place, Storage) else CacheFolder(place)
