"""Raise pages and sections whose descriptions, titles or order of words fit the query, and find what it quotes.

Strategy of descriptions. A query for a name or heading has one to three words, and the right page has them in its
headings or symbols. A query for a task has more words, in everyday language ("check whether a file is ignored"). A page
with hundreds of headings and options has each of these words in one of them, which says little. So for a task, words of
a page's description, which says what it is for, earn a bonus: most the first word, which is mostly a verb.

Strategy of titles. A title must hold half of the query, by idf. Which words a title holds is kept as bits. Titles that
hold the same words and are equally long have one score, which is computed once: a common heading stands in ten thousand
sections. A name such as `$HOME` or `getUserById` says more than its words: a title that has only these says less than
was asked.

Strategy of positions. They are read last, since they cost most. Which words are looked at is decided for all segments
together, so that a docset in two parts answers as it does in one. What is quoted is looked for where the counts alone
allow it, beginning with the rarest word: a phrase with a very common word costs no more than one with rare words.

Why:   docs/decisions/0022, docs/decisions/0026, docs/decisions/0228, docs/decisions/0054 and docs/decisions/0185
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cache
from itertools import chain, compress, pairwise
from operator import sub

from pinax_runtime.bundle import SegmentReader
from pinax_runtime.deadline import time_is_up, while_time
from pinax_runtime.format import DESCRIPTION, SYMBOL, Positions, Postings, synonym_of
from pinax_runtime.search import knobs
from pinax_runtime.search.query import Query
from pinax_runtime.search.scoring import ExpandedTerm, Found, SegmentQuery, Weights, entries_at, idf

# Tasks and descriptions.


def add_descriptions(query: SegmentQuery) -> None:
    """Add to each page that matches a bonus for the words of its description: a share of their idf, the first more."""
    is_first = True
    for term, worth in query.weighted():
        bonus = knobs.DESCRIPTION_SHARE * worth
        if is_first and not term.of.stop and not term.of.whole:
            bonus, is_first = bonus + knobs.FIRST_WORD_BONUS, False
        for page in described(query.segment, term) & query.pages.keys():
            query.descriptions[page] = query.descriptions.get(page, 0.0) + bonus
    for page, bonus in query.descriptions.items():
        query.pages[page] += bonus


def described(segment: SegmentReader, term: ExpandedTerm) -> set[int]:
    """Return the pages whose description has a word as it was typed, not a variant of it."""
    postings = (segment.postings(spelling) for spelling, share in term.shares.items() if share >= 1)
    columns: Iterable[Sequence[int]] = (found.by_field.get(DESCRIPTION, ((), ()))[0] for found in postings if found)
    return {segment.page_of[section] for sections in columns for section in sections}


# Titles and definitions.


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


def title_scores(words: Sequence[TitleWord], asked: float, sections: Set[int]) -> dict[int, float]:
    """Return section → score of its title (above 0, at most 1), for the titles that have one.

    Args:
        words: Of the query, with their synonyms.
        asked: Sum of the idf of all words of the query, found or not (above 0).
        sections: Those that matched; others get no score.
    """
    bits: dict[int, int] = {}
    lengths: dict[int, int] = {}
    # Stop words come last: they are looked for only in titles that have other words.
    for number in sorted(range(len(words)), key=lambda number: words[number].idf == 0):
        word = words[number]
        if word.postings.titled:
            holding, long = entries_at(*word.postings.titled, sections if word.idf else bits.keys())
            lengths.update(zip(holding, long, strict=True))
            bits.update([(section, bits.get(section, 0) | 1 << number) for section in holding])

    @cache
    def score(bits: int, n_words: int) -> float:
        best: dict[int, TitleWord] = {}
        for number, word in enumerate(words):
            if bits >> number & 1 and (word.of not in best or word.idf > best[word.of].idf):
                best[word.of] = word
        of_query = min(1.0, sum(word.idf for word in best.values()) / asked)
        of_title = min(1.0, sum(word.n_words for word in best.values()) / max(1, n_words))
        return (of_query * of_title) ** knobs.TITLE_POWER if of_query >= knobs.MIN_TITLE_SHARE else 0.0

    return {section: worth for section, held in bits.items() if (worth := score(held, lengths[section]))}


def add_titles(query: SegmentQuery) -> None:
    """Add the bonuses of titles: most where a title says nothing but the query.

    A section that defines just what the query names gets it in full, whatever its title says besides.
    """
    compared = _compared_with_titles(query)
    asked = sum(worth for term, worth in compared if not term.of.stop)
    full = query.weights.ranking.exact_title_bonus * asked
    if not full:
        return
    # A term is both counted among the titles and asked whether it is in a symbol: its postings are found once.
    postings_of = cache(lambda term: query.segment.postings(term) or Postings({}))
    words = [word for at, (term, worth) in enumerate(compared) for word in _title_words(at, term, worth, postings_of)]
    scores = title_scores(words, asked, query.sections.keys())
    query.title_shares = scores
    query.titles = {section: full * score for section, score in scores.items()}
    defining = _defining(query, postings_of)
    query.titles.update((section, full * share) for section, share in defining if section in query.sections)
    for section, bonus in query.titles.items():
        page = query.segment.page_of[section]
        if section == query.segment.first_sections[page]:
            query.page_titles[page] = knobs.PAGE_TITLE_SHARE * bonus
            query.pages[page] = query.pages.get(page, 0.0) + query.page_titles[page]


def _compared_with_titles(query: SegmentQuery) -> list[tuple[ExpandedTerm, float]]:
    """Return what titles are compared with, each with its idf: words, or the whole name where some section has it.

    A name counts as much as its words together, or more.
    """
    words = [(term, worth) for term, worth in query.weighted() if not term.of.whole]
    names: list[tuple[ExpandedTerm, float]] = []
    for (term, worth), n_sections in zip(query.weighted(), query.weights.counts, strict=False):
        if term.of.n_spelled and n_sections:
            positions = range(term.of.position, term.of.position + term.of.n_spelled)
            spelled = [of_word for word, of_word in words if word.of.position in positions]
            names.append((term, max(worth, sum(spelled))))
            words = [word for word in words if word[0].of.position not in positions]
    return names + words


def _title_words(
    at: int, term: ExpandedTerm, worth: float, postings_of: Callable[[str], Postings]
) -> Iterator[TitleWord]:
    """Yield what a term is called in titles: its spellings and synonyms, but nothing it was corrected to."""
    value = worth if term.counts_for_coverage or term.of.whole else 0.0
    for spelling, share in term.shares.items():
        synonym = synonym_of(spelling) if share < 1 else None
        if share >= 1 or synonym:
            n_words = len(synonym.meant) / len(synonym.asked) if synonym else max(1.0, term.of.n_spelled)
            yield TitleWord(at, min(1.0, share) * value, postings_of(spelling), n_words)


def _defining(query: SegmentQuery, postings_of: Callable[[str], Postings]) -> Sequence[tuple[int, float]]:
    """Return the sections that define what the query names, each with its share of the full bonus.

    Their shards are read only if some name has the query's words. What explains a symbol comes before its source. Where
    a name is spelled just so, what only has another case is none of it (`typing.Final` and `typing.final`); where one
    has the kind that the query says, the others are not meant. Source code is filed under bare names, too.
    """
    named = query.query.named
    spellings = (spelling for term in query.terms for spelling in term.shares)
    if not named.names or not any(SYMBOL in postings_of(spelling).by_field for spelling in spellings):
        return ()
    found = [definition for name in named.names for definition in query.segment.definitions(name)]
    spelled = [definition for definition in found if definition.name.endswith(named.names)] or found
    meant = [one for one in spelled if one.kind in named.kinds] or (spelled if named.certain else [])
    priors, page_of = query.segment.lengths.priors, query.segment.page_of
    shares = (knobs.SOURCE_DEFINITION_FACTOR if one.line else knobs.DEFINITION_FACTOR for one in meant)
    return [
        (one.section, share * (priors[page_of[one.section]] / 100)) for one, share in zip(meant, shares, strict=True)
    ]


# Words that stand together.

Pair = tuple[int, int, float]
"""Indexes of two neighboring words of a query, and the lower idf of the two."""


def near_pairs(terms: Sequence[ExpandedTerm], weights: Weights) -> list[Pair]:
    """Return the pairs of neighboring words whose positions are looked at.

    Their words are rare enough to say something by where they stand. The rarer pairs come first, as long as their words
    are in few sections together. That two common words stand together costs most to find out and says least. Sections
    are counted rather than bytes: in files of a small segment many words lie together.
    """
    counts, idfs, n = weights.counts, weights.idfs, weights.n_sections
    words = [at for at, term in enumerate(terms) if counts[at] and not term.of.whole]
    most = max((idfs[at] for at in words), default=0.0)
    least = max(most * knobs.MIN_PROXIMITY_IDF_SHARE, idf(n, knobs.MAX_POSITIONED) if n > knobs.MAX_POSITIONED else 0.0)
    distinctive = [at for at in words if idfs[at] >= least]
    chosen: list[Pair] = []
    looked_at: set[int] = set()
    pairs = ((first, second, min(idfs[first], idfs[second])) for first, second in pairwise(distinctive))
    for first, second, worth in sorted(pairs, key=lambda pair: -pair[2]):
        with_pair = looked_at | {first, second}
        if sum(counts[at] for at in with_pair) <= knobs.MAX_POSITIONED_TOGETHER:
            looked_at = with_pair
            chosen.append((first, second, worth))
    return chosen


def in_pair(query: SegmentQuery, pair: Pair) -> list[ExpandedTerm]:
    """Return both words of a pair as a segment has them; none if it lacks one of them."""
    both = [query.terms[at] for at in pair[:2] if at < len(query.terms) and query.terms[at].shares]
    return both if len(both) == 2 else []


def with_proximity(query: SegmentQuery, near: Sequence[Found], pairs: Sequence[Pair]) -> list[Found]:
    """Add the bonus of sections in which two words stand together."""
    if not pairs or not near or time_is_up():
        return list(near)
    query.proximity = {found.section: 0.0 for found in near}
    for pair in while_time(pairs):
        if words := in_pair(query, pair):
            here, there = (query.positions(next(iter(word.shares))) for word in words)
            gap = words[1].of.position - words[0].of.position
            worth = query.weights.ranking.term_proximity_bonus * pair[2]
            for section in query.proximity:
                query.proximity[section] += worth * closeness(here.at(section), there.at(section), gap)
    return [found._replace(score=found.score + query.proximity[found.section] * query.docset.weight) for found in near]


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


# Quotations.

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
    return set(entries_at(numbers, numbers, among)[0])


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
