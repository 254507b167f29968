"""Fill the slots of a query with the terms that segments have.

Rules: which terms a prefix is expanded to is decided over all searched segments together, so that a docset in two parts
       answers as it does in one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from heapq import nlargest

from pinax_runtime.search.query import Slot
from pinax_runtime.search.scoring import EXACT_SPELLING
from pinax_runtime.search.segment_reader import SegmentReader

MAX_EXPANSIONS = 24
"""Terms that a prefix is expanded to at most, the most frequent ones."""


@dataclass(frozen=True, slots=True)
class FilledSlot:
    """A slot with the terms of one segment that fill it."""

    slot: Slot
    terms: tuple[tuple[float, str], ...]
    """(share, term) of each term that the segment has."""
    n_sections: int
    """Sections with any of them, at most."""
    weight: float = 1.0
    """What the slot counts; less than 1 for a word that is not the one that was typed."""


def fill(slot: Slot, segment: SegmentReader) -> FilledSlot:
    """Find the terms of a segment that are the slot's word; reads the term shards that they fall in."""
    counts = [(segment.find("terms", term).n, term) for term in slot.spellings]
    accented = slot.spellings[-1] if len(slot.spellings) > 1 else ""
    terms = tuple((EXACT_SPELLING if term == accented else 1.0, term) for n, term in counts if n)
    return FilledSlot(slot, terms, max((n for n, _ in counts), default=0))


def starting(filled: FilledSlot, segment: SegmentReader) -> dict[str, int]:
    """Give the terms of a segment that start with the slot's prefix and do not fill it yet, and their sections."""
    known = {term for _, term in filled.terms}
    return {term: n for term, n in segment.with_prefix("terms", filled.slot.prefix) if term not in known}


def most_frequent(found: Iterable[Mapping[str, int]]) -> set[str]:
    """Choose the terms that a prefix is expanded to: those with most sections over all segments."""
    counts: Counter[str] = Counter()
    for counted in found:
        counts.update(counted)
    return set(nlargest(MAX_EXPANSIONS, counts, key=lambda term: (counts[term], term)))


def expand(filled: FilledSlot, added: Mapping[str, int], prefix_penalty: float) -> FilledSlot:
    """Add terms to a slot, with the sections that each has in the segment."""
    terms = (*filled.terms, *((prefix_penalty, term) for term in sorted(added)))
    return FilledSlot(filled.slot, terms, filled.n_sections + sum(added.values()))
