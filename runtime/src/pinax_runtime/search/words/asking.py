"""Put a query to segments: parse it in each one's language and find the terms that fill its slots."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from pinax_runtime.format import DocsetEntry
from pinax_runtime.search import knobs
from pinax_runtime.search.deadline import time_is_up, while_time
from pinax_runtime.search.question.query import Query, Slot, parse_query, typed_words
from pinax_runtime.search.reading import ahead
from pinax_runtime.search.reading.filters import Filters
from pinax_runtime.search.reading.segment_reader import SegmentReader
from pinax_runtime.search.words.filling import (
    FilledSlot,
    expand,
    fill,
    most_frequent,
    pass_over,
    starting,
    with_synonyms,
)
from pinax_runtime.search.words.passing import passed_over

Segments = Sequence[tuple[DocsetEntry, SegmentReader]]


@dataclass(frozen=True, slots=True)
class Asked:
    """A segment with the query in its language."""

    docset: DocsetEntry
    segment: SegmentReader
    query: Query
    filled: list[FilledSlot]


def ask_all(segments: Segments, text: str, filters: Filters, *, narrow: bool = False) -> list[Asked]:
    """Parse a query as each segment's language has it, and fill its slots; leaves out segments that it asks nothing.

    Args:
        segments: To ask.
        text: Of the query.
        filters: That pages have to pass.
        narrow: Whether something else but filters narrows the search.
    """
    ahead.manifests(segment for _, segment in segments)
    parsed = [(docset, segment, parse_query(text, segment.analyzer)) for docset, segment in segments]
    asking = [one for one in parsed if one[2].slots]
    for _, segment, query in asking:
        ahead.tables(segment, query, filters)
    large = [segment for _, segment, _ in asking if segment.manifest.lengths.size > knobs.EARLY_LENGTHS_BYTES]
    for _, segment, _ in asking:
        if len(large) < 2 or segment not in large:  # of several, some may have none of the words
            ahead.lengths(segment)
    over = [] if narrow or filters else passed_over([(segment, query) for _, segment, query in asking])
    for _, segment, query in asking:
        ahead.query_terms(segment, [slot for at, slot in enumerate(query.slots) if at not in over], filters)
        if len(asking) == 1:  # of several, few define what is named
            ahead.definitions(segment, query)
    asked = [Asked(*one, _fill_all(one[1], one[2], over)) for one in asking]
    while over and _sections_read(asked) < knobs.MIN_SECTIONS_READ and not time_is_up():
        at = over.pop(0)
        for one in (one for one in asked if at < len(one.filled)):
            ahead.query_terms(one.segment, [one.query.slots[at]], {})
        for one in (one for one in asked if at < len(one.filled)):
            one.filled[at] = fill(one.query.slots[at], one.segment)
    return asked


def _fill_all(segment: SegmentReader, query: Query, over: Collection[int]) -> list[FilledSlot]:
    return [_fill(segment, slot, at in over) for at, slot in enumerate(query.slots)]


def _fill(segment: SegmentReader, slot: Slot, over: bool) -> FilledSlot:
    if time_is_up():  # unread, it is neither known nor unknown
        return FilledSlot(slot, (), 0, passed_over=True)
    return pass_over(slot, segment) if over else fill(slot, segment)


def _sections_read(asked: Sequence[Asked]) -> int:
    return sum(filled.n_sections for one in asked for filled in one.filled if not filled.passed_over)


def add_synonyms(asked: Sequence[Asked], weight: float) -> None:
    """Let synonyms fill slots as well, unless something is quoted: that is meant as it stands."""
    known = {at for at, n in enumerate(count_matching(asked)) if n}
    for one in asked:
        if not one.query.phrases and not one.query.required and not time_is_up():
            one.filled[:] = with_synonyms(one.filled, one.segment, weight, known)


def expand_prefixes(asked: Sequence[Asked], prefix_penalty: float) -> None:
    """Fill starred words, and a last word that no segment has, with the terms that start so.

    Words whose turn comes when the time is up stay as they were typed.
    """
    known = any(one.filled[-1].n_sections for one in asked)
    expanding = [
        (one, at)
        for one in asked
        for at, filled in enumerate(one.filled)
        if filled.slot.prefix and not (filled.slot.open_ended and known)
    ]
    for one, at in expanding:
        ahead.prefix(one.segment, "terms", one.filled[at].slot.prefix)
    found = [starting(one.filled[at], one.segment) for one, at in while_time(expanding)]
    expanding = expanding[: len(found)]
    for index in {at for _, at in expanding}:
        chosen = most_frequent(terms for (_, at), terms in zip(expanding, found, strict=True) if at == index)
        for (one, at), terms in zip(expanding, found, strict=True):
            if at == index:
                added = {term: n for term, n in terms.items() if term in chosen}
                one.filled[at] = expand(one.filled[at], added, prefix_penalty)


def count_matching(asked: Sequence[Asked]) -> list[int]:
    """Return for each slot the sections that fill it, over all segments."""
    n_slots = max(len(one.filled) for one in asked)
    return [sum(one.filled[at].n_sections for one in asked if at < len(one.filled)) for at in range(n_slots)]


def unknown_positions(asked: Sequence[Asked], matching: Sequence[int]) -> set[int]:
    """Return the positions of the words that no segment has; none if not every word was looked for."""
    if time_is_up():
        return set()
    slots = max((one.query.slots for one in asked), key=len)
    return {
        slot.position for slot, n in zip(slots, matching, strict=False) if not n and not slot.whole and not slot.stop
    }


def name_words(text: str, asked: Sequence[Asked], positions: set[int]) -> list[str]:
    """Return the words at some positions of a query as they were typed; a name whole where all of it is meant."""
    words = list(typed_words(text, asked[0].segment.analyzer))
    known_runs = {word.run for word in words if word.position not in positions}
    meant = (word for word in words if word.position in positions)
    named = (word.word if word.run in known_runs else text[slice(*word.run)] for word in meant)
    return list(dict.fromkeys(named))
