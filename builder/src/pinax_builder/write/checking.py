"""Read a written segment back as a reader would, before the build switches to it.

In:    A bundle's folder, and the reference to a segment in it.
Out:   Nothing; or the BundleError that a reader would meet.
Rules: every file is read from the disk and compared with its digest. What the files have to say
       of each other is what `pinax-runtime verify` asks, too. Postings and positions are most of a build, so of many
       shards a part is decoded, chosen by their digests: the same of the same build.
Spec:  docs/format.md, sections 4 to 8.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import repeat
from operator import itemgetter
from pathlib import Path

from pinax_builder.reading import manifest_of, read_bytes, read_value, tables_of
from pinax_runtime.format import (
    TABLES,
    Definers,
    FileRef,
    KeyedShard,
    Kind,
    Lengths,
    PagePack,
    Postings,
    SegmentManifest,
    agreement,
    texts_from_pack,
)

_WHOLE = 8
"""Number of shards of terms, and of positions, whose values are all decoded."""
_EVERY = 8
"""Of the shards behind those, one in so many is decoded: those whose digests begin with a multiple of it."""


def check_segment(folder: Path, ref: FileRef) -> None:
    """Check every file of a segment.

    Raises:
        BundleError: A reader would refuse one of them.
    """
    manifest = manifest_of(folder, ref)
    lengths = Lengths.from_wire(read_value(folder, manifest.lengths), manifest.lengths.path)
    agreement.require(lengths.sections == _check_pages(folder, manifest), manifest.lengths, "lengths of other pages")
    agreement.require(len(lengths.codes) == manifest.n_sections, manifest.lengths, "lengths of other sections")
    definers = None
    if manifest.definers:
        definers = Definers.from_wire(read_value(folder, manifest.definers), manifest.definers.path)
        agreement.check_definers(definers, manifest)
    terms = _Terms(folder, manifest)
    for kind in TABLES:
        if kind not in ("pages", "texts"):
            _check_keyed(folder, manifest, kind, terms, definers)


def _check_pages(folder: Path, manifest: SegmentManifest) -> list[int]:
    """Check the packs of pages and texts; return the number of sections of each page."""
    counts: list[int] = []
    last = ""
    for table in tables_of(folder, manifest, "pages"):
        for ref, first, n_pages, n_sections in zip(
            table.refs(), table.firsts, table.pages, table.sections, strict=True
        ):
            pack = PagePack(read_bytes(folder, ref), ref.path)
            counts += agreement.check_pages(pack, ref, first, n_pages, n_sections, last)
            last = pack.urls[-1]
    for table in tables_of(folder, manifest, "texts"):
        for ref, n_sections in zip(table.refs(), table.sections, strict=True):
            agreement.check_texts(texts_from_pack(read_bytes(folder, ref), ref.path), ref, n_sections)
    return counts


def _check_keyed(folder: Path, manifest: SegmentManifest, kind: Kind, terms: _Terms, definers: Definers | None) -> None:
    last = None
    for number, (ref, first, lone) in enumerate(_listed(folder, manifest, kind)):
        shard = _shard(folder, ref)
        last = agreement.check_keys(shard, ref, first, lone, last)
        if kind not in ("terms", "positions") or number < _WHOLE or ref.digest[0] % _EVERY == 0:
            agreement.check_values(shard, ref, manifest, terms.postings)
        if kind == "symbols" and definers:
            agreement.check_led_to(shard, ref, number, definers, manifest)


def _listed(folder: Path, manifest: SegmentManifest, kind: Kind) -> Iterator[tuple[FileRef, str, int]]:
    """Yield the shards of a kind, with their first keys and lone counts by their tables."""
    for table in tables_of(folder, manifest, kind):
        yield from zip(table.refs(), table.firsts, table.lone or repeat(0), strict=False)


def _shard(folder: Path, ref: FileRef) -> KeyedShard:
    return KeyedShard.from_wire(read_value(folder, ref), ref.path)


class _Terms:
    """The postings of terms; the last shard of them is kept, for those that are asked for in their order."""

    def __init__(self, folder: Path, manifest: SegmentManifest) -> None:
        self._folder, self._n_sections = folder, manifest.n_sections
        self._listed = list(_listed(folder, manifest, "terms"))
        self._kept = -1, KeyedShard([], [], [])

    def postings(self, term: str) -> Postings | None:
        number = bisect_right(self._listed, term, key=itemgetter(1)) - 1
        if number < 0:
            return None
        ref = self._listed[number][0]
        if number != self._kept[0]:
            self._kept = number, _shard(self._folder, ref)
        shard = self._kept[1]
        at = shard.find(term)
        return None if at is None else Postings.from_wire(shard.value(at, ref.path), ref.path, self._n_sections)
