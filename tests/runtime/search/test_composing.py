"""Several bundles as one library: names, weights, tags, and scores that can be compared."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from bundle_maker import MadeDocset, MadePage, make_bundle
from pinax_runtime.format import Ranking
from pinax_runtime.search import Bundle, MemorySource, Override, UnknownTargetError, count_facets, open_library
from runtime.search.made import guide_pages

LONG = "about retries and the backoff of clients " * 3


def bundle(location: str, *docsets: MadeDocset, ranking: Ranking | None = None) -> MemorySource:
    return MemorySource(make_bundle(docsets, ranking), location)


def pages(*words: str) -> list[MadePage]:
    return [MadePage(f"{word}.md", word.title(), f"{LONG} {word}", facets={"version": ["1"]}) for word in words]


def test_names_that_collide_are_qualified() -> None:
    """Docsets of one name are called after their bundles, each of them; others keep their names."""
    library = open_library(
        [
            bundle("/srv/py311", MadeDocset("python", pages("one")), MadeDocset("pip", pages("two"))),
            bundle("https://cdn.example/py312/", MadeDocset("python", pages("one"))),
        ]
    )
    assert sorted(library.docsets) == ["pip", "py311.python", "py312.python"]
    assert {hit.section_id for hit in library.search("one").hits} == {"py311.python:one.md", "py312.python:one.md"}
    found = library.find("py312.python:one.md")
    assert found is not None
    assert found.docset.name == "py312.python"


def test_bundles_of_one_name_are_numbered() -> None:
    """Names stay apart, and names of docsets, where bundles are called the same or cannot be part of a name."""
    twice = [bundle(f"/{n}/docs v2!", MadeDocset("guide" * 12, pages("one"))) for n in range(3)]
    names = list(open_library(twice).docsets)
    assert len(set(names)) == 3
    assert all(len(name) <= 64 and name.replace("-", "").replace(".", "").isalnum() for name in names)


def test_docsets_that_share_a_segment_keep_their_own_names_and_dates() -> None:
    """What is kept in memory of a hit in one docset is not shown for another docset with the same segment."""
    files = make_bundle([MadeDocset("new", pages("one"), url="")])
    entry = Bundle(MemorySource(files)).entry
    docset = entry.docsets[0]
    both = replace(entry, docsets=(docset, replace(docset, name="old", fetched_at="2020-01-01T00:00:00Z")))
    library = open_library([MemorySource({**files, "pinax.json": both.to_bytes()})])
    for _ in range(2):
        hits = library.search("one").hits
        assert {(hit.docset, hit.section_id, hit.fetched_at[:4]) for hit in hits} == {
            ("new", "new:one.md", "2026"),
            ("old", "old:one.md", "2020"),
        }


def test_weights_multiply_scores() -> None:
    """A weight multiplies the scores of a docset or of a bundle, besides its own; without a target, all scores."""
    sources = [bundle(f"/b/{n}", MadeDocset(n, pages("one"), weight=2)) for n in ("first", "second")]
    plain = open_library(sources).search("one").hits[0].score
    weighed = open_library(
        sources, [Override("second", weight=3), Override("/b/first", weight=0.5), Override(weight=10)]
    )
    scores = {hit.docset: hit.score for hit in weighed.search("one").hits}
    assert scores == pytest.approx({"second": plain * 30, "first": plain * 5}, abs=0.01)


def test_tags_are_facets_of_every_page() -> None:
    """A tag filters, counts and shows as a facet that the pages have, beside their own values."""
    sources = [bundle(f"/b/{n}", MadeDocset(n, pages("one", "two"))) for n in ("first", "second")]
    library = open_library(
        sources, [Override("second", tags={"version": ["2"]}), Override("/b/first", tags={"kind": ["api"]})]
    )
    assert {hit.docset for hit in library.search("retries", filters={"version": ["2"]}).hits} == {"second"}
    assert library.search("retries", filters={"version": ["1"]}).total == 4
    assert library.search("retries", filters={"kind": ["api"], "version": ["2"]}).total == 0
    assert count_facets(library.chosen()) == {"kind": {"api": 2}, "version": {"1": 4, "2": 2}}
    assert count_facets(library.chosen(), {"version": ["2"]}) == {"version": {"1": 2, "2": 2}}
    assert {tuple(hit.facets["version"]) for hit in library.search("one").hits} == {("1",), ("1", "2")}


def test_tags_do_not_leak_between_docsets_of_one_segment() -> None:
    """Two docsets with the same pages show each its own tags, whichever was shown first."""
    sources = [bundle(f"/b/{n}", MadeDocset("guide", pages("one"))) for n in ("x", "y")]
    library = open_library(sources, [Override("x.guide", tags={"version": ["9"]})])
    for _ in range(2):
        assert {hit.docset: hit.facets["version"] for hit in library.search("one").hits} == {
            "x.guide": ["1", "9"],
            "y.guide": ["1"],
        }


def test_tags_change_what_cursors_go_by() -> None:
    """Weights and tags are part of the library's identity: results with others do not join up."""
    source = bundle("/b", MadeDocset("guide", pages("one")))
    identities = {
        open_library([source], overrides).identity
        for overrides in ([], [Override(weight=2)], [Override(tags={"a": ["1"]})], [Override(tags={"a": ["2"]})])
    }
    assert len(identities) == 4


def test_a_wish_for_nothing_is_refused() -> None:
    """A target that is no docset and no bundle is refused, naming what there is."""
    source = bundle("/b", MadeDocset("guide", pages("one")))
    with pytest.raises(UnknownTargetError, match="guide"):
        open_library([source], [Override("giude", weight=2)])


def test_a_bundle_cut_in_two_ranks_like_the_whole() -> None:
    """The same pages in one bundle or in several give the same hits with the same scores, in any order of bundles."""
    made = guide_pages()
    whole = open_library([bundle("whole", MadeDocset("guide", made))])
    parts = [
        bundle("even", MadeDocset("even", made[::2])),
        bundle("odd", MadeDocset("odd", made[1::2])),
    ]
    for query in (
        "create task",
        "marker07",
        "how to run",
        "chapter 3 zebras",
        "progam runs",
        '"takes time"',
        "create_t*",
    ):
        expected = [(hit.score, hit.url, hit.anchor) for hit in whole.search(query, limit=60, sections=True).hits]
        assert expected
        for order in permutations(parts):
            hits = open_library(order).search(query, limit=60, sections=True).hits
            assert sorted((hit.score, hit.url, hit.anchor) for hit in hits) == sorted(expected), query
            assert [hit.score for hit in hits] == [score for score, _, _ in expected]


def test_no_bundle_is_first() -> None:
    """Hits do not depend on the order in which bundles are given, nor do ties, nor the ranking where bundles differ."""
    ranked = [Ranking(bm25_k1=0.1, title_weight=9), Ranking(bm25_k1=3, title_weight=9), Ranking(title_weight=9)]
    sources = [
        bundle(f"/b/{n}", MadeDocset(f"d{n}", pages("one", "two")), ranking=ranking) for n, ranking in enumerate(ranked)
    ]
    answers = set()
    for order in permutations(sources):
        library = open_library(order)
        assert library.ranking == Ranking(title_weight=9)
        answers.add(tuple((hit.section_id, hit.score) for hit in library.search("retries one").hits))
    assert len(answers) == 1


def test_the_same_bundle_twice(location: Path) -> None:
    """A bundle that is given twice is two, as any others are."""
    library = open_library([location, location])
    assert len(library.docsets) == 8
