"""Recognize queries that describe a task, and rank pages for them by what they are for.

Strategy. A query for a name or heading has one to three words, and the right page has them in its headings or symbols.
A query for a task has more words, in everyday language ("check whether a file is ignored"). A page with hundreds of
headings and options has each of these words in one of them, which says little. So for a task, a page's headings count
like its text, and its symbols not at all. Instead, words of its description, which says what it is for, earn a bonus:
most the first word of the task, which is mostly its verb.

In:    The slots of a query, and how many sections fill each.
Out:   Whether it describes a task; page → bonus for its description.
Why:   docs/decisions/0110, 0111, 0112, 0177, 0239, 0241
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set

from pinax_runtime.format import DESCRIPTION
from pinax_runtime.search import knobs
from pinax_runtime.search.reading.segment_reader import SegmentReader
from pinax_runtime.search.words.filling import FilledSlot, WeightedSlots


def is_task(slots: Sequence[FilledSlot], matching: Sequence[int]) -> bool:
    """Tell whether a query describes a task: whether it has many words beside names, or some and those of a sentence.

    Args:
        slots: Slots of the query.
        matching: Number of sections that fill each slot, over all segments.
    """
    named: set[int] = set()  # positions of words that are part of a name which the library has
    for filled, n in zip(slots, matching, strict=True):
        if n and filled.slot.n_spelled:
            named.update(range(filled.slot.position, filled.slot.position + filled.slot.n_spelled))
    words = {filled.slot.position for filled in slots if not filled.slot.whole and not filled.slot.stop} - named
    if named:
        return len(words) >= knobs.MIN_TASK_WORDS_BESIDE_NAMES
    stop_words = {filled.slot.position for filled in slots if filled.slot.stop}
    is_sentence = min(len(words), len(stop_words)) >= knobs.MIN_TASK_WORDS_OF_EACH
    return is_sentence or len(words) >= knobs.MIN_TASK_WORDS


def task_budget(n_sections: int) -> int:
    """Return the largest number of sections to score for a task, in a library of `n_sections`.

    >>> task_budget(20_000), task_budget(50_000), task_budget(1_000_000)
    (1500, 4000, 12000)
    """
    beyond = max(0, n_sections - knobs.TASK_BUDGET_FROM)
    return min(knobs.TASK_BUDGET + round(knobs.TASK_BUDGET_SHARE * beyond), knobs.MAX_TASK_BUDGET)


def description_bonuses(segment: SegmentReader, slots: WeightedSlots, pages: Set[int]) -> dict[int, float]:
    """Return a bonus for each page whose description has words of the query: a share of their idf, the first has more.

    Args:
        segment: Segment of the pages.
        slots: Slots of the query, with their idf.
        pages: Pages that matched; others get no bonus.
    """
    bonuses: dict[int, float] = {}
    idfs: dict[tuple[tuple[float, str], ...], float] = {}
    for filled, idf in slots:  # a long question repeats its words
        idfs[filled.terms] = idfs.get(filled.terms, 0.0) + idf
    first = next((filled.terms for filled, _ in slots if not filled.slot.stop and not filled.slot.whole), ())
    for terms, idf in idfs.items():
        worth = knobs.DESCRIPTION_SHARE * idf + (knobs.FIRST_WORD_BONUS if terms == first else 0.0)
        bonuses.update((page, bonuses.get(page, 0.0) + worth) for page in _described(segment, terms) & pages)
    return bonuses


def _described(segment: SegmentReader, terms: Iterable[tuple[float, str]]) -> set[int]:
    """Return the pages whose description has a slot's word as it was typed, not a variant of it."""
    postings = (segment.postings(term) for share, term in terms if share >= 1)
    columns: Iterable[Sequence[int]] = (found.by_field.get(DESCRIPTION, ((), ()))[0] for found in postings if found)
    return {segment.page_of[section] for sections in columns for section in sections}
