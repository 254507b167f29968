"""Definitions by case-folded name: the values of a `symbols` shard.

Spec:  docs/format.md, section 6.4.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from pinax_runtime.format import wire
from pinax_runtime.format.errors import CorruptFileError
from pinax_runtime.format.visible import is_visible_line, visible, visible_line


@dataclass(frozen=True, slots=True)
class Definition:
    """One definition of a symbol."""

    section: int
    """Section number in the segment."""
    name: str
    """Qualified name as the source spells it."""
    kind: str
    language: str
    signature: str
    """Signature as declared; empty when it is the section's title."""
    line: int = 0
    """First line of the definition in the page's file, from 1; 0 where lines mean nothing."""
    last_line: int = 0
    visibility: str = ""
    """public, protected or private; empty when unknown."""


_SEPARATOR = re.compile(r"::|->|[.#/\\]")
SEPARATING = ":->.#/\\"
"""Every character that occurs in a separator of names."""
_DEFAULTS = (0, 0, "")
"""Values of a row's last members when a writer left them out."""


def symbol_key(name: str) -> str:
    """Return the key that a symbol is filed under.

    >>> symbol_key("asyncio.TaskGroup")
    'asyncio.taskgroup'
    """
    return name.casefold()


def symbol_components(name: str) -> list[str]:
    """Split a name at the separators of all languages; return the name itself when nothing else is left.

    >>> symbol_components("std::vector::push_back"), symbol_components("net/http.Client"), symbol_components("->")
    (['std', 'vector', 'push_back'], ['net', 'http', 'Client'], ['->'])
    """
    return [component for component in _SEPARATOR.split(name) if component] or [name]


def definitions_to_wire(key: str, definitions: list[Definition]) -> bytes:
    """Encode all definitions of one key, in section order. A name that is its key is left out."""
    return wire.encode([_row(key, definition) for definition in definitions])


def definitions_from_wire(key: str, value: Any, name: str, n_sections: int) -> list[Definition]:
    """Decode what `definitions_to_wire` wrote, without characters that nobody sees and members beyond the eighth.

    Args:
        key: That the definitions are filed under.
        value: The decoded value.
        name: Of the file.
        n_sections: Of the segment; section numbers are below.

    Raises:
        CorruptFileError: Not of that form.
    """
    try:
        found = [Definition(section, spelled or key, *rest[:6]) for section, spelled, *rest in value]
    except (TypeError, ValueError) as error:
        raise CorruptFileError(name, f"not definitions ({error})") from error
    numbers = [number for d in found for number in (d.section, d.line, d.last_line)]
    texts = [text for d in found for text in (d.name, d.kind, d.language, d.signature, d.visibility)]
    sound = {type(number) for number in numbers} <= {int} and {type(text) for text in texts} <= {str}
    if not sound or min(numbers, default=0) < 0 or any(d.section >= n_sections for d in found):
        raise CorruptFileError(name, "a definition whose section, lines or text are not such")
    return found if is_visible_line(" ".join(texts)) else list(map(_cleaned, found))


def _cleaned(d: Definition) -> Definition:
    """Return the same definition without characters that nobody sees."""
    return replace(
        d,
        name=visible_line(d.name),
        kind=visible_line(d.kind),
        language=visible_line(d.language),
        signature=visible(d.signature),
        visibility=visible_line(d.visibility),
    )


def _row(key: str, d: Definition) -> list[int | str]:
    """Return a definition as it is stored: without the members at its end that say nothing."""
    row: list[int | str] = [d.section, "" if d.name == key else d.name, d.kind, d.language, d.signature]
    rest: list[int | str] = [d.line, d.last_line, d.visibility]
    while rest and rest[-1] == _DEFAULTS[len(rest) - 1]:
        rest.pop()
    return [*row, *rest]
