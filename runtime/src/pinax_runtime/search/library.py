"""Open bundles, and ask all of them as one library."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple, TypeVar

from pinax_runtime.bundle import DEFAULT_BYTES, Batch, BundleFiles, Filters, FolderSource, SegmentReader, Source, fetch
from pinax_runtime.deadline import cut_short, time_is_up
from pinax_runtime.format import Entry, Golden, NotABundleError, PinaxError, Ranking, limits
from pinax_runtime.search import knobs
from pinax_runtime.search.document import Docset, Document, split_id
from pinax_runtime.search.excerpt import word_positions
from pinax_runtime.search.grep import Grepped, grep
from pinax_runtime.search.ranking import SearchRequest, run_search
from pinax_runtime.search.results import Hit, Reply
from pinax_runtime.search.symbols import (
    NamedSymbol,
    SymbolReply,
    SymbolRequest,
    find_symbols,
    sections_naming,
    symbols_named,
    wanted,
)

# Say which docsets document the versions that a user's project uses.

Packages = Mapping[str, Sequence[str]]
"""Normalized name of a package → versions that a project uses of it."""

_SEPARATORS = re.compile(r"[^a-z0-9]+")
_ENDING = re.compile(r"[-.@_](?:v?\d+(?:[._]\w++)*+|docs?|documentation|manual|stable|latest)$", re.IGNORECASE)
"""What stands at the end of a docset's name besides the package's: a version, or a word for documentation."""
_MAX_ENDINGS = 3
"""Endings that are taken off one name."""


class Use(NamedTuple):
    """What a project uses of the package that a docset documents."""

    versions: tuple[str, ...]
    """Versions that the project uses; several if parts of it need different ones."""
    documents_it: bool
    """Whether the docset documents one of them."""
    is_nearest: bool
    """Whether no other docset of the package is nearer to one of them."""


def normalized(name: str) -> str:
    """Return a package's name in the one form in which names are compared.

    >>> normalized("Zope.Interface"), normalized("@babel/core")
    ('zope-interface', 'babel-core')
    """
    return _SEPARATORS.sub("-", name.lower()).strip("-")


def in_use(docsets: Mapping[str, Docset], packages: Packages) -> dict[str, Use]:
    """Return, by name, what a project uses of the packages that docsets document.

    Args:
        docsets: By their names in the library. Docsets of no package of the project, or of no version, are left out.
        packages: What the project uses.
    """
    by_package: dict[str, dict[str, str]] = {}
    for name, docset in docsets.items():
        package = _package_of(docset.name, packages)
        if package and _numbers(docset.entry.version):
            by_package.setdefault(package, {})[name] = docset.entry.version
    uses: dict[str, Use] = {}
    for package, documented in by_package.items():
        used = tuple(packages[package])
        nearness = {name: max(_nearness(version, one) for one in used) for name, version in documented.items()}
        nearest = max(nearness.values())
        for name, version in documented.items():
            uses[name] = Use(used, any(_covers(version, one) for one in used), nearness[name] == nearest)
    return uses


def _package_of(name: str, packages: Packages) -> str:
    """Return the package that a docset is called after; empty if there is none."""
    for _ in range(_MAX_ENDINGS + 1):
        if (candidate := normalized(name)) in packages:
            return candidate
        shorter = _ENDING.sub("", name)
        if shorter in ("", name):
            return ""
        name = shorter
    return ""


def _numbers(version: str) -> tuple[int, ...]:
    """Return the numbers that a version begins with.

    >>> _numbers("v2.31.0rc1"), _numbers("3.x"), _numbers("latest")
    ((2, 31, 0), (3,), ())
    """
    found = re.match(r"[^0-9]{0,2}(\d+(?:\.\d+)*)", version.strip())
    return tuple(int(part[:9]) for part in found[1].split(".")) if found else ()


def _covers(documented: str, used: str) -> bool:
    """Say whether documentation of a version, such as `3.12` or `2.x`, is of the version used.

    >>> _covers("3.12", "3.12.4"), _covers("3.12.4", "3.12"), _covers("2.x", "2.31.0"), _covers("3.1", "3.12")
    (True, True, True, False)
    """
    ours, theirs = _numbers(documented), _numbers(used)
    return all(a == b for a, b in zip(ours, theirs, strict=False))


def _nearness(documented: str, used: str) -> tuple[int, int]:
    """Return how near two versions are; greater is nearer: leading numbers in common, then the next one's distance."""
    ours, theirs = _numbers(documented), _numbers(used)
    for at, (a, b) in enumerate(zip(ours, theirs, strict=False)):
        if a != b:
            return at, -abs(a - b)
    return min(len(ours), len(theirs)), 0


