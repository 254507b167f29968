"""Find the shards and packs of a segment: by key, by prefix, by page or section number.

Strategy. A small table lies in the manifest. A large one is cut into files, of which the manifest has the first keys
and the counts, so that finding one shard among thousands reads one of them; it is kept like any other decoded file.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from pinax_runtime.format import CorruptFileError, FileRef, ShardTable
from pinax_runtime.search.reading.files import BundleFiles
from pinax_runtime.search.reading.lazily import lazy_property


class Shard(NamedTuple):
    """A shard or pack, and what its table says of it."""

    ref: FileRef
    number: int
    """Its number among the shards or packs of its kind in the segment."""
    first: str
    """Its first key; empty for texts."""
    lone: int
    """The count of its key where it is known to hold no other, else 0."""
    pages: range
    """Numbers of the pages in it (packs of pages)."""
    sections: range
    """Numbers of the sections in it (packs)."""


class Table:
    """All shards, or all packs, of one kind in a segment."""

    def __init__(self, files: BundleFiles, top: ShardTable) -> None:
        """Take a table as the manifest has it; what it leads to is read when it is needed."""
        self._files, self._top = files, top

    def __len__(self) -> int:
        """Return the number of shards or packs."""
        return self._starts[-1]

    def __iter__(self) -> Iterator[Shard]:
        """Yield all, in order; reads every table."""
        for part in range(self.n_parts):
            yield from self.part(part)

    @property
    def n_parts(self) -> int:
        """Parts that the table is in."""
        return len(self._top.shards) or 1

    def part(self, part: int) -> list[Shard]:
        """Return those of one part, in order."""
        table = self._part(part)
        return [self._shard(part, table, at) for at in range(len(table.sizes))]

    def at(self, index: int) -> Shard:
        """Return the one with an index."""
        part = bisect_right(self._starts, index) - 1
        return self._shard(part, self._part(part), index - self._starts[part])

    def covering(self, key: str) -> Shard | None:
        """Return the one that can hold a key, or None where none can."""
        part = self._part_of(key)
        if part is None:
            return None
        table = self._part(part)
        at = table.covering(key)
        return None if at is None else self._shard(part, table, at)

    def lone_count(self, key: str) -> int:
        """Return the count of a key that has a shard to itself, if its table says so; 0 for any other."""
        shard = self.covering(key)
        return shard.lone if shard and shard.first == key else 0

    def spanning(self, prefix: str) -> Iterator[Shard]:
        """Yield all that can hold a key with a prefix, in order."""
        for part in self._parts_spanning(prefix):
            table = self._part(part)
            yield from (self._shard(part, table, at) for at in table.spanning(prefix))

    def of_page(self, number: int) -> Shard:
        """Return the pack that a page is in."""
        part = self._part_of_page(number)
        table = self._part(part)
        at = bisect_right(table.page_starts, number - self._page_starts[part]) - 1
        return self._shard(part, table, at)

    def of_section(self, number: int) -> Shard:
        """Return the pack that a section is in."""
        part = self._part_of_section(number)
        table = self._part(part)
        at = bisect_right(table.section_starts, number - self._section_starts[part]) - 1
        return self._shard(part, table, at)

    def parts_of(
        self,
        *,
        keys: Iterable[str] = (),
        prefixes: Iterable[str] = (),
        pages: Iterable[int] = (),
        sections: Iterable[int] = (),
    ) -> list[FileRef]:
        """Name the table files that tell of keys, prefixes, pages and sections; none where the manifest does."""
        if not self._top.shards:
            return []
        parts = {part for key in keys if (part := self._part_of(key)) is not None}
        parts.update(part for prefix in prefixes for part in self._parts_spanning(prefix))
        parts.update(map(self._part_of_page, pages))
        parts.update(map(self._part_of_section, sections))
        return [self._top.ref(part) for part in sorted(parts)]

    def _part(self, part: int) -> ShardTable:
        """Read a part of the table; what the manifest says of it must hold, for search indexes by it."""
        top = self._top
        if not top.shards:
            return top
        ref = top.ref(part)
        table = self._files.table(ref)
        same = table.kind == top.kind and len(table.sizes) == top.shards[part]
        same = same and table.firsts[:1] == top.firsts[part : part + 1]
        same = same and table.page_starts[-1:] == (top.pages[part : part + 1] or [0])
        same = same and table.section_starts[-1:] == (top.sections[part : part + 1] or [0])
        if not same:
            raise CorruptFileError(ref.path, "a table of another segment")
        return table

    def _shard(self, part: int, table: ShardTable, at: int) -> Shard:
        pages, sections = self._page_starts[part], self._section_starts[part]
        return Shard(
            table.ref(at),
            self._starts[part] + at,
            table.firsts[at] if table.firsts else "",
            table.lone[at] if table.lone else 0,
            range(pages + table.page_starts[at], pages + table.page_starts[at + 1]),
            range(sections + table.section_starts[at], sections + table.section_starts[at + 1]),
        )

    @lazy_property
    def _starts(self) -> list[int]:
        """Indexes of the first shard of each part, and behind the last."""
        return [0, *accumulate(self._top.shards or [len(self._top.sizes)])]

    @lazy_property
    def _page_starts(self) -> list[int]:
        return self._top.page_starts if self._top.shards else [0]

    @lazy_property
    def _section_starts(self) -> list[int]:
        return self._top.section_starts if self._top.shards else [0]

    def _part_of(self, key: str) -> int | None:
        return self._top.covering(key) if self._top.shards else 0

    def _part_of_page(self, number: int) -> int:
        return bisect_right(self._page_starts, number) - 1

    def _part_of_section(self, number: int) -> int:
        return bisect_right(self._section_starts, number) - 1

    def _parts_spanning(self, prefix: str) -> Sequence[int]:
        return self._top.spanning(prefix) if self._top.shards else range(1)
