"""Merge the parts of one language into sorted streams of encoded entries and pages.

Strategy. Parts are sorted on disk and number their pages and sections from 0. The pages that the build keeps get new
numbers in URL order; the streams of all parts are merged by kind and key, and the values of one key are joined under
the new numbers. Of terms, positions and words, which lie in tables, some hundred thousand rows are joined at a time:
blocks come by their first key. So when one comes that begins with "m", no other will have a key before "m"; what is at
hand is cut there and joined, and the rest waits. Memory depends on that and on the number of parts. numpy sorts the
rows of all keys at once. Then they become arrays, which the format's own encoders take in pieces.
Of very many parts, neighbors are merged into files first, for a block of each is in memory.

Spec:  docs/format.md, sections 6.1 and 6.2.
Why:   docs/decisions/0002.
"""

from __future__ import annotations

import heapq
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import accumulate, chain, groupby, pairwise, repeat, starmap
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from pinax_builder.columns import FIELD, FIELD_BITS, Block, Numbers, changes, joined, narrow, np
from pinax_builder.records import SpilledPart
from pinax_runtime.format import (
    TITLED,
    Definition,
    Kind,
    Positions,
    Postings,
    definitions_to_wire,
    pages_to_wire,
    symbol_key,
    wire,
)

DROPPED = -1
"""Number of a page or section that the build drops."""


ROWS_AT_ONCE = 200_000
"""Number of rows at hand from which they are joined."""
MERGED_AT_ONCE = 64
"""Number of streams that are merged at once; each has a file open, and a block of it is in memory."""
LEXICON_WORDS = 60_000
"""Number of words in a segment's lexicon; beyond it the rarest are left out."""
_Row = tuple[Kind, str, int, Any]
"""Kind, key, number of the file and value of an entry."""


@dataclass(frozen=True, slots=True)
class Numbering:
    """New numbers of one part's pages and sections; `DROPPED` for those that the build drops."""

    pages: Sequence[int]
    sections: Sequence[int]
    """A range, as the pages are, where none is dropped."""
    n_sections: Sequence[int]
    """Number of sections of each page of the part."""

    def new_pages(self, old: Numbers) -> Numbers:
        """Return the new numbers of some pages."""
        return _renumbered(self.pages, old)

    def new_sections(self, old: Numbers) -> Numbers:
        """Return the new numbers of some sections."""
        return _renumbered(self.sections, old)


AS_IT_IS = Numbering(range(0), range(0), ())
"""Numbering of what has its final numbers already."""


def number(parts: list[SpilledPart], dropped: Set[str]) -> list[Numbering]:
    """Number the kept pages and sections of all parts consecutively, in part order."""
    numberings = []
    n_pages = n_sections = 0
    for part in parts:
        of_part = [(page.url not in dropped, page.n_sections) for page in part.pages]
        sizes = array("L", (n for _, n in of_part))
        if all(kept for kept, _ in of_part):
            ends = n_pages + len(sizes), n_sections + sum(sizes)
            numberings.append(Numbering(range(n_pages, ends[0]), range(n_sections, ends[1]), sizes))
            n_pages, n_sections = ends
            continue
        pages, sections = array("i"), array("i")
        for kept, n in of_part:
            pages.append(n_pages if kept else DROPPED)
            sections.extend(range(n_sections, n_sections + n) if kept else repeat(DROPPED, n))
            n_pages, n_sections = n_pages + kept, n_sections + kept * n
        numberings.append(Numbering(pages, sections, sizes))
    return numberings


def _renumbered(new: Sequence[int], old: Numbers) -> Numbers:
    if isinstance(new, range):
        return old + np.int32(new.start)
    of_all: Numbers = np.frombuffer(new, np.int32)  # type: ignore[call-overload]
    return of_all[old]


class EncodedEntry(NamedTuple):
    """One key of a keyed shard, ready to be written."""

    key: str
    n: int
    """The key's count (see `KeyedShard.counts`)."""
    value: bytes
    sections: tuple[int, ...] = ()
    """Sections that define the key, if it is the whole name of a symbol; else empty."""
    positions: bytes = b""
    """Of a term, the value of its positions that lies beside it; else empty."""

    @property
    def size(self) -> int:
        """Encoded size (bytes), near enough to cut by."""
        return len(self.key.encode()) + len(self.value) + len(self.positions) + 6


class EncodedPage(NamedTuple):
    """One page, ready to be written."""

    url: str
    page: dict[str, Any]
    texts: list[str]


def merge_pages(
    parts: list[SpilledPart], dropped: Set[str], variants: Mapping[str, Sequence[str]]
) -> Iterator[EncodedPage]:
    """Yield the kept pages of all parts in order, each with the URLs of its variants."""
    for part in parts:
        for page, texts in wire.decode_stream(part.records):
            if page["url"] not in dropped:
                others = variants.get(page["url"], ())
                yield EncodedPage(page["url"], {**page, "variants": list(others)} if others else page, texts)


