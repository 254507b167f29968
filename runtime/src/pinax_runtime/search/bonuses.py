"""Raise sections whose titles, order of words, quotations or descriptions fit the query."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from itertools import chain, compress, pairwise
from operator import sub
from typing import NamedTuple

from pinax_runtime.bundle import Batch, SegmentReader, fetch
from pinax_runtime.deadline import time_is_up, while_time
from pinax_runtime.format import DESCRIPTION, SYMBOL, Positions, Postings, synonym_of
from pinax_runtime.search import knobs
from pinax_runtime.search.choosing import Ranked, Scored
from pinax_runtime.search.document import Document
from pinax_runtime.search.query import Query, Slot
from pinax_runtime.search.scoring import chosen_columns, held, idf
from pinax_runtime.search.scoring import idf as idf_of
from pinax_runtime.search.terms import Asked, FilledSlot, WeightedSlots

# Recognize queries that describe a task, and rank pages for them by what they are for.
#
# Strategy. A query for a name or heading has one to three words, and the right page has them in its headings or
# symbols. A query for a task has more words, in everyday language ("check whether a file is ignored"). A page with
# hundreds of headings and options has each of these words in one of them, which says little. So for a task, a page's
# headings count like its text, and its symbols not at all. Instead, words of its description, which says what it is
# for, earn a bonus: most the first word of the task, which is mostly its verb.


def is_task(slots: Collection[Slot]) -> bool:
    """Tell whether a query describes a task: whether it has many words, or some and those of a sentence."""
    words = {slot.position for slot in slots if not slot.whole and not slot.stop}
    stop_words = {slot.position for slot in slots if slot.stop}
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
    for filled, weight in slots:  # a long question repeats its words
        idfs[filled.terms] = idfs.get(filled.terms, 0.0) + weight
    first = next((filled.terms for filled, _ in slots if not filled.slot.stop and not filled.slot.whole), ())
    for terms, weight in idfs.items():
        worth = knobs.DESCRIPTION_SHARE * weight + (knobs.FIRST_WORD_BONUS if terms == first else 0.0)
        bonuses.update((page, bonuses.get(page, 0.0) + worth) for page in _described(segment, terms) & pages)
    return bonuses


def _described(segment: SegmentReader, terms: Iterable[tuple[float, str]]) -> set[int]:
    """Return the pages whose description has a slot's word as it was typed, not a variant of it."""
    postings = (segment.postings(term) for share, term in terms if share >= 1)
    columns: Iterable[Sequence[int]] = (found.by_field.get(DESCRIPTION, ((), ()))[0] for found in postings if found)
    return {segment.page_of[section] for sections in columns for section in sections}


# Score titles by the words of a query that they hold: most where they hold all of them and nothing else. No I/O.
#
# Strategy. A title must hold half of the query, by idf, so it holds one of the query's rarest words. Only the
# sections that do are looked at. Which words a title holds is kept as bits. Titles that hold the same words and are
# equally long have one score, which is computed once: a common heading stands in ten thousand sections.
#
# A name such as `$HOME` or `getUserById` says more than its words: a title that has only these says less than was
# asked.
#
# Why:   docs/decisions/0026, 0038, 0054

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


# Add the bonus of sections whose title holds the query's words, or which define the symbol that it names.

PostingsOf = Callable[[str], Postings]
"""Term → its postings; empty where the segment has none."""


def title_bonuses(
    segment: SegmentReader,
    query: Query,
    slots: WeightedSlots,
    n_sections: int,
    weight: float,
    sections: Mapping[int, float],
) -> dict[int, float]:
    """Return the bonus of each section that gets one: most where the title says nothing but the query.

    A section that defines just what the query names gets it in full, whatever its title says besides.

    Args:
        segment: Whose sections.
        query: In the segment's language.
        slots: Of the query, with their idf.
        n_sections: Of all searched segments.
        weight: `Ranking.exact_title_bonus`.
        sections: Those that matched; others get nothing.
    """
    compared = titled_slots(slots, n_sections)
    asked = sum(idf for filled, idf in compared if not filled.slot.stop)
    full = weight * asked
    if not full:
        return {}
    # A term is both counted among the titles and asked whether it is in a symbol: its postings are found once.
    postings_of = cache(lambda term: segment.postings(term) or Postings({}))
    words = [
        word for index, (filled, idf) in enumerate(compared) for word in _title_words(index, filled, idf, postings_of)
    ]
    scores = title_scores(words, asked, sections)
    bonuses = {section: full * score for section, score in scores.items()}
    defining = _defining(segment, query, slots, postings_of)
    bonuses.update((section, full * score) for section, score in defining if section in sections)
    return bonuses


def _title_words(index: int, filled: FilledSlot, idf: float, postings_of: PostingsOf) -> Iterator[TitleWord]:
    """Yield what a slot's word is called in titles: its spellings and synonyms, but nothing it was corrected to."""
    slot = filled.slot
    value = idf if filled.counts_for_coverage or slot.whole else 0.0
    for share, term in filled.terms:
        synonym = synonym_of(term) if share < 1 else None
        if share >= 1 or synonym:
            n_words = len(synonym.meant) / len(synonym.asked) if synonym else max(1.0, slot.n_spelled)
            yield TitleWord(index, min(1.0, share) * value, postings_of(term), n_words)


