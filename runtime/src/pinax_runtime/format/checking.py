"""Check a segment: each file against its name and size, each record, and what the records say of each other.

`pinax-runtime verify` checks the segments of a bundle, and a build those that it wrote, before it switches to them.

Rules: every error is a BundleError that names the file; one damaged file does not stop the check of the others.
Spec:  docs/format.md, sections 4 to 8.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from pinax_runtime.format import wire
from pinax_runtime.format.errors import BundleError, CorruptFileError, DigestMismatchError
from pinax_runtime.format.names import digest
from pinax_runtime.format.pages import PagePack, texts_from_pack
from pinax_runtime.format.segment import (
    Definers,
    FileRef,
    Lengths,
    SegmentManifest,
    ShardTable,
    table_from_wire,
)
from pinax_runtime.format.shards import (
    Asked,
    KeyedShard,
    Positions,
    Postings,
    definitions_from_wire,
    pages_from_wire,
    symbol_key,
)

_WHOLE = 8
"""Number of shards of terms, and of positions, whose values a sample decodes."""
_EVERY = 8
"""A sample decodes about one in so many further shards: those whose digest begins with a multiple of it."""
_KEPT_FILES = 4
"""Number of files that are kept in memory for their next block."""


def check_segment(
    ref: FileRef,
    read: Callable[[FileRef], bytes],
    report: Callable[[BundleError], None],
    *,
    samples: bool = False,
) -> SegmentManifest | None:
    """Check every file of a segment.

    Args:
        ref: The segment's manifest.
        read: Returns the bytes of a whole file whose digest it has checked, or raises BundleError.
        report: Takes each error; what it raises ends the check.
        samples: Whether only some shards of terms and positions have all values decoded. These are most of a segment.

    Returns:
        The manifest; None if it cannot be read.
    """
    check = _Check(read, report, samples)
    with check.reporting():
        manifest = SegmentManifest.from_wire(check.value(ref), ref.path)
        check.segment(manifest)
        return manifest
    return None


class _Check:
    def __init__(self, read: Callable[[FileRef], bytes], report: Callable[[BundleError], None], samples: bool) -> None:
        self._read, self._report, self._samples = read, report, samples
        self._containers: dict[str, FileRef] = {}
        """Name → reference of each file of blocks."""
        self._kept: dict[str, bytes] = {}

    @contextmanager
    def reporting(self) -> Iterator[None]:
        """Report a BundleError that is raised inside the `with`."""
        try:
            yield
        except BundleError as error:
            self._report(error)

    def value(self, ref: FileRef) -> object:
        """Decode a file or block."""
        return wire.decode(self._raw(ref), ref.path)

    def segment(self, manifest: SegmentManifest) -> None:
        """Check the files that a manifest leads to."""
        listed = {kind: list(self._listed(table)) for kind, table in manifest.tables.items()}
        definers = None
        with self.reporting():
            if manifest.definers:
                definers = Definers.from_wire(self.value(manifest.definers), manifest.definers.path)
                _require(definers.n_sections == manifest.n_sections, manifest.definers, "definers of another segment")
        terms = _Terms(listed["terms"], self.shard, manifest)
        for kind, of_kind in listed.items():
            if kind not in ("pages", "texts"):
                self._keyed(manifest, of_kind, terms, definers)
        with self.reporting():
            if manifest.questions:
                texts_from_pack(self.value(manifest.questions), manifest.questions.path)
        sections = self._pages(listed["pages"])
        with self.reporting():
            lengths = Lengths.from_wire(self.value(manifest.lengths), manifest.lengths.path)
            _require(len(lengths.codes) == manifest.n_sections, manifest.lengths, "lengths of other sections")
            same = lengths.sections == sections or len(sections) < manifest.n_pages  # an unreadable pack is reported
            _require(same, manifest.lengths, "lengths of other pages")
        for ref, _, _, _, n_sections in listed["texts"]:
            with self.reporting():
                texts = texts_from_pack(self.value(ref), ref.path)
                _require(len(texts) == n_sections, ref, "another number of sections than its table's")

    def shard(self, ref: FileRef) -> KeyedShard:
        """Decode a keyed shard."""
        return KeyedShard.from_wire(self.value(ref), ref.path)

    def _listed(self, top: ShardTable) -> Iterator[_Listed]:
        """Yield what the tables of one kind list; a table that cannot be read is reported."""
        tables = [] if top.shards else [top]
        self._containers |= {file.name: file for file in top.files}
        for ref in top.refs() if top.shards else ():
            with self.reporting():
                tables.append(table_from_wire(self.value(ref), ref.path))
        for table in tables:
            self._containers |= {file.name: file for file in table.files}
            for at, ref in enumerate(table.refs()):
                first, lone = table.firsts[at] if table.firsts else "", table.lone[at] if table.lone else 0
                pages, sections = (column[at] if column else 0 for column in (table.pages, table.sections))
                yield _Listed(ref, first, lone, pages, sections)

    def _keyed(
        self,
        manifest: SegmentManifest,
        listed: list[_Listed],
        terms: _Terms,
        definers: Definers | None,
    ) -> None:
        """Check the shards of one kind: their keys, their values, and that `definers` leads to them."""
        last = ""
        for number, (ref, first, lone, _, _) in enumerate(listed):
            with self.reporting():
                shard = self.shard(ref)
                _require(shard.keys[0] == first, ref, "a first key other than its table's")
                _require(not number or last < shard.keys[0], ref, "keys that overlap those of the shard before")
                _require(lone in (0, shard.counts[0] if len(shard.keys) == 1 else 0), ref, "a key that is not alone")
                last = shard.keys[-1]
                is_large = ref.kind in ("terms", "positions")
                is_taken = not (self._samples and is_large) or number < _WHOLE or ref.digest[0] % _EVERY == 0
                if is_taken and (terms.are_all or ref.kind != "positions"):
                    _check_values(shard, ref, manifest, terms, number, definers)

    def _pages(self, listed: list[_Listed]) -> list[int]:
        """Check the packs of pages; return the number of sections of each page that could be read."""
        last, sections = "", list[int]()
        for ref, first, _, n_pages, n_sections in listed:
            with self.reporting():
                pack = PagePack(self.value(ref), ref.path)
                counts = [len(list(page.sections)) for page in pack]
                sections += counts
                _require(len(counts) == n_pages, ref, "another number of pages than its table's")
                _require(sum(counts) == n_sections, ref, "another number of sections than its table's")
                _require(pack.urls[0] == first, ref, "a first URL other than its table's")
                _require(last < pack.urls[0], ref, "pages that are not in order")
                last = pack.urls[-1]
        return sections

    def _raw(self, ref: FileRef) -> bytes:
        """Return the decompressed bytes of a file or block whose digest and size are right."""
        data = self._file(self._containers[ref.file] if ref.file else ref)
        if ref.file:
            data = data[ref.start : ref.start + ref.size]
            if digest(data) != ref.digest:
                raise DigestMismatchError(ref.path, digest(data).hex(), ref.digest.hex())
        return wire.decompress(data, ref.path)

    def _file(self, ref: FileRef) -> bytes:
        if ref.name not in self._kept:
            data = self._read(ref)
            _require(len(data) == ref.size, ref, f"{len(data):,} bytes instead of {ref.size:,}")
            if len(self._kept) == _KEPT_FILES:
                self._kept.pop(next(iter(self._kept)))
            self._kept[ref.name] = data
        return self._kept[ref.name]


class _Listed(NamedTuple):
    """A shard or pack, and what its table says of it."""

    ref: FileRef
    first: str
    lone: int
    n_pages: int
    n_sections: int


class _Terms:
    """Finds the postings of terms; it keeps the last shard, because they are asked for in order."""

    def __init__(self, listed: list[_Listed], read: Callable[[FileRef], KeyedShard], manifest: SegmentManifest) -> None:
        self._listed, self._read, self._n_sections = listed, read, manifest.n_sections
        top = manifest.tables["terms"]
        self.are_all = len(listed) == sum(top.shards or [len(top.sizes)])
        """Whether all tables could be read; without its postings, a term's positions cannot be decoded."""
        self._last = -1, KeyedShard([], [], [])

    def postings(self, term: str) -> Postings:
        number = bisect_right(self._listed, term, key=attrgetter("first")) - 1
        if number < 0:
            return Postings({})
        ref = self._listed[number].ref
        if number != self._last[0]:
            self._last = number, self._read(ref)
        shard = self._last[1]
        at = shard.find(term)
        return Postings({}) if at is None else Postings.from_wire(shard.value(at, ref.path), ref.path, self._n_sections)


