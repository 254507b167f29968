"""Cut sorted entries into shards, put shards and packs into files, many to a file, and list them in tables.

Strategy. Boundaries depend on the entries themselves. After an entry the shard is closed when the hash of the *next*
key, as a fraction of 1, is below that next entry's share of the target size: so an entry is as likely to open a shard
as it is large, shards come out at the target on average, and one very large entry (a very common term) stands alone.
Where a boundary falls depends on nothing before it, so a new key changes the shard it falls in and no later one. A
ceiling bounds the worst case; the next hashed boundary brings the shards back in step.

A query wants little of a segment, so shards are small; a file for each would be thousands of files. So neighbors share
a file, as blocks one after the other, each compressed and hashed by itself: a reader takes the range that it wants. The
file is closed where the hash of the next block says so, for the same reason. What one file holds is one table, and the
tables of a kind are a file's blocks, too. Where a host ignores ranges, a reader gets whole files. For it files are
small: a table has several. Small tables lie in the manifest itself, joined: it comes with the bundle's entry, so that a
reader from afar asks for none of them. The kinds that a query needs first are the first to get that room.

Spec:  docs/format.md, sections 4.4 and 5.2.
Why:   docs/decisions/0061.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar
from zlib import crc32

from pinax_builder.write.store import BundleStore
from pinax_runtime.format import OPTIONAL_TABLES, Kind, ShardTable, digest, limits, wire

Entry = TypeVar("Entry")

_SCALE = 1 << 32


_BLOCKS = 32
"""Number of blocks from one boundary by hash to the next, on average."""
_FEWEST = 8
"""Least number of blocks in a file, the last one aside."""
_MOST = 96
"""Largest number of blocks in a file."""
_FILE_BYTES = limits.FILE_BYTES // 4
"""Largest file (bytes) of two blocks or more."""
_SMALL_FILE_BYTES = 8 << 10
"""Largest file (bytes) of two blocks or more, for a host that answers a request for a range with the whole file."""
_MANIFEST_BYTES = 28 << 10
"""Room (bytes of MessagePack) that a manifest has for tables of kinds with several files."""


def cut(
    entries: Iterable[Entry], key: Callable[[Entry], str], size: Callable[[Entry], int], target: int
) -> Iterator[list[Entry]]:
    """Group consecutive entries into shards.

    Args:
        entries: In key order.
        key: Returns an entry's key.
        size: Returns an entry's encoded size (bytes).
        target: Mean size of a shard (bytes of encoded entries, before compression).

    Returns:
        Shards of one entry or more; together they hold all entries in order. None is closed below an eighth of the
        target, and none of two entries or more exceeds three times it.
    """
    shard: list[Entry] = []
    filled = last = 0
    for entry in entries:
        share = size(entry)
        if shard and _closes(filled, last, share, key(entry), target):
            yield shard
            shard, filled = [], 0
        shard.append(entry)
        filled, last = filled + share, share
    if shard:
        yield shard


def _closes(filled: int, last: int, share: int, key: str, target: int) -> bool:
    if last >= target or filled + share > 3 * target:
        return True
    return (filled >= target // 8 or share >= target) and _hash(key) * target < share * _SCALE


def _hash(key: str) -> int:
    return crc32(key.encode("utf-8", "surrogatepass"))


class Block(NamedTuple):
    """What a table says of a shard or pack; members that its kind does not use keep their default."""

    first: str = ""
    """First key of a shard, or first URL of a pack of pages."""
    pages: int = 0
    """Number of pages in a pack."""
    sections: int = 0
    """Number of sections in a pack."""
    lone: int = 0
    """Count of the only term of a shard; 0 if it has several terms."""


class TableWriter:
    """Writes the shards or packs of one kind, in order."""

    def __init__(self, kind: Kind, store: BundleStore) -> None:
        self._kind, self._store = kind, store
        self._data: list[bytes] = []
        self._digests: list[bytes] = []
        self._blocks: list[Block] = []
        self._tables: list[ShardTable] = []

    def add(self, encoded: bytes, block: Block) -> None:
        """Add a shard or pack to the file that it belongs to."""
        data = self._store.compressed(encoded)
        hashed = digest(data)
        if self._data and self._closes(len(data), hashed):
            self._close()
        self._data.append(data)
        self._digests.append(hashed)
        self._blocks.append(block)

    def finish(self) -> list[ShardTable]:
        """Write the rest; return a table for each file."""
        if self._data:
            self._close()
        return self._tables

    def _closes(self, following: int, hashed: bytes) -> bool:
        """Tell whether the following block begins another file."""
        n = len(self._data)
        if n >= _MOST or sum(map(len, self._data)) + following > _FILE_BYTES:
            return True
        return n >= _FEWEST and hashed[0] < 256 // _BLOCKS

    def _close(self) -> None:
        """Write the blocks so far, and list them in a table."""
        files = [self._store.put(self._kind, b"".join(file)) for file in _by_file(self._data, self._store)]
        blocks = self._blocks
        table = ShardTable(
            self._kind,
            digests=self._digests,
            sizes=list(map(len, self._data)),
            firsts=[block.first for block in blocks if block.first],
            pages=[block.pages for block in blocks if block.pages],
            sections=[block.sections for block in blocks if block.sections],
            lone=[block.lone for block in blocks] if self._kind == "terms" else [],
            files=files if len(files) < len(blocks) else [],
        )
        self._tables.append(table)
        self._data, self._digests, self._blocks = [], [], []


def put_tables(
    tables: Mapping[Kind, Sequence[ShardTable]], store: BundleStore
) -> tuple[dict[Kind, ShardTable], set[str]]:
    """Write the tables of a segment for which its manifest has no room.

    Args:
        tables: Kind → a table for each of its files, in order.
        store: Where they go.

    Returns:
        Kind → the table for the manifest; and the names of the files below it, those of tables among them.
    """
    joined = {kind: _joined(kind, of_kind) for kind, of_kind in tables.items()}
    sizes = {kind: len(wire.encode(table.to_wire())) for kind, table in joined.items()}
    names = {file.name for of_kind in tables.values() for table in of_kind for file in table.named_files()}
    room, tops = _MANIFEST_BYTES, {}
    for kind in sorted(tables, key=lambda kind: (kind != "terms", kind in OPTIONAL_TABLES, sizes[kind])):
        if len(tables[kind]) > 1 and sizes[kind] > room:
            values = ({"kind": kind, **table.to_wire()} for table in tables[kind])
            encoded = [store.compressed(wire.encode(value)) for value in values]
            files = [store.put("table", b"".join(file)) for file in _by_file(encoded, store)]
            tops[kind] = ShardTable.listing(kind, tables[kind], encoded, files)
            names |= {file.name for file in files}
        else:
            tops[kind] = joined[kind]
            room -= sizes[kind]
    return tops, names


def _by_file(blocks: list[bytes], store: BundleStore) -> list[list[bytes]]:
    """Return blocks by the file that each lies in: one, or several small ones."""
    if store.ranges:
        return [blocks]
    files: list[list[bytes]] = [[]]
    for data in blocks:
        if files[-1] and sum(map(len, files[-1])) + len(data) > _SMALL_FILE_BYTES:
            files.append([])
        files[-1].append(data)
    return files


def _joined(kind: Kind, tables: Sequence[ShardTable]) -> ShardTable:
    """Make one table of several that list the shards or packs of a kind, in order."""

    def column(name: str) -> list[Any]:
        return [item for table in tables for item in getattr(table, name)]

    files = [file for table in tables for file in table.named_files()]
    columns = {name: column(name) for name in ("digests", "sizes", "firsts", "pages", "sections", "lone")}
    return ShardTable(kind, **columns, files=files if len(files) < len(columns["sizes"]) else [])
