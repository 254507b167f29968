"""Keep numbers in columns, and what a part's keys have in blocks of columns, with numpy.

Rules: numpy starts a thread for each core while it is imported, and beside threads no worker can be forked from the
       command. It takes a seventh of a build that changes nothing, which has no use for it. So it is imported when
       it is first used, without the threads of its linear algebra, which nothing here needs. All other modules import
       it from here, and use it in functions alone.
       A key's rows are neighbors; where several blocks are joined, rows keep the order of the blocks.
Why:   docs/decisions/0004
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

_THREADS = "OPENBLAS_NUM_THREADS"
FIELD_BITS = 4
"""Number of low bits that hold a field where one number holds it with something else; no field is above 15."""
FIELD = (1 << FIELD_BITS) - 1
"""These bits."""
BLOCK_BYTES = 64 << 10
"""Size in memory from which a block is closed; dozens of parts have a block in memory while they are merged."""
_KEY_BYTES = 72
"""Memory of a key beside its rows: a short string, the places that lead to it, its flag and sizes."""
_ROW_BYTES = 4
"""Memory of a row in each column."""
_BETWEEN = "\0"
"""Stands between keys on disk, and in none; one string is decoded in less time than many, and takes less memory."""


class _Numpy:
    """Stands for numpy until it is used; keeps what was used of it."""

    def __getattr__(self, name: str) -> Any:
        given = os.environ.get(_THREADS)
        os.environ[_THREADS] = "1"
        try:
            import numpy
        finally:
            del os.environ[_THREADS]
            if given is not None:
                os.environ[_THREADS] = given
        value = getattr(numpy, name)
        setattr(self, name, value)
        return value


if TYPE_CHECKING:
    import numpy

    np = numpy
    AnyNumbers = np.ndarray[Any, np.dtype[Any]]
    Numbers = np.ndarray[Any, np.dtype[np.int32]]
    Flags = np.ndarray[Any, np.dtype[np.bool_]]
else:
    np = _Numpy()
    AnyNumbers = Any
    """Numbers of any type."""
    Numbers = Any
    """A column: sections, positions and counts are all below 2^31."""
    Flags = Any
    """True or false for each row."""


def as_numbers(values: Any) -> Numbers:
    """Return the values of an `array` of the type code `I`."""
    return np.frombuffer(values, "I").astype(np.int32)


def starts(sizes: Numbers) -> Numbers:
    """Return where each stretch begins, of stretches of these sizes one after the other.

    >>> starts(np.array([2, 0, 3])).tolist()
    [0, 2, 2]
    """
    ends: Numbers = np.cumsum(sizes, dtype=np.int32)
    return ends - sizes


def within(sizes: Numbers) -> Numbers:
    """Return for each item of such stretches its number within its stretch.

    >>> within(np.array([2, 0, 3])).tolist()
    [0, 1, 0, 1, 2]
    """
    counted: Numbers = np.arange(int(sizes.sum()), dtype=np.int32)
    return counted - np.repeat(starts(sizes), sizes)


def changes(numbers: AnyNumbers) -> Flags:
    """Return for each number whether it differs from the one before it.

    >>> changes(np.array([4, 4, 7])).tolist()
    [True, False, True]
    """
    found = np.ones(len(numbers), bool)
    np.not_equal(numbers[1:], numbers[:-1], out=found[1:])
    return found


def narrow(numbers: AnyNumbers) -> AnyNumbers:
    """Return numbers, none below 0, in the smallest type that holds them; 16 bits are sorted fastest."""
    return numbers.astype(np.min_scalar_type(int(numbers.max(initial=0))))


class Lists:
    """Lists of numbers, one after the other."""

    def __init__(self, items: AnyNumbers, sizes: Numbers) -> None:
        self._items, self._sizes, self._starts = items, sizes, starts(sizes)

    def named(self, names: Numbers) -> Lists:
        """Return the lists with other items, by the number of each."""
        return Lists(names[self._items], self._sizes)

    def of(self, numbers: Numbers) -> tuple[Numbers, Numbers]:
        """Return the items of the lists with these numbers, and the size of each list."""
        sizes = self._sizes[numbers]
        n_items = int(sizes.sum())
        if n_items == len(sizes) and sizes.all():  # one item each
            return self._items[self._starts[numbers]], sizes
        at = np.arange(n_items, dtype=np.int32)
        at += np.repeat(self._starts[numbers] - starts(sizes), sizes)
        return self._items[at], sizes


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
