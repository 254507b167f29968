"""Find the terms of a segment that stand for each word of a query: as typed, by prefix, corrected, synonyms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from heapq import nlargest
from itertools import accumulate, chain, groupby
from typing import NamedTuple

from pinax_runtime.bundle import Batch, Filters, SegmentReader, fetch
from pinax_runtime.deadline import time_is_up, while_time
from pinax_runtime.format import DocsetEntry, FileRef, facet_key, is_synonym, is_visible_line, symbol_key
from pinax_runtime.search import knobs
from pinax_runtime.search.query import Query, Slot, TypedWord, parse_query, typed_words
from pinax_runtime.text import fold, normalize

# The words of a segment as they are written, for did-you-mean.

_WORD_BYTES = 60
"""Memory of a word (bytes, estimated)."""


class Lexicon(NamedTuple):
    """Words as they are written."""

    words: list[str]
    """In lower case, sorted."""
    folded: list[str]
    """The same without diacritics."""
    counts: list[int]
    """Number of pages that have each word."""


def lexicon_of(segment: SegmentReader) -> Lexicon:
    """Return the words of a segment; reads the one file that holds them."""
    shards = [segment.files.keyed(shard.ref) for shard in segment.tables["lexicon"]]
    if len(shards) == 1:
        words, counts = shards[0].keys, shards[0].counts
    else:
        words = [word for shard in shards for word in shard.keys]
        counts = [count for shard in shards for count in shard.counts]
    folded = segment.derived("lexicon", lambda: _fold_all(words), lambda folded: _WORD_BYTES * len(folded))
    return Lexicon(words, folded, counts)


def _fold_all(words: list[str]) -> list[str]:
    folded = fold("\n".join(words)).split("\n")
    return folded if len(folded) == len(words) else words


# Find the words of a list that are spelled nearly like one. No I/O.
#
# Strategy. Two edits leave at least one third of a word as it was, one edit leaves a half (a swap across a cut is
# tried as well). So only words of about its length that share such a piece are looked at; of those, only the ones
# that have nearly the same letters; and for what is left the distance is computed, a column of the matrix at a time
# in the bits of one integer.
#
# Source: Hyyrö (2003), "A Bit-Vector Algorithm for Computing Levenshtein and Damerau Edit Distances", with the
#         transpositions of its section 4.
# Why:    docs/decisions/0008


class Near(NamedTuple):
    """A word of the list."""

    distance: int
    """Edits: letters left out, put in, changed, or swapped with their neighbor."""
    at: int
    """Index of the word in the list."""


def allowed_edits(word: str) -> int:
    """Say how many edits a word may be away from what was meant: the shorter it is, the more words are near it.

    >>> [allowed_edits(word) for word in ("cat", "loop", "functio", "generate")]
    [0, 1, 1, 2]
    """
    return 0 if len(word) < 4 or len(word) > knobs.MAX_COMPARED_CHARS else 1 if len(word) < 8 else 2


def near_words(word: str, words: Sequence[str], edits: int) -> list[Near]:
    """Return every word that is at most so many edits away.

    Args:
        word: Of `4 · edits` letters or more.
        words: To choose from.
        edits: 1 or 2.
    """
    heads, tails, middle = _pieces(word, edits)
    least, most, letters = len(word) - edits, len(word) + edits, set(word)
    if edits == 1:
        candidates = [
            at
            for at, other in enumerate(words)
            if least <= len(other) <= most and (other.startswith(heads) or other.endswith(tails))
        ]
    else:
        candidates = [
            at
            for at, other in enumerate(words)
            if least <= len(other) <= most and (middle in other or other.startswith(heads) or other.endswith(tails))
        ]
    likely = [at for at in candidates if len(letters.symmetric_difference(words[at])) <= 2 * edits]
    masks = _masks(word)
    near = (Near(_distance(masks, len(word), words[at]), at) for at in likely)
    return [found for found in near if found.distance <= edits]


def distance(first: str, second: str) -> int:
    """Return the number of edits between two words, no letter being edited twice (optimal string alignment).

    >>> distance("gather", "gahter"), distance("kitten", "sitting"), distance("", "abc")
    (1, 3, 3)
    """
    return _distance(_masks(first), len(first), second) if first else len(second)


def _pieces(word: str, edits: int) -> tuple[tuple[str, ...], tuple[str, ...], str]:
    """Split a word into pieces such that any word within `edits` edits shares a head, a tail or the middle."""
    if edits == 1:
        cut = len(word) // 2
        return (word[:cut], _swapped(word, cut)[:cut]), (word[cut:],), ""
    first, second = len(word) // 3, 2 * len(word) // 3
    heads = (word[:first], _swapped(word, first)[:first])
    tails = (word[second:], _swapped(word, second)[second:])
    return heads, tails, word[first:second]


def _swapped(word: str, cut: int) -> str:
    """Swap the two letters at a cut."""
    return word[: cut - 1] + word[cut] + word[cut - 1] + word[cut + 1 :]


def _masks(word: str) -> dict[str, int]:
    """Return letter → the positions where it stands, as bits."""
    masks: dict[str, int] = {}
    for at, letter in enumerate(word):
        masks[letter] = masks.get(letter, 0) | 1 << at
    return masks


def _distance(masks: dict[str, int], length: int, other: str) -> int:
    """Compare the word that the masks are of with another."""
    full = (1 << length) - 1
    last = 1 << (length - 1)
    up, down, diagonal, before, result = full, 0, 0, 0, length
    for letter in other:
        mask = masks.get(letter, 0)
        swap = ((full ^ diagonal) & mask) << 1 & before
        diagonal = ((((mask & up) + up) ^ up) | mask | down | swap) & full
        right, left = down | full ^ (diagonal | up), diagonal & up
        result += 1 if right & last else -1 if left & last else 0
        right, left = (right << 1 | 1) & full, left << 1 & full
        up, down, before = left | full ^ (diagonal | right), right & diagonal, mask
    return result


# Decide which words of a query are passed over, because very many sections have them and reading where costs most.
#
# Strategy. A term that very many sections have is alone in its file, and the manifest says how many these are and how
# large the file is. As long as the files of a query's words are within a bound, all are read: that is so in bundles
# of some ten thousand sections. In larger ones the largest of these files are passed over, if the other words have
# sections enough to fill any result. A word that is passed over counts as a stop word that no section has.


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


# Fill the slots of a query with the terms that segments have.


@dataclass(frozen=True, slots=True)
class FilledSlot:
    """A slot with the terms of one segment that fill it."""

    slot: Slot
    terms: tuple[tuple[float, str], ...]
    """(weight, term) of each term that the segment has; the term of the word itself weighs 1."""
    n_sections: int
    """About how many sections have one of the terms; 0 if only synonyms of a word that other segments have."""
    weight: float = 1.0
    """Weight of the slot in scores; less than 1 where the word is not the one that was typed."""
    passed_over: bool = False
    """Whether its terms are left out because too many sections have them, or because the time was up."""

    @property
    def counts_for_coverage(self) -> bool:
        """Whether a section must have this word to count as one with every word of the query."""
        return not self.slot.whole and not self.slot.stop and not self.passed_over


WeightedSlots = Sequence[tuple[FilledSlot, float]]
"""The slots of a query, each with its inverse document frequency over all searched segments."""


def fill(slot: Slot, segment: SegmentReader) -> FilledSlot:
    """Find the terms of a segment that are the slot's word; reads the term shards that they fall in."""
    counts = [(segment.n_sections(term), term) for term in slot.spellings]
    accented = slot.spellings[-1] if len(slot.spellings) > 1 else ""
    terms = tuple((knobs.EXACT_SPELLING_WEIGHT if term == accented else 1.0, term) for n, term in counts if n)
    return FilledSlot(slot, terms, max((n for n, _ in counts), default=0))


