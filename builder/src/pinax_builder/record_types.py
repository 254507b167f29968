"""Check that values from outside have the types that a record declares for its fields.

In:    A record (a dataclass or a NamedTuple) that was made of decoded values, or any other value with its type.
Out:   Whether each value in it, however deep, has its declared type.
Rules: `int` does not admit `bool`. A generic type of one argument that is not known here holds items of that type.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Set
from dataclasses import is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

Check = Callable[[Any], bool]
"""Tells whether a value has a type."""


def is_as_declared(value: Any, declared: Any = None) -> bool:
    """Tell whether a value has a type, which is its own class where none is given.

    >>> is_as_declared((1, 2), tuple[int, ...]), is_as_declared((1, "2"), tuple[int, ...])
    (True, False)
    """
    kind: Any = type(value) if declared is None else declared
    return _check_of(kind)(value)


@cache
def _check_of(declared: Any) -> Check:
    """Return the check of a type."""
    if declared is Any:
        return lambda value: True
    if declared in (int, float, str, bytes, bool, NoneType):
        return lambda value: type(value) is declared
    origin, arguments = get_origin(declared), get_args(declared)
    if origin is Literal:
        return lambda value: type(value) is str and value in arguments
    if origin in (Union, UnionType):
        checks = tuple(map(_check_of, arguments))
        return lambda value: any(check(value) for check in checks)
    if origin is None:
        return _check_of_class(declared)
    if issubclass(origin, Mapping):
        key, item = map(_check_of, arguments)
        return lambda value: isinstance(value, Mapping) and all(map(key, value)) and all(map(item, value.values()))
    if origin is tuple and arguments[-1] is not ...:
        checks = tuple(map(_check_of, arguments))
        return lambda value: _are(value, tuple, checks)
    item = _check_of(arguments[0])
    kinds = (Set,) if issubclass(origin, Set) else (tuple, list, array)
    return lambda value: isinstance(value, kinds) and all(map(item, value))


def _check_of_class(kind: Any) -> Check:
    """Return the check of a class: of a record, of each field too."""
    if not is_dataclass(kind) and not hasattr(kind, "_fields"):
        return lambda value: isinstance(value, kind)
    hints = get_type_hints(kind)
    checks = tuple(map(_check_of, hints.values()))
    if hasattr(kind, "_fields"):
        return lambda value: _are(value, kind, checks)
    fields = tuple(hints)
    return lambda value: (
        isinstance(value, kind) and all(check(getattr(value, name)) for name, check in zip(fields, checks, strict=True))
    )


def _are(values: Any, kind: type[Any], checks: tuple[Check, ...]) -> bool:
    """Tell whether a tuple has as many items as there are checks, and each passes its own."""
    if not isinstance(values, kind) or len(values) != len(checks):
        return False
    return all(check(value) for check, value in zip(checks, values, strict=True))
