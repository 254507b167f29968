"""Say which words of a query should stand together, and how close they do in a section.

Which words are looked at is decided for all segments together, so that a docset in two parts answers as it does in one.

Why:   docs/decisions/0022, 0038, 0185
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from pinax_runtime.search import knobs
from pinax_runtime.search.ranking.scoring import idf as idf_of
from pinax_runtime.search.words.filling import FilledSlot


class Pair(NamedTuple):
    """Two neighbouring words of a query whose positions are looked at."""

    first: int
    """Index of the first word's slot."""
    second: int
    idf: float
    """The lower idf of the two."""

    def words(self, filled: Sequence[FilledSlot]) -> tuple[FilledSlot, ...]:
        """Return both words as a segment fills them; none if it lacks one of them."""
        both = tuple(filled[at] for at in self[:2] if at < len(filled) and filled[at].terms)
        return both if len(both) == 2 else ()


def distinctive_words(slots: Sequence[FilledSlot], idfs: Sequence[float], n_sections: int) -> list[int]:
    """Return the indexes of the words that are rare enough to say something by where they stand.

    Args:
        slots: Slots of the query.
        idfs: Inverse document frequency of each.
        n_sections: Number of sections of all searched segments.
    """
    unknown = idf_of(n_sections, 0)
    words = [at for at, filled in enumerate(slots) if idfs[at] < unknown and not filled.slot.whole]
    most = max((idfs[at] for at in words), default=0.0)
    least = idf_of(n_sections, knobs.MAX_POSITIONED) if n_sections > knobs.MAX_POSITIONED else 0.0
    return [at for at in words if idfs[at] >= max(most * knobs.MIN_PROXIMITY_IDF_SHARE, least)]


def near_pairs(distinctive: Sequence[int], matching: Sequence[int], idfs: Sequence[float]) -> list[Pair]:
    """Return the pairs of neighbouring words whose positions are looked at.

    The rarer pairs come first, as long as their words are in few sections together. That two common words stand
    together costs most to find out and says least. Sections are counted rather than bytes: in files of a small segment
    many words lie together.

    Args:
        distinctive: Indexes of the words that may be looked at.
        matching: Number of sections that fill each slot, over all segments.
        idfs: Inverse document frequency of each slot.
    """
    chosen: list[Pair] = []
    words: set[int] = set()
    pairs = (Pair(first, second, min(idfs[first], idfs[second])) for first, second in pairwise(distinctive))
    for pair in sorted(pairs, key=lambda pair: -pair.idf):
        with_pair = words | {*pair[:2]}
        if sum(matching[at] for at in with_pair) <= knobs.MAX_POSITIONED_TOGETHER:
            words = with_pair
            chosen.append(pair)
    return chosen


def closeness(first: Sequence[int], second: Sequence[int], gap: int) -> float:
    """Say how close two words stand.

    Args:
        first: Positions of the one (words, rising).
        second: Positions of the other.
        gap: How far the second follows the first in the query (words).

    Returns:
        1 where they stand as in the query, less the further they are apart from that, 0 beyond the window.

    >>> closeness([4], [5], 1), closeness([5], [4], 1), closeness([1], [40], 1)
    (1.0, 0.333, 0.0)
    """
    off, n = knobs.PROXIMITY_WINDOW, len(second)
    for position in first if second else ():
        asked = position + gap
        at = bisect_left(second, asked)
        if at < n and second[at] - asked < off:
            off = second[at] - asked
        if at and asked - second[at - 1] < off:
            off = asked - second[at - 1]
        if not off:
            break
    return round(1 / (1 + off), 3) if off < knobs.PROXIMITY_WINDOW else 0.0