def pass_over(slot: Slot, segment: SegmentReader) -> FilledSlot:
    """Fill a slot with nothing; reads nothing where the manifest says how many sections have its word.

    Deleted sections are taken to have it as often as others: which of them do is only in the file that is passed over.
    """
    live_share = segment.totals.n_sections / max(1, segment.manifest.n_sections)
    n_sections = round(lone_count(segment, slot) * live_share) or fill(slot, segment).n_sections
    return FilledSlot(slot, (), n_sections, passed_over=True)


def starting(filled: FilledSlot, segment: SegmentReader) -> dict[str, int]:
    """Return the terms of a segment that start with the slot's prefix and do not fill it yet, and their sections."""
    known = {term for _, term in filled.terms}
    begun = segment.with_prefix("terms", filled.slot.prefix)
    # One letter starts thousands of terms; few of them have a space, as every synonym has.
    return {term: n for term, n in begun if term not in known and (" " not in term or not is_synonym(term))}


def most_frequent(found: Iterable[Mapping[str, int]]) -> set[str]:
    """Choose the terms that a prefix is expanded to: those with most sections over all segments.

    There are no more than have a bounded number of sections together, but always one.
    """
    counts: Counter[str] = Counter()
    for counted in sorted(found, key=len, reverse=True):
        counts.update(counted)
    best = nlargest(knobs.MAX_EXPANSIONS, zip(counts.values(), counts, strict=True))
    together = accumulate(n for n, _ in best)
    return {
        term
        for at, ((_, term), n) in enumerate(zip(best, together, strict=True))
        if not at or n <= knobs.MAX_EXPANDED_SECTIONS
    }


