"""Turn records into plain values that MessagePack can hold, and back; keep records in files or compressed.

Strategy. The types that a record declares for its fields say how its values are written and read, so no record needs
code of its own. A record becomes a list of its fields in their order, a mapping a list of pairs. Mappings and sets are
sorted: equal records become equal bytes. What a build keeps of each page for longer than a batch is kept so, where it
is needed again but never all at once. As objects it would be a kilobyte a page.

Rules: what is read has its declared types, however deep, or it is refused. Nothing is pickled, so bytes from elsewhere
       cannot run code. A path is of one machine: it is written as nothing, and read as an empty path. A field of
       another type than the ones below is a mistake in the builder (TypeError).
Why:   docs/decisions/0227
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, partial
from itertools import islice
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Generic, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from pinax_builder.errors import writing
from pinax_builder.records import Records
from pinax_runtime.format import wire

BLOCK_RECORDS = 1_000
"""Most records that are decoded together."""
_LEVEL = 3
"""zstd level of blocks in memory."""

Value = TypeVar("Value")
Record = TypeVar("Record")
Read = Callable[[], bytes]
"""Returns the bytes of a block."""
Put = Callable[[bytes], Read]
"""Keeps the bytes of a block."""

_SCALARS = frozenset((int, float, str, bytes, bool, NoneType))


def to_plain(value: Any) -> Any:
    """Return a record (a dataclass or a NamedTuple) as plain values, and anything else with such records in it, too."""
    kind: Any = type(value)
    return value if kind in _SCALARS else _writer(kind)(value)


@cache
def _writer(kind: type) -> Callable[[Any], Any]:
    """Return the function that makes plain values of a type's."""
    if issubclass(kind, Path):
        return lambda path: None
    if is_dataclass(kind):
        names = [one.name for one in fields(kind)]
        return lambda record: [to_plain(getattr(record, name)) for name in names]
    if issubclass(kind, Mapping):
        return lambda of: [[to_plain(key), to_plain(value)] for key, value in sorted(of.items())]
    if issubclass(kind, Set):
        return lambda values: sorted(map(to_plain, values))
    return lambda values: list(map(to_plain, values))


def from_plain(kind: type[Value], plain: Any) -> Value:
    """Undo `to_plain` for a value of some type.

    Raises:
        ValueError: The values are not such a type's.

    >>> from_plain(tuple[str, int], ["a", 1])
    ('a', 1)
    """
    read: Callable[[Any], Value] = _reader(kind)  # type: ignore[arg-type]
    return read(plain)


@cache
def _reader(declared: Any) -> Callable[[Any], Any]:
    """Return the function that reads values of a type."""
    origin, arguments = get_origin(declared), get_args(declared)
    if declared in _SCALARS:
        return lambda plain: plain if type(plain) is declared else _refuse(plain)
    if declared is Path:
        return lambda plain: Path() if plain is None else _refuse(plain)
    if origin is Literal:
        return lambda plain: plain if plain in arguments else _refuse(plain)
    if origin in (Union, UnionType) and len(arguments) == 2 and arguments[1] is NoneType:
        one = _reader(arguments[0])
        return lambda plain: None if plain is None else one(plain)
    if origin is tuple and arguments[-1] is not ...:
        return _record_reader(lambda *values: values, arguments)
    if origin in (tuple, Sequence, Records):
        item = _reader(arguments[0])
        return lambda plain: tuple(map(item, _list(plain)))
    if isinstance(origin, type) and issubclass(origin, Set):
        item = _reader(arguments[0])
        return lambda plain: frozenset(map(item, _list(plain)))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        pair = _record_reader(lambda key, value: (key, value), arguments)
        return lambda plain: dict(map(pair, _list(plain)))
    if is_dataclass(declared) or hasattr(declared, "_fields"):
        return _record_reader(declared, tuple(get_type_hints(declared).values()))
    raise TypeError(f"{declared} cannot be read from plain values")


def _record_reader(make: Callable[..., Any], kinds: Sequence[Any]) -> Callable[[Any], Any]:
    readers = tuple(map(_reader, kinds))

    def read(plain: Any) -> Any:
        if len(_list(plain)) != len(readers):
            _refuse(plain)
        return make(*[one(value) for one, value in zip(readers, plain, strict=True)])

    return read


def _list(plain: Any) -> Sequence[Any]:
    return plain if isinstance(plain, list | tuple) else _refuse(plain)


def _refuse(plain: Any) -> Any:
    raise ValueError(f"a value of another type than was declared: {str(plain)[:40]!r}")


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
        with writing(self.path.parent), self.path.open("ab") as file:
            start = file.tell()
            file.write(data)
        return partial(self._read, start, len(data))

    def _read(self, start: int, size: int) -> bytes:
        with self.path.open("rb") as file:
            file.seek(start)
            return file.read(size)
