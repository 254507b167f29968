"""Keep records of pages packed, in memory or on disk, where nobody needs them all at once.

In:    Records, and how each becomes a row of plain values and back.
Out:   A Packed, to be gone through again and again; a block of records is unpacked at a time.
Rules: what a build keeps of each page for longer than a batch is kept so. As objects it would be a kilobyte a page.
Why:   docs/decisions/0215
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Generic, TypeVar

from pinax_builder.errors import OutputError
from pinax_runtime.format import wire

BLOCK_RECORDS = 1_000
"""Most records that are unpacked together."""
_LEVEL = 3
"""zstd level of blocks in memory."""

Record = TypeVar("Record")
Row = Sequence[Any]
Read = Callable[[], bytes]
"""Returns the bytes of a block."""
Put = Callable[[bytes], Read]
"""Keeps the bytes of a block."""


@dataclass(frozen=True, slots=True)
class Again(Generic[Record]):
    """What can be gone through again and again, because each time begins anew."""

    begin: Callable[[], Iterator[Record]]

    def __iter__(self) -> Iterator[Record]:
        """Begin anew."""
        return self.begin()


class Packed(Generic[Record]):
    """Records in the order given. Their number is known, and nothing else is at hand."""

    __slots__ = ("_blocks", "_from_row", "_n")

    def __init__(
        self, records: Iterable[Record], to_row: Callable[[Record], Row], from_row: Callable[[Row], Record], put: Put
    ) -> None:
        self._from_row = from_row
        self._n = 0
        blocks = []
        rest = map(to_row, records)
        while rows := list(islice(rest, BLOCK_RECORDS)):
            self._n += len(rows)
            blocks.append(put(wire.encode(list(zip(*rows, strict=True)))))
        self._blocks: tuple[Read, ...] = tuple(blocks)

    def __len__(self) -> int:
        return self._n

    def __iter__(self) -> Iterator[Record]:
        """Unpack the records, one block after the other."""
        for read in self._blocks:
            yield from map(self._from_row, zip(*wire.decode(read(), "packed records"), strict=True))


def in_memory(data: bytes) -> Read:
    """Keep a block compressed."""
    return partial(wire.decompress, wire.compress(data, _LEVEL), "packed records")


@dataclass(frozen=True, slots=True)
class OnDisk:
    """Keeps blocks in a file."""

    path: Path

    def __call__(self, data: bytes) -> Read:
        """Append a block to the file.

        Raises:
            OutputError: The disk is full or fails.
        """
        try:
            with self.path.open("ab") as file:
                start = file.tell()
                file.write(data)
        except OSError as error:
            raise OutputError(self.path.parent, error.strerror or str(error)) from error
        return partial(self._read, start, len(data))

    def _read(self, start: int, size: int) -> bytes:
        with self.path.open("rb") as file:
            file.seek(start)
            return file.read(size)
