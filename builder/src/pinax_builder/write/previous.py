"""What the build that is being replaced consists of: readers that opened it must keep finding its files."""

from __future__ import annotations

from pathlib import Path

from pinax_runtime.contract import wire
from pinax_runtime.contract.entry import Entry
from pinax_runtime.contract.errors import BundleError
from pinax_runtime.contract.names import ENTRY
from pinax_runtime.contract.segment import SegmentManifest


def referenced_files(folder: Path) -> set[str]:
    """Name every file that the bundle in a folder refers to; nothing where there is no readable bundle."""
    try:
        entry = Entry.from_bytes((folder / ENTRY).read_bytes(), str(folder))
        names = set()
        for ref in (ref for docset in entry.docsets for ref in docset.segments):
            manifest = SegmentManifest.from_wire(wire.unpack((folder / ref.name).read_bytes(), ref.name), ref.name)
            names |= {ref.name, *(file.name for file in manifest.refs())}
    except (OSError, BundleError):
        return set()
    return names
