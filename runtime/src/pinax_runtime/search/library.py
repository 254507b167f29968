"""Docsets, of one bundle or several, searched and found as one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TypeVar

from pinax_runtime.format import Golden, Ranking
from pinax_runtime.search import knobs
from pinax_runtime.search.deadline import cut_short, time_is_up
from pinax_runtime.search.ranking.searcher import SearchRequest, run_search
from pinax_runtime.search.reading import ahead
from pinax_runtime.search.reading.filters import Filters
from pinax_runtime.search.results import Hit, Reply
from pinax_runtime.search.showing.docset import Docset
from pinax_runtime.search.showing.document import Document
from pinax_runtime.search.showing.ids import split_id
from pinax_runtime.search.showing.marking import word_positions
from pinax_runtime.search.symbols.finding import Segments, SymbolReply, SymbolRequest, find_symbols
from pinax_runtime.search.symbols.mentions import NamedSymbol, sections_naming, symbols_named
from pinax_runtime.search.symbols.names import wanted

Result = TypeVar("Result")


class Library:
    """Docsets to search and to read from."""

    def __init__(self, docsets: Iterable[Docset], ranking: Ranking, golden: Sequence[Golden] = ()) -> None:
        """Hold docsets, the defaults of their ranking, and the queries that their publishers say they answer."""
        self.docsets = {docset.name: docset for docset in docsets}
        self.ranking = ranking
        self.golden = tuple(golden)

    @cached_property
    def identity(self) -> str:
        """A string that changes whenever an answer could: with the segments, the weights, the tags or the ranking."""
        docsets = [
            (
                name,
                docset.entry.weight,
                docset.note,
                sorted(docset.tags.items()),
                sorted(docset.entry.deleted.items()),
                *docset.entry.segments,
            )
            for name, docset in self.docsets.items()
        ]
        return repr((self.ranking, docsets))

    def ask(self, question: Callable[[Library], Result]) -> Result:
        """Put a question to the library; a `Shelf` does the same with the present one of several."""
        return question(self)

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
        excerpt_chars: int = knobs.EXCERPT_CHARS,
        ranking: Ranking | None = None,
        explain: bool = False,
        count_facets: bool = False,
    ) -> Reply:
        """Find the pages, or sections, that answer a query.

        Args:
            query: Words, identifiers, `"quoted phrases"`, `prefix*`.
            limit: Most hits to return.
            offset: Hits to skip, for the next page of a result.
            docs: Names of docsets to search; all when empty. Unknown names match nothing.
            filters: Facet → values; any value of a facet, every facet.
            document: URL or id of the one page to search in.
            sections: Whether to return every matching section; otherwise each page comes once, with its best section.
            excerpt_chars: Length of excerpts (characters); 0 for none, which saves reading texts.
            ranking: Overrides the bundle's own: `dataclasses.replace(bundle.ranking, bm25_k1=0.9)`.
            explain: Say what each score consists of and what was read.
            count_facets: Count the facet values of all pages that match.

        Raises:
            BundleError: The bundle is damaged or cannot be read.
        """
        chosen = self.chosen(docs)
        within = self.find(document, docs) if document else None
        if document and within is None:
            return Reply([], 0)
        if within is not None:
            chosen = [docset for docset in chosen if docset.name == within.docset.name]
        request = SearchRequest(
            query, limit, offset, filters or {}, within, sections, excerpt_chars, explain, count_facets
        )
        pairs = [(docset.entry, segment) for docset in chosen for segment in docset.segments]
        return run_search(pairs, request, ranking or self.ranking)

    def find_symbol(
        self,
        name: str,
        *,
        kind: str = "",
        language: str = "",
        docs: Sequence[str] = (),
        limit: int = 15,
        offset: int = 0,
    ) -> SymbolReply:
        """Find the definitions of a symbol: exact, in any case, by the end of its qualified name, by its words.

        Where nothing has the name, a nearer spelling is looked for, then the end of it; the reply says which.

        Args:
            name: `asyncio.gather`, `gather`, `TaskGroup#create_task`, `vector::push_back`, `--flag`.
            kind: Of the symbol: class, function, method, …; any when empty.
            language: Of the symbol; any when empty.
            docs: Names of docsets to look in; all when empty.
            limit: Most hits to return.
            offset: Hits to skip, for the next page of a result.

        Raises:
            BundleError: A file is damaged or cannot be read.
        """
        segments = self._segments(docs)
        reply = find_symbols(segments, SymbolRequest(name, kind, language, limit, offset))
        if reply.total or reply.kinds or reply.languages or time_is_up():
            return reply
        for other in self._other_names(name, docs):
            found = find_symbols(segments, SymbolRequest(other, kind, language, limit, offset, parts=False))
            if found.total:
                return replace(found, did_you_mean=other)
        return replace(reply, cut_short=cut_short())

    def sections_naming(self, name: str, *, docs: Sequence[str] = (), limit: int = 5) -> list[str]:
        """Return the ids of sections of documentation that name a symbol in a code span.

        Args:
            name: Of the symbol, qualified as it is defined.
            docs: Names of docsets to look in; all when empty. What a span means is looked up in all of them.
            limit: Most ids to return.

        Raises:
            BundleError: A file is damaged or cannot be read.
        """
        return sections_naming(self._segments(docs), name, limit, self._segments())

    def symbols_named(self, document: Document, index: int, *, limit: int = 8) -> list[NamedSymbol]:
        """Return the symbols that a section of documentation names in its code spans, where exactly one is meant.

        Args:
            document: The page.
            index: Index of the section in the page's outline.
            limit: Most symbols to return.

        Raises:
            BundleError: A file is damaged or cannot be read.
        """
        return symbols_named(self._segments(), document, index, limit)

    def _segments(self, docs: Sequence[str] = ()) -> Segments:
        return [(docset.entry, segment) for docset in self.chosen(docs) for segment in docset.segments]

    def _other_names(self, name: str, docs: Sequence[str]) -> Iterator[str]:
        """Yield what may have been meant by a name that nothing has: spelled otherwise, or less qualified."""
        corrected = self.search(name, limit=1, docs=docs, excerpt_chars=0).did_you_mean
        if corrected:
            yield corrected
        components = wanted(name).components
        yield from (".".join(components[-n:]) for n in (2, 1) if n < len(components))

    def anew(self) -> Library:
        """Return the same library with nothing of it in memory: what a question costs that is the first one."""
        return Library((docset.anew() for docset in self.docsets.values()), self.ranking, self.golden)

    def find(self, url: str, docs: Sequence[str] = ()) -> Document | None:
        """Return the page with a URL, a path or an id (`docset:path`); an anchor is ignored."""
        name, path, _ = split_id(url)
        if name and name in self.docsets:
            self.docsets[name].expect(path)
            found = self.docsets[name].find(path)
            if found is not None and (not docs or name in docs):
                return found
        plain = url.split("#", 1)[0]
        likely = [docset for docset in self.chosen(docs) if docset.may_hold(plain)]
        ahead.manifests(segment for docset in likely for segment in docset.segments)
        for docset in likely:
            docset.expect(plain)
        for docset in likely:
            found = docset.find(plain)
            if found is not None:
                return found
        return None

    def positions(self, hit: Hit, query: str) -> list[tuple[int, int]]:
        """Return start and end of each word of a hit's excerpt that is one of the query's (characters)."""
        segments = self.docsets[hit.docset].segments
        return word_positions(hit.excerpt, query, segments[0].analyzer) if segments else []

    def chosen(self, docs: Sequence[str] = ()) -> list[Docset]:
        """Return the docsets with certain names; all when there are none."""
        return [docset for name, docset in self.docsets.items() if not docs or name in docs]
