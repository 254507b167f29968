"""Find what may be the same: items that share a key, and texts that say nearly the same.

Strategy. Most pages of a docset have a content, a title and an address of their own. Of each key a hash of eight bytes
is kept. Items with a hash that occurs twice are collected in a second pass. Two keys with one hash do no harm, since
what candidates share is compared in full afterwards.

Of texts, shingles are hashed, a few neighbouring words each, and fingerprints made from them: of words in UTF-8, each
after a space, 64 bits for a shingle and for a text. `distance` counts the different bits of two: few where the texts
differ in a few words, half of them where they are unrelated.

Rules: shingles and fingerprints are the same on every machine and in every process.
Source: Charikar (2002), "Similarity Estimation Techniques from Rounding Algorithms"; Manku, Jain and Das Sarma (2007),
       "Detecting Near-Duplicates for Web Crawling", for 64 bits and a distance of 3.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable, Hashable, Iterable
from functools import cache
from itertools import islice, pairwise
from typing import TypeVar

from pinax_builder.columns import AnyNumbers, np

_BITS = 64
AT_ONCE = 200_000
"""Numbers that are sorted at once, as objects of 40 bytes."""
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


SHINGLE_BYTES = 20
"""Length of a shingle: three or four words."""
_SHINGLES_AT_ONCE = 10_000
"""Number of shingles that are hashed at a time, in some 150 bytes each."""


@cache
def _factors() -> AnyNumbers:
    """Return any numbers of 64 bits, by which the numbers of 32 bits that are a shingle are multiplied."""
    return np.frombuffer(hashlib.shake_256(b"shingles").digest(4 * SHINGLE_BYTES), "<u8").reshape(-1, 2)


def shingle_hashes(data: AnyNumbers, at: AnyNumbers) -> AnyNumbers:
    """Return two numbers of 32 bits for each shingle, given the bytes of a text and where the shingles begin."""
    windows = np.ndarray(max(0, len(data) - SHINGLE_BYTES + 1), f"V{SHINGLE_BYTES}", data, strides=(1,))
    numbers = windows[at].view("<u4").reshape(-1, SHINGLE_BYTES // 4)
    return (numbers @ _factors() >> 32).astype(">u4")  # of a product the high bits depend on all


def simhash(text: bytes) -> int:
    """Fingerprint a text.

    >>> distance(simhash(b" switch it on"), simhash(b" switch it off")) > 8
    True
    """
    data = np.frombuffer(text + bytes(SHINGLE_BYTES), np.uint8)
    words = np.flatnonzero(data == ord(" "))
    n_set = np.zeros(_BITS, np.int64)
    for first in range(0, len(words), _SHINGLES_AT_ONCE):
        hashes = shingle_hashes(data, words[first : first + _SHINGLES_AT_ONCE])
        n_set += np.unpackbits(hashes.view(np.uint8), axis=1).sum(axis=0, dtype=np.int64)
    return int.from_bytes(np.packbits(2 * n_set > len(words)).tobytes(), "big")


def distance(one: int, other: int) -> int:
    """Count the different bits of two fingerprints.

    >>> distance(0b1011, 0b0010)
    2
    """
    return (one ^ other).bit_count()
