"""Correct the words of a query that no segment has, from the words that the segments' pages are written with.

Strategy. A word is looked for among the segments' words that few edits away; only the closest count, the more frequent
first. They fill the slot of the word that was typed: the first of them as if it had been typed, the others for less,
and the slot counts less in scores the further the words are from what was typed. So nothing is decided: where two words
are equally near, pages with either are found, and the reply says what was searched for.

Rules: a word that any segment has is never corrected, nor one that is quoted or starred; without unknown words nothing
       is read. With them, one file of each segment: its lexicon.
Why:   docs/decisions/0008
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from itertools import chain, groupby

from pinax_runtime.format import is_visible_line
from pinax_runtime.search import knobs
from pinax_runtime.search.deadline import while_time
from pinax_runtime.search.question.query import Slot, TypedWord, parse_query, typed_words
from pinax_runtime.search.reading import ahead
from pinax_runtime.search.reading.segment_reader import SegmentReader
from pinax_runtime.search.words.asking import Asked
from pinax_runtime.search.words.filling import FilledSlot, expand, fill, most_frequent, starting
from pinax_runtime.search.words.lexicon import lexicon_of
from pinax_runtime.search.words.typos import allowed_edits, near_words
from pinax_runtime.text import fold, normalize


@dataclass(frozen=True, slots=True)
class _Correction:
    """The words that a stretch of the query was corrected to."""

    start: int
    end: int
    position: int
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
        asked: The segments with the query; their slots at the unknown positions, and whole names, are filled anew.
        text: The query.
        unknown: Positions of the words that no segment has.

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
    runs = [(run, list(group)) for run, group in groupby(words, key=lambda word: word.run)]
    wrong = [word for _, parts in runs for word in parts if word.position in unknown and not word.literal][
        : knobs.MAX_CORRECTED_WORDS
    ]
    if any(map(_edits, wrong)):
        ahead.correcting(one.segment for one in asked)
    near = {word.position: _nearest(asked, word) for word in while_time(wrong)}
    wrong = wrong[: len(near)]
    _fetch_terms(asked, [words for _, words in near.values()])
    for (start, end), parts in runs:
        mine = [word for word in wrong if word.run == (start, end)]
        corrections = [found for word in mine if (found := _correction(asked, word, near[word.position]))]
        yield from corrections
        name = text[start:end]
        if mine and not corrections and len(parts) > 1 and name.isalpha():
            typed = TypedWord(name, parts[0].position, start, (start, end), False)
            whole = _correction(asked, typed, _nearest(asked, typed), whole=True)
            yield from [whole] if whole else []


def _edits(typed: TypedWord) -> int:
    return allowed_edits(fold(normalize(typed.word)))


def _nearest(asked: Sequence[Asked], typed: TypedWord) -> tuple[int, list[str]]:
    """Return the fewest edits, and the words of the segments so many edits away, the most frequent first."""
    word, edits = fold(normalize(typed.word)), _edits(typed)
    distances: dict[str, int] = {}
    counts: dict[str, int] = {}
    for one in asked if edits else ():
        lexicon = lexicon_of(one.segment)
        for distance, at in near_words(word, lexicon.folded, edits):
            near = lexicon.words[at]
            if not is_visible_line(near):  # no word that a builder keeps
                continue
            distances[near] = distance
            counts[near] = counts.get(near, 0) + lexicon.counts[at]
    closest = min(distances.values(), default=0)
    ranked = sorted((-counts[near], near) for near in counts if distances[near] == closest)
    return closest, [near for _, near in ranked]


def _fetch_terms(asked: Sequence[Asked], near: Sequence[Sequence[str]]) -> None:
    """Start reading which sections hold the words that may be meant, and where the likeliest and known ones stand."""
    for one in asked:
        if one.segment.files.fetches_ahead:
            meant = [
                [_primary_terms(word, one.segment) for word in words[: knobs.MAX_ALTERNATIVES]]
                for words in near
                if words
            ]
            ahead.keys(one.segment, "terms", chain.from_iterable(chain.from_iterable(meant)))
            known = [filled.terms[0][1] for filled in one.filled if filled.terms and not filled.slot.whole]
            placed = chain(known, *(words[0] for words in meant)) if len(one.filled) > 1 else ()
            ahead.keys(one.segment, "positions", placed)


def _primary_terms(word: str, segment: SegmentReader) -> list[str]:
    return [spellings[0] for run in segment.analyzer.runs(word) for spellings in run.parts if spellings]


def _correction(
    asked: Sequence[Asked], typed: TypedWord, near: tuple[int, list[str]], whole: bool = False
) -> _Correction | None:
    closest, words = near
    for beginning in (False, True):
        held = (word for word in words if any(_terms(word, one.segment, beginning).terms for one in asked))
        chosen = tuple(word for word, _ in zip(held, range(1 if beginning else knobs.MAX_ALTERNATIVES), strict=False))
        if chosen:
            return _Correction(
                typed.start, typed.end, typed.position, whole, chosen, knobs.CORRECTION_WEIGHTS[closest], beginning
            )
    return None


def _terms(word: str, segment: SegmentReader, beginning: bool) -> FilledSlot:
    """Fill a slot with a word of a lexicon, or with what begins so."""
    if beginning:
        begun = FilledSlot(Slot((), 0, prefix=fold(word)), (), 0)
        terms = starting(begun, segment)
        chosen = most_frequent([terms])
        return expand(begun, {term: n for term, n in terms.items() if term in chosen}, knobs.ALTERNATIVE_WEIGHT)
    runs = list(segment.analyzer.runs(word))
    single = runs[0].parts if len(runs) == 1 else ()
    return fill(Slot(single[0] if len(single) == 1 else (), 0), segment)


def _refill(one: Asked, corrections: Sequence[_Correction], corrected: str) -> None:
    """Fill the slots of corrected words, and of the names that they are part of."""
    by_position = {(correction.position, correction.whole): correction for correction in corrections}
    weight = min(correction.weight for correction in corrections)
    again = parse_query(corrected, one.segment.analyzer).slots
    aligned = [(slot.position, slot.whole) for slot in again] == [
        (slot.position, slot.whole) for slot in one.query.slots
    ]
    for at, filled in enumerate(one.filled):
        slot = filled.slot
        correction = by_position.get((slot.position, slot.whole))
        if correction:
            one.filled[at] = _with_words(slot, correction, one.segment)
        elif slot.whole and aligned and not filled.terms:
            one.filled[at] = replace(fill(again[at], one.segment), slot=slot, weight=weight)


def _with_words(slot: Slot, correction: _Correction, segment: SegmentReader) -> FilledSlot:
    terms: dict[str, float] = {}
    n_sections = 0
    for rank, word in enumerate(correction.words):
        found = _terms(word, segment, correction.beginning)
        new = [
            (share * (knobs.ALTERNATIVE_WEIGHT if rank else 1.0), term)
            for share, term in found.terms
            if term not in terms
        ]
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
