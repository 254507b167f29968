"""List the files of the build that is being replaced, which readers that have it open still need."""

from __future__ import annotations

from pathlib import Path

from pinax_builder.reading import files_of, manifest_of, open_entry
from pinax_runtime.format import BundleError, FileRef


def referenced_files(folder: Path) -> set[str]:
    """Name every file that the bundle in a folder refers to; nothing where there is no readable bundle."""
    try:
        refs = [ref for docset in open_entry(folder).docsets for ref in docset.segments]
        return {name for ref in refs for name in files_of_segment(folder, ref)}
    except BundleError:
        return set()


def files_of_segment(folder: Path, ref: FileRef) -> set[str]:
    """Name every file of a segment, its manifest's included. Raises as `read_value`."""
    return {ref.name, *(file.name for file in files_of(folder, manifest_of(folder, ref)))}
