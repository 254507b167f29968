"""Parts are merged into what one part would have been."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from builder.made_pages import files, page, pages, written
from pinax_builder.records import Section, Symbol
from pinax_runtime.format import (
    Definers,
    Entry,
    FileRef,
    KeyedShard,
    Lengths,
    Positions,
    Postings,
    SegmentManifest,
    wire,
)


def manifests(bundle: Path) -> list[SegmentManifest]:
    """Return the manifests of a bundle's segments."""
    entry = Entry.from_bytes((bundle / "pinax.json").read_bytes(), "")
    refs = [ref for docset in entry.docsets for ref in docset.segments]
    return [
        SegmentManifest.from_wire(wire.unpack((bundle / ref.name).read_bytes(), ref.name), ref.name) for ref in refs
    ]


def read_shard(bundle: Path, ref: FileRef) -> KeyedShard:
    """Read a shard, which is a file or a block of one."""
    data = (bundle / (ref.file or ref.name)).read_bytes()[ref.start :][: ref.size]
    return KeyedShard.from_wire(wire.unpack(data, ref.path), ref.path)


def keyed(bundle: Path, manifest: SegmentManifest, kind: str) -> dict[str, tuple[int, bytes]]:
    """Return count and value of each key of a kind; of positions also those beside terms, with the term's count."""
    found: dict[str, tuple[int, bytes]] = {}
    for ref in manifest.tables["terms"].refs() if kind == "positions" else ():
        shard = read_shard(bundle, ref)
        columns = zip(shard.keys, shard.counts, shard.positions, strict=False)
        found |= {key: (count, value) for key, count, value in columns if value}
    for ref in manifest.tables[kind].refs():
        shard = read_shard(bundle, ref)
        found |= dict(
            zip(shard.keys, zip(shard.counts, shard.values or [b""] * len(shard.keys), strict=True), strict=True)
        )
    return found


@pytest.mark.parametrize("batch", [1, 3, 7, 50])
def test_how_pages_are_batched_changes_nothing(batch: int, tmp_path: Path) -> None:
    """However many parts the pages come in, the bundle has the same bytes."""
    written(pages(40), tmp_path / "whole", tmp_path / "w")
    written(pages(40), tmp_path / "batched", tmp_path / "b", batch=batch)
    assert files(tmp_path / "batched") == files(tmp_path / "whole")


def test_many_parts_are_merged_in_steps(tmp_path: Path) -> None:
    """Where more parts than may be open are merged by way of files, the bundle has the same bytes."""
    written(pages(90), tmp_path / "at once", tmp_path / "w", batch=3)
    written(pages(90), tmp_path / "in steps", tmp_path / "s", batch=1)  # 72 parts in English
    assert files(tmp_path / "in steps") == files(tmp_path / "at once")
    assert list((tmp_path / "s").glob("*.merged*"))
    assert not list((tmp_path / "w").glob("*.merged*"))


@pytest.mark.parametrize("seed", range(4))
def test_dropped_pages_leave_no_trace(tmp_path: Path, seed: int) -> None:
    """Pages that the build drops after indexing are as if they had never been: what is kept has the numbers from 0."""
    every, chance = pages(40), random.Random(seed)
    dropped = {found.url for found in chance.sample(every, chance.randrange(1, 39))}
    kept = [found for found in every if found.url not in dropped]
    written(every, tmp_path / "dropped", tmp_path / "d", batch=chance.randrange(1, 20), dropped=dropped)
    written(kept, tmp_path / "without", tmp_path / "w", batch=5)
    with_drops, without = (manifests(tmp_path / name) for name in ("dropped", "without"))
    for one, other in zip(with_drops, without, strict=True):
        assert one.tables == other.tables
        assert (one.n_pages, one.n_sections, one.n_words, one.lengths) == (
            other.n_pages, other.n_sections, other.n_words, other.lengths,
        )  # fmt: skip


def test_a_language_with_all_pages_dropped_has_no_segment(tmp_path: Path) -> None:
    """A segment without pages is not written."""
    every = pages(10)
    german = {found.url for found in every if found.language == "de"}
    entry = written(every, tmp_path / "b", tmp_path / "w", dropped=german)
    assert entry.docsets[0].languages == {"en": 8}
    assert len(entry.docsets[0].segments) == 1


def test_every_term_is_in_exactly_one_shard(tmp_path: Path) -> None:
    """Keys of all shards of a kind are different and in order, and each shard starts where the manifest says."""
    written(pages(60), tmp_path / "b", tmp_path / "w", batch=9)
    for manifest in manifests(tmp_path / "b"):
        for kind in ("terms", "positions", "symbols", "facets", "lexicon"):
            table, keys = manifest.tables[kind], []
            for at, ref in enumerate(table.refs()):
                shard = read_shard(tmp_path / "b", ref)
                assert shard.keys[0] == table.firsts[at]
                keys += shard.keys
            assert keys == sorted(set(keys))


