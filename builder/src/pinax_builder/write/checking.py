"""Read a written segment back as a reader would, before the build switches to it.

In:    A bundle's folder, and the reference to a segment in it.
Out:   Nothing; or the BundleError that a reader would meet.
Rules: every file is read from the disk, compared with its digest and decoded. The order of keys, and the
       numbers of pages, sections and texts have to agree with the tables. Definitions and facets are decoded;
       postings and positions, of which there are most, are not: one that is wrong costs a term, and no reader's start.
Spec:  docs/format.md, sections 4 to 8.
"""

from __future__ import annotations

from pathlib import Path

from pinax_builder.reading import manifest_of, read_bytes, read_value, shards_of, tables_of
from pinax_runtime.format import (
    TABLES,
    CorruptFileError,
    Definers,
    FileRef,
    KeyedShard,
    Kind,
    Lengths,
    PagePack,
    SegmentManifest,
    definitions_from_wire,
    pages_from_wire,
    texts_from_pack,
)


def check_segment(folder: Path, ref: FileRef) -> None:
    """Check every file of a segment.

    Raises:
        BundleError: A reader would refuse one of them.
    """
    manifest = manifest_of(folder, ref)
    lengths = Lengths.from_wire(read_value(folder, manifest.lengths), manifest.lengths.path)
    _require(lengths.sections == _check_pages(folder, manifest), manifest.lengths, "lengths of other pages")
    _require(len(lengths.codes) == manifest.n_sections, manifest.lengths, "lengths of other sections")
    if manifest.definers:
        definers = Definers.from_wire(read_value(folder, manifest.definers), manifest.definers.path)
        _require(definers.n_sections == manifest.n_sections, manifest.definers, "definers of other sections")
    for kind in TABLES:
        if kind not in ("pages", "texts"):
            _check_keyed(folder, manifest, kind)


def _check_pages(folder: Path, manifest: SegmentManifest) -> list[int]:
    """Check the packs of pages and texts; return the number of sections of each page."""
    counts: list[int] = []
    last = ""
    for table in tables_of(folder, manifest, "pages"):
        for ref, n_pages, n_sections in zip(table.refs(), table.pages, table.sections, strict=True):
            pack = PagePack(read_bytes(folder, ref), ref.path)
            urls, of_pack = pack.urls, [len(page.sections) for page in pack]
            _require((len(of_pack), sum(of_pack)) == (n_pages, n_sections), ref, "other pages than its table's")
            _require(not last or last < urls[0], ref, "pages that are not in order")
            last = urls[-1]
            counts += of_pack
    for table in tables_of(folder, manifest, "texts"):
        for ref, n_sections in zip(table.refs(), table.sections, strict=True):
            pack_of_texts = texts_from_pack(read_bytes(folder, ref), ref.path)
            _require(len(list(pack_of_texts)) == n_sections, ref, "other texts than its table's")
    return counts


def _check_keyed(folder: Path, manifest: SegmentManifest, kind: Kind) -> None:
    last = ""
    for ref in shards_of(folder, manifest, kind):
        shard = KeyedShard.from_wire(read_value(folder, ref), ref.path)
        _require(not last or last < shard.keys[0], ref, "keys that are not in order")
        last = shard.keys[-1]
        if kind in ("symbols", "facets"):
            for at, key in enumerate(shard.keys):
                value = shard.value(at, ref.path)
                if kind == "symbols":
                    definitions_from_wire(key, value, ref.path, manifest.n_sections)
                else:
                    pages_from_wire(value, ref.path, manifest.n_pages)


def _require(sound: bool, ref: FileRef, otherwise: str) -> None:
    if not sound:
        raise CorruptFileError(ref.path, otherwise)
