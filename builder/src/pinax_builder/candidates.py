"""Find the items that share a key with another item, in little memory.

Strategy. Most pages of a docset have a content, a title and an address of their own. Of each key a hash of eight bytes
is kept. Items with a hash that occurs twice are collected in a second pass. Two keys with one hash do no harm, since
what candidates share is compared in full afterwards.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable
from itertools import islice, pairwise
from typing import TypeVar

AT_ONCE = 200_000
"""Numbers that are sorted at once, as objects of 40 bytes."""
_BITS = 64

Item = TypeVar("Item")


def candidates(items: Iterable[Item], keys: Callable[[Item], Iterable[Hashable]]) -> list[Item]:
    """Return the items that share a key with another one, in order, and now and then one that does not.

    Args:
        items: Iterated twice.
        keys: Returns what an item may share with others; called once for each.
    """
    hashes, counts = array("Q"), array("H")
    for item in items:
        own = {hash(key) & 0xFFFFFFFFFFFFFFFF for key in keys(item)}
        hashes.extend(own)
        counts.append(len(own))
    shared = duplicates(hashes)
    if not shared:
        return []
    own_hashes = iter(hashes)
    return [item for item, n in zip(items, counts, strict=True) if not shared.isdisjoint([*islice(own_hashes, n)])]


def duplicates(numbers: array[int]) -> set[int]:
    """Return the numbers below 2^64 that occur twice; a slice of the range is sorted at a time."""
    n_slices = 1 << (len(numbers) // AT_ONCE).bit_length()
    shift = _BITS + 1 - n_slices.bit_length()
    slices = (sorted(n for n in numbers if n >> shift == at) for at in range(n_slices))
    return {one for ordered in slices for one, other in pairwise(ordered) if one == other}
