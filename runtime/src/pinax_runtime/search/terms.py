"""Look a query's words up in every segment, and expand them: by prefix, by synonyms, by correction.

Strategy. Each segment is asked in its own language. What is read is named for all segments before it is needed, so that
it comes in few rounds of requests.

Stop-word pruning. A term that very many sections have is alone in its file, and the manifest says how many these are
and how large the file is. As long as the files of a query's words are within a bound, all are read: that is so in
bundles of some ten thousand sections. In larger ones the largest of these files are not read, if the other words have
sections enough to fill any result. A word that is pruned counts as a stop word that no section has.

Correction. A word that no segment has is looked for among the words that are few edits away; only the closest count,
the more frequent first. They stand for the word that was typed: the first of them as if it had been typed, the others
for less, and the term counts less in scores the further the words are from what was typed. So nothing is decided: where
two words are equally near, pages with either are found, and the reply says what was searched for.

Source: Hyyrö (2003), "A Bit-Vector Algorithm for Computing Levenshtein and Damerau Edit Distances", with the
        transpositions of its section 4.
Why:    docs/decisions/0008
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache, partial
from heapq import nlargest
from itertools import accumulate, chain, groupby, islice
from typing import NamedTuple

from pinax_runtime.bundle import Batch, Filters, SegmentReader, fetch
from pinax_runtime.deadline import time_is_up, while_time
from pinax_runtime.format import facet_key, is_synonym, is_visible_line, symbol_key
from pinax_runtime.search import knobs
from pinax_runtime.search.query import Query, QueryTerm, TypedWord, asks, is_task, parse_query, typed_words
from pinax_runtime.search.scoring import ExpandedTerm, SegmentQuery
from pinax_runtime.text import fold, normalize

# Look up the words of a query.


def look_up(
    segments: Sequence[SegmentReader], text: str, filters: Filters, *, narrow: bool, questions: bool = True
) -> list[SegmentQuery]:
    """Parse a query as each segment's language has it, and look its terms up; leaves out segments that it asks nothing.

    Args:
        segments: To ask.
        text: Of the query.
        filters: That pages have to pass.
        narrow: Whether something else but filters narrows the search.
        questions: Whether the questions of pages count.
    """
    fetch(map(Batch, segments))
    parse = cache(partial(parse_query, text))  # once for all segments of a language
    parsed = ((segment, parse(segment.analyzer)) for segment in segments)
    asking = (one for one in parsed if one[1].terms)
    queries = [SegmentQuery(number, *one) for number, one in enumerate(asking)]
    large = [one.number for one in queries if one.segment.manifest.lengths.size > knobs.EARLY_LENGTHS_BYTES]
    late = large if len(large) > 1 else []  # of several large segments, some may have none of the words
    far = [one for one in queries if one.segment.is_far]
    asked = [_questions(one) for one in far if questions and one.segment.has_questions and asks(text, one.query)]
    fetch([*asked, *(_tables(one, filters, lengths=one.number not in late) for one in far)], tables_only=True)
    pruned = [] if narrow or filters else prune([(one.segment, one.query) for one in queries])
    names = queries[0].query.named.names if len(queries) == 1 else ()  # of several segments, few define what is named
    read = ([term for at, term in enumerate(one.query.terms) if at not in pruned] for one in far)
    fetch([*asked, *(_words(one.segment, terms, filters, names) for one, terms in zip(far, read, strict=True))])
    for one in queries:
        one.terms = [_looked_up(term, one.segment, at in pruned) for at, term in enumerate(one.query.terms)]
    while pruned and _sections_read(queries) < knobs.MIN_SECTIONS_READ and not time_is_up():
        at = pruned.pop(0)
        having = [one for one in queries if at < len(one.terms)]
        fetch(_words(one.segment, [one.query.terms[at]]) for one in having)
        for one in having:
            one.terms[at] = exact(one.query.terms[at], one.segment)
    return queries


def _tables(one: SegmentQuery, filters: Filters, lengths: bool) -> Batch:
    """Say what may be read of a query's words, names and filters, before it is known which words are pruned."""
    words = _words(one.segment, one.query.terms, filters, one.query.named.names)
    placed = (term.spellings[0] for term in one.query.terms if not term.whole and not term.stop)
    return words._replace(keys={**words.keys, "positions": placed}, lengths=lengths)


