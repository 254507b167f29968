"""Columns of numbers: rising ones kept as differences, counts kept as one number where they are all the same.

Strategy. What a decoder is given may be hostile: negative steps, floats, numbers beyond the last section. Every check
runs inside C loops: `bytes(steps)` refuses anything but small whole numbers at 4 ns each, and `accumulate` carries a
float or a string on to its last value, so looking at that one tells about all.

Spec:  docs/format.md, section 6.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import accumulate, chain
from operator import sub
from typing import Any

Counts = list[int] | int
"""A list with one count per entry, or a single count that all entries share."""


def deltas(numbers: Sequence[int]) -> list[int]:
    """Turn rising numbers into differences; the first stays as it is.

    >>> deltas([3, 4, 9])
    [3, 1, 5]
    """
    return list(map(sub, numbers, chain((0,), numbers)))


def rising(steps: Any, end: int) -> list[int]:
    """Undo `deltas` for numbers that rise strictly and stay below `end`.

    >>> rising([3, 1, 5], 10)
    [3, 4, 9]

    Raises:
        ValueError: They do not.
        TypeError: Not a list of whole numbers.
    """
    if type(steps) is not list:
        raise TypeError("numbers that are not a list")
    numbers = list(accumulate(steps))
    if numbers and (type(numbers[-1]) is not int or numbers[-1] >= end):
        raise ValueError(f"a number that is not below {end}")
    zeros = _count_zeros(steps)
    if zeros > 1 or (zeros and steps[0] != 0):
        raise ValueError("numbers that do not rise")
    return numbers


def column(counts: Sequence[int]) -> Counts:
    """Return counts as they are stored: one number when all are equal.

    >>> column([1, 1, 1]), column([1, 2])
    (1, [1, 2])
    """
    first = counts[0]
    return first if counts.count(first) == len(counts) else list(counts)


def spread(counts: Any, n: int) -> list[int]:
    """Undo `column` for `n` entries, each 1 or more.

    >>> spread(1, 3), spread([1, 2], 2)
    ([1, 1, 1], [1, 2])

    Raises:
        ValueError: A count below 1, or not `n` of them.
        TypeError: Not a whole number or a list of them.
    """
    if type(counts) is int and counts >= 1:
        return [counts] * n
    check_whole(counts, least=1)
    if len(counts) != n:
        raise ValueError(f"{len(counts)} counts for {n}")
    found: list[int] = counts
    return found


def packed(numbers: Sequence[int]) -> Sequence[int]:
    """Return the same whole numbers, none below 0, in the least memory.

    >>> packed([1, 300])
    array('H', [1, 300])
    """
    most = max(numbers, default=0)
    return array("B" if most < 1 << 8 else "H" if most < 1 << 16 else "I" if most < 1 << 32 else "Q", numbers)


def check_whole(numbers: Any, least: int) -> None:
    """Check that a list holds whole numbers of at least 0 or 1 only.

    Raises:
        ValueError: One is less.
        TypeError: It does not.
    """
    if type(numbers) is not list or type(sum(numbers)) is not int:
        raise TypeError("not a list of whole numbers")
    if _count_zeros(numbers) and least:
        raise ValueError("a number below 1")


def _count_zeros(numbers: list[int]) -> int:
    """Count zeros; refuse negative numbers."""
    try:
        return bytes(numbers).count(0)
    except ValueError:  # one is negative or above 255
        if min(numbers) < 0:
            raise ValueError("a negative number") from None
        return numbers.count(0)
