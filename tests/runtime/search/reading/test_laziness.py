"""A question reads what it needs and nothing else."""

from __future__ import annotations

from collections import Counter

import pytest

from bundle_maker import Cutting, MadeDocset, MadePage, make_bundle
from pinax_runtime.format import ENTRY, Entry, Kind, SegmentManifest, wire
from pinax_runtime.search import Bundle, CountingSource, MemorySource, open_bundle
from runtime.search.made import guide_pages, two_docsets


def counted(cache_bytes: int = 1 << 20) -> tuple[CountingSource, Bundle]:
    """Open the bundle and count from then on."""
    source = CountingSource(MemorySource(two_docsets()))
    bundle = open_bundle(source, cache_bytes=cache_bytes)
    return source, bundle


def manifests() -> list[SegmentManifest]:
    """Return the manifests of all segments: of `api`, then of `guide` in German and in English."""
    files = two_docsets()
    refs = [ref for docset in Entry.from_bytes(files[ENTRY], "").docsets for ref in docset.segments]
    return [SegmentManifest.from_wire(wire.unpack(files[ref.name], ref.name), ref.name) for ref in refs]


def holding(kind: Kind, key: str, segment: int) -> str:
    """Name the file of a segment that can hold a key."""
    table = manifests()[segment].tables[kind]
    at = table.covering(key)
    assert at is not None
    return table.ref(at).name


def kinds(names: list[str]) -> Counter[str]:
    """Count file names by kind."""
    return Counter(name.rsplit(".", 1)[1] for name in names)


def test_opening_reads_the_entry_alone() -> None:
    """Opening a bundle and listing its docsets reads pinax.json, whatever else there is."""
    source, bundle = counted()
    assert [docset.entry.n_pages for docset in bundle.docsets.values()] == [1, 23]
    assert source.names == [ENTRY]
    assert source.size_bytes == len(two_docsets()[ENTRY])


def test_a_query_reads_the_shards_of_its_terms() -> None:
    """A rare word costs, per segment, the manifest and one term shard; then lengths, pages and texts of the hit."""
    source, bundle = counted()
    reply = bundle.search("marker07 ", docs=["guide"])
    assert [hit.url for hit in reply.hits] == ["https://x.dev/docs/guide/p07.md"]
    counts = kinds(source.names)
    assert counts.pop("json") == 1
    assert counts.pop("segment") == 2
    assert counts.pop("lengths") <= 2
    assert counts.pop("terms") <= 2
    assert counts == {"pages": 1, "texts": 1}
    assert holding("terms", "marker07", 2) in source.names


def test_no_file_is_read_twice() -> None:
    """What fits into the cache is read once, in one query and in the next."""
    source, bundle = counted()
    for query in ("running program", "running program", "program marker03"):
        bundle.search(query)
    assert Counter(source.names).most_common(1)[0][1] == 1


def test_rare_words_do_not_read_the_common_words_shard() -> None:
    """Two rare words leave every shard alone in which neither can be."""
    source, bundle = counted()
    bundle.search("marker03 zebras ", docs=["guide"])
    assert holding("terms", "marker03", 2) in source.names
    common = holding("terms", "program", 2)
    assert common not in {holding("terms", "marker03", 2), holding("terms", "zebra", 2)}
    assert common not in source.names


def test_a_docset_that_is_not_asked_is_not_read() -> None:
    """Searching one docset reads nothing of another."""
    source, bundle = counted()
    bundle.search("zebras", docs=["api"])
    theirs = {ref.name for ref in bundle.entry.docsets[1].segments}
    assert not theirs & set(source.names)


def test_one_word_reads_no_positions() -> None:
    """Positions are for phrases and for words that may stand together."""
    source, bundle = counted()
    bundle.search("marker05 ")
    assert "positions" not in kinds(source.names)


def test_without_excerpts_no_text_is_read() -> None:
    """A query that wants no excerpts reads no Markdown."""
    source, bundle = counted()
    assert bundle.search("zebras", excerpt_chars=0).hits
    assert "texts" not in kinds(source.names)


def test_only_the_packs_of_hits_are_read() -> None:
    """Of many matches only those that are given cost a pack."""
    source, bundle = counted()
    reply = bundle.search("program", limit=2, docs=["guide"])
    assert reply.total == 20
    assert kinds(source.names)["pages"] <= 2
    assert kinds(source.names)["texts"] <= 2


def test_a_filter_reads_the_facet_shard() -> None:
    """A filter costs the one shard that its value is in, and no pages but those of hits."""
    source, bundle = counted()
    bundle.search("program", limit=1, filters={"parity": ["odd"]}, docs=["guide"])
    assert holding("facets", "parity\0odd", 2) in source.names
    assert kinds(source.names)["pages"] == 1


