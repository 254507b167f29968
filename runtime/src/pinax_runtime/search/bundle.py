"""Open bundles and answer from them: the library behind every tool and command.

bundle = open_bundle("docs.bundle")
for hit in bundle.search("cancel a running task", limit=5).hits:
    print(hit.url, hit.anchor, hit.excerpt)
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pinax_runtime.contract.entry import Entry
from pinax_runtime.search.cache import DEFAULT_BYTES
from pinax_runtime.search.docset import Docset
from pinax_runtime.search.files import BundleFiles
from pinax_runtime.search.library import DocsetNameError, Library
from pinax_runtime.search.source import FolderSource, Source


class Bundle(Library):
    """An open bundle: a library of its own docsets. Safe to share between threads; holds no open file."""

    def __init__(self, source: Source, cache_bytes: int = DEFAULT_BYTES) -> None:
        self._files = BundleFiles(source, cache_bytes)
        self.entry: Entry = self._files.entry()
        super().__init__((Docset(docset, self._files) for docset in self.entry.docsets), self.entry.ranking)

    @property
    def location(self) -> str:
        """Where the bundle is."""
        return self._files.source.location

    @property
    def files(self) -> BundleFiles:
        """The bundle's verified files."""
        return self._files

    def clear_cache(self) -> None:
        """Forget every decoded file; the next question reads anew."""
        self._files.clear_cache()


def open_bundle(location: str | Path | Source, *, cache_bytes: int = DEFAULT_BYTES) -> Bundle:
    """Open a bundle; reads `pinax.json` and nothing else.

    Args:
        location: A folder, a URL, or anything with the interface of `Source`.
        cache_bytes: Most memory for decoded files (bytes, estimated).

    Raises:
        NotABundleError: There is no bundle.
        BundleError: It is damaged or for another version.
    """
    return Bundle(source_of(location), cache_bytes)


def source_of(location: str | Path | Source, *, cached: bool = True) -> Source:
    """Give the source of a bundle.

    Args:
        location: A folder, a URL, or a source.
        cached: Whether what lies behind a URL is read from the user's cache, and kept there.

    Raises:
        NotABundleError: It is a URL that no bundle may be read from.
    """
    if isinstance(location, str) and "://" in location:
        from pinax_runtime.search.remote import open_url  # an HTTP client: 0.2 s

        return open_url(location, cached=cached)
    return FolderSource(Path(location)) if isinstance(location, str | Path) else location


def open_library(locations: Sequence[str | Path | Source], *, cache_bytes: int = DEFAULT_BYTES) -> Library:
    """Open one bundle or several as one library, which ranks as the first of them says.

    Args:
        locations: As `open_bundle` takes them; at least one.
        cache_bytes: Most memory for decoded files of all of them (bytes, estimated).

    Raises:
        DocsetNameError: Two of them have a docset of one name.
        BundleError: As `open_bundle`.
    """
    bundles = [open_bundle(location, cache_bytes=cache_bytes // len(locations)) for location in locations]
    owners: dict[str, str] = {}
    for bundle in bundles:
        for name in bundle.docsets:
            if name in owners:
                raise DocsetNameError(name, owners[name], bundle.location)
            owners[name] = bundle.location
    return Library((docset for bundle in bundles for docset in bundle.docsets.values()), bundles[0].ranking)
