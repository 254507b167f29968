"""Check a whole bundle: every file against its name, every reference, every record, every count.

In:    a Source, and the names of the files that are there.
Out:   Verification: findings (what is wrong, and in which file) and notes (what is merely left over).
Rules: one damaged file does not stop the rest from being checked.
Spec:  docs/format.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain

from pinax_runtime.format import (
    ENTRY,
    BundleError,
    CorruptFileError,
    DocsetEntry,
    Entry,
    FileRef,
    KeyedShard,
    Kind,
    Positions,
    Postings,
    SegmentManifest,
    definitions_from_wire,
    pages_from_wire,
)
from pinax_runtime.search.reading.deletions import deletions_of
from pinax_runtime.search.reading.files import BundleFiles
from pinax_runtime.search.reading.segment_reader import SegmentReader
from pinax_runtime.search.reading.source import Source
from pinax_runtime.search.reading.tables import Shard, Table

_CACHE_BYTES = 1 << 20
"""Memory for the shards of terms (bytes), which are read again beside the positions."""
_KEPT_FILES = 4
"""Number of files that are kept in memory for their next block."""
_KEYED: tuple[Kind, ...] = ("terms", "positions", "symbols", "facets", "lexicon")


@dataclass(slots=True)
class Verification:
    """What was found."""

    findings: list[tuple[str, str]] = field(default_factory=list)
    """(file, what is wrong with it), in the order of reading."""
    notes: list[str] = field(default_factory=list)
    files: int = 0
    size_bytes: int = 0


def verify(source: Source, present: Iterable[str] = ()) -> Verification:
    """Check a bundle.

    Args:
        source: Where it is.
        present: Names of all files that are there, to note those that nothing refers to.
    """
    measured = _MeasuredSource(source)
    result = Verification()
    _Verifier(measured, result).run()
    if not result.findings:  # else what a damaged manifest refers to is not known
        unread = sorted(set(present) - set(measured.sizes))
        result.notes += [f"{name} belongs to no docset of this bundle (an earlier build's?)" for name in unread]
    result.files, result.size_bytes = len(measured.sizes), sum(measured.sizes.values())
    return result


class _MeasuredSource:
    """Remembers the size of each file that was read through it, and the last files themselves, for their blocks."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.sizes: dict[str, int] = {}
        self._last: dict[str, bytes] = {}

    @property
    def location(self) -> str:
        return self._source.location

    def read(self, name: str) -> bytes:
        data = self._source.read(name)
        self.sizes[name] = len(data)
        return data

    def read_part(self, name: str, start: int, size: int) -> bytes:
        if name not in self._last:
            if len(self._last) >= _KEPT_FILES:
                self._last.pop(next(iter(self._last)))
            self._last[name] = self.read(name)
        return self._last[name][start : start + size]