def _defining(
    segment: SegmentReader, query: Query, slots: WeightedSlots, postings_of: PostingsOf
) -> Sequence[tuple[int, float]]:
    """Return the sections that define what the query names, each with its share of the full bonus.

    Their shards are read only if some name has the query's words. What explains a symbol comes before its source. Where
    a name is spelled just so, what only has another case is none of it (`typing.Final` and `typing.final`); where one
    has the kind that the query says, the others are not meant.
    """
    terms = (term for filled, _ in slots for _, term in filled.terms)
    named = query.named
    if not named.names or not any(SYMBOL in postings_of(term).by_field for term in terms):
        return ()
    found = [definition for name in named.names for definition in segment.definitions(name)]
    spelled = [definition for definition in found if definition.name in named.names] or found
    meant = [one for one in spelled if one.kind in named.kinds] or (spelled if named.certain else [])
    return [(one.section, knobs.SOURCE_DEFINITION_FACTOR if one.line else knobs.DEFINITION_FACTOR) for one in meant]


# Say which words of a query should stand together, and how close they do in a section.
#
# Which words are looked at is decided for all segments together, so that a docset in two parts answers as it does in
# one.
#
# Why:   docs/decisions/0022, 0038, 0185


class Pair(NamedTuple):
    """Two neighbouring words of a query whose positions are looked at."""

    first: int
    """Index of the first word's slot."""
    second: int
    idf: float
    """The lower idf of the two."""

    def words(self, filled: Sequence[FilledSlot]) -> tuple[FilledSlot, ...]:
        """Return both words as a segment fills them; none if it lacks one of them."""
        both = tuple(filled[at] for at in self[:2] if at < len(filled) and filled[at].terms)
        return both if len(both) == 2 else ()


def distinctive_words(slots: Sequence[FilledSlot], idfs: Sequence[float], n_sections: int) -> list[int]:
    """Return the indexes of the words that are rare enough to say something by where they stand.

    Args:
        slots: Slots of the query.
        idfs: Inverse document frequency of each.
        n_sections: Number of sections of all searched segments.
    """
    unknown = idf_of(n_sections, 0)
    words = [at for at, filled in enumerate(slots) if idfs[at] < unknown and not filled.slot.whole]
    most = max((idfs[at] for at in words), default=0.0)
    least = idf_of(n_sections, knobs.MAX_POSITIONED) if n_sections > knobs.MAX_POSITIONED else 0.0
    return [at for at in words if idfs[at] >= max(most * knobs.MIN_PROXIMITY_IDF_SHARE, least)]


def near_pairs(distinctive: Sequence[int], matching: Sequence[int], idfs: Sequence[float]) -> list[Pair]:
    """Return the pairs of neighbouring words whose positions are looked at.

    The rarer pairs come first, as long as their words are in few sections together. That two common words stand
    together costs most to find out and says least. Sections are counted rather than bytes: in files of a small segment
    many words lie together.

    Args:
        distinctive: Indexes of the words that may be looked at.
        matching: Number of sections that fill each slot, over all segments.
        idfs: Inverse document frequency of each slot.
    """
    chosen: list[Pair] = []
    words: set[int] = set()
    pairs = (Pair(first, second, min(idfs[first], idfs[second])) for first, second in pairwise(distinctive))
    for pair in sorted(pairs, key=lambda pair: -pair.idf):
        with_pair = words | {*pair[:2]}
        if sum(matching[at] for at in with_pair) <= knobs.MAX_POSITIONED_TOGETHER:
            words = with_pair
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


# Show each section once, though the text that goes on after its definitions is indexed and found by itself.
#
# Strategy. Only sections without a title can be such continuations, so only the outlines of their pages are read.
#
# Why:   docs/decisions/0005


def join_continuations(ranked: Sequence[Ranked], asked: Sequence[Asked], wanted: int) -> tuple[list[Ranked], int]:
    """Keep the best hit of each section and its continuations.

    Args:
        ranked: Best first.
        asked: Segments by number.
        wanted: Most hits to return; what comes after is not looked at.

    Returns:
        The hits, and how many were left out on the way.
    """
    shown = ((found, asked[number]) for found, number in ranked[:wanted])
    fetch(Batch(one.segment, pages=[found.page]) for found, one in shown if not _has_title(found, one))
    seen: set[tuple[int, int]] = set()
    kept: list[Ranked] = []
    passed_over = 0
    for item in while_time(ranked):
        found, number = item
        key = (number, _owner(found, asked[number]))
        if key in seen:
            passed_over += 1
            continue
        seen.add(key)
        kept.append(item)
        if len(kept) == wanted:
            break
    return kept, passed_over


def _owner(found: Scored, one: Asked) -> int:
    """Return the number of the section that a section's text belongs to."""
    if _has_title(found, one):
        return found.section
    first = one.segment.first_sections[found.page]
    return first + Document(one.docset, one.segment, found.page).owner(found.section - first)


def _has_title(found: Scored, one: Asked) -> bool:
    """Say whether a section is surely no continuation: it has a title, or is the page's own."""
    return found.section == one.segment.first_sections[found.page] or one.segment.lengths.is_titled(found.section)


# Choose the sections that have the quoted words and phrases of a query.
#
# Strategy. A section must have each quoted word, as often as a phrase repeats it. Counts alone tell that, so this
# comes first, beginning with the rarest word. Positions are compared only in the few sections that are left. So a
# phrase with a very common word costs no more than one with rare words.

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
