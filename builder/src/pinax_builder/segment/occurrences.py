"""Note what occurs in the sections of a part, and make columns of it: for each term and word its rows, sorted.

In:    The runs of text of one section after the other, and terms that have no position.
Out:   The tables of words, positions and terms, and their entries.

Strategy: a spelling is looked up once in a part and has a number from then on; so a run of text costs a look-up and a
number of four bytes, and what follows from it is worked out for the whole part at once. Then each run is repeated for
each of its terms, with its section and field. Term, section and field make one number, so one sort brings equal ones
together, and their number is a frequency. Positions are counted through each section in the order of the text, and a
stable sort by term keeps that order.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat
from operator import itemgetter
from typing import Any, NamedTuple

from pinax_builder.columns import (
    FIELD,
    FIELD_BITS,
    Block,
    Flags,
    Group,
    Lists,
    Numbers,
    as_numbers,
    changes,
    narrow,
    np,
    within,
)
from pinax_builder.records import Stretches
from pinax_builder.segment.vocabulary import Spelled, Vocabulary
from pinax_runtime.format import HEADINGS, POSITIONED, TITLE, TITLED, Kind

UNCOUNTED = TITLED + 1
"""Field of runs that have positions, but whose terms are added by themselves."""
_TEXT = itemgetter(1)
"""The text of a stretch."""
_MOST_TITLE_WORDS = 255
_TERMS, _PRIMARIES, _WORDS = range(len(Spelled._fields))
"""Members of `Spelled`, read in C."""


class Numbered(dict[str, int]):
    """Numbers strings in the order in which they are first asked for."""

    def __missing__(self, text: str) -> int:
        number = self[text] = len(self)
        return number


def _numbers() -> array[int]:
    return array("I")


class Spellings(dict[str, int]):
    """Numbers the spellings of a part, and keeps the terms and words of each."""

    def __init__(self, known: Vocabulary) -> None:
        super().__init__()
        self._known = known
        self.spelled: list[Spelled] = []
        """What each number stands for."""

    def __missing__(self, spelling: str) -> int:
        number = self[spelling] = len(self.spelled)
        self.spelled.append(self._known[spelling])
        return number


class WordCounts(NamedTuple):
    """Numbers of words, that is of positions, of each section."""

    shown: Numbers
    """Words of titles and of what is below them."""
    below: Numbers
    """Words of body and code."""
    titles: Numbers
    """Words of the first title, its numbering aside."""


class Occurrences:
    """What occurs where in a part."""

    def __init__(self, known: Vocabulary) -> None:
        self.spellings = Spellings(known)
        self.term_numbers = Numbered()
        self.runs = _numbers()
        """Numbers of the spellings of all runs that have positions, in order."""
        self.stretches, self.fields = _numbers(), _numbers()
        """For each stretch of runs in one field of one section: number of runs, field."""
        self.n_stretches = _numbers()
        """For each section the number of its stretches."""
        self.n_numbering = _numbers()
        """For each section the number of words that its title's numbering has."""
        self.terms, self.term_fields, self.term_sections = _numbers(), _numbers(), _numbers()
        """For each occurrence of a term that has no position: its number, field, section."""
        self.reweighted: set[str] = set()
        """Terms whose frequencies a weight of the page changed, so that they no longer count positions."""
        self.seen, self.n_seen = _numbers(), _numbers()
        """Numbers of spellings that a page has, and how many these are: its own and those of its titles, by turns."""
        self._find, self._find_each = known.spellings, known.spellings_of

    def add_section(self, n_stretches: int, n_numbering: int) -> None:
        """Begin the next section.

        Args:
            n_stretches: Number of stretches of text that are going to be added, titles first.
            n_numbering: Number of words that the title's numbering has.
        """
        self.n_stretches.append(n_stretches)
        self.n_numbering.append(n_numbering)

    def add(self, stretches: Stretches) -> list[int]:
        """Add stretches of text of the section; return the numbers of the spellings of their runs."""
        found = self._find_each(map(_TEXT, stretches))
        numbers = list(map(self.spellings.__getitem__, chain.from_iterable(found)))
        self.runs.fromlist(numbers)
        self.stretches.extend(map(len, found))
        self.fields.extend([field for field, _ in stretches])
        return numbers

    def numbers(self, text: str) -> list[int]:
        """Return the numbers of the spellings of a text, without adding it."""
        return list(map(self.spellings.__getitem__, self._find(text)))

    def add_terms(self, section: int, field: int, terms: Sequence[str]) -> None:
        """Add terms of a section that have no position."""
        self.terms.extend(map(self.term_numbers.__getitem__, terms))
        self.term_fields.extend(repeat(field, len(terms)))
        self.term_sections.extend(repeat(section, len(terms)))

    def n_positions(self, numbers: Sequence[int]) -> int:
        """Return how many positions runs take that are spelled so."""
        return sum(len(self.spellings.spelled[number].primaries) for number in numbers)

    def word_counts(self) -> WordCounts:
        """Count the words of all sections."""
        n_primaries = np.array([len(spelled.primaries) for spelled in self.spellings.spelled], np.int32)
        runs, fields, n_stretches = as_numbers(self.runs), as_numbers(self.fields), as_numbers(self.n_stretches)
        n_words = _sums(n_primaries[runs], as_numbers(self.stretches))
        sections = np.repeat(np.arange(len(n_stretches)), n_stretches)
        in_title = (fields == TITLE) | (fields == HEADINGS)

        def total(wanted: Flags) -> Numbers:
            return np.bincount(sections[wanted], n_words[wanted], len(n_stretches)).astype(np.int32)

        below = total(~in_title)
        titles = total(in_title & changes(sections)) - as_numbers(self.n_numbering)
        return WordCounts(below + total(in_title), below, titles)

    def see(self, numbers: set[int]) -> None:
        """Add the spellings of the next page; or those of its titles."""
        self.seen.extend(numbers)
        self.n_seen.append(len(numbers))


