"""What a key's value says: where a term occurs, at which words, which pages have a facet value.

Numbers are delta-coded in plain msgpack lists: a list decodes at C speed, `itertools.accumulate` makes it absolute, and
zstd finds the repetition. A column of counts that are all the same is that one number.

Spec:  docs/format.md, section 6.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

from pinax_runtime.contract import wire
from pinax_runtime.contract.errors import CorruptFileError

Counts = list[int] | int
"""One count for each entry, or one for all."""


def deltas(numbers: Sequence[int]) -> list[int]:
    """Turn rising numbers into differences; the first stays as it is. `itertools.accumulate` undoes it.

    >>> deltas([3, 4, 9])
    [3, 1, 5]
    """
    return [*numbers[:1], *(b - a for a, b in pairwise(numbers))]


def column(counts: Sequence[int]) -> Counts:
    """Give counts as they are stored: one number when all are equal.

    >>> column([1, 1, 1]), column([1, 2])
    (1, [1, 2])
    """
    first = counts[0]
    return first if all(count == first for count in counts) else list(counts)


def spread(counts: Any, n: int) -> list[int]:
    """Undo `column` for `n` entries."""
    return [counts] * n if isinstance(counts, int) else list(counts)


@dataclass(frozen=True, slots=True)
class Postings:
    """Where one term occurs: for each field the sections and how often."""

    by_field: dict[int, tuple[list[int], list[int]]]
    """Field number → (section numbers, rising; frequencies of 1 or more), columns of equal length."""

    def to_wire(self) -> bytes:
        """Encode as `[field, section deltas, counts, …]`, fields in rising order."""
        flat: list[Any] = []
        for field, (sections, counts) in sorted(self.by_field.items()):
            flat += (field, deltas(sections), column(counts))
        return wire.encode(flat)

    @classmethod
    def from_wire(cls, flat: Any, name: str) -> Postings:
        """Check and decode what `to_wire` wrote.

        Raises:
            CorruptFileError: Not of that form.
        """
        try:
            by_field = {}
            for field, steps, counts in zip(flat[::3], flat[1::3], flat[2::3], strict=True):
                sections = list(accumulate(steps))
                by_field[int(field)] = (sections, spread(counts, len(sections)))
        except (TypeError, ValueError, IndexError) as error:
            raise CorruptFileError(name, f"not postings ({error})") from error
        if any(len(sections) != len(counts) for sections, counts in by_field.values()):
            raise CorruptFileError(name, "postings whose columns differ in length")
        return cls(by_field)


@dataclass(frozen=True, slots=True)
class Positions:
    """At which words of which sections one term stands."""

    by_section: dict[int, list[int]]
    """Section number → positions in the section (words, rising), sections in rising order."""

    def to_wire(self) -> bytes:
        """Encode as `[section deltas, counts, position deltas]`; the deltas start anew in each section."""
        flat = [step for positions in self.by_section.values() for step in deltas(positions)]
        counts = column([len(positions) for positions in self.by_section.values()])
        return wire.encode([deltas(list(self.by_section)), counts, flat])

    @classmethod
    def from_wire(cls, value: Any, name: str) -> Positions:
        """Check and decode what `to_wire` wrote.

        Raises:
            CorruptFileError: Not of that form.
        """
        try:
            steps, counts, flat = value
            sections = list(accumulate(steps))
            ends = list(accumulate(spread(counts, len(sections))))
            starts = [0, *ends[:-1]]
            by_section = {
                section: list(accumulate(flat[start:end]))
                for section, start, end in zip(sections, starts, ends, strict=True)
            }
        except (TypeError, ValueError) as error:
            raise CorruptFileError(name, f"not positions ({error})") from error
        if ends and ends[-1] != len(flat):
            raise CorruptFileError(name, "positions whose columns differ in length")
        return cls(by_section)


def pages_to_wire(pages: Sequence[int]) -> bytes:
    """Encode the page numbers (rising) that have a facet value."""
    return wire.encode(deltas(pages))


def pages_from_wire(value: Any, name: str) -> list[int]:
    """Decode what `pages_to_wire` wrote.

    Raises:
        CorruptFileError: Not a list of numbers.
    """
    try:
        return list(accumulate(value))
    except TypeError as error:
        raise CorruptFileError(name, f"not page numbers ({error})") from error
