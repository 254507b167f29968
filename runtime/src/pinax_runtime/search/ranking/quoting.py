"""Choose the sections that have the quoted words and phrases of a query.

Strategy. A section must have each quoted word, as often as a phrase repeats it. Counts alone tell that, so this comes
first, beginning with the rarest word. Positions are compared only in the few sections that are left. So a phrase with a
very common word costs no more than one with rare words.

In:    The quoted words and phrases of a query, and the sections that matched.
Out:   Those sections that have all of them.
Why:   docs/decisions/0113
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence, Set
from itertools import chain, compress
from operator import sub

from pinax_runtime.format import Positions
from pinax_runtime.search.deadline import time_is_up, while_time
from pinax_runtime.search.question.query import Query
from pinax_runtime.search.ranking.weighing import held

PositionsOf = Callable[[str], Positions]
"""Returns the positions of a term; empty if the segment does not have it."""

_SECTIONS_AT_ONCE = 16
"""Sections in which phrases are looked for between two looks at the time; each takes some microseconds."""

Phrase = tuple[tuple[int, str], ...]
"""The words of a phrase, each as (offset from the first word, term)."""


def quoting_sections(
    query: Query, positions_of: PositionsOf, n_sections: Callable[[str], int], sections: Iterable[int]
) -> set[int]:
    """Return the sections that have every quoted word and phrase of a query; those found in time.

    Args:
        query: The query, analyzed in the segment's language.
        positions_of: Returns the positions of a term in the segment.
        n_sections: Returns the number of sections that have a term.
        sections: Sections that matched the query.
    """
    needed = Counter(dict.fromkeys(query.required, 1))
    phrases = {tuple((position - phrase[0][0], term) for position, term in phrase) for phrase in query.phrases}
    for phrase in phrases:
        needed |= Counter(term for _, term in phrase)
    left: Set[int] = set(sections)
    for term in sorted(needed, key=n_sections):
        if not left:  # the positions of commoner words, which take longest to read, are not needed
            break
        if time_is_up():  # what was not looked at may lack something
            return set()
        left = _having(positions_of(term), needed[term], left)
    looked_at = while_time(left, every=_SECTIONS_AT_ONCE)
    return {section for section in looked_at if _has_phrases(phrases, positions_of, section)}


def _having(positions: Positions, times: int, among: Set[int]) -> Set[int]:
    """Return the sections among some that have a term at least so many times."""
    numbers: Sequence[int] = positions.sections
    if times > 1:
        counts = map(sub, positions.ends, chain((0,), positions.ends))
        numbers = list(compress(numbers, map(times.__le__, counts)))
    return held(numbers, among)


def _has_phrases(phrases: Iterable[Phrase], positions_of: PositionsOf, section: int) -> bool:
    for phrase in phrases:
        at = {term: frozenset(positions_of(term).at(section)) for term in {term for _, term in phrase}}
        if not holds_phrase([(offset, at[term]) for offset, term in phrase]):
            return False
    return True


def holds_phrase(words: Sequence[tuple[int, Set[int]]]) -> bool:
    """Tell whether a section has a phrase.

    Args:
        words: For each word of the phrase, its offset in the phrase and its positions in the section (words).

    >>> holds_phrase([(0, {3, 9}), (1, {4}), (2, {5, 12})]), holds_phrase([(0, {3}), (1, {5})])
    (True, False)
    """
    (first, positions), *others = sorted(words, key=lambda word: len(word[1]))
    starts = {position - first for position in positions}
    for offset, there in others:
        starts = {start for start in starts if start + offset in there}
        if not starts:
            break
    return bool(starts)
