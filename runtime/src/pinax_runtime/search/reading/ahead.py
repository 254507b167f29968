"""Say early what a question will read, so that files from far away come together and not one after the other.

Strategy. A search reads in waves, each of which depends on the one before: the segments' manifests; the parts of tables
that tell of the query's words, and the lengths; the shards of its terms; positions and symbols where terms were found,
and the tables of the hits' packs; these packs. A wave is started for all segments before anything of it is waited for.
Nothing here is needed for an answer to be right: what is forgotten is read when it is asked for, and what a folder
holds is not read ahead at all.

Why:   docs/decisions/0015, 0091
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pinax_runtime.format import SYMBOL, FileRef, Kind, facet_key, symbol_key
from pinax_runtime.search.question.query import Query, Slot
from pinax_runtime.search.reading.filters import Filters
from pinax_runtime.search.reading.segment_reader import SegmentReader


def manifests(segments: Iterable[SegmentReader]) -> None:
    """Start reading the manifests that are not known yet."""
    for segment in segments:
        if segment.files.fetches_ahead and "manifest" not in segment.__dict__:
            segment.files.fetch_ahead([segment.ref])


def tables(segment: SegmentReader, query: Query, filters: Filters) -> None:
    """Start reading the tables that say in which shards a query's words, its symbol and its filters are."""
    if segment.files.fetches_ahead:
        words = query.slots
        spelled = [term for slot in words for term in slot.spellings]
        beginnings = [f"{slot.spellings[0]} " for slot in words if not slot.whole]
        placed = [slot.spellings[0] for slot in words if not slot.whole and not slot.stop]
        known = segment.tables
        parts = known["terms"].parts_of(keys=spelled, prefixes=beginnings)
        parts += known["positions"].parts_of(keys=placed)
        parts += known["symbols"].parts_of(keys=map(symbol_key, query.named.names))
        segment.files.fetch_ahead([*parts, *known["facets"].parts_of(keys=_facet_keys(filters))])


def query_terms(segment: SegmentReader, slots: Iterable[Slot], filters: Filters) -> None:
    """Start reading the shards that can hold a query's words and the values of its filters."""
    if segment.files.fetches_ahead:
        words = list(slots)
        spelled = (term for slot in words for term in slot.spellings)
        wanted = [*_shards(segment, "terms", spelled), *_shards(segment, "facets", _facet_keys(filters))]
        for slot in words:
            if not slot.whole and not segment.keeps(f"synonyms:{slot.spellings[0]}"):
                wanted += _spanning(segment, "terms", f"{slot.spellings[0]} ")
        segment.files.fetch_ahead(wanted)


def definitions(segment: SegmentReader, query: Query) -> None:
    """Start reading the shards with the definitions of what a query may name."""
    if segment.files.fetches_ahead:
        segment.files.fetch_ahead(_shards(segment, "symbols", map(symbol_key, query.named.names)))


def keys(segment: SegmentReader, kind: Kind, wanted: Iterable[str]) -> None:
    """Start reading the shards that can hold keys."""
    if segment.files.fetches_ahead:
        known = list(wanted)
        segment.files.fetch_ahead(segment.tables[kind].parts_of(keys=known))
        segment.files.fetch_ahead(_shards(segment, kind, known))


def prefix(segment: SegmentReader, kind: Kind, beginning: str) -> None:
    """Start reading the shards of all keys with a prefix."""
    if segment.files.fetches_ahead:
        segment.files.fetch_ahead(segment.tables[kind].parts_of(prefixes=[beginning]))
        segment.files.fetch_ahead(_spanning(segment, kind, beginning))


def correcting(segments: Iterable[SegmentReader]) -> None:
    """Start reading the words of segments, and the lengths, which there is no other time for."""
    known = list(segments)
    for segment in known:
        if segment.files.fetches_ahead:
            segment.files.fetch_ahead(segment.tables["lexicon"].parts_of(prefixes=[""]))
    for segment in known:
        if segment.files.fetches_ahead:
            segment.files.fetch_ahead([*_lengths(segment), *_spanning(segment, "lexicon", "")])


