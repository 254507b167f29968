"""Ask one segment for its terms, pages, symbols and texts; it reads only the shards that hold them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from itertools import accumulate, chain, compress, repeat
from sys import getsizeof
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from pinax_runtime.bundle.files import BundleFiles
from pinax_runtime.format import (
    ENTRY,
    LAST,
    SEPARATING,
    WORDS,
    Asked,
    CorruptFileError,
    Definition,
    DocsetEntry,
    FileRef,
    KeyedShard,
    Kind,
    Lengths,
    PagePack,
    PageRecord,
    Positions,
    Postings,
    SegmentManifest,
    ShardTable,
    Synonym,
    UnknownAnalyzerError,
    definitions_from_wire,
    digest,
    facet_key,
    packed,
    pages_from_wire,
    symbol_key,
    synonym_of,
    visible_line,
    wire,
)
from pinax_runtime.text import FAMILY, Analyzer, analyzer, stemmers

if TYPE_CHECKING:
    from functools import cached_property as lazy_property
else:

    class lazy_property:
        """A property that is computed when it is first asked for, and then kept in the instance.

        `cached_property` of Python 3.11 computes under a lock that all instances share, so one thread that waits for
        a file from afar would stop all others.
        """

        def __init__(self, compute: Callable[[Any], Any]) -> None:
            self._compute, self.__doc__ = compute, compute.__doc__

        def __set_name__(self, owner: type, name: str) -> None:
            self._name = name

        def __get__(self, instance: object, owner: type) -> Any:
            if instance is None:
                return self
            return instance.__dict__.setdefault(self._name, self._compute(instance))


class Shard(NamedTuple):
    """A shard or pack, and what its table says of it."""

    ref: FileRef
    number: int
    """Its number among the shards or packs of its kind in the segment."""
    first: str
    """Its first key; empty for texts."""
    lone: int
    """The count of its key where it is known to hold no other, else 0."""
    pages: range
    """Numbers of the pages in it (packs of pages)."""
    sections: range
    """Numbers of the sections in it (packs)."""


class Table:
    """All shards, or all packs, of one kind in a segment, found by key, by prefix, or by number of a page or section.

    A small table lies in the manifest. A large one is in parts, each a file, of which the manifest has the first key
    and the counts: finding one shard among thousands reads one part.
    """

    def __init__(self, files: BundleFiles, top: ShardTable) -> None:
        """Take a table as the manifest has it; its parts are read when they are needed."""
        self._files = files
        self._whole = None if top.shards else top
        self._parts = top if top.shards else ShardTable.listing(top.kind, [top])
        self._starts = [0, *accumulate(self._parts.shards)]

    def __len__(self) -> int:
        """Return the number of shards or packs."""
        return self._starts[-1]

    def __iter__(self) -> Iterator[Shard]:
        """Yield all, in order; reads every part."""
        for part in range(len(self._parts.shards)):
            table = self._part(part)
            yield from (self._shard(part, table, at) for at in range(len(table.sizes)))

    def at(self, index: int) -> Shard:
        """Return the one with an index."""
        part = bisect_right(self._starts, index) - 1
        return self._shard(part, self._part(part), index - self._starts[part])

    def covering(self, key: str) -> Shard | None:
        """Return the one that can hold a key, or None where none can."""
        part = self._parts.covering(key)
        if part is None:
            return None
        table = self._part(part)
        return self._shard(part, table, table.covering(key) or 0)

    def lone_count(self, key: str) -> int:
        """Return the count of a key that has a shard to itself, if its table says so; 0 for any other."""
        shard = self.covering(key)
        return shard.lone if shard and shard.first == key else 0

    def spanning(self, prefix: str) -> Iterator[Shard]:
        """Yield all that can hold a key with a prefix, in order."""
        for part in self._parts.spanning(prefix):
            table = self._part(part)
            yield from (self._shard(part, table, at) for at in table.spanning(prefix))

    def of_page(self, number: int) -> Shard:
        """Return the pack that a page is in."""
        return self._pack("page_starts", number)

    def of_section(self, number: int) -> Shard:
        """Return the pack that a section is in."""
        return self._pack("section_starts", number)

    def _pack(self, column: str, number: int) -> Shard:
        starts = getattr(self._parts, column)
        part = bisect_right(starts, number) - 1
        table = self._part(part)
        return self._shard(part, table, bisect_right(getattr(table, column), number - starts[part]) - 1)

    def parts_of(
        self,
        *,
        keys: Iterable[str] = (),
        prefixes: Iterable[str] = (),
        pages: Iterable[int] = (),
        sections: Iterable[int] = (),
    ) -> list[FileRef]:
        """Name the table files that tell of keys, prefixes, pages and sections; none where the manifest does."""
        if self._whole:
            return []
        parts = {part for key in keys if (part := self._parts.covering(key)) is not None}
        parts.update(part for prefix in prefixes for part in self._parts.spanning(prefix))
        parts.update(bisect_right(self._parts.page_starts, number) - 1 for number in pages)
        parts.update(bisect_right(self._parts.section_starts, number) - 1 for number in sections)
        return [self._parts.ref(part) for part in sorted(parts)]

    def _part(self, part: int) -> ShardTable:
        """Read a part of the table; what the manifest says of it must hold, for search indexes by it."""
        if self._whole:
            return self._whole
        parts, ref = self._parts, self._parts.ref(part)
        table = self._files.table(ref)
        same = table.kind == parts.kind and len(table.sizes) == parts.shards[part]
        same = same and table.firsts[:1] == parts.firsts[part : part + 1]
        same = same and table.page_starts[-1:] == (parts.pages[part : part + 1] or [0])
        same = same and table.section_starts[-1:] == (parts.sections[part : part + 1] or [0])
        if not same:
            raise CorruptFileError(ref.path, "a table of another segment")
        return table

    def _shard(self, part: int, table: ShardTable, at: int) -> Shard:
        return Shard(
            table.ref(at),
            self._starts[part] + at,
            table.firsts[at] if table.firsts else "",
            table.lone[at] if table.lone else 0,
            _span(self._parts.page_starts, part, table.page_starts, at),
            _span(self._parts.section_starts, part, table.section_starts, at),
        )


def _span(starts_of_parts: Sequence[int], part: int, starts: Sequence[int], at: int) -> range:
    """Return the numbers of the pages or sections in a pack; none for a kind without them."""
    if len(starts) == 1:
        return range(0)
    return range(starts_of_parts[part] + starts[at], starts_of_parts[part] + starts[at + 1])


class Totals(NamedTuple):
    """How much a segment holds."""

    n_pages: int
    n_sections: int
    n_words: int


Derived = TypeVar("Derived")
_Columns = tuple[Sequence[int], Sequence[int]]

Tags = Mapping[str, Sequence[str]]
"""Facet → values that every page has besides its own."""

_PACKS_AT_ONCE = 64
"""Packs that are fetched together when all are read."""
_DEFINITION_BYTES = 600
_NO_POSITIONS = Positions([], [], [])
_NOT_ASKED = Asked((), (), ())


class _FoundTerm(NamedTuple):
    """What is known of a term."""

    n_sections: int
    """Number of sections that have it; 0 if it is not there."""
    postings: Postings
    positions: bytes = b""
    """At which words it stands, encoded; empty where that lies elsewhere."""


class SegmentReader:
    """One segment of a docset. It reads what is asked for when it is asked for.

    A segment never changes, so the entry names the pages of it that were deleted. They are taken out where values are
    decoded; whoever ranks, counts and shows sections never meets them. Decision 0131.
    """

    def __init__(self, files: BundleFiles, ref: FileRef, docset: DocsetEntry, tags: Tags | None = None) -> None:
        """Take a segment; nothing is read yet.

        Args:
            files: Reads the bundle.
            ref: The segment's manifest.
            docset: Whose segment it is; it names the deleted pages.
            tags: What all its pages have.
        """
        self.files, self.docset = files, docset
        self.is_far = files.fetches_ahead
        """Whether reading takes requests, so that it pays to say early what will be read (see `fetch`)."""
        self.ref = ref
        pages = docset.deleted.get(ref.name, ())
        self._deleted_words = docset.deleted_words.get(ref.name)
        self.deleted = frozenset(pages)
        """Numbers of the pages that no question finds."""
        self.prefix = f"{ref.name}#{digest(wire.encode(pages)).hex() if pages else ''}#"
        """Prefix of the cache keys of values that are derived from the segment."""
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
        return list(accumulate(self.lengths.sections, initial=0))[:-1]

    @lazy_property
    def page_of(self) -> list[int]:
        """Per section, the number of its page."""
        return list(chain.from_iterable(repeat(page, n) for page, n in enumerate(self.lengths.sections)))

    @lazy_property
    def deleted_sections(self) -> frozenset[int]:
        """Sections of the deleted pages; reads the lengths if there are such pages."""
        first, n = (self.first_sections, self.lengths.sections) if self.deleted else ([], [])
        return frozenset(chain.from_iterable(range(first[page], first[page] + n[page]) for page in self.deleted))

    @lazy_property
    def totals(self) -> Totals:
        """How much the segment holds without its deleted pages."""
        manifest, gone, n_words = self.manifest, self.deleted_sections, self._deleted_words
        if n_words is None:  # then length codes tell about how many
            n_words = round(sum(WORDS[self.lengths.codes[section]] for section in gone))
        n_pages, n_sections = manifest.n_pages - len(self.deleted), manifest.n_sections - len(gone)
        return Totals(n_pages, n_sections, max(0, manifest.n_words - n_words))

    def live_pages(self) -> Sequence[int]:
        """Return the numbers of the pages that are not deleted."""
        return self._live(range(self.manifest.n_pages))

    def _live(self, numbers: range) -> Sequence[int]:
        return [number for number in numbers if number not in self.deleted] if self.deleted else numbers

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

    def _find(self, kind: Kind, key: str) -> tuple[int, Any, str]:
        """Find a key in the one shard that can hold it.

        Returns:
            Its count, 0 where it is not there; its decoded value; the path of the shard, for messages.
        """
        found = self._at(kind, key)
        if not found:
            return 0, None, ""
        shard, at, path = found
        return shard.counts[at], shard.value(at, path), path

    def _at(self, kind: Kind, key: str) -> tuple[KeyedShard, int, str] | None:
        """Return the shard with a key, the key's index there, and the shard's path; None where there is no such key."""
        ref = self.file_of(kind, key)
        shard = self.files.keyed(ref) if ref else None
        at = shard.find(key) if shard else None
        return None if ref is None or shard is None or at is None else (shard, at, ref.path)

    def file_of(self, kind: Kind, key: str) -> FileRef | None:
        """Name the one shard that can hold a key; None where none can."""
        shard = self.tables[kind].covering(key)
        return shard.ref if shard else None

    def with_prefix(self, kind: Kind, prefix: str) -> Iterator[tuple[str, int]]:
        """Yield each key with a prefix, in order, and its count; reads a shard only if its table says too little."""
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

    def _term(self, term: str) -> _FoundTerm:
        def make() -> _FoundTerm:
            found = self._stored_term(term)
            return self._live_term(found) if self.deleted else found

        def size_of(found: _FoundTerm) -> int:
            return 500 + len(found.positions) + _size_of(*found.postings.by_field.values())

        return self.derived(f"terms:{term}", make, size_of)

    def _stored_term(self, term: str) -> _FoundTerm:
        """Find a term and decode it as it is in its shard, deleted sections included."""
        found = self._at("terms", term)
        if not found:
            return _FoundTerm(0, Postings({}))
        shard, at, path = found
        postings = Postings.from_wire(shard.value(at, path), path, self.manifest.n_sections)
        return _FoundTerm(shard.counts[at], postings, shard.positions[at] if shard.positions else b"")

    def _live_term(self, found: _FoundTerm) -> _FoundTerm:
        """Remove deleted sections from a term's values."""
        deleted, postings = self.deleted_sections, found.postings
        gone = {section for sections, _ in postings.by_field.values() for section in sections if section in deleted}
        if not gone:
            return found
        by_field = {field: _without(gone, columns) for field, columns in postings.by_field.items()}
        titled = _without(gone, postings.titled) if postings.titled else None
        left = {field: columns for field, columns in by_field.items() if columns[0]}
        live = Postings(left, titled if titled and titled[0] else None)
        return found._replace(n_sections=found.n_sections - len(gone), postings=live)

    def knows_positions(self, term: str) -> bool:
        """Say whether the positions of a term were read together with the term."""
        return self.keeps(f"terms:{term}") and self._term(term).positions != b""

    def positions(self, term: str) -> Positions:
        """Return at which words a term stands, in deleted sections, too; empty where it does not."""

        def make() -> Positions:
            # Sections that are left out would move the positions of those behind them.
            found = self._stored_term(term) if self.deleted else self._term(term)
            n, value, path = 0, None, f"a shard with the term {term!r}"
            if found.positions:
                n, value = found.n_sections, wire.decode(found.positions, path)
            else:
                n, value, path = self._find("positions", term)
            return Positions.from_wire(value, path, self.manifest.n_sections, found.postings) if n else _NO_POSITIONS

        def size_of(found: Positions) -> int:
            return 500 + _size_of((found.sections, found.ends, found.steps))

        return self.derived(f"positions:{term}", make, size_of)

    @property
    def has_questions(self) -> bool:
        """Whether some of its pages have questions."""
        return "asked" in self.tables

    @lazy_property
    def asked_pages(self) -> bytes:
        """Per page 1 if it has questions, else 0; reads the lengths."""
        flags = bytearray(self.manifest.n_pages)
        for page in self.lengths.asked:
            flags[page] = 1
        return bytes(flags)

    def asked(self, term: str) -> Asked:
        """Return the questions that have a term."""

        def make() -> Asked:
            n, value, path = self._find("asked", term)
            found = Asked.from_wire(value, path, self.manifest.n_sections) if n else _NOT_ASKED
            if self.deleted_sections.isdisjoint(found.sections):
                return found
            kept = [section not in self.deleted_sections for section in found.sections]
            return Asked(*(list(compress(column, kept)) for column in (found.questions, found.sections, found.lengths)))

        return self.derived(f"asked:{term}", make, lambda found: 500 + 3 * getsizeof(found.questions))

    def question(self, number: int) -> str:
        """Return a question as it was written; reads all of them."""
        ref = self.manifest.questions
        questions = self.files.texts(ref) if ref else []
        return visible_line(questions[number]) if number < len(questions) else ""

    def definitions(self, symbol: str) -> list[Definition]:
        """Return the definitions of a symbol, in any case; reads one shard."""
        key = symbol_key(symbol)

        def make() -> list[Definition]:
            n, value, path = self._find("symbols", key)
            found = definitions_from_wire(key, value, path, self.manifest.n_sections) if n else []
            return [one for one in found if one.section not in self.deleted_sections]

        return self.derived(f"symbols:{key}", make, lambda found: 300 + _DEFINITION_BYTES * len(found))

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
        definers = self.files.definers(ref)
        if definers.n_sections != self.manifest.n_sections:
            raise CorruptFileError(ref.name, "definers of another segment")
        indexes = sorted(definers.files_of(sections))
        if indexes and indexes[-1] >= n_files:
            raise CorruptFileError(ref.name, f"an index {indexes[-1]} of {n_files} files")
        return indexes

    def pages_with(self, key: str) -> Sequence[int]:
        """Return the numbers of the pages that have a facet value (key as `facet_key` makes it)."""
        if key in self._tag_keys:
            return self.live_pages()

        def make() -> Sequence[int]:
            n, value, path = self._find("facets", key)
            pages = pages_from_wire(value, path, self.manifest.n_pages) if n else []
            return packed([page for page in pages if page not in self.deleted])

        return self.derived(f"facets:{key}", make, lambda found: 300 + getsizeof(found))

    def facets(self) -> Iterator[tuple[str, int]]:
        """Yield each facet value (as `facet_key` makes it) and the number of pages that have it; reads all facets."""
        for key, n in self.with_prefix("facets", ""):
            if key not in self._tag_keys:
                yield key, len(self.pages_with(key)) if self.deleted else n
        yield from ((key, self.totals.n_pages) for key in sorted(self._tag_keys))

    def page(self, number: int) -> PageRecord:
        """Return a page by number; decoded anew each time, as large pages would fill the cache."""
        pack = self.tables["pages"].of_page(number)
        page = self._tagged(self._page_pack(pack)[number - pack.pages.start])
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
        """Return the number of the page with a URL, or of the page that says what was there; reads one pack, or two."""
        number, moved = self._page_at(url)
        return self._page_at(moved)[0] if moved else number

    def _page_at(self, url: str) -> tuple[int | None, str]:
        """Return the number of the page with a URL, and the URL of the page that says the same where there is none."""
        if not self.manifest.n_pages:
            return None, ""
        table = self.tables["pages"]
        pack = table.covering(url) or table.at(0)
        pages = self._page_pack(pack)
        index = bisect_left(pages.urls, url)
        if index < len(pages) and pages.urls[index] == url:
            number = pack.pages.start + index
            return (None if number in self.deleted else number), ""
        return None, pages.moved.get(url, "")

    def span_of_pages(self, prefix: str) -> Sequence[int]:
        """Return the numbers of the pages whose URL starts with a prefix; reads two packs at most."""
        return self._live(self._span_of_pages(list(self.tables["pages"].spanning(prefix)), prefix))

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
            if numbers := self._live(within):
                is_last = pack.number + 1 == len(self.tables["pages"])
                yield numbers, pack.first, "" if is_last else self.tables["pages"].at(pack.number + 1).first

    def neighbors(self, url: str, n: int) -> Sequence[int]:
        """Return the numbers of the `n` pages before and after where a URL would stand; reads one pack."""
        if not self.manifest.n_pages:
            return range(0)
        pages = self.tables["pages"]
        number = self._first_at_or_after(pages.covering(url) or pages.at(0), url)
        return self._live(range(max(0, number - n), min(self.manifest.n_pages, number + n)))

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