# Docsets, of one bundle or several, searched and found as one.

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
        segments = [segment for docset in chosen for segment in docset.segments]
        return run_search(segments, request, ranking or self.ranking)

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

    def _segments(self, docs: Sequence[str] = ()) -> list[SegmentReader]:
        return [segment for docset in self.chosen(docs) for segment in docset.segments]

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

    def grep(
        self,
        text: str,
        *,
        docs: Sequence[str] = (),
        filters: Filters | None = None,
    ) -> Iterator[Grepped]:
        """Yield the sections that have a line with a text just as it is spelled, in the order of docsets and pages.

        Args:
            text: What to look for, on one line.
            docs: Names of docsets to look in; all when empty.
            filters: Facet → values; a page must have one of the values of every facet.

        Raises:
            TooWideError: The text has no word to look up, and a docset is behind a URL.
            BundleError: A file is damaged or cannot be read.
        """
        return grep(text, self._segments(docs), filters or {})

    def has_symbols(self) -> bool:
        """Return whether any docset defines a symbol; reads the manifests of segments."""
        segments = self._segments()
        fetch(map(Batch, segments))
        return any(len(segment.tables["symbols"]) for segment in segments)

    def find(self, url: str, docs: Sequence[str] = ()) -> Document | None:
        """Return the page with a URL, a path or an id (`docset:path`); an anchor is ignored."""
        name, path, _ = split_id(url)
        if name and name in self.docsets:
            fetch(self.docsets[name].wanted(path))
            found = self.docsets[name].find(path)
            if found is not None and (not docs or name in docs):
                return found
        plain = url.split("#", 1)[0]
        likely = [docset for docset in self.chosen(docs) if docset.may_hold(plain)]
        fetch(batch for docset in likely for batch in docset.wanted(plain))
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


# Open bundles and answer from them: the library behind every tool and command.
#
# bundle = open_bundle("docs.bundle")
# for hit in bundle.search("cancel a running task", limit=5).hits:
#     print(hit.url, hit.anchor, hit.excerpt)


class Bundle(Library):
    """An open bundle: a library of its own docsets. Safe to share between threads; holds no open file."""

    def __init__(self, source: Source | BundleFiles, cache_bytes: int = DEFAULT_BYTES) -> None:
        """Read the entry. Given files that are open already, what is known of them stays known: names are hashes."""
        self._files = source if isinstance(source, BundleFiles) else BundleFiles(source, cache_bytes)
        self.stamp = self._files.stamp()  # before the entry is read: at worst it is read once more
        """How the entry looked from outside when it was read."""
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
        from pinax_runtime.bundle.remote import open_url  # an HTTP client: 0.2 s

        return open_url(location, cached=cached)
    return FolderSource(Path(location)) if isinstance(location, str | Path) else location


# Make one library of several bundles: their docsets under different names, with weights and tags as wanted.

_NAME_CHARS = 64
"""Length of a docset's name (characters), as in the format."""


class UnknownTargetError(PinaxError):
    """An override concerns what is not there."""

    def __init__(self, target: str, known: Sequence[str]) -> None:
        super().__init__(f"there is no docset and no bundle {target!r}. There are: {', '.join(known)}.")
        self.target, self.known = target, known


