"""What the build that is being replaced consists of: readers that opened it must keep finding its files."""

from __future__ import annotations

from pathlib import Path

from pinax_runtime.contract import wire
from pinax_runtime.contract.entry import Entry
from pinax_runtime.contract.errors import BundleError
from pinax_runtime.contract.names import ENTRY
from pinax_runtime.contract.segment import FileRef, SegmentManifest, ShardTable, all_files, table_from_wire


def referenced_files(folder: Path) -> set[str]:
    """Name every file that the bundle in a folder refers to; nothing where there is no readable bundle."""

    def value(ref: FileRef) -> object:
        return wire.unpack((folder / ref.name).read_bytes(), ref.name)

    def table(ref: FileRef) -> ShardTable:
        return table_from_wire(value(ref), ref.name)

    try:
        entry = Entry.from_bytes((folder / ENTRY).read_bytes(), str(folder))
        names = set()
        for ref in (ref for docset in entry.docsets for ref in docset.segments):
            manifest = SegmentManifest.from_wire(value(ref), ref.name)
            names |= {ref.name, *(file.name for file in all_files(manifest, table))}
    except (OSError, BundleError):
        return set()
    return names
