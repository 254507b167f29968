"""Open bundles and answer from them: the library behind every tool and command.

bundle = open_bundle("docs.bundle")
for hit in bundle.search("cancel a running task", limit=5).hits:
    print(hit.url, hit.anchor, hit.excerpt)
"""

from __future__ import annotations

from pathlib import Path

from pinax_runtime.format import Entry, NotABundleError
from pinax_runtime.search.library import Library
from pinax_runtime.search.reading.cache import DEFAULT_BYTES
from pinax_runtime.search.reading.files import BundleFiles
from pinax_runtime.search.reading.source import FolderSource, Source
from pinax_runtime.search.showing.docset import Docset


class Bundle(Library):
    """An open bundle: a library of its own docsets. Safe to share between threads; holds no open file."""

    def __init__(self, source: Source | BundleFiles, cache_bytes: int = DEFAULT_BYTES) -> None:
        """Read the entry. Given files that are open already, what is known of them stays known: names are hashes."""
        self._files = source if isinstance(source, BundleFiles) else BundleFiles(source, cache_bytes)
        self.entry: Entry = self._files.entry()
        docsets = (Docset(docset, self._files) for docset in self.entry.docsets)
        super().__init__(docsets, self.entry.ranking, self.entry.golden)

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
    """Return the source of a bundle.

    Args:
        location: A folder, a URL, or a source.
        cached: Whether what lies behind a URL is read from the user's cache, and kept there.

    Raises:
        NotABundleError: It is empty, or a URL that no bundle may be read from.
    """
    if location == "":
        raise NotABundleError("''", "the location is empty, which would be the current folder")
    if isinstance(location, str) and "://" in location:
        from pinax_runtime.search.remote import open_url  # an HTTP client: 0.2 s

        return open_url(location, cached=cached)
    return FolderSource(Path(location)) if isinstance(location, str | Path) else location
