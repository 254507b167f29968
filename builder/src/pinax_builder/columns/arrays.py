"""Steps on arrays of numbers that numpy has no function for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pinax_builder.columns.single_threaded import np

FIELD_BITS = 4
"""Number of low bits that hold a field where one number holds it with something else; no field is above 15."""
if TYPE_CHECKING:
    AnyNumbers = np.ndarray[Any, np.dtype[Any]]
    Numbers = np.ndarray[Any, np.dtype[np.int32]]
    Flags = np.ndarray[Any, np.dtype[np.bool_]]
else:
    AnyNumbers = Any
    """Numbers of any type."""
    Numbers = Any
    """A column: sections, positions and counts are all below 2^31."""
    Flags = Any
    """True or false for each row."""


def as_numbers(values: Any, dtype: str = "I") -> Numbers:
    """Return the values of an `array` of a type code."""
    return np.frombuffer(values, dtype).astype(np.int32)


def starts(sizes: Numbers) -> Numbers:
    """Return where each stretch begins, of stretches of these sizes one after the other.

    >>> starts(np.array([2, 0, 3])).tolist()
    [0, 2, 2]
    """
    ends: Numbers = np.cumsum(sizes, dtype=np.int32)
    return ends - sizes


def within(sizes: Numbers) -> Numbers:
    """Return for each item of such stretches its number within its stretch.

    >>> within(np.array([2, 0, 3])).tolist()
    [0, 1, 0, 1, 2]
    """
    counted: Numbers = np.arange(int(sizes.sum()), dtype=np.int32)
    return counted - np.repeat(starts(sizes), sizes)


def changes(numbers: AnyNumbers) -> Flags:
    """Return for each number whether it differs from the one before it.

    >>> changes(np.array([4, 4, 7])).tolist()
    [True, False, True]
    """
    found = np.ones(len(numbers), bool)
    np.not_equal(numbers[1:], numbers[:-1], out=found[1:])
    return found


def narrow(numbers: AnyNumbers) -> AnyNumbers:
    """Return numbers, none below 0, in the smallest type that holds them, of which 16 bits are sorted fastest."""
    return numbers.astype(np.min_scalar_type(int(numbers.max(initial=0))))


class Lists:
    """Lists of numbers, one after the other."""

    def __init__(self, items: AnyNumbers, sizes: Numbers) -> None:
        self._items, self._sizes, self._starts = items, sizes, starts(sizes)

    def named(self, names: Numbers) -> Lists:
        """Return the lists with other items, by the number of each."""
        return Lists(names[self._items], self._sizes)

    def of(self, numbers: Numbers) -> tuple[Numbers, Numbers]:
        """Return the items of the lists with these numbers, and the size of each list."""
        sizes = self._sizes[numbers]
        n_items = int(sizes.sum())
        if n_items == len(sizes) and sizes.all():  # one item each
            return self._items[self._starts[numbers]], sizes
        at = np.arange(n_items, dtype=np.int32)
        at += np.repeat(self._starts[numbers] - starts(sizes), sizes)
        return self._items[at], sizes
