"""Keep what sorted keys have in columns: blocks of a part on disk, and several of them joined.

Rules: a key's rows are neighbors; where several blocks are joined, rows keep the order of the blocks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from pinax_builder.columns.arrays import Flags, Numbers, narrow
from pinax_builder.columns.single_threaded import np

BLOCK_BYTES = 64 << 10
"""Size in memory from which a block is closed; dozens of parts have a block in memory while they are merged."""
_KEY_BYTES = 72
"""Memory of a key beside its rows: a short string, the places that lead to it, its flag and sizes."""
_ROW_BYTES = 4
"""Memory of a row in each column."""
_BETWEEN = "\0"
"""Stands between keys on disk, and in none; one string is decoded in less time than many, and takes less memory."""


class Group(NamedTuple):
    """Columns of equal length, of which each key has some rows."""

    sizes: Numbers
    """For each key the number of its rows."""
    columns: tuple[Numbers, ...]

    def cut(self, start: int, end: int) -> Group:
        """Return the rows of the keys from one to another."""
        first = int(self.sizes[:start].sum())
        rows = slice(first, first + int(self.sizes[start:end].sum()))
        return Group(self.sizes[start:end], tuple(column[rows] for column in self.columns))

    def keeping(self, kept: Flags) -> Group:
        """Return the rows for which `kept` is true."""
        if kept.all():
            return self
        sizes = np.bincount(np.repeat(np.arange(len(self.sizes)), self.sizes)[kept], minlength=len(self.sizes))
        return Group(sizes.astype(np.int32), tuple(column[kept] for column in self.columns))


class Block(NamedTuple):
    """Keys in code-point order, each once, and their rows."""

    keys: list[str]
    flags: Numbers
    """For each key 1 or 0, whatever it means; of joined blocks 1 where all have 1."""
    groups: tuple[Group, ...]

    @property
    def n_rows(self) -> int:
        """Number of rows of all groups."""
        return sum(len(group.columns[0]) for group in self.groups)

    def cut(self, start: int, end: int) -> Block:
        """Return the keys from one to another, by number."""
        if start == 0 and end == len(self.keys):
            return self
        return Block(self.keys[start:end], self.flags[start:end], tuple(group.cut(start, end) for group in self.groups))

    def pieces(self) -> Iterator[Block]:
        """Yield blocks of about BLOCK_BYTES each."""
        ends = np.cumsum(_KEY_BYTES + sum(_ROW_BYTES * len(group.columns) * group.sizes for group in self.groups))
        start, n_bytes = 0, 0
        while start < len(self.keys):
            end = min(len(self.keys), int(np.searchsorted(ends, n_bytes + BLOCK_BYTES)) + 1)
            yield self.cut(start, end)
            start, n_bytes = end, int(ends[end - 1])

    def to_wire(self) -> list[Any]:
        """Return plain values."""
        groups = [[_packed(group.sizes), *map(_packed, group.columns)] for group in self.groups]
        return [_BETWEEN.join(self.keys), _packed(self.flags), groups]

    @staticmethod
    def keys_on_wire(value: Any) -> list[str]:
        """Return the keys of what `to_wire` returned."""
        return str(value[0]).split(_BETWEEN)

    @classmethod
    def from_wire(cls, value: Any) -> Block:
        """Undo `to_wire`."""
        _, flags, groups = value
        of_groups = (Group(_unpacked(sizes), tuple(map(_unpacked, columns))) for sizes, *columns in groups)
        return cls(cls.keys_on_wire(value), _unpacked(flags), tuple(of_groups))


def _packed(numbers: Numbers) -> tuple[str, bytes]:
    small = narrow(numbers)
    return small.dtype.str, small.tobytes()


def _unpacked(value: Any) -> Numbers:
    return np.frombuffer(value[1], value[0]).astype(np.int32)


def joined(blocks: Sequence[Block]) -> Block:
    """Join blocks into one of all their keys."""
    if len(blocks) == 1:
        return blocks[0]
    keys = sorted({*chain.from_iterable(block.keys for block in blocks)})
    number = dict(zip(keys, range(len(keys)), strict=True)).__getitem__
    numbers = [np.fromiter(map(number, block.keys), np.int32, len(block.keys)) for block in blocks]
    flags = np.ones(len(keys), np.int32)
    for block, of_keys in zip(blocks, numbers, strict=True):
        flags[of_keys[block.flags == 0]] = 0
    groups = (_joined(of_all, numbers, len(keys)) for of_all in zip(*(block.groups for block in blocks), strict=True))
    return Block(keys, flags, tuple(groups))


def _joined(groups: Sequence[Group], numbers: Sequence[Numbers], n_keys: int) -> Group:
    columns = [np.concatenate(of_all) for of_all in zip(*(group.columns for group in groups), strict=True)]
    if n_keys == 1:  # a very common one perhaps: nothing is sorted, which takes much memory
        return Group(np.array([len(columns[0])], np.int32), tuple(columns))
    of_rows = np.concatenate([np.repeat(of, group.sizes) for of, group in zip(numbers, groups, strict=True)])
    order = np.argsort(narrow(of_rows), kind="stable")
    return Group(np.bincount(of_rows, minlength=n_keys).astype(np.int32), tuple(column[order] for column in columns))
