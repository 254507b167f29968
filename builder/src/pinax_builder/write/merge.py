"""Merge the parts of one language into sorted streams of encoded entries and pages.

Strategy. Parts are sorted on disk and number their pages and sections from 0. The pages that the build keeps get new
numbers in URL order; the streams of all parts are merged by kind and key, and the values of one key are joined under
the new numbers. Only one key's values are in memory at a time, as arrays, for a common word is in every other section.
Of very many parts, neighbors are merged into files first, for each open file has a buffer.
"""

from __future__ import annotations

import heapq
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import chain, compress, count, groupby, repeat
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from pinax_builder.records import SpilledPart
from pinax_runtime.contract import wire
from pinax_runtime.contract.names import Kind
from pinax_runtime.contract.postings import encode_positions, encode_postings, pages_to_wire
from pinax_runtime.contract.symbols import Definition, definitions_to_wire

MERGED_AT_ONCE = 256
"""Number of streams that are merged at once; each has a file open, and systems allow as few as a thousand."""
LEXICON_WORDS = 60_000
"""Number of words in a segment's lexicon; beyond it the rarest are left out."""


DROPPED = -1
"""Number of a page or section that the build drops."""

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


@dataclass(frozen=True, slots=True)
class Numbering:
    """New numbers of one part's pages and sections; `DROPPED` for those that the build drops."""

    pages: Sequence[int]
    sections: Sequence[int]
    """A range, as the pages are, where none is dropped."""
    n_sections: Sequence[int]
    """Number of sections of each page of the part."""


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
    streams = _few([_marked(at, path) for at, (path, _) in enumerate(files)], parts[0].entries)
    numbering_of = [numbering for _, numbering in files]
    encode = wire.encoder()
    merged = heapq.merge(*streams)  # never compares values: no two streams have the same number
    for kind, of_kind in groupby(merged, key=itemgetter(0)):
        entries = (_join(kind, key, group, numbering_of, encode) for key, group in groupby(of_kind, key=itemgetter(1)))
        kept = (entry for entry in entries if entry is not None)
        yield kind, _frequent(kept) if kind == "lexicon" else kept


def _marked(at: int, path: Path) -> Iterator[_Row]:
    """Yield the entries of a file with the file's number; it is opened when the first one is asked for."""
    return ((kind, key, at, value) for kind, key, value in wire.decode_stream(path))


def _few(streams: list[Iterator[_Row]], beside: Path) -> list[Iterator[_Row]]:
    """Merge neighboring streams into files until there are few."""
    n_files = count()
    while len(streams) > MERGED_AT_ONCE:
        groups = [streams[at : at + MERGED_AT_ONCE] for at in range(0, len(streams), MERGED_AT_ONCE)]
        paths = [beside.with_suffix(f".merged{number}") for _, number in zip(groups, n_files, strict=False)]
        for path, group in zip(paths, groups, strict=True):
            with path.open("wb") as file:
                file.writelines(wire.encode_stream(heapq.merge(*group)))
        streams = [map(tuple, wire.decode_stream(path)) for path in paths]
    return streams


def _join(
    kind: Kind, key: str, group: Iterable[_Row], numbering_of: Sequence[Numbering], encode: Callable[[Any], bytes]
) -> EncodedEntry | None:
    """Join one key's values from several files; None when all its pages are dropped."""
    values = ((numbering_of[at], value) for _, _, at, value in group)
    match kind:
        case "terms":
            return _join_postings(key, values, encode)
        case "positions":
            return _join_positions(key, values, encode)
        case "facets":
            pages = _kept_pages(values)
            return EncodedEntry(key, len(pages), pages_to_wire(pages)) if pages else None
        case "symbols":
            return _join_definitions(key, values)
        case _:
            return EncodedEntry(key, n, b"") if (n := len(_kept_pages(values))) else None


def _kept_pages(values: Iterable[tuple[Numbering, list[int]]]) -> array[int]:
    kept = (new for numbering, old in values for page in old if (new := numbering.pages[page]) != DROPPED)
    return array("I", kept)


def _join_postings(
    key: str, values: Iterable[tuple[Numbering, Any]], encode: Callable[[Any], bytes]
) -> EncodedEntry | None:
    by_field: dict[int, tuple[array[int], array[int]]] = {}
    n_sections = 0
    for numbering, columns in values:
        of_part: list[list[int]] = []
        for field, old, given in zip(columns[::3], columns[1::3], columns[2::3], strict=True):
            new, of_new = _kept_sections(numbering, old, given)
            if new:
                sections, counts = by_field.setdefault(field, (array("I"), array("I")))
                sections.extend(new)
                counts.extend(of_new)
                of_part.append(new)
        n_sections += _n_different(of_part)
    return EncodedEntry(key, n_sections, encode_postings(by_field, encode)) if n_sections else None


def _n_different(columns: list[list[int]]) -> int:
    """Return how many different numbers some columns have, each of which has none twice."""
    return len(set().union(*columns)) if len(columns) > 1 else sum(map(len, columns))


def _join_positions(
    key: str, values: Iterable[tuple[Numbering, Any]], encode: Callable[[Any], bytes]
) -> EncodedEntry | None:
    sections, counts, steps = array("I"), array("I"), array("I")
    is_implied = True
    for numbering, (of_part, old, n_steps, of_all) in values:
        is_implied = is_implied and of_part
        new, of_new = _kept_sections(numbering, old, n_steps)
        if len(new) < len(old):
            is_kept = (numbering.sections[section] != DROPPED for section in old)
            of_all = compress(of_all, chain.from_iterable(map(repeat, is_kept, n_steps)))
        sections.extend(new)
        counts.extend(of_new)
        steps.extend(of_all)
    if not sections:
        return None
    return EncodedEntry(key, len(sections), encode_positions(sections, counts, steps, is_implied, encode))


def _kept_sections(numbering: Numbering, old: list[int], given: list[int]) -> tuple[list[int], list[int]]:
    """Return the new numbers of the kept sections, and the given value for each."""
    if isinstance(numbering.sections, range):
        first = numbering.sections.start
        return [first + section for section in old], given
    new = list(map(numbering.sections.__getitem__, old))
    kept = [(section, value) for section, value in zip(new, given, strict=True) if section != DROPPED]
    return [section for section, _ in kept], [value for _, value in kept]


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


def _frequent(words: Iterable[EncodedEntry]) -> Iterator[EncodedEntry]:
    """Leave out words of a single page (unless a title has them) and, of too many words, the rarest."""
    known: list[EncodedEntry] = []
    for word in words:
        if word.n > 1:
            known.append(word)
            if len(known) == 2 * LEXICON_WORDS:
                known = _most_frequent(known)
    return iter(sorted(_most_frequent(known)))


def _most_frequent(words: list[EncodedEntry]) -> list[EncodedEntry]:
    return sorted(words, key=lambda word: (-word.n, word.key))[:LEXICON_WORDS]
