"""Keep records in files or compressed, where they are needed again but never all at once.

What a build keeps of each page for longer than a batch is kept so. As objects it would be a kilobyte a page.

Why:   docs/decisions/0227
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Generic, TypeVar

from pinax_builder.codec import from_plain, to_plain
from pinax_builder.errors import OutputError
from pinax_runtime.format import wire

BLOCK_RECORDS = 1_000
"""Most records that are decoded together."""
_LEVEL = 3
"""zstd level of blocks in memory."""

Record = TypeVar("Record")
Read = Callable[[], bytes]
"""Returns the bytes of a block."""
Put = Callable[[bytes], Read]
"""Keeps the bytes of a block."""


@dataclass(frozen=True, slots=True)
class Reiterable(Generic[Record]):
    """An iterable that starts anew each time."""

    begin: Callable[[], Iterator[Record]]

    def __iter__(self) -> Iterator[Record]:
        """Begin anew."""
        return self.begin()


class Spilled(Generic[Record]):
    """Encoded records, in the order given. They have a length and can be iterated again and again."""

    __slots__ = ("_blocks", "_kind", "_n")

    def __init__(self, records: Iterable[Record], kind: type[Record], put: Put) -> None:
        """Encode records.

        Args:
            records: What is to be kept.
            kind: Type of each.
            put: Keeps a block of them.
        """
        self._kind, self._n = kind, 0
        blocks = []
        rest = iter(records)
        while block := list(map(to_plain, islice(rest, BLOCK_RECORDS))):
            self._n += len(block)
            blocks.append(put(wire.encode(block)))
        self._blocks: tuple[Read, ...] = tuple(blocks)

    def __len__(self) -> int:
        return self._n

    def __iter__(self) -> Iterator[Record]:
        """Decode the records, one block after the other."""
        for read in self._blocks:
            yield from (from_plain(self._kind, plain) for plain in wire.decode(read(), "spilled records"))


def in_memory(data: bytes) -> Read:
    """Keep a block compressed."""
    return partial(wire.decompress, wire.compress(data, _LEVEL), "spilled records")


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