def expand(filled: FilledSlot, added: Mapping[str, int], prefix_penalty: float) -> FilledSlot:
    """Add terms to a slot, with the sections that each has in the segment."""
    terms = (*filled.terms, *((prefix_penalty, term) for term in sorted(added)))
    return FilledSlot(filled.slot, terms, filled.n_sections + sum(added.values()))


def with_synonyms(
    filled: Sequence[FilledSlot], segment: SegmentReader, weight: float, known: Set[int]
) -> list[FilledSlot]:
    """Let the synonyms of a query's expressions fill the slots of their words as well.

    Args:
        filled: Slots of a query, in order.
        segment: Whose synonyms.
        weight: What they count beside the words themselves.
        known: Indexes of the slots whose words some segment has. Sections with their synonyms do not count as theirs.
    """
    result = list(filled)
    words = [(at, one.slot) for at, one in enumerate(filled) if not one.slot.whole]
    for start, (start_at, first) in enumerate(words):
        if filled[start_at].passed_over:
            continue
        for synonym in segment.synonyms(first.spellings[0])[: knobs.MAX_SYNONYMS]:
            expression = words[start : start + len(synonym.asked)]
            # Some acronym is spelled like "it"; nobody means that by it.
            if _says(expression, synonym.asked) and not all(slot.stop for _, slot in expression):
                n = segment.n_sections(synonym.key)
                for at, _ in expression:
                    one = result[at]
                    terms = (*one.terms, (weight, synonym.key))
                    result[at] = replace(one, terms=terms, n_sections=one.n_sections if at in known else n)
    return result


def _says(words: Sequence[tuple[int, Slot]], expression: Sequence[str]) -> bool:
    """Say whether words are an expression: its terms, side by side."""
    spelled = [slot.spellings[0] for _, slot in words]
    offsets = [slot.position - words[0][1].position for _, slot in words]
    return spelled == list(expression) and offsets == list(range(len(expression)))


# Put a query to segments: parse it in each one's language and find the terms that fill its slots.

Segments = Sequence[tuple[DocsetEntry, SegmentReader]]

