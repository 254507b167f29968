"""Read the files of a bundle in a folder, for what looks at bundles."""

from __future__ import annotations

from pathlib import Path

from pinax_runtime.contract import wire
from pinax_runtime.contract.entry import DocsetEntry, Entry
from pinax_runtime.contract.errors import DigestMismatchError, NotABundleError, SourceError
from pinax_runtime.contract.names import ENTRY, digest
from pinax_runtime.contract.segment import FileRef, SegmentManifest


def open_entry(folder: Path) -> Entry:
    """Read a bundle's entry.

    Raises:
        BundleError: There is none, or it is damaged or for newer readers.
    """
    try:
        data = (folder / ENTRY).read_bytes()
    except OSError as error:
        raise NotABundleError(str(folder), error.strerror or str(error)) from error
    return Entry.from_bytes(data, str(folder))


def manifests_of(folder: Path, docset: DocsetEntry) -> list[SegmentManifest]:
    """Read the manifests of a docset's segments. Raises as `read_value`."""
    return [SegmentManifest.from_wire(read_value(folder, ref), ref.name) for ref in docset.segments]


def read_value(folder: Path, ref: FileRef) -> object:
    """Read, verify and decode a file.

    Raises:
        BundleError: It is missing or damaged.
    """
    try:
        data = (folder / ref.name).read_bytes()
    except OSError as error:
        raise SourceError(ref.name, error.strerror or str(error)) from error
    got = digest(data)
    if got != ref.digest:
        raise DigestMismatchError(ref.name, got.hex(), ref.digest.hex())
    return wire.unpack(data, ref.name)
