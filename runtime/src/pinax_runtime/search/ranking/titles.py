"""Score titles by the words of a query that they hold: most where they hold all of them and nothing else. No I/O.

Strategy. A title must hold half of the query, by idf, so it holds one of the query's rarest words. Only the sections
that do are looked at. Which words a title holds is kept as bits. Titles that hold the same words and are equally long
have one score, which is computed once: a common heading stands in ten thousand sections.

A name such as `$HOME` or `getUserById` says more than its words: a title that has only these says less than was asked.

Why:   docs/decisions/0026, 0038, 0054
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from pinax_runtime.format import Postings
from pinax_runtime.search import knobs
from pinax_runtime.search.ranking.scoring import idf
from pinax_runtime.search.ranking.weighing import chosen_columns, held
from pinax_runtime.search.words.filling import FilledSlot

_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class TitleWord:
    """A word of the query, or a synonym of it, as titles may have it."""

    of: int
    """Index of the query's word; a title counts it once."""
    idf: float
    """Inverse document frequency; 0 for a stop word, which a title need not hold."""
    postings: Postings
    n_words: float = 1.0
    """Number of a title's words that it takes."""


def title_scores(words: Sequence[TitleWord], asked: float, sections: Mapping[int, float]) -> dict[int, float]:
    """Return section → score of its title (above 0, at most 1), for the titles that have one.

    Args:
        words: Of the query, with their synonyms.
        asked: Sum of the idf of all words of the query, found or not (above 0).
        sections: Those that matched; others get no score.
    """
    holds = _candidates(words, knobs.MIN_TITLE_SHARE * asked, sections.keys())
    for number, word in enumerate(words):
        for section in () if word.idf else _titled(word, holds.keys()):
            holds[section] |= 1 << number
    scores = _TitleScores(words, asked)
    long = _title_lengths(words, holds.keys())
    return {section: worth for section, bits in holds.items() if (worth := scores[bits, long[section]])}


def _title_lengths(words: Sequence[TitleWord], among: Set[int]) -> dict[int, int]:
    """Return the number of words of each title that has some word of the query."""
    lengths: dict[int, int] = {}
    rising = sorted(among)
    for postings in {id(word.postings): word.postings for word in words}.values():
        if postings.titled:
            lengths.update(zip(*chosen_columns(*postings.titled, rising), strict=True))
    return lengths


def titled_slots(slots: Sequence[tuple[FilledSlot, float]], n_sections: int) -> list[tuple[FilledSlot, float]]:
    """Return what titles are compared with, each with its idf: words, or the whole name where some section has it.

    A name counts as much as its words together, or more.

    Args:
        slots: Of the query, with their idf.
        n_sections: Of all searched segments.
    """
    unknown = idf(n_sections, 0)
    words = [(filled, worth) for filled, worth in slots if not filled.slot.whole]
    names: list[tuple[FilledSlot, float]] = []
    for filled, worth in slots:
        if filled.slot.n_spelled and worth < unknown:
            positions = range(filled.slot.position, filled.slot.position + filled.slot.n_spelled)
            spelled = [of_word for word, of_word in words if word.slot.position in positions]
            names.append((filled, max(worth, sum(spelled))))
            words = [word for word in words if word[0].slot.position not in positions]
    return names + words


class _TitleScores(dict[tuple[int, int], float]):
    """(words held as bits, number of the title's words) → score; computed when it is first asked for."""

    def __init__(self, words: Sequence[TitleWord], asked: float) -> None:
        super().__init__()
        self._words, self._asked = words, asked

    def __missing__(self, key: tuple[int, int]) -> float:
        bits, n_words = key
        best: dict[int, TitleWord] = {}
        for number, word in enumerate(self._words):
            if bits >> number & 1 and (word.of not in best or word.idf > best[word.of].idf):
                best[word.of] = word
        of_query = min(1.0, sum(word.idf for word in best.values()) / self._asked)
        of_title = min(1.0, sum(word.n_words for word in best.values()) / max(1, n_words))
        worth = (of_query * of_title) ** knobs.TITLE_POWER if of_query >= knobs.MIN_TITLE_SHARE else 0.0
        self[key] = worth
        return worth


def _candidates(words: Sequence[TitleWord], least: float, sections: Set[int]) -> dict[int, int]:
    """Return the sections whose title may hold enough of the query, with its words (but for stop words) as bits.

    The rarest words come first, and a repeated one once. What is left out on the way could not hold enough with all the
    words that follow.
    """
    left = sum(word.idf for word in words)
    bits: dict[int, int] = {}
    worth: dict[int, float] = {}
    repeated: dict[tuple[int, float], list[int]] = {}
    for number, word in enumerate(words):
        if word.idf:
            repeated.setdefault((id(word.postings), word.idf), []).append(number)
    for (_, idf_of_word), numbers in sorted(repeated.items(), key=lambda item: -item[0][1]):
        mask, added = sum(1 << number for number in numbers), idf_of_word * len(numbers)
        for section in _titled(words[numbers[0]], sections if left >= least - _ROUNDING else worth.keys()):
            bits[section] = bits.get(section, 0) | mask
            worth[section] = worth.get(section, 0.0) + added
        left -= added
        if left < least:
            worth = {section: held_idf for section, held_idf in worth.items() if held_idf + left >= least - _ROUNDING}
    return {section: bits[section] for section in worth}


def _titled(word: TitleWord, among: Set[int]) -> Set[int]:
    """Return the sections, among some, that have a word in their title."""
    return held(word.postings.titled[0], among) if word.postings.titled else set()