def _without(gone: Set[int], columns: _Columns) -> _Columns:
    kept = [section not in gone for section in columns[0]]
    return packed(list(compress(columns[0], kept))), packed(list(compress(columns[1], kept)))


def _size_of(*columns: Iterable[Sequence[int]]) -> int:
    """Return the memory of columns of numbers (bytes)."""
    return sum(map(getsizeof, chain.from_iterable(columns)))


Filters = Mapping[str, Sequence[str]]
"""Facet → values; a page must have any one of the values of every facet."""


def allowed_pages(segment: SegmentReader, filters: Filters) -> Set[int] | None:
    """Return the numbers of the pages that pass, or None when there is nothing to filter by.

    A facet or value that no page has lets no page pass.
    """
    allowed: set[int] | None = None
    for facet, values in filters.items():
        pages = {page for value in values for page in segment.pages_with(facet_key(facet, value))}
        allowed = pages if allowed is None else allowed & pages
    return allowed


# Ask several segments for many keys at once.
#
# From far away a round of requests takes as long as the slowest of them, however many there are. So a search names all
# that it wants of all its segments. What it does not name is read when it is asked for, a round later.

ALL_FACETS: Mapping[Kind, Sequence[str]] = {"facets": ("",)}
"""Prefixes of a batch that wants every facet."""


