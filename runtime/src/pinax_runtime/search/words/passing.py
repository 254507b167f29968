"""Decide which words of a query are passed over, because very many sections have them and reading where costs most.

Strategy. A term that very many sections have is alone in its file, and the manifest says how many these are and how
large the file is. As long as the files of a query's words are within a bound, all are read: that is so in bundles of
some ten thousand sections. In larger ones the largest of these files are passed over, if the other words have sections
enough to fill any result. A word that is passed over counts as a stop word that no section has.

Rules: what is passed over depends on the manifests and the query, never on where the bundle is, what is in memory or
       how many hits are wanted; it is passed over in all segments or in none. Nothing is, where filters or a document
       narrow the search, or where something is quoted; nor is a starred word.
Why:   docs/decisions/0022, 0061
"""

from __future__ import annotations

from collections.abc import Sequence

from pinax_runtime.format import FileRef
from pinax_runtime.search import knobs
from pinax_runtime.search.question.query import Query, Slot
from pinax_runtime.search.reading.segment_reader import SegmentReader


def passed_over(parsed: Sequence[tuple[SegmentReader, Query]]) -> list[int]:
    """Return the indexes of the slots that can be passed over, the cheapest to read first.

    Args:
        parsed: The segments with the query as each one's language has it.
    """
    if any(query.phrases or query.required for _, query in parsed):
        return []
    # A segment of some pages, a patch or another language, is no reason to read more of a large one, or less.
    large = [one for one in parsed if any(lone_count(one[0], slot) for slot in one[1].slots)]
    if not large:
        return []
    slots = [_Costs(large, at) for at in range(max(len(query.slots) for _, query in large))]
    read: dict[str, int] = {}
    for slot in slots:
        if not slot.is_common:
            read |= slot.sizes
    bound, over = knobs.MAX_TERMS_BYTES * len(large), []
    for at, slot in sorted(enumerate(slots), key=lambda item: (item[1].size_bytes, item[0])):
        if slot.is_common and sum({**read, **slot.sizes}.values()) > bound:
            over.append(at)
        else:
            read |= slot.sizes
    return over


def lone_count(segment: SegmentReader, slot: Slot) -> int:
    """Return how many sections of a segment hold a slot's word, as far as the manifest says so."""
    table = segment.tables["terms"]
    return max((table.lone_count(term) for term in slot.spellings), default=0)


class _Costs:
    """What it takes to read where one word of a query is."""

    def __init__(self, parsed: Sequence[tuple[SegmentReader, Query]], at: int) -> None:
        mine = [(segment, query.slots[at]) for segment, query in parsed if at < len(query.slots)]
        refs = [_files(segment, slot) for segment, slot in mine]
        self.sizes = {ref.name: ref.size for of_segment in refs for ref in of_segment}
        self.size_bytes = sum(self.sizes.values())
        starred = any(slot.prefix and not slot.open_ended for _, slot in mine)
        self.is_common = not starred and any(lone_count(segment, slot) for segment, slot in mine)


def _files(segment: SegmentReader, slot: Slot) -> list[FileRef]:
    found = (segment.file_of("terms", term) for term in slot.spellings)
    return [ref for ref in found if ref is not None]