class _Verifier:
    def __init__(self, source: Source, result: Verification) -> None:
        self._files = BundleFiles(source, _CACHE_BYTES)
        self._result = result
        self._done: set[FileRef] = set()

    def run(self) -> None:
        with _Reporting(self._result):
            # Not `entry()`: the manifests that it brings along are files as well, and those are checked.
            for docset in Entry.from_bytes(self._files.entry_bytes(), self._files.source.location).docsets:
                self._docset(docset)

    def _docset(self, docset: DocsetEntry) -> None:
        pages = sections = 0
        complete = True
        for ref in docset.segments:
            with _Reporting(self._result) as reporting:
                manifest = self._files.segment(ref)
                self._segment(ref, manifest)
                live = SegmentReader(self._files, ref, deletions=deletions_of(docset, ref)).totals
                pages, sections = pages + live.n_pages, sections + live.n_sections
            complete = complete and not reporting.failed
        if complete and (pages, sections) != (docset.n_pages, docset.n_sections):
            said, are = f"{docset.n_pages} pages, {docset.n_sections} sections", f"{pages} and {sections}"
            self._finding(ENTRY, f"docset {docset.name!r} should have {said}; its segments have {are}")

    def _segment(self, ref: FileRef, manifest: SegmentManifest) -> None:
        self._size(ref)
        for file in manifest.files():
            self._size(file)
            with _Reporting(self._result):
                for listed in self._files.table(file).named_files() if file.kind == "table" else ():
                    self._size(listed)
        segment = SegmentReader(self._files, ref)
        for kind in _KEYED:
            self._keyed(segment, segment.tables[kind])
        with _Reporting(self._result):
            self._definers(segment, segment.tables["symbols"])
        sections = self._pages(segment.tables["pages"])
        with _Reporting(self._result):
            lengths = self._files.lengths(manifest.lengths).sections
            same = lengths == sections or len(sections) < manifest.n_pages  # a pack that cannot be read is reported
            _require(same, manifest.lengths, "lengths of other pages than those of the segment")
        self._texts(segment.tables["texts"])

    def _size(self, ref: FileRef) -> None:
        if ref in self._done:
            return
        self._done.add(ref)
        with _Reporting(self._result):
            data = self._files.bytes_of(ref)
            if len(data) != ref.size:
                self._finding(ref.name, f"{ref.name} has {len(data):,} bytes; the manifest says {ref.size:,}")

    def _shards(self, table: Table) -> Iterator[Shard]:
        """Yield what a table lists; a part of it that cannot be read is a finding."""
        for number in range(table.n_parts):
            part: list[Shard] = []
            with _Reporting(self._result):
                part = table.part(number)
            yield from part

    def _keyed(self, segment: SegmentReader, table: Table) -> None:
        last = ""
        for listed in self._shards(table):
            with _Reporting(self._result):
                shard, ref = self._files.keyed(listed.ref), listed.ref
                _require(bool(shard.keys), ref, "a shard without keys")
                _require(shard.keys[0] == listed.first, ref, "a first key other than its table's")
                _require(listed.number == 0 or last < shard.keys[0], ref, "keys that overlap those of the shard before")
                _require(
                    listed.lone in (0, shard.counts[0] if len(shard.keys) == 1 else 0), ref, "a key that is not alone"
                )
                last = shard.keys[-1]
                _check_values(segment, ref, shard)

    def _definers(self, segment: SegmentReader, symbols: Table) -> None:
        """Check that every definition is in a file that its section leads to."""
        ref, n_sections = segment.manifest.definers, segment.manifest.n_sections
        if ref is None:
            return
        definers = self._files.definers(ref)
        _require(definers.n_sections == n_sections, ref, "definers of another segment")
        for listed in symbols:
            shard, name = self._files.keyed(listed.ref), listed.ref.path
            for index, key in enumerate(shard.keys):
                found = definitions_from_wire(key, shard.value(index, name), name, n_sections)
                led = all(listed.number in definers.files_of([definition.section]) for definition in found)
                _require(led, ref, f"no place for {key[:60]!r}")

    def _pages(self, table: Table) -> list[int]:
        """Check the packs of pages; return the number of sections of each page that could be read."""
        last = ""
        sections: list[int] = []
        for listed in self._shards(table):
            with _Reporting(self._result):
                pack, ref = self._files.pages(listed.ref), listed.ref
                urls, counts = pack.urls, [len(list(page.sections)) for page in pack]
                _require(len(pack) == len(listed.pages) > 0, ref, "another number of pages than its table's")
                _require(sum(counts) == len(listed.sections), ref, "another number of sections than its table's")
                _require(urls[0] == listed.first, ref, "a first URL other than its table's")
                _require(urls == sorted(set(urls)) and last < urls[0], ref, "pages that are not in order")
                last = urls[-1]
                sections += counts
        return sections

    def _texts(self, table: Table) -> None:
        for listed in self._shards(table):
            with _Reporting(self._result):
                pack = self._files.texts(listed.ref)
                n_texts = len([pack[at] for at in range(len(pack))])
                _require(n_texts == len(listed.sections), listed.ref, "another number of sections than its table's")

    def _finding(self, name: str, message: str) -> None:
        self._result.findings.append((name, message))


class _Reporting:
    """Turns a BundleError inside a `with` into a finding, once for each file."""

    def __init__(self, result: Verification) -> None:
        self._result = result
        self.failed = False

    def __enter__(self) -> _Reporting:
        return self

    def __exit__(self, _type: object, error: object, _traceback: object) -> bool:
        if not isinstance(error, BundleError):
            return False
        self.failed = True
        if error.name not in {name for name, _ in self._result.findings}:
            self._result.findings.append((error.name, str(error)))
        return True


def _check_values(segment: SegmentReader, ref: FileRef, shard: KeyedShard) -> None:
    if ref.kind == "lexicon":
        return
    _require(len(shard.values) == len(shard.keys), ref, "keys without values")
    count_of = _COUNTS[ref.kind]
    for at, key in enumerate(shard.keys):
        count = count_of(key, shard.value(at, ref.path), ref.path, segment)
        _require(count == shard.counts[at], ref, f"a wrong count for {key[:60]!r}")


def _count_sections(_key: str, value: object, name: str, segment: SegmentReader) -> int:
    by_field = Postings.from_wire(value, name, segment.manifest.n_sections).by_field
    return len(set(chain.from_iterable(sections for sections, _ in by_field.values())))


def _count_positions(key: str, value: object, name: str, segment: SegmentReader) -> int:
    postings = segment.postings(key) or Postings({})
    return len(Positions.from_wire(value, name, segment.manifest.n_sections, postings).sections)


def _count_definitions(key: str, value: object, name: str, segment: SegmentReader) -> int:
    return len(definitions_from_wire(key, value, name, segment.manifest.n_sections))


def _count_pages(_key: str, value: object, name: str, segment: SegmentReader) -> int:
    return len(pages_from_wire(value, name, segment.manifest.n_pages))


_COUNTS: dict[Kind, Callable[[str, object, str, SegmentReader], int]] = {
    "terms": _count_sections,
    "positions": _count_positions,
    "symbols": _count_definitions,
    "facets": _count_pages,
}
"""Kind → decodes a value, which checks its numbers, and counts what the kind counts."""


def _require(sound: bool, ref: FileRef, otherwise: str) -> None:
    if not sound:
        raise CorruptFileError(ref.path, otherwise)
