"""Definitions by case-folded name: the values of a `symbols` shard.

Spec:  docs/format.md, section 6.4.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pinax_runtime.contract import wire
from pinax_runtime.contract.errors import CorruptFileError


@dataclass(frozen=True, slots=True)
class Definition:
    """One place where a symbol is defined."""

    section: int
    """Section number in the segment."""
    name: str
    """As the source spells it, qualified."""
    kind: str
    language: str
    signature: str


def symbol_key(name: str) -> str:
    """Give the key that a symbol is filed under.

    >>> symbol_key("asyncio.TaskGroup")
    'asyncio.taskgroup'
    """
    return name.casefold()


def definitions_to_wire(definitions: list[Definition]) -> bytes:
    """Encode all definitions of one key, in section order."""
    return wire.encode([[d.section, d.name, d.kind, d.language, d.signature] for d in definitions])


def definitions_from_wire(value: Any, name: str) -> list[Definition]:
    """Decode what `definitions_to_wire` wrote.

    Raises:
        CorruptFileError: Not of that form.
    """
    try:
        found = [Definition(*row) for row in value]
    except TypeError as error:
        raise CorruptFileError(name, f"not definitions ({error})") from error
    if not all(isinstance(d.section, int) and isinstance(d.name, str) for d in found):
        raise CorruptFileError(name, "a definition without a section or a name")
    return found