def _words(
    segment: SegmentReader, terms: Sequence[QueryTerm], filters: Filters | None = None, names: Iterable[str] = ()
) -> Batch:
    """Say what is read of words, of the synonyms that begin with them, of filters, and of names of symbols."""
    first = (term.spellings[0] for term in terms if not term.whole)
    return Batch(
        segment,
        keys={
            "terms": (spelling for term in terms for spelling in term.spellings),
            "facets": (facet_key(facet, value) for facet, values in (filters or {}).items() for value in values),
            "symbols": map(symbol_key, names),
        },
        prefixes={"terms": (f"{term} " for term in first if not segment.keeps(f"synonyms:{term}"))},
    )


def _questions(one: SegmentQuery) -> Batch:
    """Say what is read of the questions that have a task's words."""
    asked = [spelling for term in one.query.terms if term.is_asked for spelling in term.spellings]
    return Batch(one.segment, keys={"asked": asked})


def _looked_up(term: QueryTerm, segment: SegmentReader, pruned: bool) -> ExpandedTerm:
    if time_is_up():  # unread, it is neither known nor unknown
        return ExpandedTerm(term, {}, 0, pruned=True)
    if not pruned:
        return exact(term, segment)
    # Deleted sections are taken to have a pruned word as often as others: which of them do is only in its file.
    live_share = segment.totals.n_sections / max(1, segment.manifest.n_sections)
    n_sections = round(lone_count(segment, term) * live_share) or exact(term, segment).n_sections
    return ExpandedTerm(term, {}, n_sections, pruned=True)


def exact(term: QueryTerm, segment: SegmentReader) -> ExpandedTerm:
    """Find the spellings of a term that a segment has; reads the shards that they fall in."""
    counts = {spelling: segment.n_sections(spelling) for spelling in term.spellings}
    accented = term.spellings[-1] if len(term.spellings) > 1 else ""
    shares = {one: knobs.EXACT_SPELLING_WEIGHT if one == accented else 1.0 for one, n in counts.items() if n}
    return ExpandedTerm(term, shares, max(counts.values(), default=0))


def _sections_read(queries: Sequence[SegmentQuery]) -> int:
    return sum(term.n_sections for one in queries for term in one.terms if not term.pruned)


def lone_count(segment: SegmentReader, term: QueryTerm) -> int:
    """Return how many sections of a segment hold a word, as far as the manifest says so."""
    table = segment.tables["terms"]
    return max((table.lone_count(spelling) for spelling in term.spellings), default=0)


def prune(parsed: Sequence[tuple[SegmentReader, Query]]) -> list[int]:
    """Return the indexes of the terms whose postings are not read, the cheapest to read first.

    Args:
        parsed: The segments with the query as each one's language has it.
    """
    if any(query.phrases or query.required for _, query in parsed):
        return []
    # A segment of some pages, a patch or another language, is no reason to read more of a large one, or less.
    large = [one for one in parsed if any(lone_count(one[0], term) for term in one[1].terms)]
    sizes: list[dict[str, int]] = []
    """For each term, the files that it is in and their sizes (bytes)."""
    common: set[int] = set()
    for at in range(max((len(query.terms) for _, query in large), default=0)):
        mine = [(segment, query.terms[at]) for segment, query in large if at < len(query.terms)]
        refs = (segment.file_of("terms", spelling) for segment, term in mine for spelling in term.spellings)
        sizes.append({ref.name: ref.size for ref in refs if ref})
        starred = any(term.prefix and not term.open_ended for _, term in mine)
        if not starred and any(lone_count(segment, term) for segment, term in mine):
            common.add(at)
    read = {name: size for at, files in enumerate(sizes) if at not in common for name, size in files.items()}
    pruned = []
    for at in sorted(common, key=lambda at: (sum(sizes[at].values()), at)):
        if sum({**read, **sizes[at]}.values()) > knobs.MAX_TERMS_BYTES * len(large):
            pruned.append(at)
        else:
            read |= sizes[at]
    return pruned


