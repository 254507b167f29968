"""Read a bundle's files: verified, decoded, and kept in memory within bounds."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock
from typing import Any, TypeVar

from pinax_runtime.bundle.source import Source, read_ref
from pinax_runtime.deadline import stop_if_over, wait_for
from pinax_runtime.format import (
    ENTRY,
    Definers,
    DigestMismatchError,
    Entry,
    FileRef,
    KeyedShard,
    Lengths,
    LimitExceededError,
    MissingFileError,
    NotABundleError,
    PagePack,
    PinaxError,
    SegmentManifest,
    ShardTable,
    SourceError,
    digest,
    limits,
    table_from_wire,
    texts_from_pack,
    wire,
)

# Note the files that are read inside a `with`.

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


# Keep decoded files in memory, up to a number of bytes.

DEFAULT_BYTES = 10 << 20
"""Memory of a cache (bytes, estimated) where none is asked for: 100 queries of the Python manual fit."""


class ByteCache:
    """The most recently used values, up to a number of bytes. Safe to share between threads."""

    def __init__(self, max_bytes: int = DEFAULT_BYTES) -> None:
        self.max_bytes = max_bytes
        self.size_bytes = 0
        self._lock = Lock()
        self._values: OrderedDict[str, tuple[Any, int]] = OrderedDict()

    def get(self, key: str) -> Any:
        """Return a value, or None."""
        with self._lock:
            if key not in self._values:
                return None
            self._values.move_to_end(key)
            return self._values[key][0]

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def put(self, key: str, value: Any, size_bytes: int) -> None:
        """Keep a value that takes `size_bytes` of memory. One larger than the whole cache is not kept."""
        if size_bytes > self.max_bytes:
            return
        with self._lock:
            self.size_bytes += size_bytes - self._values.pop(key, (None, 0))[1]
            self._values[key] = (value, size_bytes)
            while self.size_bytes > self.max_bytes:
                _, (_, freed) = self._values.popitem(last=False)
                self.size_bytes -= freed

    def pop(self, key: str) -> Any:
        """Return a value and forget it; None if it is not there."""
        with self._lock:
            value, size_bytes = self._values.pop(key, (None, 0))
            self.size_bytes -= size_bytes
            return value

    def keep_only(self, prefixes: tuple[str, ...] = ()) -> None:
        """Forget every value whose key has none of these prefixes; without any, all values."""
        with self._lock:
            self._values = OrderedDict((key, kept) for key, kept in self._values.items() if key.startswith(prefixes))
            self.size_bytes = sum(size for _, size in self._values.values())


# Read a bundle's files: fetch, verify, decode, keep.

Record = TypeVar("Record")

_MEMORY_FACTOR = 3
"""Memory of a decoded file by its decompressed bytes: 1.4 for texts, 2 to 4 for shards and pages, 7 for lexicons."""
LEAST_AHEAD_BYTES = 4 << 20
"""Size of the files (bytes) that were fetched ahead and may wait to be asked for, where the cache is smaller."""


class BundleFiles:
    """Verified records of one bundle, by reference."""

    def __init__(self, source: Source, cache_bytes: int = DEFAULT_BYTES) -> None:
        """Read from a source.

        Args:
            source: Where the bytes are.
            cache_bytes: Most memory to keep (bytes, estimated). Seven eighths are for what queries used of files; the
                files themselves, which are much larger and seldom asked for the same thing again, share the rest. As
                much again is for files that were fetched ahead.
        """
        self.source = source
        self._values = ByteCache(cache_bytes * 7 // 8)
        self._records = ByteCache(cache_bytes // 8)
        self._start: Callable[[Sequence[FileRef]], Mapping[str, Future[bytes]]] | None = getattr(source, "start", None)
        self._ahead = ByteCache(max(cache_bytes, LEAST_AHEAD_BYTES))
        self._brought: Mapping[str, bytes] = {}

    def clear_cache(self) -> None:
        """Forget everything that was read."""
        self.keep_only(())

    def keep_only(self, prefixes: tuple[str, ...]) -> None:
        """Empty the cache, except for derived values whose keys have one of these prefixes."""
        self._values.keep_only(prefixes)
        self._records.keep_only()

    def entry(self) -> Entry:
        """Read `pinax.json`, which is never cached; the files that it brings along are not read by themselves.

        Raises:
            BundleError: As `entry_bytes` and `Entry.from_bytes`.
        """
        entry = Entry.from_bytes(self.entry_bytes(), self.source.location)
        self._brought = entry.brought()
        return entry

    def entry_bytes(self) -> bytes:
        """Read `pinax.json` as it is.

        Raises:
            NotABundleError: It is not there.
            SourceError: It cannot be read.
        """
        location = self.source.location
        try:
            return self.source.read(ENTRY)
        except FileNotFoundError:
            raise NotABundleError(location, "there is no pinax.json") from None
        except NotADirectoryError:
            raise NotABundleError(location, "it is not a folder") from None
        except PinaxError:
            raise
        except Exception as error:
            raise SourceError(f"{ENTRY} of {location}", getattr(error, "strerror", None) or str(error)) from error

    @property
    def notice(self) -> str:
        """Why the bundle may not be the present one; empty where nothing says so."""
        return str(getattr(self.source, "notice", ""))

    def stamp(self) -> object:
        """Return what changes whenever the entry is replaced; None where that is not known without reading."""
        stamp = getattr(self.source, "stamp", None)
        return stamp() if stamp else None

    @property
    def fetches_ahead(self) -> bool:
        """Whether reading is slow enough that it is worth knowing early what will be read."""
        return self._start is not None

    def fetch_ahead(self, refs: Iterable[FileRef]) -> None:
        """Start reading files that will be asked for soon, all at once; the source of a folder does nothing.

        What goes wrong shows when a file is asked for. Files that never are leave memory as others take their room.
        """
        if self._start is None:
            return
        known = (self._ahead, self._records, self._values, self._brought)
        wanted = {ref.name: ref for ref in refs if not any(ref.name in names for names in known)}
        for name, pending in self._start(list(wanted.values())).items() if wanted else ():
            self._ahead.put(name, pending, wanted[name].size)
            note_read(wanted[name].path, wanted[name].size)

    def segment(self, ref: FileRef) -> SegmentManifest:
        """Read a segment's manifest."""
        return self._record(ref, SegmentManifest.from_wire)

    def table(self, ref: FileRef) -> ShardTable:
        """Read a table of a segment's shards."""
        return self._record(ref, table_from_wire)

    def lengths(self, ref: FileRef) -> Lengths:
        """Read a segment's section lengths."""
        return self._record(ref, Lengths.from_wire)

    def definers(self, ref: FileRef) -> Definers:
        """Read where a segment's sections have their symbols."""
        return self._record(ref, Definers.from_wire)

    def keyed(self, ref: FileRef) -> KeyedShard:
        """Read a shard of terms, positions, symbols, facets or a lexicon."""
        return self._record(ref, KeyedShard.from_wire)

    def pages(self, ref: FileRef) -> PagePack:
        """Read a pack of pages."""
        return self._record(ref, PagePack)

    def texts(self, ref: FileRef) -> list[str]:
        """Read a pack of section texts."""
        return self._record(ref, texts_from_pack)

    def bytes_of(self, ref: FileRef) -> bytes:
        """Read and verify a file without decoding it.

        Raises:
            SourceError: It cannot be read.
            CacheError: A copy of it is damaged and cannot be fetched again.
            LimitExceededError: It is larger than the format allows.
            DigestMismatchError: Its bytes are not those that the name promises.
        """
        try:
            data = self._read(ref)
        except PinaxError:
            raise
        except FileNotFoundError:
            raise MissingFileError(ref.path) from None
        except Exception as error:
            raise SourceError(ref.path, getattr(error, "strerror", None) or str(error)) from error
        if len(data) > limits.FILE_BYTES:
            raise LimitExceededError(ref.path, "its size in bytes", limits.FILE_BYTES, len(data))
        got = digest(data)
        if got != ref.digest:
            raise DigestMismatchError(ref.path, got.hex(), ref.digest.hex())
        return data

    def _read(self, ref: FileRef) -> bytes:
        if ref.name in self._brought:
            return self._brought[ref.name]
        stop_if_over()
        ahead: Future[bytes] | None = self._ahead.pop(ref.name)
        if ahead:  # noted when it was begun, since not all that is begun is asked for
            return wait_for(ahead)
        data = wait_for(self._start([ref])[ref.name]) if self._start else read_ref(self.source, ref)
        note_read(ref.path, len(data))
        return data

    def keeps(self, key: str) -> bool:
        """Say whether a derived value is in the cache."""
        return key in self._values

    def derived(self, key: str, make: Callable[[], Record], size_of: Callable[[Record], int]) -> Record:
        """Return a value that is computed from records; it is made anew when the cache has dropped it."""
        value: Record | None = self._values.get(key)
        if value is None:
            stop_if_over()
            value = make()
            self._values.put(key, value, size_of(value))
        return value

    def _record(self, ref: FileRef, from_wire: Callable[[Any, str], Record]) -> Record:
        name, cache = ref.name, self._values if ref.kind in ("table", "definers") else self._records
        record: Record | None = cache.get(name)
        if record is None:
            raw = wire.decompress(self.bytes_of(ref), ref.path)
            record = from_wire(wire.decode(raw, ref.path), ref.path)
            cache.put(name, record, len(raw) * _MEMORY_FACTOR)
        return record
