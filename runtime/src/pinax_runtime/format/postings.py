"""Values of keyed shards: where a term occurs, at which positions, which pages have a facet value.

Numbers are delta-coded in plain msgpack lists: a list decodes at C speed, `itertools.accumulate` makes it absolute, and
zstd finds the repetition. Numbers that a segment does not have are refused here, so that search may index by them.

Spec:  docs/format.md, section 6.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, repeat
from operator import add, sub
from typing import Any

from pinax_runtime.format import wire
from pinax_runtime.format.columns import column, deltas, packed, picked, rising, spread
from pinax_runtime.format.errors import CorruptFileError
from pinax_runtime.format.fields import POSITIONED, TITLED

LONG = 50_000
"""Number of entries above which columns are encoded a stretch at a time; as lists they would take much memory."""


@dataclass(frozen=True, slots=True)
class Postings:
    """Where one term occurs: for each field the sections and how often."""

    by_field: Mapping[int, tuple[Sequence[int], Sequence[int]]]
    """Field number → (section numbers, rising; frequencies of 1 or more), columns of equal length."""
    titled: tuple[Sequence[int], Sequence[int]] | None = None
    """(Sections with the term in their title, rising; words of that title); None where no title has it."""

    def occurrences(self) -> tuple[Sequence[int], Sequence[int]]:
        """Return (sections, rising; how often the term occurs in the positioned fields of each)."""
        columns = [self.by_field[field] for field in POSITIONED if field in self.by_field]
        if len(columns) == 1:
            return columns[0]
        totals: dict[int, int] = {}
        for sections, counts in sorted(columns, key=lambda column: -len(column[0])):
            added = map(add, counts, map(totals.get, sections, repeat(0))) if totals else counts
            totals.update(zip(sections, added, strict=True))
        in_order = sorted(totals)
        return packed(in_order), picked(totals, in_order)

    def to_wire(self) -> bytes:
        """Encode as `[field, section deltas, counts, …]`, fields in rising order."""
        return encode_postings({**self.by_field, **({TITLED: self.titled} if self.titled else {})})

    @classmethod
    def from_wire(cls, flat: Any, name: str, n_sections: int) -> Postings:
        """Check and decode what `to_wire` wrote. Fields that this reader does not know are left out.

        Args:
            flat: The decoded value.
            name: Of the file.
            n_sections: Of the segment; section numbers are below.

        Raises:
            CorruptFileError: Not of that form.
        """
        try:
            by_field, titled = {}, None
            fields = flat[::3]
            rising(deltas(fields), 256)
            for field, steps, counts in zip(fields, flat[1::3], flat[2::3], strict=True):
                sections = rising(steps, n_sections)
                if field <= TITLED:
                    columns = (packed(sections), spread(counts, len(sections)))
                    if field == TITLED:
                        titled = columns
                    else:
                        by_field[field] = columns
        except (TypeError, ValueError) as error:
            raise CorruptFileError(name, f"not postings ({error})") from error
        return cls(by_field, titled)


def encode_postings(
    by_field: Mapping[int, tuple[Sequence[int], Sequence[int]]], encode: Callable[[Any], bytes] = wire.encode
) -> bytes:
    """Encode fields as `Postings.to_wire` does, among them, as TITLED, the words of titles.

    Args:
        by_field: Field number → (section numbers, rising; frequencies).
        encode: Encodes a value; one that is used again and again takes less time.
    """
    items: list[Any] = []
    if sum(len(sections) for sections, _ in by_field.values()) <= LONG:
        for field in sorted(by_field):
            sections, counts = by_field[field]
            items += (field, deltas(sections), column(counts))
        return encode(items)
    for field in sorted(by_field):
        sections, counts = by_field[field]
        items += (encode(field), _encoded_deltas(sections), _encoded_column(counts))
    return wire.joined(len(items), items)


def _encoded_deltas(numbers: Sequence[int]) -> bytes:
    return wire.encode_numbers(map(sub, numbers, chain((0,), numbers)), len(numbers))


def _encoded_column(counts: Sequence[int]) -> bytes:
    is_same = counts.count(counts[0]) == len(counts)
    return wire.encode(counts[0]) if is_same else wire.encode_numbers(counts, len(counts))


@dataclass(frozen=True, slots=True)
class Positions:
    """Positions of one term in each section. Kept as columns, because a query looks at few of the sections."""

    sections: Sequence[int]
    """Section numbers, rising."""
    ends: Sequence[int]
    """Per section, the index in `steps` behind its last position."""
    steps: Sequence[int]
    """Position deltas (words) of all sections; each section starts from 0."""

    def at(self, section: int) -> list[int]:
        """Return the positions in one section, rising; none if the term does not stand in it."""
        index = bisect_left(self.sections, section)
        if index == len(self.sections) or self.sections[index] != section:
            return []
        start = self.ends[index - 1] if index else 0
        return list(accumulate(self.steps[start : self.ends[index]]))

    def to_wire(self, implied: bool = False) -> bytes:
        """Encode as `[section deltas, counts, position deltas]`.

        Args:
            implied: Whether the term's postings say sections and counts (see `Postings.occurrences`); then the position
                deltas alone are the value.
        """
        return encode_positions(self.sections, deltas(self.ends), self.steps, implied)

    @classmethod
    def from_wire(cls, value: Any, name: str, n_sections: int, postings: Postings) -> Positions:
        """Check and decode what `to_wire` wrote.

        Args:
            value: The decoded value.
            name: Of the file.
            n_sections: Of the segment; section numbers are below.
            postings: Of the same term.

        Raises:
            CorruptFileError: Not of that form.
        """
        try:
            if type(value) is list and value and type(value[0]) is list:
                section_steps, counts, steps = value
                sections: Sequence[int] = packed(rising(section_steps, n_sections))
                counts = spread(counts, len(sections))
            else:
                (sections, counts), steps = postings.occurrences(), value
            found = cls(sections, packed(list(accumulate(counts))), packed(steps))
        except (TypeError, ValueError) as error:
            raise CorruptFileError(name, f"not positions ({error})") from error
        if not found.ends or found.ends[-1] != len(found.steps):
            raise CorruptFileError(name, "positions whose columns differ in length")
        return found


def encode_positions(
    sections: Sequence[int],
    counts: Sequence[int],
    steps: Sequence[int],
    implied: bool,
    encode: Callable[[Any], bytes] = wire.encode,
) -> bytes:
    """Encode positions as `Positions.to_wire` does, from the number of positions of each section."""
    if len(steps) <= LONG:
        return encode(list(steps) if implied else [deltas(sections), column(counts), list(steps)])
    encoded = wire.encode_numbers(steps, len(steps))
    return encoded if implied else wire.joined(3, (_encoded_deltas(sections), _encoded_column(counts), encoded))


def pages_to_wire(pages: Sequence[int]) -> bytes:
    """Encode the page numbers (rising) that have a facet value."""
    return wire.encode(deltas(pages))


def pages_from_wire(value: Any, name: str, n_pages: int) -> list[int]:
    """Decode what `pages_to_wire` wrote.

    Raises:
        CorruptFileError: Not a list of rising numbers below `n_pages`.
    """
    try:
        return rising(value, n_pages)
    except (TypeError, ValueError) as error:
        raise CorruptFileError(name, f"not page numbers ({error})") from error