def count_matching(queries: Sequence[SegmentQuery]) -> list[int]:
    """Return for each term of the query the sections that have it, over all segments."""
    n_terms = max(len(one.terms) for one in queries)
    return [sum(one.terms[at].n_sections for one in queries if at < len(one.terms)) for at in range(n_terms)]


# Expand them: synonyms and prefixes.


def add_synonyms(queries: Sequence[SegmentQuery], weight: float) -> None:
    """Let the synonyms of a query's expressions stand for their words, unless something is quoted.

    Args:
        queries: In each segment.
        weight: What synonyms count beside the words themselves.
    """
    # Sections with the synonym of a word that some segment has do not count as sections with the word.
    known = {at for at, n in enumerate(count_matching(queries)) if n}
    for one in queries:
        if one.quotes or time_is_up():
            continue
        words = [(at, term) for at, term in enumerate(one.terms) if not term.of.whole]
        for start, (_, first) in enumerate(words):
            for synonym in () if first.pruned else one.segment.synonyms(first.of.spellings[0])[: knobs.MAX_SYNONYMS]:
                expression = words[start : start + len(synonym.asked)]
                # Some acronym is spelled like "it"; nobody means that by it.
                if _says(expression, synonym.asked) and not all(term.of.stop for _, term in expression):
                    n = one.segment.n_sections(synonym.key)
                    for at, term in expression:
                        term.shares[synonym.key] = weight
                        term.n_sections = term.n_sections if at in known else n


def _says(words: Sequence[tuple[int, ExpandedTerm]], expression: Sequence[str]) -> bool:
    """Say whether words are an expression: its terms, side by side."""
    spelled = [term.of.spellings[0] for _, term in words]
    offsets = [term.of.position - words[0][1].of.position for _, term in words]
    return spelled == list(expression) and offsets == list(range(len(expression)))


def expand_prefixes(queries: Sequence[SegmentQuery], prefix_penalty: float) -> None:
    """Expand starred words, and a last word or name that no segment has, to the terms that start so.

    Words whose turn comes when the time is up stay as they were typed.
    """
    known = {at for at, n in enumerate(count_matching(queries)) if n}
    expanding = [
        (at, term, one.segment)
        for one in queries
        for at, term in enumerate(one.terms)
        if term.of.prefix and not (term.of.open_ended and at in known)
    ]
    fetch(Batch(segment, prefixes={"terms": [term.of.prefix]}) for _, term, segment in expanding)
    found = [(at, term, segment, starting(term, segment)) for at, term, segment in while_time(expanding)]
    for index in {at for at, *_ in found}:
        mine = [(term, segment, counts) for at, term, segment, counts in found if at == index]
        chosen = most_frequent(counts for *_, counts in mine)
        for term, segment, counts in mine:
            live = {spelling: segment.n_sections(spelling) for spelling in counts if spelling in chosen}
            expand(term, {spelling: n for spelling, n in live.items() if n}, prefix_penalty)


def starting(term: ExpandedTerm, segment: SegmentReader) -> dict[str, int]:
    """Return the terms of a segment that start with a term's prefix and are not known yet, and their sections."""
    begun = segment.with_prefix("terms", term.of.prefix)
    # One letter starts thousands of terms; few of them have a space, as every synonym has.
    return {one: n for one, n in begun if one not in term.shares and (" " not in one or not is_synonym(one))}


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


