"""Correct the words of a query that no segment has, from the words that the segments' pages are written with.

Strategy. A word is looked for among the segments' words that few edits away; only the closest count, the more frequent
first. They fill the slot of the word that was typed: the first of them as if it had been typed, the others for less,
and the slot counts less in scores the further the words are from what was typed. So nothing is decided: where two words
are equally near, pages with either are found, and the reply says what was searched for.

Rules: a word that any segment has is never corrected, nor one that is quoted or starred; without unknown words nothing
       is read. With them, one file of each segment: its lexicon.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from itertools import groupby

from pinax_runtime.contract.characters import fold, normalize
from pinax_runtime.search.asking import Asked
from pinax_runtime.search.query import Slot, TypedWord, parse_query, typed_words
from pinax_runtime.search.segment_reader import SegmentReader
from pinax_runtime.search.segment_search import FilledSlot, expand, fill
from pinax_runtime.search.typos import allowed_edits, near_words

CLOSENESS = (0.9, 0.8, 0.6)
"""What a slot counts that is filled with words so many edits away (0: other diacritics), beside one as it was typed."""
ALTERNATIVE = 0.7
"""What each word but the first counts of those that are equally far away."""
MAX_ALTERNATIVES = 4
"""Words that a slot is filled with at most."""
MAX_CORRECTED = 8
"""Words of a query that are corrected at most: its time must stay bounded."""


@dataclass(frozen=True, slots=True)
class _Correction:
    """What a stretch of the query was corrected to."""

    start: int
    end: int
    place: int
    whole: bool
    """Whether it is a name of several words, corrected as one."""
    words: tuple[str, ...]
    """Best first."""
    weight: float
    beginning: bool
    """Whether the words stand only at the beginning of names, as `pyfunction` does in `PyFunction_New`."""


def correct(asked: Sequence[Asked], text: str, unknown: Set[int]) -> str:
    """Fill the slots of unknown words with words that are spelled nearly so.

    Args:
        asked: The segments with the query; their slots at the unknown places, and whole names, are filled anew.
        text: The query.
        unknown: Places of the words that no segment has.

    Returns:
        The query with the first of the words put in; empty where nothing near is known.

    Raises:
        BundleError: A lexicon is damaged or cannot be read.
    """
    found = sorted(_corrections(asked, text, unknown), key=lambda correction: correction.start)
    if not found:
        return ""
    corrected = text
    for correction in reversed(found):
        typed = text[correction.start : correction.end]
        corrected = corrected[: correction.start] + _as_typed(correction.words[0], typed) + corrected[correction.end :]
    for one in asked:
        _refill(one, found, corrected)
    return corrected


def _corrections(asked: Sequence[Asked], text: str, unknown: Set[int]) -> Iterator[_Correction]:
    words = typed_words(text, asked[0].segment.analyzer)
    left = MAX_CORRECTED
    for (start, end), group in groupby(words, key=lambda word: word.run):
        parts = list(group)
        wrong = [word for word in parts if word.place in unknown and not word.literal][:left]
        left -= len(wrong)
        corrections = [found for word in wrong if (found := _correction(asked, word))]
        yield from corrections
        name = text[start:end]
        if wrong and not corrections and len(parts) > 1 and name.isalpha():
            whole = _correction(asked, TypedWord(name, parts[0].place, start, (start, end), False), whole=True)
            yield from [whole] if whole else []


def _correction(asked: Sequence[Asked], typed: TypedWord, whole: bool = False) -> _Correction | None:
    word = fold(normalize(typed.word))
    edits = allowed_edits(word)
    if not edits:
        return None
    distances: dict[str, int] = {}
    counts: dict[str, int] = {}
    for one in asked:
        lexicon = one.segment.lexicon()
        for distance, at in near_words(word, lexicon.folded, edits):
            near = lexicon.words[at]
            distances[near] = distance
            counts[near] = counts.get(near, 0) + lexicon.counts[at]
    closest = min(distances.values(), default=0)
    ranked = sorted((-counts[near], near) for near in counts if distances[near] == closest)
    for beginning in (False, True):
        held = (near for _, near in ranked if any(_terms(near, one.segment, beginning).terms for one in asked))
        chosen = tuple(near for near, _ in zip(held, range(1 if beginning else MAX_ALTERNATIVES), strict=False))
        if chosen:
            return _Correction(typed.start, typed.end, typed.place, whole, chosen, CLOSENESS[closest], beginning)
    return None


def _terms(word: str, segment: SegmentReader, beginning: bool) -> FilledSlot:
    """Fill a slot with a word of a lexicon, or with what begins so."""
    if beginning:
        return expand(FilledSlot(Slot((), 0, prefix=fold(word)), (), 0), segment, ALTERNATIVE)
    runs = list(segment.analyzer.runs(word))
    single = runs[0].parts if len(runs) == 1 else ()
    return fill(Slot(single[0] if len(single) == 1 else (), 0), segment)


def _refill(one: Asked, corrections: Sequence[_Correction], corrected: str) -> None:
    """Fill the slots of corrected words, and of the names that they are part of."""
    by_place = {(correction.place, correction.whole): correction for correction in corrections}
    weight = min(correction.weight for correction in corrections)
    again = parse_query(corrected, one.segment.analyzer).slots
    aligned = [(slot.place, slot.whole) for slot in again] == [(slot.place, slot.whole) for slot in one.query.slots]
    for at, filled in enumerate(one.filled):
        slot = filled.slot
        correction = by_place.get((slot.place, slot.whole))
        if correction:
            one.filled[at] = _with_words(slot, correction, one.segment)
        elif slot.whole and aligned and not filled.terms:
            one.filled[at] = replace(fill(again[at], one.segment), slot=slot, weight=weight)


def _with_words(slot: Slot, correction: _Correction, segment: SegmentReader) -> FilledSlot:
    terms: dict[str, float] = {}
    n_sections = 0
    for rank, word in enumerate(correction.words):
        found = _terms(word, segment, correction.beginning)
        new = [(share * (ALTERNATIVE if rank else 1.0), term) for share, term in found.terms if term not in terms]
        terms.update((term, share) for share, term in new)
        n_sections += found.n_sections if new else 0
    return FilledSlot(slot, tuple((share, term) for term, share in terms.items()), n_sections, correction.weight)


def _as_typed(word: str, typed: str) -> str:
    """Put a word in the case of another.

    >>> _as_typed("python", "PYHTON"), _as_typed("python", "Pyhton"), _as_typed("python", "pyhton")
    ('PYTHON', 'Python', 'python')
    """
    if typed.isupper():
        return word.upper()
    return word[0].upper() + word[1:] if typed[0].isupper() else word