def test_positions_leave_out_what_the_postings_say(tmp_path: Path) -> None:
    """A word is stored without the sections it stands in; one that is also a spelling of others, with them."""
    given = [page("a.md", "apple pear apple"), page("b.md", "resume résumé"), page("c.md", "apple")]
    written(given, tmp_path / "b", tmp_path / "w", batch=1)
    (manifest,) = manifests(tmp_path / "b")
    stored = keyed(tmp_path / "b", manifest, "positions")
    postings = keyed(tmp_path / "b", manifest, "terms")

    def read(term: str) -> Positions:
        said = Postings.from_wire(wire.decode(postings[term][1], "x"), "x", manifest.n_sections)
        return Positions.from_wire(wire.decode(stored[term][1], "x"), "x", manifest.n_sections, said)

    assert [type(item) for item in wire.decode(stored["appl"][1], "x")] == [int] * 3
    apples = read("appl")
    assert [len(apples.at(section)) for section in apples.sections] == [2, 1]
    assert [type(item) for item in wire.decode(stored["resum"][1], "x")][0] is list


def test_positions_stay_apart_from_names_of_another_part(tmp_path: Path) -> None:
    """A word that one part has and another has only as a name is stored with the sections that it stands in."""
    given = [page("a.md", "an envvar"), page("b.md", "the envVar")]
    written(given, tmp_path / "b", tmp_path / "w", batch=1)
    (manifest,) = manifests(tmp_path / "b")
    stored = keyed(tmp_path / "b", manifest, "positions")["envvar"][1]
    said = Postings.from_wire(
        wire.decode(keyed(tmp_path / "b", manifest, "terms")["envvar"][1], "x"), "x", manifest.n_sections
    )
    assert len(said.occurrences()[0]) == 2
    assert len(Positions.from_wire(wire.decode(stored, "x"), "x", manifest.n_sections, said).sections) == 1


def test_sections_lead_to_the_shards_of_whole_names_alone(tmp_path: Path) -> None:
    """A definition of source code lies under its bare name, too, which need not be read to find it by its end."""
    names = [f"module_{at:03}.function_{at:03}" for at in range(400)]
    sections = (
        Section(0, "", "T", "page", "# T"),
        *(
            Section(
                1, name, name, "definition", name, (Symbol(name, "function", "python", "", at, at),), lines=(at, at)
            )
            for at, name in enumerate(names, 1)
        ),
    )
    written([replace(page("a.py"), sections=sections)], tmp_path / "b", tmp_path / "w")
    (manifest,) = manifests(tmp_path / "b")
    assert manifest.definers
    data = (tmp_path / "b" / manifest.definers.name).read_bytes()
    definers = Definers.from_wire(wire.unpack(data, ""), "")
    shards = [read_shard(tmp_path / "b", ref) for ref in manifest.tables["symbols"].refs()]
    assert len(shards) > 1
    for at, name in enumerate(names, 1):
        assert [name in shards[place].keys for place in definers.files_of([at])] == [True]
        assert any(name.partition(".")[2] in shard.keys for shard in shards)


def test_counts_and_numbers_are_those_of_the_pages(tmp_path: Path) -> None:
    """A word that stands in so many sections has that count, and the numbers of those sections."""
    given = [page("a.md", "apple"), page("b.md", "pear"), page("c.md", "apple pear")]
    written(given, tmp_path / "b", tmp_path / "w", batch=1)
    (manifest,) = manifests(tmp_path / "b")
    count, value = keyed(tmp_path / "b", manifest, "terms")["appl"]
    assert count == 2
    sections, counts = Postings.from_wire(wire.decode(value, "x"), "x", manifest.n_sections).by_field[2]
    assert (list(sections), list(counts)) == ([0, 4], [1, 1])
    assert keyed(tmp_path / "b", manifest, "symbols").keys() == {"a.run", "b.run", "c.run"}
    assert keyed(tmp_path / "b", manifest, "facets")["tag\0all"] == (3, wire.encode([0, 1, 1]))


def test_writers_keep_within_what_readers_accept(tmp_path: Path) -> None:
    """Names that are too long to be keys are left out; their pages are written."""
    long = "x" * 20_000
    first = page("a.md", "text")
    symbols = (Symbol(long, "function"),)
    sections = (first.sections[0], Section(1, "a", "A", "heading", "## A", symbols))
    given = [replace(first, sections=sections, facets={"huge": (long,)}), page("b.md", "text")]
    written(given, tmp_path / "b", tmp_path / "w")
    (manifest,) = manifests(tmp_path / "b")
    assert manifest.n_pages == 2
    assert not any(key.startswith("huge") for key in keyed(tmp_path / "b", manifest, "facets"))
    assert list(keyed(tmp_path / "b", manifest, "symbols")) == ["b.run"]


@pytest.mark.parametrize(("many", "rounded"), [(6, True), (7, False)])
def test_lengths_are_rounded_where_there_are_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, many: int, rounded: bool
) -> None:
    """A length is a multiple of five quarters of an octave in a segment of many sections; in a small one it is kept."""
    monkeypatch.setattr("pinax_builder.write.segment_files._MANY_SECTIONS", many)
    written([page(f"{n}.html", "word " * 2**n) for n in range(3)], tmp_path / "bundle", tmp_path / "work")
    (manifest,) = manifests(tmp_path / "bundle")
    assert manifest.n_sections == 6
    packed = (tmp_path / "bundle" / manifest.lengths.path).read_bytes()
    codes = Lengths.from_wire(wire.unpack(packed, "lengths"), "lengths").codes
    assert all(code % 5 == 0 for code in codes) is rounded