def expand(term: ExpandedTerm, added: Mapping[str, int], share: float) -> None:
    """Let further terms stand for a term, with the sections that each has in the segment."""
    term.shares.update(dict.fromkeys(sorted(added), share))
    term.n_sections += sum(added.values())


# Correct the words that no segment has.


def unknown_positions(queries: Sequence[SegmentQuery]) -> set[int]:
    """Return the positions of the words that no segment has; none if not every word was looked for."""
    if time_is_up():
        return set()
    terms = max((one.query.terms for one in queries), key=len)
    counted = zip(terms, count_matching(queries), strict=True)
    return {term.position for term, n in counted if not n and not term.whole and not term.stop}


def name_words(text: str, queries: Sequence[SegmentQuery], positions: set[int]) -> list[str]:
    """Return the words at some positions of a query as they were typed; a name whole where all of it is meant."""
    words = list(typed_words(text, queries[0].segment.analyzer))
    asked = [term.of.position for term in queries[0].terms]
    # The letters of "e.g." are no words, and terms beyond the bound are not looked at.
    letters = {word.position for word in words if len(asked) < knobs.MAX_TERMS}.difference(asked)
    known_runs = {word.run for word in words if word.position not in positions | letters}
    meant = (word for word in words if word.position in positions)
    named = (word.word if word.run in known_runs else text[slice(*word.run)] for word in meant)
    return list(dict.fromkeys(named))


@dataclass(frozen=True, slots=True)
class _Correction:
    """The words that a stretch of the query was corrected to."""

    typed: TypedWord
    whole: bool
    """Whether it is a name of several words, corrected as one."""
    words: list[str]
    """Best first."""
    weight: float
    beginning: bool
    """Whether the words stand only at the beginning of names, as `pyfunction` does in `PyFunction_New`."""


def correct(queries: Sequence[SegmentQuery], text: str, unknown: Set[int]) -> str:
    """Let words that are spelled nearly so stand for unknown words.

    Args:
        queries: In each segment; the terms at the unknown positions, and whole names, are looked up anew.
        text: The query.
        unknown: Positions of the words that no segment has.

    Returns:
        The query with the first of the words put in; empty where nothing near is known.

    Raises:
        BundleError: A lexicon is damaged or cannot be read.
    """
    found = sorted(_corrections(queries, text, unknown), key=lambda correction: correction.typed.start)
    if not found:
        return ""
    corrected = text
    for correction in reversed(found):
        typed = correction.typed
        word = _as_typed(correction.words[0], text[typed.start : typed.end])
        corrected = corrected[: typed.start] + word + corrected[typed.end :]
    for one in queries:
        _replace_terms(one, found, corrected)
    return corrected


def _corrections(queries: Sequence[SegmentQuery], text: str, unknown: Set[int]) -> Iterator[_Correction]:
    words = typed_words(text, queries[0].segment.analyzer)
    runs = [(run, list(group)) for run, group in groupby(words, key=lambda word: word.run)]
    wrong = [word for _, parts in runs for word in parts if word.position in unknown and not word.literal]
    wrong = wrong[: knobs.MAX_CORRECTED_WORDS]
    in_task = is_task(max((one.query.terms for one in queries), key=len))
    if any(allowed_edits(fold(normalize(typed.word)), in_task) for typed in wrong):
        fetch(
            Batch(one.segment, prefixes={} if one.segment.keeps("lexicon") else {"lexicon": [""]}, lengths=True)
            for one in queries
        )
    near = {word.position: _nearest(queries, word, in_task) for word in while_time(wrong)}
    meant = [words[: knobs.MAX_ALTERNATIVES] for _, words in near.values() if words]
    fetch(_alternatives(one, meant) for one in queries)
    for (start, end), parts in runs:
        mine = [word for word in wrong if word.run == (start, end) and word.position in near]
        corrections = [found for word in mine if (found := _correction(queries, word, near[word.position]))]
        yield from corrections
        name = text[start:end]
        if mine and not corrections and len(parts) > 1 and name.isalpha():
            typed = TypedWord(name, parts[0].position, start, (start, end), False)
            if whole := _correction(queries, typed, _nearest(queries, typed, in_task), whole=True):
                yield whole


