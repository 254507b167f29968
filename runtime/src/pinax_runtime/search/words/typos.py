"""Find the words of a list that are spelled nearly like one. No I/O.

Strategy. Two edits leave at least one third of a word as it was, one edit leaves a half (a swap across a cut is tried
as well). So only words of about its length that share such a piece are looked at; of those, only the ones that have
nearly the same letters; and for what is left the distance is computed, a column of the matrix at a time in the bits of
one integer.

Source: Hyyrö (2003), "A Bit-Vector Algorithm for Computing Levenshtein and Damerau Edit Distances", with the
        transpositions of its section 4.
Why:    docs/decisions/0008
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pinax_runtime.search import knobs


class Near(NamedTuple):
    """A word of the list."""

    distance: int
    """Edits: letters left out, put in, changed, or swapped with their neighbor."""
    at: int
    """Index of the word in the list."""


def allowed_edits(word: str) -> int:
    """Say how many edits a word may be away from what was meant: the shorter it is, the more words are near it.

    >>> [allowed_edits(word) for word in ("cat", "loop", "functio", "generate")]
    [0, 1, 1, 2]
    """
    return 0 if len(word) < 4 or len(word) > knobs.MAX_COMPARED_CHARS else 1 if len(word) < 8 else 2


def near_words(word: str, words: Sequence[str], edits: int) -> list[Near]:
    """Return every word that is at most so many edits away.

    Args:
        word: Of `4 · edits` letters or more.
        words: To choose from.
        edits: 1 or 2.
    """
    heads, tails, middle = _pieces(word, edits)
    least, most, letters = len(word) - edits, len(word) + edits, set(word)
    if edits == 1:
        candidates = [
            at
            for at, other in enumerate(words)
            if least <= len(other) <= most and (other.startswith(heads) or other.endswith(tails))
        ]
    else:
        candidates = [
            at
            for at, other in enumerate(words)
            if least <= len(other) <= most and (middle in other or other.startswith(heads) or other.endswith(tails))
        ]
    likely = [at for at in candidates if len(letters.symmetric_difference(words[at])) <= 2 * edits]
    masks = _masks(word)
    near = (Near(_distance(masks, len(word), words[at]), at) for at in likely)
    return [found for found in near if found.distance <= edits]


def distance(first: str, second: str) -> int:
    """Return the number of edits between two words, no letter being edited twice (optimal string alignment).

    >>> distance("gather", "gahter"), distance("kitten", "sitting"), distance("", "abc")
    (1, 3, 3)
    """
    return _distance(_masks(first), len(first), second) if first else len(second)


def _pieces(word: str, edits: int) -> tuple[tuple[str, ...], tuple[str, ...], str]:
    """Split a word into pieces such that any word within `edits` edits shares a head, a tail or the middle."""
    if edits == 1:
        cut = len(word) // 2
        return (word[:cut], _swapped(word, cut)[:cut]), (word[cut:],), ""
    first, second = len(word) // 3, 2 * len(word) // 3
    heads = (word[:first], _swapped(word, first)[:first])
    tails = (word[second:], _swapped(word, second)[second:])
    return heads, tails, word[first:second]


def _swapped(word: str, cut: int) -> str:
    """Swap the two letters at a cut."""
    return word[: cut - 1] + word[cut] + word[cut - 1] + word[cut + 1 :]


def _masks(word: str) -> dict[str, int]:
    """Return letter → the positions where it stands, as bits."""
    masks: dict[str, int] = {}
    for at, letter in enumerate(word):
        masks[letter] = masks.get(letter, 0) | 1 << at
    return masks


def _distance(masks: dict[str, int], length: int, other: str) -> int:
    """Compare the word that the masks are of with another."""
    full = (1 << length) - 1
    last = 1 << (length - 1)
    up, down, diagonal, before, result = full, 0, 0, 0, length
    for letter in other:
        mask = masks.get(letter, 0)
        swap = ((full ^ diagonal) & mask) << 1 & before
        diagonal = ((((mask & up) + up) ^ up) | mask | down | swap) & full
        right, left = down | full ^ (diagonal | up), diagonal & up
        result += 1 if right & last else -1 if left & last else 0
        right, left = (right << 1 | 1) & full, left << 1 & full
        up, down, before = left | full ^ (diagonal | right), right & diagonal, mask
    return result
