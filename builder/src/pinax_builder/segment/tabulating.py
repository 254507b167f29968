"""Make columns of what occurs in a part: for each term and word its rows, sorted.

In:    What was noted of all sections, as numbers of spellings and terms.
Out:   The tables of words, positions and terms, and their entries.

Strategy: each run is repeated for each of its terms, with its section and field. Term, section and field make one
number, so one sort brings equal ones together, and their number is a frequency. Positions are counted through each
section in the order of the text, and a stable sort by term keeps that order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple

from pinax_builder.columns import (
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
from pinax_builder.segment.occurrences import UNCOUNTED, Numbered, Occurrences
from pinax_builder.segment.vocabulary import Spelled
from pinax_runtime.format import HEADINGS, POSITIONED, TITLE, TITLED, Kind

_FIELD = (1 << FIELD_BITS) - 1
_MOST_TITLE_WORDS = 255
_TERMS, _PRIMARIES, _WORDS = range(len(Spelled._fields))
"""Members of `Spelled`, read in C."""


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
    keys = np.concatenate((keys[fields != UNCOUNTED], keys[in_titles] & ~_FIELD | TITLED))
    keys.sort()
    heads = np.flatnonzero(changes(keys))
    counts = np.diff(np.append(heads, len(keys))).astype(np.int32)
    keys = keys[heads]
    terms = (keys // width).astype(np.int32)
    rest = (keys - terms.astype(np.int64) * width).astype(np.int32)
    fields, sections = rest & _FIELD, rest >> FIELD_BITS
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
