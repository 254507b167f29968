"""One docset of an open bundle: its pages by URL, by number and by path."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pinax_runtime.format import DocsetEntry, PageRecord
from pinax_runtime.search.reading import ahead
from pinax_runtime.search.reading.deletions import deletions_of
from pinax_runtime.search.reading.files import BundleFiles
from pinax_runtime.search.reading.segment_reader import SegmentReader, Tags
from pinax_runtime.search.showing.document import Document
from pinax_runtime.search.showing.spellings import below, encodings


class Docset:
    """One documentation source of an open bundle."""

    def __init__(self, entry: DocsetEntry, files: BundleFiles, tags: Tags | None = None, note: str = "") -> None:
        """Take a docset as an entry describes it.

        Args:
            entry: From `pinax.json`.
            files: Of the bundle.
            tags: Facets that all of its pages have besides their own.
            note: What the server knows of it that agents should be told.
        """
        self.entry, self._files, self.tags, self.note = entry, files, tags or {}, note
        self.segments = [SegmentReader(files, ref, self.tags, deletions_of(entry, ref)) for ref in entry.segments]

    @property
    def name(self) -> str:
        """Its name."""
        return self.entry.name

    def anew(self) -> Docset:
        """Return the same docset with nothing of it in memory."""
        return Docset(self.entry, BundleFiles(self._files.source), self.tags, self.note)

    @property
    def notice(self) -> str:
        """Why the docset may not be the present one, or of another version; empty where nothing says so."""
        return " ".join(filter(None, (self._files.notice, self.note)))

    def documents(self) -> Iterator[tuple[SegmentReader, int, PageRecord]]:
        """Yield every page in URL order within each segment; reads all page packs."""
        ahead.manifests(self.segments)
        for segment in self.segments:
            for number, page in enumerate(segment.pages()):
                if number not in segment.deleted:
                    yield segment, number, page

    def may_hold(self, url: str) -> bool:
        """Say whether a URL, or a path, can be one of the docset's pages, as far as that is known without reading."""
        return "://" not in url or below(url, self.entry.url) is not None

    def expect(self, url: str) -> None:
        """Start reading what `find` will read if the URL is spelled as the page's own."""
        ahead.urls(self.segments, [next(iter(self._spellings(url)))])

    def find(self, url: str) -> Document | None:
        """Return the page with a URL, or with a path below the docset's base URL."""
        first, *others = self._spellings(url)
        for candidate in (first, *others):
            if candidate != first:
                ahead.urls(self.segments, others)
            for segment in self.segments:
                number = segment.find_page(candidate)
                if number is not None:
                    return Document(self.entry, segment, number)
        return None

    def _spellings(self, url: str) -> Iterable[str]:
        """Return the URLs that a reader may mean: with the base URL, an index file or an extension, without a slash."""
        base = self.entry.url
        rest = below(url, base)
        first, *encoded = encodings(url.removeprefix("/") if rest is None else rest)
        yield from _with_endings(base + first)
        for rest in encoded:
            yield from _with_endings(base + rest)


def _with_endings(full: str) -> Iterator[str]:
    """Yield a URL as it is, then with an index file or an extension, and without or with a slash at its end."""
    yield full
    for index in ("index.html", "index.md"):
        yield full.removesuffix(index) if full.endswith(index) else full.rstrip("/") + "/" + index
    yield full.rstrip("/") if full.endswith("/") else full + "/"
    stem = full.removesuffix(".html").removesuffix(".md").rstrip("/")
    yield from (stem + extension for extension in (".html", ".md", ""))
