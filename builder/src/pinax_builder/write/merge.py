"""Merge the parts of one language into sorted streams of encoded entries and pages.

Strategy. Parts are sorted on disk and number their pages and sections from 0. The pages that the build keeps get new
numbers in URL order; the streams of all parts are merged by kind and key, and the values of one key are joined under
the new numbers. Of terms, positions and words, which lie in tables, some hundred thousand rows are joined at a time.
Of very many parts, neighbors are merged into files first, for a block of each is in memory.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain, groupby, starmap
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from pinax_builder.columns import Block
from pinax_builder.records import SpilledPart
from pinax_builder.write.encoding import position_values, term_values
from pinax_builder.write.joining import TABLES, Coming, join_tables
from pinax_builder.write.numbering import AS_IT_IS, DROPPED, Numbering
from pinax_runtime.format import Definition, Kind, definitions_to_wire, pages_to_wire, wire

MERGED_AT_ONCE = 64
"""Number of streams that are merged at once; each has a file open, and a block of it is in memory."""
LEXICON_WORDS = 60_000
"""Number of words in a segment's lexicon; beyond it the rarest are left out."""


_Row = tuple[Kind, str, int, Any]
"""Kind, key, number of the file and value of an entry."""


class EncodedEntry(NamedTuple):
    """One key of a keyed shard, ready to be written."""

    key: str
    n: int
    """The key's count (see `KeyedShard.counts`)."""
    value: bytes
    sections: tuple[int, ...] = ()
    """Sections that define the key, if it is a symbol; else empty."""

    @property
    def size(self) -> int:
        """Encoded size (bytes), near enough to cut by."""
        return len(self.key.encode()) + len(self.value) + 6


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
    sections = tuple(definition.section for definition in definitions)
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
