"""Read the files of a bundle in a folder, for what looks at bundles."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from pinax_runtime.format import (
    ENTRY,
    BundleError,
    CorruptFileError,
    DigestMismatchError,
    DocsetEntry,
    Entry,
    FileRef,
    Kind,
    NotABundleError,
    PagePack,
    PageRecord,
    SegmentManifest,
    ShardTable,
    SourceError,
    all_files,
    digest,
    table_from_wire,
    texts_from_pack,
    wire,
)
from pinax_runtime.trust import open_file, read_file


def open_entry(folder: Path) -> Entry:
    """Read a bundle's entry.

    Raises:
        BundleError: There is none, or it is damaged or for newer readers.
    """
    try:
        data = read_file(folder / ENTRY)
    except OSError as error:
        raise NotABundleError(str(folder), error.strerror or str(error)) from error
    return Entry.from_bytes(data, str(folder))


def manifests_of(folder: Path, docset: DocsetEntry) -> list[SegmentManifest]:
    """Read the manifests of a docset's segments. Raises as `read_value`."""
    return [manifest_of(folder, ref) for ref in docset.segments]


def manifest_of(folder: Path, ref: FileRef) -> SegmentManifest:
    """Read the manifest of a segment. Raises as `read_value`."""
    return SegmentManifest.from_wire(read_value(folder, ref), ref.name)


def referenced_files(folder: Path) -> set[str]:
    """Name every file that the bundle in a folder refers to; nothing where there is no readable bundle."""
    try:
        return {ref.name for ref in files_of_bundle(folder)}
    except BundleError:
        return set()


def files_of_bundle(folder: Path) -> list[FileRef]:
    """Refer to every file of a bundle but its entry. Raises as `read_value`."""
    refs = [ref for docset in open_entry(folder).docsets for ref in docset.segments]
    return refs + [file for ref in refs for file in files_of(folder, manifest_of(folder, ref))]


def files_of_segment(folder: Path, ref: FileRef) -> set[str]:
    """Name every file of a segment, its manifest's included. Raises as `read_value`."""
    return {ref.name, *(file.name for file in files_of(folder, manifest_of(folder, ref)))}


def files_of(folder: Path, manifest: SegmentManifest) -> list[FileRef]:
    """Refer to every file of a segment but its manifest. Raises as `read_value`."""
    return all_files(manifest, partial(_table, folder))


def shards_of(folder: Path, manifest: SegmentManifest, kind: Kind) -> Iterator[FileRef]:
    """Refer to the shards, or packs, of a kind. Raises as `read_value`."""
    for table in tables_of(folder, manifest, kind):
        yield from table.refs()


def tables_of(folder: Path, manifest: SegmentManifest, kind: Kind) -> Iterator[ShardTable]:
    """Read the tables that list the shards, or packs, of a kind. Raises as `read_value`."""
    top = manifest.tables[kind]
    return map(partial(_table, folder), top.refs()) if top.shards else iter([top])


def pages_of(folder: Path, docset: DocsetEntry) -> Iterator[tuple[PageRecord, list[str]]]:
    """Yield the pages of a docset, segment by segment, with their sections' texts; deleted pages are left out.

    Raises as `read_value`.
    """
    for ref in docset.segments:
        deleted = frozenset(docset.deleted.get(ref.name, ()))
        for number, page in enumerate(_pages_of_segment(folder, manifest_of(folder, ref))):
            if number not in deleted:
                yield page


def _pages_of_segment(folder: Path, manifest: SegmentManifest) -> Iterator[tuple[PageRecord, list[str]]]:
    texts = (
        text
        for ref in shards_of(folder, manifest, "texts")
        for text in texts_from_pack(read_value(folder, ref), ref.path)
    )
    for ref in shards_of(folder, manifest, "pages"):
        for page in PagePack(read_value(folder, ref), ref.path):
            own = list(islice(texts, len(page.sections)))
            if len(own) < len(page.sections):
                raise CorruptFileError(ref.path, "sections that have no text")
            yield page, own


def _table(folder: Path, ref: FileRef) -> ShardTable:
    return table_from_wire(read_value(folder, ref), ref.path)


def read_value(folder: Path, ref: FileRef) -> Any:
    """Read, verify and decode a file, or a block of one.

    Raises:
        BundleError: It is missing or damaged.
    """
    return wire.unpack(read_compressed(folder, ref), ref.path)


def read_compressed(folder: Path, ref: FileRef) -> bytes:
    """Read and verify a file, or a block of one. Raises as `read_value`."""
    try:
        with open(folder / ref.path, "rb", opener=open_file) as file:
            file.seek(ref.start)
            data = file.read(ref.size if ref.file else -1)
    except OSError as error:
        raise SourceError(ref.path, error.strerror or str(error)) from error
    got = digest(data)
    if got != ref.digest:
        raise DigestMismatchError(ref.path, got.hex(), ref.digest.hex())
    return data
