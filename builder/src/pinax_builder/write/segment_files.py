"""Write the files of one segment: cut the merged streams into shards and packs, then the manifest.

In:    SpilledParts of one language, in URL order, and the URLs that the build drops.
Out:   The segment's manifest and its reference.
Rules: shards first, manifest last. At most one shard of each kind is in memory.
Spec:  docs/format.md, sections 4 to 8.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from itertools import chain, groupby, pairwise
from pathlib import Path
from typing import Any, NamedTuple

from pinax_builder.errors import writing
from pinax_builder.formats import MARKDOWN, address_of, format_of, without_ending
from pinax_builder.records import SpilledPart, Variants
from pinax_builder.write.asked import AskedIndex, PageQuestions
from pinax_builder.write.merge import DROPPED, EncodedEntry, EncodedPage, Numbering, merge_entries, merge_pages, number
from pinax_builder.write.store import BundleStore
from pinax_builder.write.tables import Block, TableWriter, cut, put_tables
from pinax_runtime.format import (
    LAST,
    MORE,
    OPTIONAL_TABLES,
    TABLES,
    Definers,
    FileRef,
    KeyedShard,
    Kind,
    Lengths,
    SegmentManifest,
    wire,
)
from pinax_runtime.text import FAMILY, analyzer, stemmers

SIZES: dict[Kind, int] = {
    "terms": 4 << 10,
    "positions": 4 << 10,
    "symbols": 16 << 10,
    "facets": 40 << 10,
    "pages": 4 << 10,
    "texts": 8 << 10,
    "lexicon": 1 << 30,
    "asked": 2 << 10,
}
"""Kind → mean size of its shards before compression (bytes): small for cold queries, and hardly larger bundles."""

_BESIDE_BYTES = 2 << 10
"""Largest value of positions (bytes) that lies beside its term, so that a query needs no request for it."""

_MANY_SECTIONS = 50_000
"""Number of a language's sections from which lengths are rounded, because every query reads all of them.

Below it exact lengths cost little and rank better: 0.014 of MRR@10 on Cranfield's abstracts.
"""
_COARSE = bytes(min(255, 5 * round(code / 5)) for code in range(256))
"""Length code → the nearest multiple of five codes, which is within 54 % of the length."""


class WrittenSegment(NamedTuple):
    """A segment that is on disk."""

    ref: FileRef
    manifest: SegmentManifest
    files: Set[str]
    """Names of its files, the manifest's aside."""


def write_segment(
    parts: list[SpilledPart],
    dropped: Set[str],
    variants: Variants,
    store: BundleStore,
    n_beside: int,
    questions: PageQuestions,
) -> WrittenSegment | None:
    """Write one segment; None when all its pages are dropped.

    Args:
        parts: Pages of one language, in URL order.
        dropped: URLs of pages that are in the parts and must not be written.
        variants: Which pages are variants of which.
        store: Where the files go.
        n_beside: Number of sections of the language in the docset's other segments.
        questions: That the docset's pages answer.
    """
    numberings = number(parts, dropped)
    if not any(page != DROPPED for numbering in numberings for page in numbering.pages):
        return None
    writers = {kind: TableWriter(kind, store) for kind in TABLES if kind not in OPTIONAL_TABLES}
    asked = AskedIndex(analyzer(parts[0].algorithm), questions)
    pages = map(asked.seen, merge_pages(parts, dropped, variants.others))
    _write_pages(pages, writers["pages"], _moved(parts, dropped, variants.others))
    _write_texts(merge_pages(parts, dropped, variants.others), writers["texts"])
    definers: list[Sequence[int]] = []
    beside = parts[0].entries.with_suffix(".positions")
    for kind, entries in merge_entries(parts, numberings):
        if kind == "positions":  # they come before the terms
            entries = _without_short(entries, beside)
        elif kind == "terms" and beside.exists():
            entries = _with_positions(entries, beside)
        _write_keyed(kind, entries, writers[kind], definers)
    if asked.texts:
        writers["asked"] = TableWriter("asked", store)
        _write_keyed("asked", asked.entries(), writers["asked"], definers)
    tables, names = put_tables({kind: writer.finish() for kind, writer in writers.items()}, store)
    lengths = replace(_lengths(parts, numberings, variants, n_beside), asked=asked.pages)
    places = Definers.of(len(lengths.codes), definers)
    manifest = SegmentManifest(
        analyzer=f"{FAMILY}:{parts[0].algorithm}",
        fingerprint=stemmers.fingerprint(parts[0].algorithm),
        language=parts[0].language,
        n_pages=len(lengths.sections),
        n_sections=len(lengths.codes),
        n_words=sum(
            n
            for part, numbering in zip(parts, numberings, strict=True)
            for n, page in zip(part.n_words, numbering.pages, strict=True)
            if page != DROPPED
        ),
        lengths=store.put_value("lengths", lengths.to_wire()),
        tables=tables,
        definers=store.put_value("definers", places.to_wire()) if places else None,
        questions=store.put_value("questions", {"texts": asked.texts}) if asked.texts else None,
    )
    names |= {file.name for file in manifest.files()}
    return WrittenSegment(store.put_value("segment", manifest.to_wire()), manifest, names)