def merge_entries(
    parts: list[SpilledPart], numberings: list[Numbering]
) -> Iterator[tuple[Kind, Iterator[EncodedEntry]]]:
    """Yield for each kind, in alphabetical order, the merged entries of all parts in key order.

    Each kind's iterator must be used up before the next is asked for.
    """
    files = [
        (path, numbering)
        for part, numbering in zip(parts, numberings, strict=True)
        for path in (part.entries, part.synonyms)
        if path
    ]
    numbering_of = [numbering for _, numbering in files]
    streams = _few([_marked(at, path) for at, (path, _) in enumerate(files)], numbering_of, parts[0].entries)
    merged = heapq.merge(*streams)  # never compares values: no two streams have the same number
    for kind, of_kind in groupby(merged, key=itemgetter(0)):
        if kind in TABLES:
            yield kind, _ENCODE[kind](_tables(kind, of_kind, numbering_of))
        else:
            entries = (_join(kind, key, group, numbering_of) for key, group in groupby(of_kind, key=itemgetter(1)))
            yield kind, (entry for entry in entries if entry is not None)


def _marked(at: int, path: Path) -> Iterator[_Row]:
    """Yield the entries of a file with the file's number; it is opened when the first one is asked for."""
    return ((kind, key, at, value) for kind, key, value in wire.decode_stream(path))


def _tables(kind: Kind, rows: Iterable[_Row], numbering_of: Sequence[Numbering]) -> Iterator[Block]:
    return join_tables(kind, (Coming(at, Block.from_wire(value)) for _, _, at, value in rows), numbering_of)


def _few(streams: list[Iterator[_Row]], numbering_of: list[Numbering], beside: Path) -> list[Iterator[_Row]]:
    """Merge neighboring streams into files until there are few; tables in these have their final numbers already."""
    while len(streams) > MERGED_AT_ONCE:
        groups = [streams[at : at + MERGED_AT_ONCE] for at in range(0, len(streams), MERGED_AT_ONCE)]
        streams = []
        for group in groups:
            at = len(numbering_of)
            path = beside.with_suffix(f".merged{at}")
            with path.open("wb") as file:
                file.writelines(wire.encode_stream(_merged(group, numbering_of, at)))
            numbering_of.append(AS_IT_IS)
            streams.append(map(tuple, wire.decode_stream(path)))
    return streams


def _merged(group: list[Iterator[_Row]], numbering_of: Sequence[Numbering], at: int) -> Iterator[_Row]:
    """Yield the rows of several streams by kind and key, their tables joined as those of a file `at`."""
    for kind, rows in groupby(heapq.merge(*group), key=itemgetter(0)):
        if kind not in TABLES:
            yield from rows
            continue
        for table in _tables(kind, rows, numbering_of):
            yield from ((kind, piece.keys[0], at, piece.to_wire()) for piece in table.pieces())


def _join(kind: Kind, key: str, group: Iterable[_Row], numbering_of: Sequence[Numbering]) -> EncodedEntry | None:
    """Join one key's values from several files; None when all its pages are dropped."""
    values = ((numbering_of[at], value) for _, _, at, value in group)
    return _join_pages(key, values) if kind == "facets" else _join_definitions(key, values)


def _join_pages(key: str, values: Iterable[tuple[Numbering, list[int]]]) -> EncodedEntry | None:
    pages = [new for numbering, old in values for page in old if (new := numbering.pages[page]) != DROPPED]
    return EncodedEntry(key, len(pages), pages_to_wire(pages)) if pages else None


def _join_definitions(key: str, values: Iterable[tuple[Numbering, Any]]) -> EncodedEntry | None:
    definitions = [
        Definition(new, *row)
        for numbering, rows in values
        for section, *row in rows
        if (new := numbering.sections[section]) != DROPPED
    ]
    if not definitions:
        return None
    sections = tuple(definition.section for definition in definitions if symbol_key(definition.name) == key)
    return EncodedEntry(key, len(definitions), definitions_to_wire(key, definitions), sections)


def _words(tables: Iterable[Block]) -> Iterator[EncodedEntry]:
    """Leave out words of a single page (unless a title has them) and, of too many words, the rarest."""
    known: list[EncodedEntry] = []
    for table in tables:
        (pages,) = table.groups
        known += [EncodedEntry(key, n, b"") for key, n in zip(table.keys, pages.sizes.tolist(), strict=True) if n > 1]
        if len(known) > 2 * LEXICON_WORDS:
            known = _most_frequent(known)
    return iter(sorted(_most_frequent(known)))


def _most_frequent(words: list[EncodedEntry]) -> list[EncodedEntry]:
    return sorted(words, key=lambda word: (-word.n, word.key))[:LEXICON_WORDS]


def _terms(tables: Iterable[Block]) -> Iterator[EncodedEntry]:
    return starmap(EncodedEntry, chain.from_iterable(map(term_values, tables)))


def _positions(tables: Iterable[Block]) -> Iterator[EncodedEntry]:
    return starmap(EncodedEntry, chain.from_iterable(map(position_values, tables)))


_ENCODE = {"lexicon": _words, "positions": _positions, "terms": _terms}


