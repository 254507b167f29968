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
    """As declared; empty where it is the section's title."""


def symbol_key(name: str) -> str:
    """Give the key that a symbol is filed under.

    >>> symbol_key("asyncio.TaskGroup")
    'asyncio.taskgroup'
    """
    return name.casefold()


def definitions_to_wire(key: str, definitions: list[Definition]) -> bytes:
    """Encode all definitions of one key, in section order. A name that is its key is left out."""
    rows = [[d.section, "" if d.name == key else d.name, d.kind, d.language, d.signature] for d in definitions]
    return wire.encode(rows)


def definitions_from_wire(key: str, value: Any, name: str, n_sections: int) -> list[Definition]:
    """Decode what `definitions_to_wire` wrote. Members of a row beyond the fifth are left out.

    Args:
        key: That the definitions are filed under.
        value: The decoded value.
        name: Of the file.
        n_sections: Of the segment; section numbers are below.

    Raises:
        CorruptFileError: Not of that form.
    """
    try:
        found = [Definition(section, spelled or key, *rest[:3]) for section, spelled, *rest in value]
    except (TypeError, ValueError) as error:
        raise CorruptFileError(name, f"not definitions ({error})") from error
    sections = {type(d.section) for d in found} <= {int} and all(0 <= d.section < n_sections for d in found)
    if not sections or not all(
        isinstance(text, str) for d in found for text in (d.name, d.kind, d.language, d.signature)
    ):
        raise CorruptFileError(name, "a definition whose section or text is not one")
    return found