def _nearest(queries: Sequence[SegmentQuery], typed: TypedWord, in_task: bool) -> tuple[int, list[str]]:
    """Return the fewest edits, and the words of the segments so many edits away, the most frequent first."""
    word = fold(normalize(typed.word))
    edits = allowed_edits(word, in_task)
    distances: dict[str, int] = {}
    counts: Counter[str] = Counter()
    for one in queries if edits else ():
        words, folded, n_pages = _lexicon(one.segment)
        for off, at in near_words(word, folded, edits):
            if is_visible_line(words[at]):  # else no word that a builder keeps
                distances[words[at]] = off
                counts[words[at]] += n_pages[at]
    closest = min(distances.values(), default=0)
    ranked = sorted((-counts[near], near) for near, off in distances.items() if off == closest)
    return closest, [near for _, near in ranked]


_WORD_BYTES = 120
"""Memory of a word in both spellings (bytes, estimated)."""


def _lexicon(segment: SegmentReader) -> tuple[list[str], list[str], list[int]]:
    """Return the words of a segment as they are written, without diacritics, and the number of pages with each."""

    def make() -> tuple[list[str], list[str], list[int]]:
        shards = [segment.files.keyed(shard.ref) for shard in segment.tables["lexicon"]]
        words = [word for shard in shards for word in shard.keys]
        folded = fold("\n".join(words)).split("\n")
        return words, folded if len(folded) == len(words) else words, [n for shard in shards for n in shard.counts]

    return segment.derived("lexicon", make, lambda found: _WORD_BYTES * len(found[0]))


def _alternatives(one: SegmentQuery, meant: Sequence[Sequence[str]]) -> Batch:
    """Say what is read of the words that may be meant by each misspelled one, and where the likeliest stand."""

    def terms(words: Iterable[str]) -> Iterator[str]:
        runs = (run for word in words for run in one.segment.analyzer.runs(word))
        return (spellings[0] for run in runs for spellings in run.parts if spellings)

    known = (next(iter(term.shares)) for term in one.terms if term.shares and not term.of.whole)
    placed = chain(known, terms(words[0] for words in meant)) if len(one.terms) > 1 else ()
    return Batch(one.segment, keys={"terms": terms(chain.from_iterable(meant)), "positions": placed})


def _correction(
    queries: Sequence[SegmentQuery], typed: TypedWord, near: tuple[int, list[str]], whole: bool = False
) -> _Correction | None:
    closest, words = near
    for beginning in (False, True):
        held = (word for word in words if any(_meaning(word, one.segment, beginning).shares for one in queries))
        if chosen := list(islice(held, 1 if beginning else knobs.MAX_ALTERNATIVES)):
            return _Correction(typed, whole, chosen, knobs.CORRECTION_WEIGHTS[closest], beginning)
    return None


def _meaning(word: str, segment: SegmentReader, beginning: bool) -> ExpandedTerm:
    """Look up a word of a lexicon, or what begins so."""
    if beginning:
        begun = ExpandedTerm(QueryTerm((), 0, prefix=fold(word)), {}, 0)
        counts = starting(begun, segment)
        chosen = most_frequent([counts])
        expand(begun, {term: n for term, n in counts.items() if term in chosen}, 1.0)
        return begun
    runs = list(segment.analyzer.runs(word))
    single = runs[0].parts if len(runs) == 1 else ()
    return exact(QueryTerm(single[0] if len(single) == 1 else (), 0), segment)


