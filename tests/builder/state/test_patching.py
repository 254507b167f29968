"""A patch has the pages of a whole build, in a new segment over the old one."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from builder.state.sites import Site, contents, files, text_of
from pinax_builder.write import write
from pinax_runtime.search import Bundle, verify

N_PAGES = 26
MOST_PATCHES = 4
"""Number of patches that a docset may have."""
QUERIES = ("all pages say this", "page 12 sentence", "only here many words", "round changed", "word07 word21 here")
"""Queries whose answers are compared; most hits have equal scores, for the pages say nearly the same."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A site that is built once."""
    site = Site(tmp_path_factory.mktemp("built"))
    site.write({f"p{number:02}": text_of(number) for number in range(N_PAGES)})
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCE_DATE_EPOCH", "1767323045")
        site.build()
    return site


@pytest.fixture
def site(built: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    """A copy of it, with its bundle and its cache."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767323045")
    shutil.copytree(built.folder, tmp_path, dirs_exist_ok=True)
    return Site(tmp_path)


def assert_right(site: Site) -> None:
    """Compare what the bundle says of every page, and what it answers, with a whole build; and verify it."""
    patched, whole = site.open(), site.whole()
    assert contents(patched) == contents(whole)
    assert verify(patched.files.source).findings == []
    (mine,), (theirs,) = patched.entry.docsets, whole.entry.docsets
    assert (mine.n_pages, mine.n_sections, mine.languages) == (theirs.n_pages, theirs.n_sections, theirs.languages)
    assert n_words(patched) == n_words(whole)
    for query in QUERIES:
        mine_found, theirs_found = (
            [(hit.url, hit.anchor, hit.score) for hit in bundle.search(query, limit=15).hits]
            for bundle in (patched, whole)
        )
        assert mine_found == theirs_found, query


def n_words(bundle: Bundle) -> int:
    """Count the words of the pages that are not deleted, as search does."""
    return sum(segment.totals.n_words for docset in bundle.docsets.values() for segment in docset.segments)


def n_segments(site: Site) -> int:
    """Count the segments of the docset."""
    return len(site.open().entry.docsets[0].segments)


def test_a_changed_page(site: Site) -> None:
    """The base stays as it is, with one page deleted; the new segment has that page alone."""
    before = files(site.bundle)
    site.write({"p07": text_of(7) + "Now with a quokka."})
    report = site.build(patch=True)
    after, (docset,) = files(site.bundle), site.open().entry.docsets
    assert {name for name in before if name != "pinax.json"} <= after.keys()
    assert (report.reused, report.admitted, report.note) == (N_PAGES - 1, N_PAGES, "")
    assert list(docset.deleted.values()) == [(7,)]
    assert [hit.url for hit in site.open().search("quokka").hits] == ["p07.md"]
    assert [hit.url for hit in site.open().search("word07").hits] == ["p07.md"]
    assert_right(site)


def test_added_and_removed_pages(site: Site) -> None:
    """A removed page is deleted and needs no new segment; an added one is in a new one."""
    site.write({"p03": None, "p12": None})
    site.build(patch=True)
    assert (n_segments(site), site.open().find("p03.md")) == (1, None)
    site.write({"zebra": "# Zebra\n\nStriped and new.", "p03": text_of(3)})
    site.build(patch=True)
    assert n_segments(site) == 2
    assert_right(site)


def test_nothing_changed(site: Site) -> None:
    """Nothing is written but the entry, over a whole build and over a patched one."""
    for change in ({}, {"p01": text_of(1) + "More."}):
        site.write(change)
        site.build(patch=True)
        before = files(site.bundle)
        assert site.build(patch=True).reused == N_PAGES
        assert files(site.bundle) == before


def test_a_twin_comes_back(site: Site) -> None:
    """A page that was left out for saying the same as another one is in the bundle when that one changes."""
    site.write({"twin": text_of(5)})
    assert site.build().reasons == {"duplicate": 1}
    site.write({"p05": text_of(5) + "No longer the same."})
    assert site.build(patch=True).reasons == {}
    assert_right(site)
    site.write({"twin": text_of(9)})
    assert site.build(patch=True).reasons == {"duplicate": 1}
    assert_right(site)


def test_variants_go_together(site: Site) -> None:
    """Versions of a page are one hit, also after one of them changed: the whole group moves to the new segment."""
    versions = {
        f"{version}/guide": f"# Guide\n\nHow a lantern is lit and cleaned. {'Oil it daily. ' * 40}This is {version}."
        for version in ("v1.0", "v2.0", "v3.0")
    }
    for name in versions:
        (site.source / name).parent.mkdir()
    site.write(versions)
    site.build()
    site.write({"v2.0/guide": versions["v2.0/guide"] + " It has a new wick."})
    site.build(patch=True)
    hits = site.open().search("lantern lit").hits
    assert [len(hit.variants) for hit in hits] == [2]
    assert_right(site)


def test_rejections_are_reported_again(site: Site) -> None:
    """A patch reports every page that is not in the bundle and every notice, changed or not."""
    site.write({"empty": "", "p02": text_of(2)})
    assert site.build().reasons == {"empty": 1}
    site.write({"p04": text_of(4) + "More."})
    assert site.build(patch=True).reasons == {"empty": 1}
    site.write({"empty": "# No longer\n\nIt has words now.", "p04": ""})
    assert site.build(patch=True).reasons == {"empty": 1}
    assert_right(site)


def test_another_language(site: Site) -> None:
    """A page in a language that the docset did not have is in a segment of that language."""
    site.write({"deutsch": "---\nlang: de\n---\n# Seite\n\nÜber Häuser und Straßen, die es noch nicht gab.\n"})
    site.build(patch=True)
    assert site.open().entry.docsets[0].languages == {"en": N_PAGES, "de": 1}
    assert_right(site)


def test_patches_are_taken_together(site: Site) -> None:
    """There are never more patches than are allowed; the next one takes their pages in, and what is empty goes."""
    for number in range(MOST_PATCHES + 2):
        site.write({f"p{number:02}": text_of(number) + "Changed."})
        site.build(patch=True)
        assert n_segments(site) <= MOST_PATCHES + 1
        assert_right(site)
    site.build(prune=True)
    site.build(output=site.folder / "fresh", cached=False)
    assert files(site.bundle) == files(site.folder / "fresh")


def test_too_much_change_is_built_whole(site: Site) -> None:
    """Past a share of deleted pages the docset is built whole, and the report says so."""
    site.write({f"p{number:02}": text_of(number) + "Changed." for number in range(N_PAGES * 3 // 8)})
    report = site.build(patch=True)
    assert "deleted" in report.note
    assert n_segments(site) == 1
    assert_right(site)


def test_segments_that_another_build_removes_meanwhile_are_made_again(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A build that prunes may replace the bundle after a patch has decided to keep its segments."""
    site.write({"p03": text_of(3) + "Changed."})

    def after_another(*given: Any, **options: Any) -> Any:
        monkeypatch.setattr("pinax_builder.pipeline.write", write)
        other = Site(site.folder / "other", {"facets": {"area": ("x",)}})
        other.folder.mkdir()
        other.write({"p00": text_of(0)})
        other.build(output=site.bundle, cached=False, prune=True)
        return write(*given, **options)

    monkeypatch.setattr("pinax_builder.pipeline.write", after_another)
    assert "built again without the build cache" in site.build(patch=True).note
    assert_right(site)


def test_without_what_it_needs_it_is_built_whole(site: Site) -> None:
    """No bundle, no state of it, another configuration, a damaged file: whole, with the reason in the report."""
    elsewhere = site.folder / "elsewhere"
    assert "no bundle" in site.build(output=elsewhere, patch=True).note
    other = Site(site.folder, {"facets": {"area": ("x",)}})
    assert "configuration" in other.build(patch=True).note
    texts = next((site.bundle / "files").glob("*.texts"))
    texts.write_bytes(b"damaged")
    assert "damaged" in other.build(patch=True).note
    for path in (site.folder / "cache").glob("*/*.cache"):
        path.write_bytes(b"foreign")
    assert "cannot be used" in other.build(patch=True).note
    assert other.build(patch=True).note == ""


def test_lengths_are_rounded_as_in_a_whole_build(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """A patch of a docset with many sections rounds its lengths; where their number passes the bound, all are built."""
    monkeypatch.setattr("pinax_builder.write.segment_files._MANY_SECTIONS", N_PAGES)
    site.write({"p20": text_of(20) + "Now with a zebra."})
    site.build()
    site.write({"p07": text_of(7) + "Now with a quokka."})
    assert site.build(patch=True).note == ""
    codes = {code for docset in site.open().docsets.values() for segment in docset.segments
             for code in segment.lengths.codes}  # fmt: skip
    assert {code % 5 for code in codes} == {0}
    site.write({"p09": None})
    assert "lengths" in site.build(patch=True).note


@pytest.mark.parametrize("seed", [131, 132, 133])
def test_any_changes_in_any_order(site: Site, seed: int) -> None:
    """After each of many random rounds, the patched bundle has what a whole build has; compacted, it has its bytes."""
    chance, names = random.Random(seed), [f"p{number:02}" for number in range(N_PAGES)]
    present = set(names)
    for round_number in range(8):
        changes: dict[str, str | None] = {}
        for name in chance.sample(names, 2):
            what = chance.choice(["change", "remove", "twin"])
            if what == "remove" and name in present:
                changes[name] = None
                present.discard(name)
            else:
                number = chance.randrange(N_PAGES)
                changes[name] = text_of(number) + (f"Round {round_number}." if what == "change" else "")
                present.add(name)
        site.write(changes)
        site.build(patch=True)
        assert_right(site)
    site.build(prune=True)
    site.build(output=site.folder / "fresh", cached=False)
    assert files(site.bundle) == files(site.folder / "fresh")
