"""Tell a question that describes a task from one that names something, and rank pages by what they are for.

Strategy. A name or a heading is asked for in a word or three, and the page whose headings and symbols hold it is right.
A task is described in more words, as people call it ("check whether a file is ignored"). There a page with hundreds of
headings and options holds each word in one of them, and that says little. So for a task headings count in a page as its
text does, symbols not at all, and what the page is for counts by itself: the words of its description.

In:    the slots of a query, and how many sections fill each.
Out:   whether it is a task; page → bonus for its description.
Why:   docs/decisions/0110, 0111, 0112
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set

from pinax_runtime.contract.fields import DESCRIPTION
from pinax_runtime.search import knobs
from pinax_runtime.search.reading.segment_reader import SegmentReader
from pinax_runtime.search.words.filling import FilledSlot, WeightedSlots


def is_task(slots: Sequence[FilledSlot], matching: Sequence[int]) -> bool:
    """Say whether a query describes a task.

    Args:
        slots: Of the query.
        matching: Sections that fill each slot, over all segments.
    """
    named: set[int] = set()
    for filled, n in zip(slots, matching, strict=True):
        if n and filled.slot.n_spelled:
            named.update(range(filled.slot.position, filled.slot.position + filled.slot.n_spelled))
    words = {filled.slot.position for filled in slots if not filled.slot.whole and not filled.slot.stop} - named
    return len(words) >= (knobs.MIN_TASK_WORDS_BESIDE_NAMES if named else knobs.MIN_TASK_WORDS)


def task_budget(n_sections: int) -> int:
    """Return how many sections of its rarest words are scored for a task, in so many sections in all.

    >>> task_budget(20_000), task_budget(50_000), task_budget(1_000_000)
    (1500, 2500, 6000)
    """
    return max(knobs.POSTINGS_BUDGET, min(round(knobs.TASK_BUDGET_SHARE * n_sections), knobs.MAX_TASK_BUDGET))


def description_bonuses(segment: SegmentReader, slots: WeightedSlots, pages: Set[int]) -> dict[int, float]:
    """Return the bonus of each page whose description holds words of the query: a share of their idf.

    Args:
        segment: Whose pages.
        slots: Of the query, with their idf.
        pages: Those that matched; others get nothing.
    """
    bonuses: dict[int, float] = {}
    for filled, idf in slots:
        described = _described(segment, filled) & pages
        worth = knobs.DESCRIPTION_SHARE * idf
        bonuses.update((page, bonuses.get(page, 0.0) + worth) for page in described)
    return bonuses


def _described(segment: SegmentReader, filled: FilledSlot) -> set[int]:
    """Return the pages whose description holds a slot's word as it was typed."""
    postings = (segment.postings(term) for share, term in filled.terms if share >= 1)
    columns: Iterable[Sequence[int]] = (found.by_field.get(DESCRIPTION, ((), ()))[0] for found in postings if found)
    return {segment.page_of[section] for sections in columns for section in sections}
