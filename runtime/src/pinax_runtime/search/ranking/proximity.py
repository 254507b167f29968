"""Say which words of a query should stand together, and how close they do in a section.

Why:   docs/decisions/0022, 0038
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise

from pinax_runtime.search import knobs
from pinax_runtime.search.ranking.scoring import idf as idf_of
from pinax_runtime.search.reading.segment_reader import SegmentReader
from pinax_runtime.search.words.filling import FilledSlot


def distinctive_words(slots: Sequence[tuple[FilledSlot, float]], n_sections: int) -> list[tuple[FilledSlot, float]]:
    """Return the slots of words rare enough to say something by where they stand, in query order.

    Words that no searched segment has are left out. Those that only this one lacks are not, lest other words become
    neighbours here that are none elsewhere; nor does it depend on one segment which words are too common.

    Args:
        slots: Of the query, with their idf.
        n_sections: Of all searched segments.
    """
    unknown = idf_of(n_sections, 0)
    words = [(filled, idf) for filled, idf in slots if idf < unknown and not filled.slot.whole]
    most = max((idf for _, idf in words), default=0.0)
    least = idf_of(n_sections, knobs.MAX_POSITIONED) if n_sections > knobs.MAX_POSITIONED else 0.0
    return [(filled, idf) for filled, idf in words if idf >= max(most * knobs.MIN_PROXIMITY_IDF_SHARE, least)]


def near_pairs(
    segment: SegmentReader, distinctive: Sequence[tuple[FilledSlot, float]]
) -> list[tuple[FilledSlot, FilledSlot, float]]:
    """Return the pairs of neighbouring words whose positions are looked at, each with the lower idf of the two.

    The rarer pairs come first, as long as the files with their positions are within `MAX_POSITIONS_BYTES`. That two
    common words stand together costs most to find out and says least.
    """
    both = (
        (first, second, min(idf, other))
        for (first, idf), (second, other) in pairwise(distinctive)
        if first.terms and second.terms
    )
    chosen, sizes = [], dict[str, int]()
    for pair in sorted(both, key=lambda pair: -pair[2]):
        added = {ref.name: ref.size for word in pair[:2] if (ref := segment.file_of("positions", word.terms[0][1]))}
        if sum({**sizes, **added}.values()) <= knobs.MAX_POSITIONS_BYTES:
            sizes |= added
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
