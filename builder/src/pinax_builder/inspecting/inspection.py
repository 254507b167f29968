"""Say what a bundle holds and where its bytes are: the library behind `pinax inspect`."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from pinax_builder.reading import files_of_bundle, manifests_of, open_entry, pages_of, read_value, shards_of
from pinax_builder.words import count_words
from pinax_runtime.format import ENTRY, KINDS, Entry, KeyedShard, SegmentManifest, definitions_from_wire, symbol_key

THIN_WORDS = 20
"""Number of words below which a page is thin."""
UNDIVIDED_WORDS = 2_000
"""Number of words from which on a page without a second section is undivided."""
LARGEST = 10
"""Number of the largest files that are named."""


@dataclass(frozen=True, slots=True)
class KindUse:
    """What the files of one kind take."""

    files: int
    size_bytes: int


@dataclass(frozen=True, slots=True)
class DocsetSize:
    """How much one docset holds."""

    name: str
    pages: int
    sections: int
    languages: dict[str, int]


@dataclass(frozen=True, slots=True)
class PageLine:
    """One page."""

    url: str
    title: str
    sections: int
    words: int


@dataclass(frozen=True, slots=True)
class Inspection:
    """What a bundle holds."""

    pages: int
    sections: int
    deleted: int
    """Pages that lie in segments and no longer count; words, terms and symbols are counted with theirs."""
    words: int
    terms: int
    """Different terms, counted once in each segment."""
    symbols: dict[str, int]
    """Kind → definitions of that kind, the most frequent first."""
    files: int
    size_bytes: int
    docsets: list[DocsetSize]
    kinds: dict[str, KindUse]
    """By kind of file; `entry` is pinax.json."""
    largest: list[tuple[str, int]]
    """(file, bytes) of the largest files."""
    listed: list[PageLine]
    """Every page that counts, in the order of the bundle."""
    weak_spots: dict[str, list[str]]
    """What pages lack → their URLs: a heading above their text, a title of their own, text, headings within."""


def inspect_bundle(folder: Path) -> Inspection:
    """Read a bundle's manifests, pages, term and symbol shards and add up.

    Raises:
        BundleError: There is no bundle, or a file of it is missing or damaged.
    """
    entry = open_entry(folder)
    manifests = [manifest for docset in entry.docsets for manifest in manifests_of(folder, docset)]
    refs = {ref.name: ref for ref in files_of_bundle(folder)}
    sizes: dict[str, list[int]] = defaultdict(list, entry=[(folder / ENTRY).stat().st_size])
    for ref in refs.values():
        sizes[ref.kind].append(ref.size)
    symbols = Counter(kind for manifest in manifests for kind in _kinds_of_symbols(folder, manifest))
    listed, untitled = _pages(folder, entry)
    terms = [ref for manifest in manifests for ref in shards_of(folder, manifest, "terms")]
    return Inspection(
        pages=sum(docset.n_pages for docset in entry.docsets),
        sections=sum(docset.n_sections for docset in entry.docsets),
        deleted=sum(len(pages) for docset in entry.docsets for pages in docset.deleted.values()),
        words=sum(manifest.n_words for manifest in manifests),
        terms=sum(len(KeyedShard.from_wire(read_value(folder, ref), ref.path).keys) for ref in terms),
        symbols=dict(sorted(symbols.items(), key=lambda item: (-item[1], item[0]))),
        files=sum(map(len, sizes.values())),
        size_bytes=sum(map(sum, sizes.values())),
        docsets=[DocsetSize(d.name, d.n_pages, d.n_sections, d.languages) for d in entry.docsets],
        kinds={kind: KindUse(len(sizes[kind]), sum(sizes[kind])) for kind in ("entry", *KINDS)},
        largest=[(ref.name, ref.size) for ref in sorted(refs.values(), key=lambda r: (-r.size, r.name))[:LARGEST]],
        listed=listed,
        weak_spots=_weak_spots(listed, untitled),
    )


def _pages(folder: Path, entry: Entry) -> tuple[list[PageLine], list[str]]:
    """Return every page, and the URLs of those without a heading above their sections."""
    listed, untitled = [], []
    for page, texts in chain.from_iterable(pages_of(folder, docset) for docset in entry.docsets):
        listed.append(PageLine(page.url, page.title, len(page.sections), sum(map(count_words, texts))))
        if not any(line.startswith("#") for text in texts[:1] for line in text.splitlines()):
            untitled.append(page.url)
    return listed, untitled


def _weak_spots(listed: list[PageLine], untitled: list[str]) -> dict[str, list[str]]:
    n_of_title = Counter(page.title for page in listed)
    found = {
        "no heading at the top": untitled,
        "equal titles": [page.url for page in listed if n_of_title[page.title] > 1],
        "thin": [page.url for page in listed if page.words < THIN_WORDS],
        "undivided": [page.url for page in listed if page.sections == 1 and page.words >= UNDIVIDED_WORDS],
    }
    return {what: urls for what, urls in found.items() if urls}


def _kinds_of_symbols(folder: Path, manifest: SegmentManifest) -> Iterator[str]:
    """Yield the kind of every definition in a segment; source code is filed under its bare name, too."""
    for ref in shards_of(folder, manifest, "symbols"):
        shard = KeyedShard.from_wire(read_value(folder, ref), ref.path)
        for index, key in enumerate(shard.keys):
            value = shard.value(index, ref.path)
            filed = definitions_from_wire(key, value, ref.path, manifest.n_sections)
            yield from (definition.kind for definition in filed if symbol_key(definition.name) == key)
