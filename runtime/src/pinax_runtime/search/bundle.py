"""Open bundles and answer from them: the library behind every tool and command.

bundle = open_bundle("docs.bundle")
for hit in bundle.search("cancel a running task", limit=5).hits:
print(hit.url, hit.anchor, hit.excerpt)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from pinax_runtime.contract.entry import DocsetEntry, Entry
from pinax_runtime.contract.errors import NotABundleError
from pinax_runtime.contract.fields import Ranking
from pinax_runtime.contract.pages import PageRecord
from pinax_runtime.search.cache import DEFAULT_BYTES, ByteCache
from pinax_runtime.search.document import Document
from pinax_runtime.search.files import BundleFiles
from pinax_runtime.search.filters import Filters
from pinax_runtime.search.ids import split_id
from pinax_runtime.search.results import Reply
from pinax_runtime.search.searcher import SearchRequest, run_search
from pinax_runtime.search.segment_reader import SegmentReader
from pinax_runtime.search.source import FolderSource, Source


class Docset:
    """One documentation source of an open bundle."""

    def __init__(self, entry: DocsetEntry, files: BundleFiles) -> None:
        self.entry = entry
        self.segments = [SegmentReader(files, ref) for ref in entry.segments]

    @property
    def name(self) -> str:
        """Its name."""
        return self.entry.name

    def documents(self) -> Iterator[tuple[SegmentReader, int, PageRecord]]:
        """Give every page in URL order within each language; reads all page packs."""
        for segment in self.segments:
            for number, page in enumerate(segment.pages()):
                yield segment, number, page

    def find(self, url: str) -> Document | None:
        """Give the page with a URL, or with a path below the docset's base URL."""
        for candidate in self._spellings(url):
            for segment in self.segments:
                number = segment.find_page(candidate)
                if number is not None:
                    return Document(self.entry, segment, number)
        return None

    def _spellings(self, url: str) -> Iterable[str]:
        """Give the URLs that a reader may mean: with the base URL, with an index file, without a leading slash."""
        base = self.entry.url
        full = url if url.startswith(base) else base + url.removeprefix("/")
        yield full
        for index in ("index.html", "index.md"):
            yield full.removesuffix(index) if full.endswith(index) else full.rstrip("/") + "/" + index
        yield full.rstrip("/") if full.endswith("/") else full + "/"


class Bundle:
    """An open bundle. Safe to share between threads; holds no open file."""

    def __init__(self, source: Source, cache_bytes: int = DEFAULT_BYTES) -> None:
        self._cache = ByteCache(cache_bytes)
        self._files = BundleFiles(source, self._cache)
        self.entry: Entry = self._files.entry()
        self.docsets = {docset.name: Docset(docset, self._files) for docset in self.entry.docsets}

    @property
    def location(self) -> str:
        """Where the bundle is."""
        return self._files.source.location

    @property
    def files(self) -> BundleFiles:
        """The bundle's verified files."""
        return self._files

    def search(
        self,
        query: str,
        *,
        limit: int = 10,
        offset: int = 0,
        docs: Sequence[str] = (),
        filters: Filters | None = None,
        document: str = "",
        sections: bool = False,
        excerpt_chars: int = 240,
        ranking: Ranking | None = None,
    ) -> Reply:
        """Find the pages, or sections, that answer a query.

        Args:
            query: Words, identifiers, `"quoted phrases"`, `prefix*`.
            limit: Most hits to give.
            offset: Hits to pass over, for the next page of a result.
            docs: Names of docsets to search; all when empty. Unknown names match nothing.
            filters: Facet → values; any value of a facet, every facet.
            document: URL or id of the one page to search in.
            sections: Give every matching section; otherwise each page once, with its best section.
            excerpt_chars: Length of excerpts (characters); 0 for none, which saves reading texts.
            ranking: Overrides the bundle's own.

        Raises:
            BundleError: The bundle is damaged or cannot be read.
        """
        chosen = [docset for name, docset in self.docsets.items() if not docs or name in docs]
        within = self.find(document) if document else None
        if document and within is None:
            return Reply([], 0)
        if within is not None:
            chosen = [docset for docset in chosen if docset.name == within.docset.name]
        request = SearchRequest(query, limit, offset, filters or {}, within, sections, excerpt_chars)
        pairs = [(docset.entry, segment) for docset in chosen for segment in docset.segments]
        return run_search(pairs, request, ranking or self.entry.ranking)

    def find(self, url: str, docs: Sequence[str] = ()) -> Document | None:
        """Give the page with a URL, a path or an id (`docset:path`); an anchor is ignored."""
        name, path, _ = split_id(url)
        if name and name in self.docsets:
            found = self.docsets[name].find(path)
            if found is not None and (not docs or name in docs):
                return found
        plain = url.split("#", 1)[0]
        for docset in self.docsets.values():
            if not docs or docset.name in docs:
                found = docset.find(plain)
                if found is not None:
                    return found
        return None

    def clear_cache(self) -> None:
        """Forget every decoded file; the next question reads anew."""
        self._cache.clear()


def open_bundle(location: str | Path | Source, *, cache_bytes: int = DEFAULT_BYTES) -> Bundle:
    """Open a bundle; reads `pinax.json` and nothing else.

    Args:
        location: A folder, or anything with the interface of `Source`.
        cache_bytes: Most memory for decoded files (bytes, estimated).

    Raises:
        NotABundleError: There is no bundle.
        BundleError: It is damaged or for another version.
    """
    if isinstance(location, str) and "://" in location:
        raise NotABundleError(location, "only folders can be opened by this release")
    source = FolderSource(Path(location)) if isinstance(location, str | Path) else location
    return Bundle(source, cache_bytes)