def test_a_page_costs_three_files() -> None:
    """Finding a page by URL and reading its text takes the manifest, a pack of pages and its texts."""
    source, bundle = counted()
    document = bundle.find("https://x.dev/docs/guide/p09.md")
    assert document
    assert "marker09" in document.text(0)
    assert "lengths" not in kinds(source.names)
    assert "terms" not in kinds(source.names)
    assert kinds(source.names)["texts"] == 1


def test_a_small_cache_gives_the_same_answers() -> None:
    """A cache that holds next to nothing changes what is read, never what is answered."""
    (_, large), (source, small) = counted(), counted(cache_bytes=2_000)
    for query in ("running program", "marker03", '"create a task"', "zebras", "Häuser", "running program"):
        assert small.search(query) == large.search(query)
    assert Counter(source.names).most_common(1)[0][1] > 1


def test_clearing_the_cache_reads_anew() -> None:
    """After clearing, the same question costs the same shards again."""
    source, bundle = counted()
    bundle.search("marker03 ")
    before = kinds(source.names)["terms"]
    bundle.clear_cache()
    bundle.search("marker03 ")
    assert kinds(source.names)["terms"] == 2 * before


ROUNDS = {
    "marker07 ": 5,
    "running program": 5,
    "asyncio.gather": 5,
    '"create a task"': 5,
    "mark*": 6,
    "runing progam": 6,
    "nothinglikeit": 5,
}


@pytest.mark.parametrize("query", ROUNDS)
def test_a_cold_query_takes_few_rounds(query: str) -> None:
    """Reads that wait for one another are few: entry, manifests, terms, positions, packs; and words, if misspelled."""
    source, bundle = counted()
    bundle.search(query)
    assert source.rounds <= ROUNDS[query]


def test_a_filter_costs_no_round_of_its_own() -> None:
    """The values that a query is filtered by are read with its terms."""
    source, bundle = counted()
    bundle.search("program", filters={"parity": ["odd"], "tag": ["all", "t1"]})
    assert source.rounds <= 5


def test_sections_are_joined_in_one_round() -> None:
    """Whatever the number of continuations among the hits, their outlines are read together."""
    source, bundle = counted()
    assert bundle.search("zebras ", sections=True, limit=20).hits
    assert source.rounds <= 6


def test_a_page_is_read_in_four_rounds() -> None:
    """A page and its texts: entry, manifests, pack of pages, pack of texts."""
    source, bundle = counted()
    document = bundle.find("https://x.dev/docs/guide/p09.md")
    assert document
    assert "marker09" in document.subtree_text(0)
    assert source.rounds <= 4


def test_another_spelling_of_a_url_costs_one_round_more() -> None:
    """All the ways in which a page may be meant are looked for together."""
    source, bundle = counted()
    document = bundle.find("guide/p09", docs=["guide"])
    assert document
    assert source.rounds <= 4


def test_all_pages_are_read_in_few_rounds() -> None:
    """Going through all pages reads their packs many at a time."""
    source, bundle = counted()
    assert len([page for _, _, page in bundle.docsets["guide"].documents()]) == 23
    assert source.rounds <= 4


def test_the_lengths_of_a_single_segment_come_with_the_terms() -> None:
    """Where one segment is asked, a query whose words are not looked at for nearness takes four rounds."""
    files = make_bundle([MadeDocset("d", [MadePage(f"p{n}.md", f"Page {n}", "zebras and marker") for n in range(9)])])
    source = CountingSource(MemorySource(files))
    assert open_bundle(source).search("zebras ").hits
    assert source.rounds == 4


@pytest.mark.parametrize(
    ("query", "beside", "rounds"),
    [("running program", 0, 4), ("running program", 1000, 3), ("lib.create_task7 ", 0, 3), ("marker07 ", 0, 3)],
)
def test_a_cold_query_of_a_small_bundle_waits_for_no_table(query: str, beside: int, rounds: int) -> None:
    """The entry brings all tables along: terms follow, with what is named; positions, if far from terms; packs."""
    cutting = Cutting(
        keys=8, pages=3, texts=5, blocks=2, joins_tables=True, brings_manifests=True, positions_beside=beside
    )
    source = CountingSource(MemorySource(make_bundle([MadeDocset("guide", guide_pages())], cutting=cutting)))
    assert open_bundle(source).search(query).hits
    assert source.rounds == rounds
    assert "task" not in query or any(".symbols" in name for name in source.names)