def lengths(segment: SegmentReader) -> None:
    """Start reading the lengths of a segment."""
    if segment.files.fetches_ahead:
        segment.files.fetch_ahead(_lengths(segment))


def scoring(segment: SegmentReader, query: Query, terms: Sequence[str], placed: Iterable[str]) -> None:
    """Start reading what the scores of a segment need: lengths, positions, symbols, if it has any of the terms.

    Args:
        segment: Which.
        query: In its language.
        terms: Of the segment, that fill the query's slots; their shards are read.
        placed: Terms whose positions will be looked at.
    """
    if not segment.files.fetches_ahead or not terms:
        return
    refs = [*_lengths(segment), *_shards(segment, "positions", placed)]
    names = query.named.names
    if names and any(SYMBOL in found.by_field for term in terms if (found := segment.postings(term))):
        refs += _shards(segment, "symbols", map(symbol_key, names))
    segment.files.fetch_ahead(refs)


def pack_tables(segment: SegmentReader, pages: Iterable[int], sections: Iterable[int]) -> None:
    """Start reading the tables that say in which packs pages, and the texts of sections, are."""
    if segment.files.fetches_ahead:
        parts = segment.tables["pages"].parts_of(pages=pages)
        segment.files.fetch_ahead([*parts, *segment.tables["texts"].parts_of(sections=sections)])


def packs(segment: SegmentReader, pages: Iterable[int], sections: Iterable[int]) -> None:
    """Start reading the packs of pages, and those of the texts of sections, by number."""
    if segment.files.fetches_ahead:
        numbers, texts = list(pages), list(sections)
        pack_tables(segment, numbers, texts)
        of_pages = map(segment.tables["pages"].of_page, numbers)
        refs = [shard.ref for shard in (*of_pages, *map(segment.tables["texts"].of_section, texts))]
        segment.files.fetch_ahead(dict.fromkeys(refs))


def pages(found: Iterable[tuple[SegmentReader, int]]) -> None:
    """Start reading the packs of pages of several segments."""
    by_segment: dict[SegmentReader, list[int]] = {}
    for segment, number in found:
        by_segment.setdefault(segment, []).append(number)
    for segment, numbers in by_segment.items():
        pack_tables(segment, numbers, ())
    for segment, numbers in by_segment.items():
        packs(segment, numbers, ())


def facets(segments: Iterable[SegmentReader]) -> None:
    """Start reading all facets of segments, their manifests first."""
    known = list(segments)
    manifests(known)
    for segment in known:
        prefix(segment, "facets", "")


def urls(segments: Iterable[SegmentReader], wanted: Sequence[str]) -> None:
    """Start reading the packs that the pages with some URLs can be in, the manifests of the segments first."""
    known = list(segments)
    manifests(known)
    for segment in known:
        if segment.files.fetches_ahead:
            segment.files.fetch_ahead(segment.tables["pages"].parts_of(keys=wanted))
    for segment in known:
        keys(segment, "pages", wanted)


def _lengths(segment: SegmentReader) -> list[FileRef]:
    return [] if "lengths" in segment.__dict__ else [segment.manifest.lengths]


def _facet_keys(filters: Filters) -> list[str]:
    return [facet_key(facet, value) for facet, values in filters.items() for value in values]


def _shards(segment: SegmentReader, kind: Kind, wanted: Iterable[str]) -> Iterator[FileRef]:
    """Yield the shards that keys fall in, of which no value is kept yet."""
    for key in wanted:
        ref = None if segment.keeps(f"{kind}:{key}") else segment.file_of(kind, key)
        if ref is not None:
            yield ref


def _spanning(segment: SegmentReader, kind: Kind, beginning: str) -> Iterator[FileRef]:
    """Yield the shards that have to be read for the keys that begin so."""
    return (shard.ref for shard in segment.tables[kind].spanning(beginning) if not shard.lone)