class Batch(NamedTuple):
    """What is wanted of one segment. Iterators are read only if requests take time."""

    segment: SegmentReader
    keys: Mapping[Kind, Iterable[str]] = {}
    """Kind of a shard → keys; the keys of pages are URLs."""
    prefixes: Mapping[Kind, Iterable[str]] = {}
    """Kind of a shard → beginnings of keys."""
    pages: Iterable[int] = ()
    texts: Iterable[int] = ()
    """Numbers of sections."""
    outlines: Iterable[int] = ()
    """Numbers of sections whose pages are wanted."""
    lengths: bool = False


def fetch(batches: Iterable[Batch], *, tables_only: bool = False) -> None:
    """Start reading what is wanted, in three rounds of requests: manifests; tables and lengths; shards and packs.

    What is in memory is not read again. What a folder holds is not read early.

    Args:
        batches: What is wanted; several may be of one segment.
        tables_only: Leave out the last round, if it is not certain that all of it is wanted.
    """
    far = [_listed(batch) for batch in batches if batch.segment.is_far]
    _start((batch, [batch.segment.ref]) for batch in far if "manifest" not in batch.segment.__dict__)
    _start((batch, _tables_of(batch)) for batch in far)
    if not tables_only:
        _start((batch, _files_of(batch)) for batch in far)


