"""Which sections define symbols, and in which `symbols` files their definitions are: a segment's `definers` file.

Strategy. Names are filed whole, so a part of a name cannot be looked up by key. The terms of the field `symbol` say
which sections define a name with certain words; two bytes a section lead from there to the file with the name.
Neighbouring sections mostly define neighbouring names, so those bytes compress to next to nothing.

Spec:  docs/format.md, section 6.6.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pinax_runtime.format import limits
from pinax_runtime.format.columns import check_whole
from pinax_runtime.format.errors import CorruptFileError

_BYTES = 2
_NOTHING = -1
"""Stands for the shard of a section that defines nothing."""


@dataclass(frozen=True, slots=True)
class Definers:
    """Section → indexes, in the segment's table of `symbols` shards, of the shards with its definitions."""

    files: bytes
    """Two bytes per section, big-endian: the index of one shard. Meaningless for a section that defines nothing."""
    more: Mapping[int, Sequence[int]] = field(default_factory=dict)
    """Section → indexes of further shards, for sections whose definitions are in several."""

    @classmethod
    def of(cls, n_sections: int, sections_of_files: Sequence[Collection[int]]) -> Definers | None:
        """Make the record from the different sections that each shard defines something in, shards in table order.

        Returns:
            None where the record cannot or need not say anything.
        """
        if not 0 < len(sections_of_files) <= limits.SYMBOL_FILES:
            return None
        firsts = array("i", [_NOTHING]) * n_sections
        more: dict[int, list[int]] = {}
        for index, sections in enumerate(sections_of_files):
            for section in sections:
                if firsts[section] == _NOTHING:
                    firsts[section] = index
                else:
                    more.setdefault(section, []).append(index)
        last, files = 0, bytearray()
        for first in firsts:
            last = last if first == _NOTHING else first
            files += last.to_bytes(_BYTES, "big")
        return cls(bytes(files), dict(sorted(more.items())))

    def files_of(self, sections: Collection[int]) -> set[int]:
        """Return the indexes of the shards that hold the definitions of some sections; each must define something."""
        files = self.files
        found = {files[at] << 8 | files[at + 1] for at in (_BYTES * section for section in sections)}
        if self.more:
            found.update(index for section in sections for index in self.more.get(section, ()))
        return found

    @property
    def n_sections(self) -> int:
        """Sections of the segment."""
        return len(self.files) // _BYTES

    def to_wire(self) -> dict[str, Any]:
        """Return the plain values that the file holds."""
        more = [number for section, indexes in self.more.items() for index in indexes for number in (section, index)]
        return {"files": self.files, "more": more}

    @classmethod
    def from_wire(cls, value: Any, name: str) -> Definers:
        """Check and wrap what the file holds; indexes are checked when they are used.

        Raises:
            CorruptFileError: Not of that form.
        """
        try:
            files, pairs = value["files"], value["more"]
            check_whole(pairs, least=0)
            sound = type(files) is bytes and len(files) % _BYTES == 0 == len(pairs) % 2
        except (TypeError, KeyError, ValueError) as error:
            raise CorruptFileError(name, f"not definers ({error})") from error
        if not sound:
            raise CorruptFileError(name, "definers whose columns do not agree")
        more: dict[int, list[int]] = {}
        for section, index in zip(pairs[::2], pairs[1::2], strict=True):
            more.setdefault(section, []).append(index)
        return cls(files, more)