def _lengths(parts: list[SpilledPart], numberings: list[Numbering], variants: Variants, n_beside: int) -> Lengths:
    sections, exact, titled, priors = [], bytearray(), bytearray(), bytearray()
    for part, numbering in zip(parts, numberings, strict=True):
        at = 0
        for n_sections, prior, page in zip(numbering.n_sections, part.priors, numbering.pages, strict=True):
            if page != DROPPED:
                priors.append(prior)
                sections.append(n_sections)
                exact += part.lengths[at : at + n_sections]
                titled += part.titled[at : at + n_sections]
            at += n_sections
    led = _led(parts, numberings, variants.leader)
    untitled = [section for section, has_title in enumerate(titled) if not has_title]
    rounded = exact.translate(_COARSE) if rounds_lengths(len(exact) + n_beside) else exact
    return Lengths(sections, bytes(rounded), bytes(priors), led, untitled)


def rounds_lengths(n_sections: int) -> bool:
    """Tell whether a docset with so many sections of a language has their lengths rounded."""
    return n_sections >= _MANY_SECTIONS


def _led(parts: list[SpilledPart], numberings: list[Numbering], leader: Mapping[str, str]) -> dict[int, int]:
    """Return number of a page → number of the page that leads its group, the page itself left out."""
    wanted = {*leader, *leader.values()}
    if not wanted:
        return {}
    pages = (
        (page.url, number)
        for part, numbering in zip(parts, numberings, strict=True)
        for page, number in zip(part.pages, numbering.pages, strict=True)
    )
    numbers = {url: number for url, number in pages if number != DROPPED and url in wanted}
    return {number: numbers[leader[url]] for url, number in numbers.items() if url in leader}


def _write_keyed(
    kind: Kind, entries: Iterable[EncodedEntry], writer: TableWriter, definers: list[Sequence[int]]
) -> None:
    """Write the shards of one kind; of symbols, add to `definers` the sections that each shard's definitions are of."""
    for shard in cut(entries, lambda entry: entry.key, lambda entry: entry.size, SIZES[kind]):
        keys, counts, values, sections, positions = (list(column) for column in zip(*shard, strict=True))
        if kind == "symbols":
            definers.append(array("I", {section for of_key in sections for section in of_key}))
        record = KeyedShard(keys, counts, [] if kind == "lexicon" else values, positions if any(positions) else [])
        lone = counts[0] if len(keys) == 1 else 0
        writer.add(wire.encode(record.to_wire()), Block(first=keys[0], lone=lone))


def _without_short(positions: Iterable[EncodedEntry], beside: Path) -> Iterator[EncodedEntry]:
    """Write short positions into a file, since they will lie beside their terms, and yield the others."""
    with writing(beside), beside.open("wb") as file:
        for entry in positions:
            if len(entry.value) > _BESIDE_BYTES:
                yield entry
            else:
                file.write(wire.encode((entry.key, entry.value)))