def _sums(numbers: Numbers, sizes: Numbers) -> Numbers:
    """Return the sum of each stretch, of stretches of these sizes one after the other.

    >>> _sums(np.array([1, 2, 3]), np.array([2, 0, 1])).tolist()
    [3, 0, 3]
    """
    sums: Numbers = np.diff(np.append(0, np.cumsum(numbers))[np.cumsum(sizes)], prepend=0)
    return sums


class Tables(NamedTuple):
    """What occurs where in a part."""

    lexicon: Block
    """Word as written, in lower case → number of each page that has it, twice where it is in a title."""
    positions: Block
    """Primary term → sections and numbers of positions; positions as differences, which start anew in each section. The
    flag says whether the frequencies say how many positions each section has. Phrases look at no other term."""
    terms: Block
    """Term → field, section and frequency, by section and field; for the field TITLED the words of the title."""


class _Rows(NamedTuple):
    """The rows of terms, by term, section and field."""

    terms: Numbers
    fields: Numbers
    sections: Numbers
    counts: Numbers


class _Places(NamedTuple):
    """The positions of terms, by term, section and position."""

    terms: Numbers
    sections: Numbers
    positions: Numbers


def entries_of(kind: Kind, table: Block) -> Iterator[tuple[Kind, str, Any]]:
    """Yield the entries of a table: kind, first key and piece."""
    for piece in table.pieces():
        yield kind, piece.keys[0], piece.to_wire()


def tables_of(occurrences: Occurrences, title_words: Numbers) -> Tables:
    """Return the tables of a part.

    Args:
        occurrences: What occurs in it.
        title_words: For each section the number of words of its title.
    """
    spelled, numbers = occurrences.spellings.spelled, occurrences.term_numbers
    terms_of, primaries_of = (_numbered(map(itemgetter(at), spelled), numbers) for at in (_TERMS, _PRIMARIES))
    names, ranks = _ranked(numbers)
    runs = as_numbers(occurrences.runs)
    stretches = as_numbers(occurrences.stretches)
    n_stretches = as_numbers(occurrences.n_stretches)
    of_stretches = np.repeat(np.arange(len(n_stretches), dtype=np.int32), n_stretches)
    sections = np.repeat(of_stretches, stretches)
    fields = np.repeat(as_numbers(occurrences.fields), stretches)
    places = _places(runs, sections, primaries_of.named(ranks))
    terms, n_terms = terms_of.named(ranks).of(runs)
    rows = _rows(
        np.concatenate((terms, ranks[as_numbers(occurrences.terms)])),
        np.concatenate((np.repeat(sections, n_terms), as_numbers(occurrences.term_sections))),
        np.concatenate((np.repeat(fields, n_terms), as_numbers(occurrences.term_fields))),
        np.minimum(_MOST_TITLE_WORDS, np.maximum(1, title_words)),
    )
    reweighted = ranks[[numbers[term] for term in occurrences.reweighted]]
    return Tables(_lexicon(occurrences), _positions(names, places, rows, reweighted), _terms(names, rows))


def _numbered(lists: Iterable[Sequence[str]], numbers: Numbered) -> Lists:
    """Return lists of strings as lists of their numbers."""
    columns = list(lists)
    sizes = np.fromiter(map(len, columns), np.int32, len(columns))
    items = map(numbers.__getitem__, chain.from_iterable(columns))
    return Lists(np.fromiter(items, np.int32, int(sizes.sum())), sizes)


