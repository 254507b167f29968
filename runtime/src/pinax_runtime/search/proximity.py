"""How close the words of a query stand in a section, and whether a quoted phrase stands in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

WINDOW = 8
"""Words further apart than this are not close."""


def closeness(first: Sequence[int], second: Sequence[int], gap: int) -> float:
    """Say how close two words stand.

    Args:
        first: Positions of the one (words, rising).
        second: Positions of the other.
        gap: How far the second follows the first in the query (words, 1 or more).

    Returns:
        1 where they stand as in the query, less the further they are out of place, 0 beyond the window.

    >>> closeness([4], [5], 1), closeness([5], [4], 1), closeness([1], [40], 1)
    (1.0, 0.333, 0.0)
    """
    off = min((abs(b - a - gap) for a in first for b in _near(second, a)), default=WINDOW)
    return round(1 / (1 + off), 3) if off < WINDOW else 0.0


def _near(positions: Sequence[int], at: int) -> Sequence[int]:
    return [position for position in positions if abs(position - at) <= WINDOW]


def holds_phrase(positions: Sequence[Mapping[int, Sequence[int]]], section: int) -> bool:
    """Say whether words stand side by side in a section.

    Args:
        positions: Per word of the phrase, section → positions.
        section: Where to look.
    """
    starts = set(positions[0].get(section, ()))
    for offset, of_word in enumerate(positions[1:], start=1):
        starts &= {position - offset for position in of_word.get(section, ())}
    return bool(starts)
