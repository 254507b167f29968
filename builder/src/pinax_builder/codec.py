"""Turn records into plain values that MessagePack can hold, and back.

Strategy. The types that a record declares for its fields say how its values are written and read, so no record needs
code of its own. A record becomes a list of its fields in their order, a mapping a list of pairs. Mappings and sets are
sorted: equal records become equal bytes.

Rules: what is read has its declared types, however deep, or it is refused. Nothing is pickled, so bytes from elsewhere
       cannot run code. A path is of one machine: it is written as nothing, and read as an empty path. A field of
       another type than the ones below is a mistake in the builder (TypeError).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from pinax_builder.records import Records

Value = TypeVar("Value")

_SCALARS = (int, float, str, bytes, bool, NoneType)


def to_plain(value: Any) -> Any:
    """Return a record (a dataclass or a NamedTuple) as plain values; of anything else the same for what is in it."""
    if type(value) in _SCALARS:
        return value
    if isinstance(value, Path):
        return None
    if is_dataclass(value):
        return [to_plain(getattr(value, one.name)) for one in fields(value)]
    if isinstance(value, Mapping):
        return [[to_plain(key), to_plain(of_key)] for key, of_key in sorted(value.items())]
    if isinstance(value, Set):
        return sorted(map(to_plain, value))
    return list(map(to_plain, value))


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