def _ranked(numbers: Numbered) -> tuple[list[str], Numbers]:
    """Return strings in code-point order, and the rank of each by its number."""
    names = sorted(numbers)
    ranks = np.empty(len(names), np.int32)
    ranks[np.fromiter(map(numbers.__getitem__, names), np.int32, len(names))] = np.arange(len(names))
    return names, ranks


def _places(runs: Numbers, sections: Numbers, primaries: Lists) -> _Places:
    terms, n_positions = primaries.of(runs)
    sections = np.repeat(sections, n_positions)
    positions = within(np.bincount(sections).astype(np.int32))
    order = np.argsort(narrow(terms), kind="stable")
    return _Places(terms[order], sections[order], positions[order])


def _rows(terms: Numbers, sections: Numbers, fields: Numbers, title_words: Numbers) -> _Rows:
    width = len(title_words) << FIELD_BITS
    keys = terms.astype(np.int64) * width + (sections << FIELD_BITS | fields)
    in_titles = (fields == TITLE) | (fields == HEADINGS)
    keys = np.concatenate((keys[fields != UNCOUNTED], keys[in_titles] & ~FIELD | TITLED))
    keys.sort()
    heads = np.flatnonzero(changes(keys))
    counts = np.diff(np.append(heads, len(keys))).astype(np.int32)
    keys = keys[heads]
    terms = (keys // width).astype(np.int32)
    rest = (keys - terms.astype(np.int64) * width).astype(np.int32)
    fields, sections = rest & FIELD, rest >> FIELD_BITS
    return _Rows(terms, fields, sections, np.where(fields == TITLED, title_words[sections], counts))


def _terms(names: list[str], rows: _Rows) -> Block:
    sizes = np.bincount(rows.terms, minlength=len(names)).astype(np.int32)
    block = Block(names, sizes * 0, (Group(sizes, (rows.fields, rows.sections, rows.counts)),))
    return _without(block, sizes > 0)


def _positions(names: list[str], places: _Places, rows: _Rows, reweighted: Numbers) -> Block:
    """Return the table of positions, of all terms that have some or occur in a field that has.

    Each position counts once in a frequency of its section. So if no frequency was changed and the sums are equal, the
    frequencies say how many positions each section has.
    """
    n_names = len(names)
    in_positioned = rows.fields <= max(POSITIONED)
    shown = np.bincount(rows.terms[in_positioned], rows.counts[in_positioned], n_names)
    n_steps = np.bincount(places.terms, minlength=n_names).astype(np.int32)
    is_implied = (shown == n_steps) & (n_steps > 0)
    is_implied[reweighted] = False
    is_first = changes(places.terms) | changes(places.sections)
    steps = places.positions.copy()
    steps[1:] -= np.where(is_first[1:], 0, places.positions[:-1])
    heads = np.flatnonzero(is_first)
    sizes = np.bincount(places.terms[heads], minlength=n_names).astype(np.int32)
    counts = np.diff(np.append(heads, len(steps))).astype(np.int32)
    sections = Group(sizes, (places.sections[heads], counts))
    block = Block(names, is_implied.astype(np.int32), (sections, Group(n_steps, (steps,))))
    # A term in names alone has no position here; its frequencies would mislead beside another part's positions.
    return _without(block, (shown > 0) | (n_steps > 0))


def _without(block: Block, kept: Flags) -> Block:
    """Return a block without the keys that are not kept, which have no rows, and without the empty term."""
    if block.keys and not block.keys[0]:  # of words that have a position, but are not indexed
        block, kept = block.cut(1, len(block.keys)), kept[1:]
    keys = [key for key, is_kept in zip(block.keys, kept.tolist(), strict=True) if is_kept]
    return Block(keys, block.flags[kept], tuple(Group(group.sizes[kept], group.columns) for group in block.groups))


def _lexicon(occurrences: Occurrences) -> Block:
    """Return for each word the pages that have it, twice for a page that has it in a title."""
    numbers = Numbered()
    words_of = _numbered(map(itemgetter(_WORDS), occurrences.spellings.spelled), numbers)
    names, ranks = _ranked(numbers)
    n_seen = as_numbers(occurrences.n_seen)
    turns = np.repeat(np.arange(len(n_seen), dtype=np.int32), n_seen)
    words, n_words = words_of.named(ranks).of(as_numbers(occurrences.seen))
    keys = words.astype(np.int64) * len(n_seen) + np.repeat(turns, n_words)
    keys.sort()
    keys = keys[changes(keys)]
    words = (keys // len(n_seen)).astype(np.int32)
    pages = ((keys - words.astype(np.int64) * len(n_seen)) >> 1).astype(np.int32)
    sizes = np.bincount(words, minlength=len(names)).astype(np.int32)
    return _without(Block(names, sizes * 0, (Group(sizes, (pages,)),)), sizes > 0)
