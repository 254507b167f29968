"""Read one segment lazily: terms, pages and texts by key or number, nothing before it is asked for.

Rules: opening reads nothing; the manifest is read at the first question, the lengths at the first search. Every shard
       that a key or prefix can fall in is read, and no other.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, repeat
from sys import getsizeof
from typing import NamedTuple, TypeVar

from pinax_runtime.format import (
    ENTRY,
    LAST,
    SEPARATING,
    CorruptFileError,
    Definition,
    FileRef,
    Kind,
    Lengths,
    PagePack,
    PageRecord,
    Positions,
    Postings,
    SegmentManifest,
    Synonym,
    UnknownAnalyzerError,
    definitions_from_wire,
    digest,
    facet_key,
    pages_from_wire,
    starts,
    symbol_key,
    synonym_of,
    wire,
)
from pinax_runtime.search.reading.deletions import (
    NONE_DELETED,
    Deletions,
    FoundTerm,
    Totals,
    live_pages,
    live_term,
    live_totals,
    sections_of,
)
from pinax_runtime.search.reading.files import BundleFiles
from pinax_runtime.search.reading.lazily import lazy_property
from pinax_runtime.search.reading.tables import Shard, Table
from pinax_runtime.text import FAMILY, Analyzer, analyzer, stemmers

Derived = TypeVar("Derived")

Tags = Mapping[str, Sequence[str]]
"""Facet → values that every page has besides its own."""

_PACKS_AT_ONCE = 64
"""Packs that are fetched together when all are read."""


class FoundKey(NamedTuple):
    """What a keyed shard says of a key."""

    n: int
    """Its count (see `KeyedShard.counts`); 0 where the key is not there."""
    value: bytes
    """msgpack."""
    name: str
    """Of the shard, for messages."""


class SegmentReader:
    """One segment of a docset."""

    def __init__(
        self, files: BundleFiles, ref: FileRef, tags: Tags | None = None, deletions: Deletions = NONE_DELETED
    ) -> None:
        self.files = files
        self.ref = ref
        self._deletions = deletions
        self.deleted = frozenset(deletions.pages)
        """Numbers of the pages that no question finds."""
        self.prefix = f"{ref.name}#{digest(wire.encode(deletions.pages)).hex() if self.deleted else ''}#"
        """Of the keys of what is derived from the segment."""
        self._tags = tags or {}
        self._tag_keys = {facet_key(facet, value) for facet, values in self._tags.items() for value in values}

    @lazy_property
    def manifest(self) -> SegmentManifest:
        """The segment's manifest."""
        manifest = self.files.segment(self.ref)
        if self.deleted and max(self.deleted) >= manifest.n_pages:
            raise CorruptFileError(ENTRY, "deleted pages that the segment does not have")
        return manifest

    @lazy_property
    def analyzer(self) -> Analyzer:
        """The analyzer that built the segment.

        Raises:
            UnknownAnalyzerError: This reader has other rules or another release of the stemmer.
        """
        manifest, name = self.manifest, self.manifest.analyzer
        family, _, algorithm = name.partition(":")
        if family != FAMILY or algorithm not in stemmers.names():
            known = f"{FAMILY} with {', '.join(stemmers.names())}"
            raise UnknownAnalyzerError(self.ref.name, name, known)
        found = analyzer(algorithm)
        if found.fingerprint != manifest.fingerprint:
            built = f"{name} (stemmer {manifest.fingerprint})"
            raise UnknownAnalyzerError(self.ref.name, built, f"{found.name} (stemmer {found.fingerprint})")
        return found

    @lazy_property
    def lengths(self) -> Lengths:
        """Sections per page and words per section."""
        lengths = self.files.lengths(self.manifest.lengths)
        if len(lengths.sections) != self.manifest.n_pages or len(lengths.codes) != self.manifest.n_sections:
            raise CorruptFileError(self.manifest.lengths.name, "lengths of another segment")
        return lengths

    @lazy_property
    def first_sections(self) -> list[int]:
        """Per page, the number of its first section."""
        return starts(self.lengths.sections)

    @lazy_property
    def page_of(self) -> list[int]:
        """Per section, the number of its page."""
        return list(chain.from_iterable(repeat(page, n) for page, n in enumerate(self.lengths.sections)))

    @lazy_property
    def deleted_sections(self) -> frozenset[int]:
        """Sections of the deleted pages; reads the lengths if there are such pages."""
        return sections_of(self.deleted, self.first_sections, self.lengths.sections) if self.deleted else frozenset()

    @lazy_property
    def totals(self) -> Totals:
        """How much the segment holds without its deleted pages."""
        codes = self.lengths.codes if self.deleted else b""
        return live_totals(self.manifest, self._deletions, [codes[section] for section in self.deleted_sections])

    def live_pages(self) -> Sequence[int]:
        """Return the numbers of the pages that are not deleted."""
        return live_pages(range(self.manifest.n_pages), self.deleted)

    def derived(self, what: str, make: Callable[[], Derived], size_of: Callable[[Derived], int]) -> Derived:
        """Return something that is computed from the segment, kept in the bundle's cache as long as there is room.

        A shard that a value came from need not stay: the few values that a query used are small.

        Args:
            what: Names the value in the segment.
            make: Computes it.
            size_of: Returns its memory (bytes, estimated).
        """
        return self.files.derived(self.prefix + what, make, size_of)

    def keeps(self, what: str) -> bool:
        """Say whether a derived value is in the cache, so that what it comes from need not be read."""
        return self.files.keeps(self.prefix + what)

    @lazy_property
    def tables(self) -> Mapping[Kind, Table]:
        """Where the segment's shards and packs are, by kind."""
        return {kind: Table(self.files, top) for kind, top in self.manifest.tables.items()}

    def find(self, kind: Kind, key: str) -> FoundKey:
        """Find a key; reads the one shard that can hold it."""
        return self.derived(f"{kind}:{key}", lambda: self._find(kind, key), lambda found: 300 + len(found.value))

    def _find(self, kind: Kind, key: str) -> FoundKey:
        ref = self.file_of(kind, key)
        if ref is None:
            return FoundKey(0, b"", "")
        shard = self.files.keyed(ref)
        index = shard.find(key)
        if index is None:
            return FoundKey(0, b"", "")
        value = shard.values[index] if shard.values else b""  # as in a lexicon
        return FoundKey(shard.counts[index], value, ref.path)

    def file_of(self, kind: Kind, key: str) -> FileRef | None:
        """Name the one shard that can hold a key; None where none can."""
        shard = self.tables[kind].covering(key)
        return shard.ref if shard else None

    def with_prefix(self, kind: Kind, prefix: str) -> Iterator[tuple[str, int]]:
        """Yield each key with a prefix, in order, and its count; reads every shard of which its table does not tell."""
        for at in self.tables[kind].spanning(prefix):
            if at.lone:
                yield at.first, at.lone
                continue
            shard = self.files.keyed(at.ref)
            span = shard.span(prefix)
            yield from zip(shard.keys[span.start : span.stop], shard.counts[span.start : span.stop], strict=True)

    def synonyms(self, term: str) -> tuple[Synonym, ...]:
        """Return the synonyms of expressions that begin with a term; they lie beside it, mostly in the same shard."""

        def make() -> tuple[Synonym, ...]:
            found = (synonym_of(key) for key, _ in self.with_prefix("terms", f"{term} "))
            return tuple(synonym for synonym in found if synonym)

        return self.derived(f"synonyms:{term}", make, lambda found: 100 + 500 * len(found))

    def n_sections(self, term: str) -> int:
        """Say how many sections have a term; reads the one shard that can hold it."""
        return self._term(term).n_sections

    def postings(self, term: str) -> Postings | None:
        """Return where a term occurs."""
        found = self._term(term)
        return found.postings if found.n_sections else None

    def _term(self, term: str) -> FoundTerm:
        """Find a term and decode it at once, so that its bytes need not be kept: a query wants both of each term."""

        def make() -> FoundTerm:
            stored = self._stored_term(term)
            return live_term(stored, self.deleted_sections) if self.deleted else stored

        return self.derived(f"terms:{term}", make, lambda found: found.size_bytes)

    def _stored_term(self, term: str) -> FoundTerm:
        """Find a term and decode it as it is in its shard, deleted sections included."""
        n, value, name = self._find("terms", term)
        if not n:
            return FoundTerm(0, Postings({}))
        return FoundTerm(n, Postings.from_wire(wire.decode(value, name), name, self.manifest.n_sections))

    def positions(self, term: str) -> Positions:
        """Return at which words a term stands, in deleted sections, too; empty where it does not."""

        def make() -> Positions:
            found = self._find("positions", term)
            if not found.n:
                return Positions([], [], [])
            # Sections that are left out would move the positions of those behind them.
            postings = (self._stored_term(term) if self.deleted else self._term(term)).postings
            return Positions.from_wire(
                wire.decode(found.value, found.name), found.name, self.manifest.n_sections, postings
            )

        return self.derived(
            f"positions:{term}",
            make,
            lambda found: 500 + sum(map(getsizeof, (found.sections, found.ends, found.steps))),
        )

    def definitions(self, symbol: str) -> list[Definition]:
        """Return the definitions of a symbol, in any case; reads one shard."""
        key = symbol_key(symbol)
        found = self.find("symbols", key)
        if not found.n:
            return []
        value = wire.decode(found.value, found.name)
        found_here = definitions_from_wire(key, value, found.name, self.manifest.n_sections)
        return [one for one in found_here if one.section not in self.deleted_sections] if self.deleted else found_here

    def definitions_of(
        self, sections: Collection[int], words: Collection[str], shards: Iterable[int], ending: str = ""
    ) -> Iterator[Definition]:
        """Yield the definitions of some sections whose key holds all of some words; reads the shards they are filed in.

        Args:
            sections: That define something.
            words: Case-folded, at least one.
            shards: Places of shards that have definitions of these sections; no others are read.
            ending: How the key ends, separators aside, case-folded.
        """
        table, n_sections = self.tables["symbols"], self.manifest.n_sections
        for at in shards:
            ref = table.at(at).ref
            shard = self.files.keyed(ref)
            for index in shard.holding(words, ending, SEPARATING):
                found = definitions_from_wire(shard.keys[index], shard.value(index, ref.path), ref.path, n_sections)
                yield from (definition for definition in found if definition.section in sections)

    def shards_defining(self, sections: Collection[int]) -> list[int]:
        """Return the numbers of `symbols` shards that define some sections, rising; all if that is not known."""
        n_files, ref = len(self.tables["symbols"]), self.manifest.definers
        if ref is None:
            return list(range(n_files))
        definers = self.derived("definers", lambda: self.files.definers(ref), lambda found: len(found.files))
        if definers.n_sections != self.manifest.n_sections:
            raise CorruptFileError(ref.name, "definers of another segment")
        indexes = sorted(definers.files_of(sections))
        if indexes and indexes[-1] >= n_files:
            raise CorruptFileError(ref.name, f"an index {indexes[-1]} of {n_files} files")
        return indexes

    def pages_with(self, key: str) -> list[int]:
        """Return the numbers of the pages that have a facet value (key as `facet_key` makes it)."""
        if key in self._tag_keys:
            return list(self.live_pages())
        found = self.find("facets", key)
        if not found.n:
            return []
        pages = pages_from_wire(wire.decode(found.value, found.name), found.name, self.manifest.n_pages)
        return [page for page in pages if page not in self.deleted] if self.deleted else pages

    def facets(self) -> Iterator[tuple[str, int]]:
        """Yield each facet value (as `facet_key` makes it) and the number of pages that have it; reads all facets."""
        for key, n in self.with_prefix("facets", ""):
            if key not in self._tag_keys:
                yield key, len(self.pages_with(key)) if self.deleted else n
        yield from ((key, self.totals.n_pages) for key in sorted(self._tag_keys))

    def page(self, number: int) -> PageRecord:
        """Return a page by number; decoded anew each time, as large pages would fill the cache."""
        pack = self.tables["pages"].of_page(number)
        page = self._tagged(self._page_pack(pack).page(number - pack.pages.start))
        lengths = self.__dict__.get("lengths")
        if lengths and lengths.sections[number] != len(page.sections):  # search goes by the lengths
            raise CorruptFileError(self.manifest.lengths.name, "lengths of other pages than those of the segment")
        return page

    def pages(self) -> Iterator[PageRecord]:
        """Yield every page in URL order; reads all page packs."""
        self.files.fetch_ahead(self.tables["pages"].parts_of(prefixes=[""]))
        packs = list(self.tables["pages"])
        for at, pack in enumerate(packs):
            if at % _PACKS_AT_ONCE == 0:
                self.files.fetch_ahead(one.ref for one in packs[at : at + _PACKS_AT_ONCE])
            yield from map(self._tagged, self._page_pack(pack))

    def _tagged(self, page: PageRecord) -> PageRecord:
        """Return a page with the facets that all pages have."""
        if not self._tags:
            return page
        both = {facet: {*page.facets.get(facet, ()), *values} for facet, values in self._tags.items()}
        return replace(page, facets={**page.facets, **{facet: sorted(values) for facet, values in both.items()}})

    def find_page(self, url: str) -> int | None:
        """Return the number of the page with a URL; reads one pack."""
        pack = self.tables["pages"].covering(url)
        if pack is None:
            return None
        urls = self._page_pack(pack).urls
        index = bisect_left(urls, url)
        found = index < len(urls) and urls[index] == url and pack.pages.start + index not in self.deleted
        return pack.pages.start + index if found else None

    def span_of_pages(self, prefix: str) -> Sequence[int]:
        """Return the numbers of the pages whose URL starts with a prefix; reads two packs at most."""
        return live_pages(self._span_of_pages(list(self.tables["pages"].spanning(prefix)), prefix), self.deleted)

    def _span_of_pages(self, packs: Sequence[Shard], prefix: str) -> range:
        if not packs:
            return range(0)
        self.files.fetch_ahead({packs[0].ref, packs[-1].ref})
        return range(self._first_at_or_after(packs[0], prefix), self._first_at_or_after(packs[-1], prefix + LAST))

    def packs_below(self, prefix: str) -> Iterator[tuple[Sequence[int], str, str]]:
        """Yield the packs that hold pages whose URL starts with a prefix, without reading those in the middle.

        Returns:
            Per pack: the numbers of such pages in it, the pack's first URL, and the next pack's (empty after the last).
        """
        packs = list(self.tables["pages"].spanning(prefix))
        span = self._span_of_pages(packs, prefix)
        for pack in packs:
            within = range(max(pack.pages.start, span.start), min(pack.pages.stop, span.stop))
            if numbers := live_pages(within, self.deleted):
                is_last = pack.number + 1 == len(self.tables["pages"])
                yield numbers, pack.first, "" if is_last else self.tables["pages"].at(pack.number + 1).first

    def neighbors(self, url: str, n: int) -> Sequence[int]:
        """Return the numbers of the `n` pages before and after where a URL would stand; reads one pack."""
        if not self.manifest.n_pages:
            return range(0)
        pages = self.tables["pages"]
        number = self._first_at_or_after(pages.covering(url) or pages.at(0), url)
        return live_pages(range(max(0, number - n), min(self.manifest.n_pages, number + n)), self.deleted)

    def _first_at_or_after(self, pack: Shard, url: str) -> int:
        """Return the number of the first page of a pack, or after it, whose URL is not before a URL."""
        return pack.pages.start + bisect_left(self._page_pack(pack).urls, url)

    def first_section(self, number: int) -> int:
        """Return the number of a page's first section; reads its pack but not the lengths."""
        pack = self.tables["pages"].of_page(number)
        return self._page_pack(pack).starts(pack.sections)[number - pack.pages.start]

    def page_holding(self, section: int) -> tuple[int, int]:
        """Return (page number, index in the page's outline) of a section; reads its pack but not the lengths."""
        pack = self.tables["pages"].of_section(section)
        starts_in_pack = self._page_pack(pack).starts(pack.sections)
        at = bisect_right(starts_in_pack, section) - 1
        return pack.pages.start + at, section - starts_in_pack[at]

    def text(self, section: int) -> str:
        """Return the Markdown of a section by number; reads its pack."""
        pack = self.tables["texts"].of_section(section)
        texts = self.files.texts(pack.ref)
        if len(texts) != len(pack.sections):
            raise CorruptFileError(pack.ref.path, f"{len(texts)} texts instead of {len(pack.sections)}")
        return texts[section - pack.sections.start]

    def _page_pack(self, pack: Shard) -> PagePack:
        """Read a pack of pages; what its table says of it must hold, for search indexes by it."""
        pages = self.files.pages(pack.ref)
        if len(pages) != len(pack.pages):
            raise CorruptFileError(pack.ref.path, "pages of another segment")
        return pages