def _listed(batch: Batch) -> Batch:
    keys, prefixes = ({kind: list(values) for kind, values in of.items()} for of in (batch.keys, batch.prefixes))
    pages, texts, outlines = map(list, (batch.pages, batch.texts, batch.outlines))
    return batch._replace(keys=keys, prefixes=prefixes, pages=pages, texts=texts, outlines=outlines)


def _start(wanted: Iterable[tuple[Batch, Iterable[FileRef]]]) -> None:
    """Start one round of requests, those of a bundle together."""
    by_bundle: dict[BundleFiles, list[FileRef]] = {}
    for batch, refs in wanted:
        by_bundle.setdefault(batch.segment.files, []).extend(refs)
    for files, refs in by_bundle.items():
        files.fetch_ahead(refs)


def _tables_of(batch: Batch) -> Iterator[FileRef]:
    """Yield the files that say in which shards and packs things are, and the lengths."""
    segment = batch.segment
    if batch.lengths and "lengths" not in segment.__dict__:
        yield segment.manifest.lengths
    for kind in dict.fromkeys((*batch.keys, *batch.prefixes)):
        yield from segment.tables[kind].parts_of(keys=batch.keys.get(kind, ()), prefixes=batch.prefixes.get(kind, ()))
    if batch.pages or batch.outlines:
        yield from segment.tables["pages"].parts_of(pages=batch.pages, sections=batch.outlines)
    if batch.texts:
        yield from segment.tables["texts"].parts_of(sections=batch.texts)


def _files_of(batch: Batch) -> Iterator[FileRef]:
    """Yield the shards and packs that are not in memory."""
    segment = batch.segment
    for kind, keys in batch.keys.items():
        missing = [key for key in keys if not segment.keeps(f"{kind}:{key}")]
        if kind == "positions":
            missing = [key for key in missing if not segment.knows_positions(key)]
        yield from filter(None, (segment.file_of(kind, key) for key in missing))
    for kind, prefixes in batch.prefixes.items():
        shards = (shard for prefix in prefixes for shard in segment.tables[kind].spanning(prefix))
        yield from (shard.ref for shard in shards if not shard.lone)
    yield from (segment.tables["pages"].of_page(number).ref for number in batch.pages)
    yield from (segment.tables["texts"].of_section(number).ref for number in batch.texts)
    yield from (segment.tables["pages"].of_section(number).ref for number in batch.outlines)