@dataclass(frozen=True, slots=True)
class Override:
    """The weight and the tags that a user gives to a docset, or to all docsets of a bundle."""

    target: str = ""
    """Name of a docset in the library, or a bundle's location; everything when empty."""
    weight: float = 1.0
    """Factor of its hits' scores, besides the weight that its bundle has for it."""
    tags: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Facet → values that its pages have besides their own."""


def compose(bundles: Sequence[Bundle], overrides: Sequence[Override] = (), packages: Packages | None = None) -> Library:
    """Return the docsets of bundles as one library.

    Docsets of one name in different bundles are called `<bundle>.<name>`, each of them. Ranking parameters on which the
    bundles agree hold; for the others, the format's defaults. Of several docsets of one package, those that are not the
    nearest to the version in `packages` weigh less.
    """
    docsets = []
    named = sorted(_named(bundles), key=itemgetter(0))
    uses = in_use({name: docset for name, _, docset in named}, packages or {})
    for name, bundle, docset in named:
        mine = [override for override in overrides if override.target in ("", name, bundle.location)]
        weight = docset.entry.weight
        for override in mine:
            weight *= override.weight
        use = uses.get(name)
        if use and not use.is_nearest:
            weight *= knobs.OTHER_VERSION_WEIGHT
        entry = replace(docset.entry, name=name, weight=min(weight, float(limits.WEIGHT)))
        docsets.append(Docset(entry, bundle.files, _joined(override.tags for override in mine), _note(docset, use)))
    golden = [query for bundle in bundles for query in bundle.golden]
    return Library(docsets, _common([bundle.ranking for bundle in bundles]), golden)


def open_library(
    locations: Sequence[str | Path | Source], overrides: Sequence[Override] = (), *, cache_bytes: int = DEFAULT_BYTES
) -> Library:
    """Open one bundle or several as one library.

    Args:
        locations: As `open_bundle` takes them; at least one.
        overrides: Weights and tags of docsets.
        cache_bytes: Most memory for decoded files of all of them (bytes, estimated).

    Raises:
        UnknownTargetError: An override concerns no docset and no bundle of these.
        BundleError: As `open_bundle`.
    """
    bundles = [open_bundle(location, cache_bytes=cache_bytes // len(locations)) for location in locations]
    check_targets(bundles, overrides)
    return compose(bundles, overrides)


def check_targets(bundles: Sequence[Bundle], overrides: Iterable[Override]) -> None:
    """Refuse overrides that concern nothing.

    Raises:
        UnknownTargetError: No docset and no bundle is called so.
    """
    known = [name for name, _, _ in _named(bundles)]
    for override in overrides:
        if override.target not in ("", *known, *(bundle.location for bundle in bundles)):
            raise UnknownTargetError(override.target, known)


def _named(bundles: Sequence[Bundle]) -> Iterator[tuple[str, Bundle, Docset]]:
    """Yield all docsets by name; with their bundle's where a name alone would not do."""
    shared = {name for name, n in Counter(name for bundle in bundles for name in bundle.docsets).items() if n > 1}
    taken = {name for bundle in bundles for name in bundle.docsets if name not in shared}
    for bundle in bundles:
        for name, docset in bundle.docsets.items():
            unique = _qualified(bundle.location, name, taken) if name in shared else name
            taken.add(unique)
            yield unique, bundle, docset


def _qualified(location: str, name: str, taken: set[str]) -> str:
    last = re.split(r"[/\\]", location.rstrip("/\\"))[-1]
    bundle = re.sub(r"[^A-Za-z0-9._-]+", "-", last).strip("-.") or "bundle"
    n, number = 1, ""
    while True:
        room = max(1, _NAME_CHARS - len(name) - len(number) - 1)
        candidate = f"{bundle[:room]}{number}.{name}"[:_NAME_CHARS]
        if candidate not in taken:
            return candidate
        n += 1
        number = f"-{n}"
        name = name[: _NAME_CHARS - len(number) - 2]


def _note(docset: Docset, use: Use | None) -> str:
    """Say that a project uses another version than a docset documents; empty if it does not."""
    if use is None or use.documents_it:
        return ""
    return f"the project uses {' and '.join(use.versions)}; this documents {docset.entry.version}"


def _joined(tags: Iterable[Mapping[str, Sequence[str]]]) -> dict[str, list[str]]:
    joined: dict[str, list[str]] = {}
    for some in tags:
        for facet, values in some.items():
            joined[facet] = sorted({*joined.get(facet, ()), *values})
    return joined


def _common(rankings: Sequence[Ranking]) -> Ranking:
    first, *others = rankings
    agreed = {
        parameter.name: getattr(first, parameter.name)
        for parameter in fields(Ranking)
        if all(getattr(other, parameter.name) == getattr(first, parameter.name) for other in others)
    }
    return Ranking(**agreed)