def _check_values(
    shard: KeyedShard, ref: FileRef, manifest: SegmentManifest, terms: _Terms, number: int, definers: Definers | None
) -> None:
    """Decode every value of the shard with a number, and compare the counts and where `definers` leads."""
    if ref.kind == "lexicon":
        return
    n_sections = manifest.n_sections
    for at, key in enumerate(shard.keys):
        value = shard.value(at, ref.path)
        if ref.kind == "terms":
            postings = Postings.from_wire(value, ref.path, n_sections)
            count = len(set(chain.from_iterable(sections for sections, _ in postings.by_field.values())))
            if shard.positions and shard.positions[at]:
                Positions.from_wire(wire.decode(shard.positions[at], ref.path), ref.path, n_sections, postings)
        elif ref.kind == "positions":
            count = len(Positions.from_wire(value, ref.path, n_sections, terms.postings(key)).sections)
        elif ref.kind == "symbols":
            definitions = definitions_from_wire(key, value, ref.path, n_sections)
            count = len(definitions)
            if definers and manifest.definers:
                whole = [definition.section for definition in definitions if symbol_key(definition.name) == key]
                led = all(number in definers.files_of([section]) for section in whole)
                _require(led, manifest.definers, f"no place for {key[:60]!r}")
        elif ref.kind == "asked":
            count = len(Asked.from_wire(value, ref.path, n_sections).questions)
        else:
            count = len(pages_from_wire(value, ref.path, manifest.n_pages))
        _require(count == shard.counts[at], ref, f"a wrong count for {key[:60]!r}")


def _require(holds: bool, ref: FileRef, otherwise: str) -> None:
    if not holds:
        raise CorruptFileError(ref.path, otherwise)