NO_FILTERS: Filters = {}


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
    fetch(Batch(segment) for _, segment in segments)
    parsed = [(docset, segment, parse_query(text, segment.analyzer)) for docset, segment in segments]
    asking = [one for one in parsed if one[2].slots]
    fetch((_tables(segment, query, filters) for _, segment, query in asking), tables_only=True)
    large = [segment for _, segment, _ in asking if segment.manifest.lengths.size > knobs.EARLY_LENGTHS_BYTES]
    early = [one for one in asking if len(large) < 2 or one[1] not in large]  # the others may have none of the words
    fetch(Batch(segment, lengths=True) for _, segment, _ in early)
    over = [] if narrow or filters else passed_over([(segment, query) for _, segment, query in asking])
    named = asking[0][2].named.names if len(asking) == 1 else ()  # of several segments, few define what is named
    kept = ((segment, _without(query, over)) for _, segment, query in asking)
    fetch(_words(segment, slots, filters, named) for segment, slots in kept)
    asked = [Asked(*one, _fill_all(one[1], one[2], over)) for one in asking]
    while over and _sections_read(asked) < knobs.MIN_SECTIONS_READ and not time_is_up():
        at = over.pop(0)
        fetch(_words(one.segment, [one.query.slots[at]]) for one in asked if at < len(one.filled))
        for one in (one for one in asked if at < len(one.filled)):
            one.filled[at] = fill(one.query.slots[at], one.segment)
    return asked


def _tables(segment: SegmentReader, query: Query, filters: Filters) -> Batch:
    """Say what may be read of a query's words, names and filters, before it is known which words are passed over."""
    words = _words(segment, query.slots, filters, query.named.names)
    placed = (slot.spellings[0] for slot in query.slots if not slot.whole and not slot.stop)
    return words._replace(keys={**words.keys, "positions": placed})


def _words(
    segment: SegmentReader, slots: Sequence[Slot], filters: Filters = NO_FILTERS, names: Iterable[str] = ()
) -> Batch:
    """Say what is read of words, of the synonyms that begin with them, of filters, and of names of symbols."""
    first = (slot.spellings[0] for slot in slots if not slot.whole)
    return Batch(
        segment,
        keys={
            "terms": (term for slot in slots for term in slot.spellings),
            "facets": (facet_key(facet, value) for facet, values in filters.items() for value in values),
            "symbols": map(symbol_key, names),
        },
        prefixes={"terms": (f"{term} " for term in first if not segment.keeps(f"synonyms:{term}"))},
    )


def _without(query: Query, over: Collection[int]) -> list[Slot]:
    return [slot for at, slot in enumerate(query.slots) if at not in over]


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
    fetch(Batch(one.segment, prefixes={"terms": [one.filled[at].slot.prefix]}) for one, at in expanding)
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


# Correct the words of a query that no segment has, from the words that the segments' pages are written with.
#
# Strategy. A word is looked for among the segments' words that few edits away; only the closest count, the more
# frequent first. They fill the slot of the word that was typed: the first of them as if it had been typed, the others
# for less, and the slot counts less in scores the further the words are from what was typed. So nothing is decided:
# where two words are equally near, pages with either are found, and the reply says what was searched for.


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
        fetch(Batch(one.segment, prefixes={"lexicon": [""]}, lengths=True) for one in asked)
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
    meant = [words[: knobs.MAX_ALTERNATIVES] for words in near if words]
    fetch(_alternatives(one, meant) for one in asked)


def _alternatives(one: Asked, meant: Sequence[Sequence[str]]) -> Batch:
    """Say what is read of the words that may be meant by each misspelled one."""

    def terms(words: Iterable[str]) -> Iterator[str]:
        runs = (run for word in words for run in one.segment.analyzer.runs(word))
        return (spellings[0] for run in runs for spellings in run.parts if spellings)

    known = (filled.terms[0][1] for filled in one.filled if filled.terms and not filled.slot.whole)
    placed = chain(known, terms(words[0] for words in meant)) if len(one.filled) > 1 else ()
    return Batch(one.segment, keys={"terms": terms(chain.from_iterable(meant)), "positions": placed})


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
        return expand(begun, {term: n for term, n in terms.items() if term in chosen}, 1.0)
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
    for word in correction.words:
        found = _terms(word, segment, correction.beginning)
        new = [(share, term) for share, term in found.terms if term not in terms]
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
