"""List the files of the build that is being replaced, which readers that have it open still need."""

from __future__ import annotations

from pathlib import Path

from pinax_builder.reading import files_of, manifests_of, open_entry
from pinax_runtime.contract.errors import BundleError


def referenced_files(folder: Path) -> set[str]:
    """Name every file that the bundle in a folder refers to; nothing where there is no readable bundle."""
    try:
        docsets = open_entry(folder).docsets
        manifests = [manifest for docset in docsets for manifest in manifests_of(folder, docset)]
        refs = [ref for manifest in manifests for ref in files_of(folder, manifest)]
    except BundleError:
        return set()
    return {ref.name for ref in refs} | {ref.name for docset in docsets for ref in docset.segments}
