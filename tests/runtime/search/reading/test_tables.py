"""Shards are found alike whether each is a file, or a block of one, and whatever says where they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bundle_maker import Cutting, MadeDocset, make_bundle, put
from pinax_runtime.format import ENTRY, BundleError, DigestMismatchError, Entry, FileRef, SegmentManifest, wire
from pinax_runtime.search import Bundle, CountingSource, MemorySource, open_bundle, verify
from runtime.search.made import guide_pages, two_docsets

QUERIES = (
    "marker07",
    "running program",
    '"create a task"',
    "zebras",
    "Häuser",
    "asyncio.gather",
    "runing progam",
    "ma*",
)


def answers(bundle: Bundle) -> list[Any]:
    """Ask for sections, pages, outlines and lists: what goes by keys, prefixes, numbers and URLs."""
    found: list[Any] = [bundle.search(query, limit=40) for query in QUERIES]
    found += [bundle.search(query, sections=True) for query in QUERIES]
    for docset in bundle.docsets.values():
        found += [(page.url, number, segment.find_page(page.url)) for segment, number, page in docset.documents()]
        for segment in docset.segments:
            found += [segment.text(section) for section in range(segment.manifest.n_sections)]
            found += [segment.page_holding(section) for section in range(segment.manifest.n_sections)]
            found += [list(segment.packs_below(prefix)) for prefix in ("", "https://x.dev/docs/guide/p1", "zz")]
            found += [segment.neighbors("https://x.dev/docs/guide/p07", 2), list(segment.facets())]
    return found


RIGHT = answers(open_bundle(MemorySource(two_docsets())))


@pytest.mark.parametrize("joins_tables", [False, True])
@pytest.mark.parametrize("blocks", [1, 2, 5, 1000])
def test_where_shards_lie_changes_no_answer(blocks: int, joins_tables: bool) -> None:
    """A file each, a few to a file with tables in files or in the manifest, all in one: what is found is the same."""
    files = two_docsets(blocks, joins_tables=joins_tables)
    assert any(name.endswith(".table") for name in files) == (blocks < 1000 and not joins_tables)
    assert answers(open_bundle(MemorySource(files))) == RIGHT
    assert not verify(MemorySource(files), files).findings


def test_a_block_is_read_without_its_file() -> None:
    """Of a file with many blocks, a query reads the one that it needs."""
    files = make_bundle([MadeDocset("guide", guide_pages())], cutting=Cutting(keys=2, pages=1, texts=1, blocks=1000))
    source = CountingSource(MemorySource(files))
    Bundle(source).search("marker07 ")
    read = [name for name in source.names if ".terms@" in name]
    assert sum(name.endswith(".terms") for name in files) == 1
    assert read == [name for name in source.names if ".terms" in name]
    assert len(read) == 1


def test_a_query_reads_the_parts_of_tables_that_it_needs() -> None:
    """A rare word reads one part of the table of terms, however many there are."""
    files = make_bundle([MadeDocset("guide", guide_pages())], cutting=Cutting(keys=2, pages=1, texts=1, blocks=2))
    source = CountingSource(MemorySource(files))
    Bundle(source).search("marker07 ", excerpt_chars=0)
    tables = [name for name in source.names if name.endswith(".table")]
    assert sum(name.endswith(".table") for name in files) > 60
    assert len(tables) <= 4  # terms; positions of what else begins so; pages


def test_tables_stay_in_memory_when_much_else_is_read() -> None:
    """Every look-up goes by tables, so texts and pages, however many, do not take their room."""
    files = make_bundle([MadeDocset("guide", guide_pages())], cutting=Cutting(keys=2, pages=1, texts=1, blocks=2))
    source = CountingSource(MemorySource(files))
    bundle = Bundle(source, cache_bytes=20_000)
    (segment,) = bundle.docsets["guide"].segments
    for _ in range(2):
        source.names.clear()
        for section in range(segment.manifest.n_sections):
            segment.text(section)
    assert not [name for name in source.names if name.endswith(".table")]
    assert [name for name in source.names if ".texts" in name]


def test_what_the_entry_brings_along_is_not_read() -> None:
    """Manifests and lengths that the entry holds are not asked for, and are checked as files are."""
    source = CountingSource(MemorySource(two_docsets(4)))
    bundle = Bundle(source)
    assert bundle.search("zebras").hits
    assert not [name for name in source.names if name.endswith((".segment", ".lengths"))]
    files = dict(two_docsets(4))
    entry = Entry.from_bytes(files[ENTRY], "")
    changed = {name: data[:-1] + bytes([data[-1] ^ 1]) for name, data in entry.manifests.items()}
    files[ENTRY] = replace(entry, manifests=changed).to_bytes()
    with pytest.raises(DigestMismatchError):
        Bundle(MemorySource(files)).search("zebras")
    assert not verify(MemorySource(files), files).findings  # whose files are sound


def _with_table(change: Callable[[dict[str, Any]], object]) -> dict[str, bytes]:
    """Return a bundle of which the first table file of terms is changed, under the name that it then has."""
    files = make_bundle([MadeDocset("guide", guide_pages())], cutting=Cutting(keys=2, pages=1, texts=1, blocks=2))
    entry = Entry.from_bytes(files[ENTRY], "")
    (ref,) = entry.docsets[0].segments
    manifest = SegmentManifest.from_wire(wire.unpack(files[ref.name], ref.name), ref.name)
    top = manifest.tables["terms"]
    value = wire.unpack(files[top.ref(0).name], "")
    change(value)
    new = put(files, "table", value)
    terms = replace(top, digests=[new.digest, *top.digests[1:]], sizes=[new.size, *top.sizes[1:]])
    again = put(files, "segment", replace(manifest, tables={**manifest.tables, "terms": terms}).to_wire())
    docset = replace(entry.docsets[0], segments=(FileRef(again.digest, "segment", again.size),))
    return {**files, ENTRY: replace(entry, docsets=(docset,)).to_bytes()}


HOSTILE: dict[str, Callable[[dict[str, Any]], object]] = {
    "another kind": lambda table: table.update(kind="symbols"),
    "no kind": lambda table: table.pop("kind"),
    "a kind without tables": lambda table: table.update(kind="segment"),
    "another first key": lambda table: table["first"].__setitem__(0, " "),
    "another number of shards": lambda table: table.update(
        digests=table["digests"][:16], sizes=table["sizes"][:1], first=table["first"][:1], lone=[0]
    ),
    "a table of tables": lambda table: table.update(shards=[1, 1]),
    "nothing": lambda table: table.update(digests=b"", sizes=[], first=[], lone=[]),
    "blocks beyond the file": lambda table: table["sizes"].__setitem__(1, 1_000),
    "a file that is none": lambda table: table.update(file=[b"short", 10]),
    "no files": lambda table: table.update(file=[]),
    "half a file": lambda table: table["file"].append(bytes(16)),
    "a file that ends within a block": lambda table: table.update(
        file=[bytes(16), 1, bytes(range(16)), sum(table["sizes"]) - 1]
    ),
    "an empty file": lambda table: table["file"].extend([bytes(16), 0]),
    "a negative size": lambda table: table["sizes"].__setitem__(0, -1),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_tables_are_refused(what: str) -> None:
    """A table that is not what its manifest says is a typed error, and a finding of a verification."""
    files = _with_table(HOSTILE[what])
    (segment,) = Bundle(MemorySource(files)).docsets["guide"].segments
    with pytest.raises(BundleError):
        list(segment.tables["terms"])
    assert verify(MemorySource(files)).findings


def test_a_damaged_block_is_found() -> None:
    """A flipped bit in a block is refused by whoever reads it and found by a verification; others answer on."""
    files = dict(two_docsets(1000))
    name = max((name for name in files if name.endswith(".texts")), key=lambda name: len(files[name]))
    files[name] = files[name][:-1] + bytes([files[name][-1] ^ 1])
    bundle = open_bundle(MemorySource(files))
    assert bundle.search("marker00", excerpt_chars=240).hits
    with pytest.raises(DigestMismatchError, match=name):
        bundle.search("marker19", excerpt_chars=240)
    assert [found for found, _ in verify(MemorySource(files)).findings] == [name]