def term_values(table: Block) -> Iterator[tuple[str, int, bytes]]:
    """Encode postings. A key's count is that of its sections."""
    (rows,) = table.groups
    fields, sections, counts = rows.columns
    of_rows = np.repeat(np.arange(len(table.keys), dtype=np.int32), rows.sizes)
    n_sections = np.bincount(of_rows[changes(of_rows) | changes(sections)], minlength=len(table.keys)).tolist()
    by_field = of_rows << FIELD_BITS | fields
    order = np.argsort(narrow(by_field), kind="stable")
    by_field = by_field[order]
    all_sections, all_counts = _array(sections[order]), _array(counts[order])
    heads = np.flatnonzero(changes(by_field))
    stretches = zip(by_field[heads].tolist(), pairwise((*heads.tolist(), len(by_field))), strict=True)
    for key, of_key in groupby(stretches, lambda item: item[0] >> FIELD_BITS):
        columns = {head & FIELD: (all_sections[start:end], all_counts[start:end]) for head, (start, end) in of_key}
        yield table.keys[key], n_sections[key], Postings(columns, columns.pop(TITLED, None)).to_wire()


def position_values(table: Block) -> Iterator[tuple[str, int, bytes]]:
    """Encode positions. A key's count is that of its sections."""
    rows, places = table.groups
    sections, n_steps = map(_array, rows.columns)
    (steps,) = map(_array, places.columns)
    row_ends, step_ends = (pairwise((0, *accumulate(group.sizes.tolist()))) for group in (rows, places))
    for key, implied, (row, row_end), (step, step_end) in zip(
        table.keys, table.flags.tolist(), row_ends, step_ends, strict=True
    ):
        if row < row_end:
            ends = array("i", accumulate(n_steps[row:row_end]))
            positions = Positions(sections[row:row_end], ends, steps[step:step_end])
            yield key, row_end - row, positions.to_wire(implied=bool(implied))


def _array(column: Numbers) -> array[int]:
    return array("i", column.tobytes())


class Coming(NamedTuple):
    """A block that comes from a file."""

    at: int
    """Number of the file, which is the order of the sections."""
    block: Block


def join_tables(kind: Kind, coming: Iterable[Coming], numberings: Sequence[Numbering]) -> Iterator[Block]:
    """Yield joined tables; a key may have no rows left."""
    at_hand: list[Coming] = []
    n_rows, most = 0, ROWS_AT_ONCE
    for at, block in coming:
        if n_rows > most:
            ended, at_hand = _cut(at_hand, block.keys[0])
            yield from _joined(ended)
            n_rows = _n_rows(at_hand)
            most = n_rows + ROWS_AT_ONCE  # of many parts so much waits that all would be cut for each block
        at_hand.append(Coming(at, _RENUMBER[kind](block, numberings[at])))
        n_rows += block.n_rows
    yield from _joined(at_hand)


def _joined(coming: list[Coming]) -> Iterator[Block]:
    """Join blocks, some keys at a time where they have many rows."""
    largest = max(coming, key=lambda item: len(item.block.keys), default=None)
    if largest is None:
        return
    keys = largest.block.keys
    if len(keys) > 1 and _n_rows(coming) > ROWS_AT_ONCE:
        for part in _cut(coming, keys[len(keys) // 2]):
            yield from _joined(part)
    else:
        yield joined([block for _, block in sorted(coming, key=lambda item: item.at)])


def _cut(coming: list[Coming], key: str) -> tuple[list[Coming], list[Coming]]:
    """Return what is before a key, and the rest."""
    before, rest = [], []
    for at, block in coming:
        end = bisect_left(block.keys, key)
        before += [Coming(at, block.cut(0, end))] if end else []
        rest += [Coming(at, block.cut(end, len(block.keys)))] if end < len(block.keys) else []
    return before, rest


def _n_rows(coming: list[Coming]) -> int:
    return sum(item.block.n_rows for item in coming)


def _of_words(block: Block, numbering: Numbering) -> Block:
    (pages,) = block.groups
    new = numbering.new_pages(pages.columns[0])
    return block._replace(groups=(pages._replace(columns=(new,)).keeping(new != DROPPED),))


def _of_terms(block: Block, numbering: Numbering) -> Block:
    (rows,) = block.groups
    fields, sections, counts = rows.columns
    new = numbering.new_sections(sections)
    return block._replace(groups=(rows._replace(columns=(fields, new, counts)).keeping(new != DROPPED),))


def _of_positions(block: Block, numbering: Numbering) -> Block:
    rows, steps = block.groups
    sections, n_steps = rows.columns
    new = numbering.new_sections(sections)
    kept = new != DROPPED
    return block._replace(
        groups=(rows._replace(columns=(new, n_steps)).keeping(kept), steps.keeping(np.repeat(kept, n_steps)))
    )


_RENUMBER = {"lexicon": _of_words, "positions": _of_positions, "terms": _of_terms}
TABLES = frozenset(_RENUMBER)
"""The kinds whose entries are tables."""