def _with_positions(terms: Iterable[EncodedEntry], beside: Path) -> Iterator[EncodedEntry]:
    """Yield terms with the positions that a file has of them; both are in the order of the terms."""
    placed = wire.decode_stream(beside)
    key, positions = "", b""
    for entry in terms:
        while key < entry.key:
            key, positions = next(placed, (LAST, b""))
        yield entry._replace(positions=positions) if key == entry.key else entry


def _moved(parts: list[SpilledPart], dropped: Set[str], others: Mapping[str, Sequence[str]]) -> list[tuple[str, str]]:
    """Return URLs that lead to another page of these parts, each with that page's; sorted.

    They were left out as the page says the same; or are where a site has the page, whose file is named otherwise.
    """
    kept = {page.url for part in parts for page in part.pages if page.url not in dropped}
    addresses: dict[str, str] = {}
    for url in sorted(kept):
        address = address_of(url)
        if address != without_ending(url) and format_of(url) is MARKDOWN:
            addresses[address] = "" if address in addresses else url
    moved = {address: url for address, url in addresses.items() if url and address not in kept}
    moved |= {other: url for url in sorted(kept) for other in others.get(url, ()) if other not in others}
    return sorted(moved.items())


def _write_pages(pages: Iterable[EncodedPage], writer: TableWriter, moved: list[tuple[str, str]]) -> None:
    """Write the packs of pages; each has the URLs without a page that are filed between its pages'."""
    sized = ((page, wire.encode(page.page)) for page in pages)
    packs = cut(sized, lambda item: item[0].url, lambda item: len(item[1]), SIZES["pages"])
    for pack, following in pairwise(chain(packs, (None,))):
        if pack is None:
            continue
        end = bisect_left(moved, (following[0][0].url, "")) if following else len(moved)
        value = {"pages": [page.page for page, _ in pack], **({"moved": dict(moved[:end])} if end else {})}
        moved = moved[end:]
        block = Block(pack[0][0].url, pages=len(pack), sections=sum(len(page.texts) for page, _ in pack))
        writer.add(wire.encode(value), block)


def _write_texts(pages: Iterable[EncodedPage], writer: TableWriter) -> None:
    """Write the packs of section texts, with what hits show of the pages; a page may end in several packs."""
    placed = (place for page in pages for place in _places(page))
    for pack in cut(placed, lambda place: place.key, lambda place: len(place.text.encode()), SIZES["texts"]):
        heads = [_head(list(own)) for _, own in groupby(pack, key=lambda place: place.page["url"])]
        writer.add(wire.encode({"texts": [place.text for place in pack], "pages": heads}), Block(sections=len(pack)))


class _Place(NamedTuple):
    """A section, and where it is in its page."""

    page: dict[str, Any]
    at: int
    above: tuple[int, ...]
    """The sections that it is below, by their indexes, from the page's own one on."""
    text: str

    @property
    def key(self) -> str:
        """What packs are cut by."""
        return f"{self.page['url']}#{self.page['anchors'][self.at]}"


def _places(page: EncodedPage) -> Iterator[_Place]:
    depths, kinds, above = page.page["depths"], page.page["kinds"], list[int]()
    for index, text in enumerate(page.texts):
        while above and depths[above[-1]] >= depths[index]:
            above.pop()
        yield _Place(page.page, index, tuple(above), text)
        if kinds[index] != MORE:
            above.append(index)


def _head(places: Sequence[_Place]) -> dict[str, Any]:
    """Return what a pack of texts says of a page, whose sections it has from the first place to the last."""
    page, first, above, _ = places[0]
    shown = [*above, *range(first, first + len(places))]
    members = ("url", "title", "description", "meta", "facets", "variants")
    return {
        **{name: page[name] for name in members if name in page and (name != "description" or not first)},
        **{name: bytes(page[name][at] for at in shown) for name in ("depths", "kinds")},
        **{name: [page[name][at] for at in shown] for name in ("anchors", "titles")},
        **({"lines": [line for at in shown for line in page["lines"][2 * at : 2 * at + 2]]} if "lines" in page else {}),
        **({"above": len(above)} if above else {}),
    }
