"""Which sections define symbols, and in which `symbols` files their definitions are: a segment's `definers` file.

Strategy. Names are filed whole, so a part of a name cannot be looked up by key. The terms of the field `symbol` say
which sections define a name with certain words; two bytes a section lead from there to the file with the name.
Neighbouring sections mostly define neighbouring names, so those bytes compress to next to nothing.

Spec:  docs/format.md, section 6.6.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any

from pinax_runtime.contract import limits
from pinax_runtime.contract.columns import check_whole
from pinax_runtime.contract.errors import CorruptFileError

_BYTES = 2


@dataclass(frozen=True, slots=True)
class Definers:
    """Section → places, in the table `symbols`, of the files with its definitions."""

    files: bytes
    """Per section two bytes, big-endian; without meaning for a section that defines nothing."""
    more: Mapping[int, Sequence[int]] = field(default_factory=dict)
    """Further files of a section whose definitions are in several."""

    @classmethod
    def of(cls, n_sections: int, sections_of_files: Sequence[Set[int]]) -> Definers | None:
        """Make the record from the sections that each file's definitions are of, files in table order.

        Returns:
            None where the record cannot or need not say anything.
        """
        if not 0 < len(sections_of_files) <= limits.SYMBOL_FILES:
            return None
        places: dict[int, list[int]] = {}
        for place, sections in enumerate(sections_of_files):
            for section in sections:
                places.setdefault(section, []).append(place)
        last, files = 0, bytearray()
        for section in range(n_sections):
            last = places.get(section, (last,))[0]
            files += last.to_bytes(_BYTES, "big")
        more = {section: found[1:] for section, found in sorted(places.items()) if len(found) > 1}
        return cls(bytes(files), more)

    def files_of(self, sections: Collection[int]) -> set[int]:
        """Give the places of the files with the definitions of some sections, which define something."""
        files = self.files
        found = {files[at] << 8 | files[at + 1] for at in (_BYTES * section for section in sections)}
        if self.more:
            found.update(place for section in sections for place in self.more.get(section, ()))
        return found

    @property
    def n_sections(self) -> int:
        """Sections of the segment."""
        return len(self.files) // _BYTES

    def to_wire(self) -> dict[str, Any]:
        """Give the plain values that the file holds."""
        more = [number for section, places in self.more.items() for place in places for number in (section, place)]
        return {"files": self.files, "more": more}

    @classmethod
    def from_wire(cls, value: Any, name: str) -> Definers:
        """Check and wrap what the file holds; places are checked when they are used.

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
        for section, place in zip(pairs[::2], pairs[1::2], strict=True):
            more.setdefault(section, []).append(place)
        return cls(files, more)
