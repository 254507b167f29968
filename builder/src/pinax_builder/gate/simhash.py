"""Fingerprint texts: those that differ in a few words have fingerprints that differ in a few bits.

In:    The words of a text.
Out:   64 bits; `distance` counts those in which two differ.
Rules: the same on every machine and in every process; two texts of fewer than four words are alike if they are equal.
Source: Charikar (2002), "Similarity Estimation Techniques from Rounding Algorithms"; Manku, Jain and Das Sarma (2007),
       "Detecting Near-Duplicates for Web Crawling", for 64 bits and a distance of 3.

Strategy: the hashes of all shingles are rows of a table of bits, whose columns numpy sums.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from pinax_builder.columns import np

BITS = 64
"""Bits of a fingerprint."""
SHINGLE_WORDS = 4
"""Number of neighbouring words that are hashed together."""


def simhash(words: Sequence[str]) -> int:
    """Fingerprint words by their shingles of four.

    >>> simhash([]) == simhash([])
    True
    >>> distance(simhash("a b c d e f".split()), simhash("f e d c b a".split())) > 8
    True
    """
    n_shingles = max(1, len(words) - SHINGLE_WORDS + 1)
    shingles = {" ".join(words[at : at + SHINGLE_WORDS]) for at in range(n_shingles)}
    digests = (hashlib.blake2b(one.encode("utf-8", "replace"), digest_size=BITS // 8).digest() for one in shingles)
    hashes = np.frombuffer(b"".join(digests), np.uint8).reshape(-1, BITS // 8)
    n_set = np.unpackbits(hashes, axis=1).sum(axis=0, dtype=np.int64)
    return int.from_bytes(np.packbits(2 * n_set > len(shingles)).tobytes(), "big")


def distance(one: int, other: int) -> int:
    """Count the bits in which two fingerprints differ.

    >>> distance(0b1011, 0b0010)
    2
    """
    return (one ^ other).bit_count()
