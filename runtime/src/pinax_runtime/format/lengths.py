"""Sections of each page, length of each section, prior of each page: what scoring reads for a whole segment.

A length is kept as a logarithm in one byte, four steps to the octave. Where there are many, which every query reads, a
writer rounds further. Lengths of titles stand beside the postings of their words.

Spec:  docs/format.md, section 7.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from math import log2
from typing import Any

from pinax_runtime.format.columns import check_whole, deltas, rising
from pinax_runtime.format.errors import CorruptFileError

STEPS = 4
"""Codes per doubling of the length."""


def length_code(words: int) -> int:
    """Return the byte of a length in words.

    >>> length_code(0), length_code(1), length_code(1000)
    (0, 4, 40)
    """
    return min(255, round(STEPS * log2(1 + words)))


WORDS = tuple(2 ** (code / STEPS) - 1 for code in range(256))
"""Length (words) that each code stands for."""


@dataclass(frozen=True, slots=True)
class Lengths:
    """The `lengths` file of a segment."""

    sections: list[int]
    """Per page, its number of sections (1 or more)."""
    codes: bytes
    """Per section, the `length_code` of its body and code words."""
    priors: bytes
    """Per page, the factor for its scores (percent). Below 100 for pages that list rather than explain."""
    leaders: dict[int, int] = field(default_factory=dict)
    """Page → the page that represents it among its variants. Only pages that another page represents are here."""
    untitled: list[int] = field(default_factory=list)
    """The sections whose title has no words, rising."""

    def is_titled(self, section: int) -> bool:
        """Say whether a section has a title of its own."""
        at = bisect_left(self.untitled, section)
        return self.untitled[at : at + 1] != [section]

    def to_wire(self) -> dict[str, Any]:
        """Return the plain values that the file holds."""
        pairs = [number for pair in sorted(self.leaders.items()) for number in pair]
        optional = {"untitled": deltas(self.untitled), "variants": pairs}
        columns = {"sections": self.sections, "lengths": self.codes, "priors": self.priors}
        return {**columns, **{name: column for name, column in optional.items() if column}}

    @classmethod
    def from_wire(cls, value: Any, name: str) -> Lengths:
        """Check and wrap what the file holds.

        Raises:
            CorruptFileError: The two columns do not agree.
        """
        try:
            sections, codes, priors = (value[key] for key in ("sections", "lengths", "priors"))
            untitled = rising(value.get("untitled", []), len(codes))
            check_whole(sections, least=1)
            sound = type(codes) is bytes and sum(sections) == len(codes)
            sound = sound and type(priors) is bytes and len(priors) == len(sections)
            pairs = value.get("variants", [])
            check_whole(pairs, least=0)
            leaders = dict(zip(pairs[::2], pairs[1::2], strict=True))
            sound = sound and max(pairs, default=-1) < len(sections) and not leaders.keys() & leaders.values()
        except (TypeError, KeyError, ValueError, AttributeError) as error:
            raise CorruptFileError(name, f"not lengths ({error})") from error
        if not sound:
            raise CorruptFileError(name, "lengths that do not add up")
        return cls(sections, codes, priors, leaders, untitled)
