"""How close the words of a query stand in a section, and whether a quoted phrase stands in it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

WINDOW = 8
"""Words further apart than this are not close."""


def closeness(first: Sequence[int], second: Sequence[int], gap: int) -> float:
    """Say how close two words stand.

    Args:
        first: Positions of the one (words, rising).
        second: Positions of the other.
        gap: How far the second follows the first in the query (words).

    Returns:
        1 where they stand as in the query, less the further they are out of place, 0 beyond the window.

    >>> closeness([4], [5], 1), closeness([5], [4], 1), closeness([1], [40], 1)
    (1.0, 0.333, 0.0)
    """
    off = WINDOW
    for position in first:
        at = bisect_left(second, position + gap)
        off = min([off, *(abs(other - position - gap) for other in second[max(0, at - 1) : at + 1])])
    return round(1 / (1 + off), 3) if off < WINDOW else 0.0


def holds_phrase(positions: Sequence[Sequence[int]]) -> bool:
    """Say whether words stand side by side.

    Args:
        positions: Per word of the phrase, its positions in one section (words).

    >>> holds_phrase([[3, 9], [4], [5, 12]]), holds_phrase([[3], [5]])
    (True, False)
    """
    starts = set(positions[0])
    for offset, of_word in enumerate(positions[1:], start=1):
        starts &= {position - offset for position in of_word}
    return bool(starts)