def _replace_terms(one: SegmentQuery, corrections: Sequence[_Correction], corrected: str) -> None:
    """Look up corrected words in place of those that were typed, and the names that they are part of."""
    by_place = {(correction.typed.position, correction.whole): correction for correction in corrections}
    again = parse_query(corrected, one.segment.analyzer).terms
    places = [(term.of.position, term.of.whole) for term in one.terms]
    aligned = [(term.position, term.whole) for term in again] == places
    for at, (term, place) in enumerate(zip(one.terms, places, strict=True)):
        if correction := by_place.get(place):
            one.terms[at] = _with_words(term.of, correction, one.segment)
        elif term.of.whole and aligned and not term.shares:
            found = exact(again[at], one.segment)
            weight = min(correction.weight for correction in corrections)
            one.terms[at] = ExpandedTerm(term.of, found.shares, found.n_sections, weight)


def _with_words(of: QueryTerm, correction: _Correction, segment: SegmentReader) -> ExpandedTerm:
    term = ExpandedTerm(of, {}, 0, correction.weight)
    for word in correction.words:
        found = _meaning(word, segment, correction.beginning)
        term.n_sections += found.n_sections if found.shares.keys() - term.shares.keys() else 0
        term.shares.update((one, share) for one, share in found.shares.items() if one not in term.shares)
    return term


def _as_typed(word: str, typed: str) -> str:
    """Put a word in the case of another.

    >>> _as_typed("python", "PYHTON"), _as_typed("python", "Pyhton"), _as_typed("python", "pyhton")
    ('PYTHON', 'Python', 'python')
    """
    if typed.isupper():
        return word.upper()
    return word[0].upper() + word[1:] if typed[0].isupper() else word


# Find the words of a list that are spelled nearly like one.
#
# Two edits leave at least one third of a word as it was, one edit leaves a half (a swap across a cut is tried as well).
# So only words of about its length that share such a piece are looked at; of those, only the ones that have nearly the
# same letters. For what is left the distance is computed, a column of the matrix at a time in the bits of an integer.


class Near(NamedTuple):
    """A word of the list."""

    distance: int
    """Edits: letters left out, put in, changed, or swapped with their neighbor."""
    at: int
    """Index of the word in the list."""


def allowed_edits(word: str, in_task: bool = False) -> int:
    """Say how many edits a word may be away from what was meant: the shorter it is, the more words are near it.

    In a task one less: most of its unknown words are spelled right, and the documentation uses others.

    >>> [allowed_edits(word) for word in ("cat", "loop", "functio", "generate")]
    [0, 1, 1, 2]
    >>> [allowed_edits(word, in_task=True) for word in ("cat", "loop", "functio", "generate")]
    [0, 0, 0, 1]
    """
    edits = 0 if len(word) < 4 or len(word) > knobs.MAX_COMPARED_CHARS else 1 if len(word) < 8 else 2
    return max(0, edits - in_task)


def near_words(word: str, words: Sequence[str], edits: int) -> list[Near]:
    """Return every word that is at most so many edits away.

    Args:
        word: Of `4 · edits` letters or more.
        words: To choose from.
        edits: 1 or 2.
    """
    # Any word within so many edits shares a head, a tail or, for two edits, the middle.
    first, last = len(word) // (edits + 1), edits * len(word) // (edits + 1)
    heads, tails = (word[:first], _swapped(word, first)[:first]), (word[last:], _swapped(word, last)[last:])
    middle = word[first:last]
    least, most, letters, masks = len(word) - edits, len(word) + edits, set(word), _masks(word)
    likely = [
        at
        for at, other in enumerate(words)
        if least <= len(other) <= most
        and ((middle and middle in other) or other.startswith(heads) or other.endswith(tails))
        and len(letters.symmetric_difference(other)) <= 2 * edits
    ]
    near = (Near(_distance(masks, len(word), words[at]), at) for at in likely)
    return [found for found in near if found.distance <= edits]


def distance(first: str, second: str) -> int:
    """Return the number of edits between two words, no letter being edited twice (optimal string alignment).

    >>> distance("gather", "gahter"), distance("kitten", "sitting"), distance("", "abc")
    (1, 3, 3)
    """
    return _distance(_masks(first), len(first), second) if first else len(second)


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
