"""Check a whole bundle: every file against its name, every reference, every record, every count.

In:    a Source, and the names of the files that are there.
Out:   Verification: findings (what is wrong, and in which file) and notes (what is merely left over).
Rules: one damaged file does not stop the rest from being checked.
Spec:  docs/format.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from pinax_runtime.bundle import BundleFiles, SegmentReader, Shard, Source, Table, deletions_of
from pinax_runtime.format import (
    ENTRY,
    BundleError,
    DocsetEntry,
    Entry,
    FileRef,
    Kind,
    SegmentManifest,
    agreement,
)

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
            agreement.require(same, manifest.lengths, "lengths of other pages than those of the segment")
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
        last = None
        for listed in self._shards(table):
            with _Reporting(self._result):
                shard = self._files.keyed(listed.ref)
                last = agreement.check_keys(shard, listed.ref, listed.first, listed.lone, last)
                agreement.check_values(shard, listed.ref, segment.manifest, segment.postings)

    def _definers(self, segment: SegmentReader, symbols: Table) -> None:
        """Check that every definition is in a file that its section leads to."""
        if segment.manifest.definers:
            definers = self._files.definers(segment.manifest.definers)
            agreement.check_definers(definers, segment.manifest)
            for listed in symbols:
                shard = self._files.keyed(listed.ref)
                agreement.check_led_to(shard, listed.ref, listed.number, definers, segment.manifest)

    def _pages(self, table: Table) -> list[int]:
        """Check the packs of pages; return the number of sections of each page that could be read."""
        last = ""
        sections: list[int] = []
        for listed in self._shards(table):
            with _Reporting(self._result):
                pack, n_pages, n_sections = self._files.pages(listed.ref), len(listed.pages), len(listed.sections)
                sections += agreement.check_pages(pack, listed.ref, listed.first, n_pages, n_sections, last)
                last = pack.urls[-1]
        return sections

    def _texts(self, table: Table) -> None:
        for listed in self._shards(table):
            with _Reporting(self._result):
                agreement.check_texts(self._files.texts(listed.ref), listed.ref, len(listed.sections))

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
