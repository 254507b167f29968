"""A build with a cache writes what a build without one writes, and does again only what it has to."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from builder.state.sites import Site, Watched, files, text_of
from pinax_runtime.format import wire


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    """A site of sixty pages, in several batches."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767323045")
    site = Site(tmp_path)
    site.write({f"p{number:02}": text_of(number) for number in range(60)})
    return site


def assert_same_as_uncached(site: Site) -> None:
    """Compare the bytes of the bundle with those of a build without a cache."""
    site.build(output=site.folder / "plain", cached=False, prune=True)
    assert files(site.bundle) == files(site.folder / "plain")


def test_the_bytes_are_the_same(site: Site) -> None:
    """Cold, unchanged, with pages changed, added and removed, and over another bundle."""
    for change in ({}, {}, {"p07": text_of(7) + "More."}, {"a": text_of(80), "p30": None}, {"a": None}):
        site.write(change)
        site.build(prune=True)
        assert_same_as_uncached(site)


def test_an_unchanged_docset_is_taken_as_it_is(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is done: no batch runs, and no segment is written; one that was would have other bytes than before."""
    first, executor = site.build(), Watched()
    before, compress = files(site.bundle), wire.compress
    monkeypatch.setattr(wire, "compress", lambda data, level=1: compress(data, 1))
    again = site.build(executor=executor)
    assert (first.reused, again.reused, again.admitted, executor.n_tasks) == (0, 60, 60, 0)
    assert files(site.bundle) == before
    site.build(output=site.folder / "other")
    assert files(site.folder / "other") != before


def test_a_change_costs_its_batch(site: Site) -> None:
    """The pages of other batches are taken from the cache, also after a page was added before all others."""
    site.build()
    site.write({"p59": text_of(59) + "More."})
    changed = site.build(output=site.folder / "other")
    site.write({"a": text_of(99)})
    inserted = site.build(output=site.folder / "other")
    assert 0 < changed.reused < 60
    assert 0 < inserted.reused < 60


def test_what_matters_is_in_the_key(site: Site) -> None:
    """Another base URL, another facet: nothing is taken from the cache. Another folder and title: all is."""
    site.build()
    for options in ({"base_url": "https://x.dev/"}, {"facets": {"area": ("x",)}}, {"language": "de"}):
        assert Site(site.folder, options).build(output=site.folder / "other").reused == 0, options
    moved = Site(site.folder / "moved", {"title": "Other", "weight": 2.0})
    moved.folder.mkdir()
    site.source.rename(moved.source)
    (site.folder / "cache").rename(moved.folder / "cache")
    assert moved.build().reused == 60


def test_damage_in_the_cache_is_no_error(site: Site) -> None:
    """With every entry damaged or foreign, the build does everything again and mends them."""
    site.build()
    for at, path in enumerate(sorted((site.folder / "cache").glob("*/*.cache"))):
        path.write_bytes(path.read_bytes()[:-3] if at % 2 else b"nothing of ours")
    assert site.build(output=site.folder / "other").reused == 0
    assert site.build(output=site.folder / "third").reused == 60
    assert files(site.folder / "other") == files(site.folder / "third")


def test_a_damaged_bundle_is_built_again(site: Site) -> None:
    """Segments of the bundle that is there count only if each of their files is sound."""
    site.build()
    texts = next((site.bundle / "files").glob("*.texts"))
    texts.write_bytes(texts.read_bytes()[:-1])
    site.build()
    assert_same_as_uncached(site)


def test_what_chance_decided_is_not_kept(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """A batch with a page that met a defect runs again the next time, the page with it."""
    real = MarkdownIt.parse

    def parse(self: MarkdownIt, text: str, *rest: object) -> list[Token]:
        if "word00" in text:
            raise ZeroDivisionError
        return real(self, text, *rest)

    with monkeypatch.context() as patch:
        patch.setattr(MarkdownIt, "parse", parse)
        assert site.build().reasons == {"internal_error": 1}
    again = site.build()
    assert 0 < again.reused < 60
    assert again.reasons == {}


def test_what_changes_while_it_is_read_is_not_kept(site: Site) -> None:
    """A page that was written while its batch ran is in no entry under the digest of what it was."""

    def write(number: int) -> None:
        if number == 1:  # task 0 compares the pages
            site.write({"p00": text_of(0) + "Written meanwhile."})

    site.build(executor=Watched(write))
    site.write({"p00": text_of(0)})
    site.build(prune=True)
    assert_same_as_uncached(site)


def test_what_was_found_out_is_reported_again(site: Site) -> None:
    """Whoever takes batches from the cache, or the whole bundle, reports the same rejections, notices and findings."""
    for number in range(4):
        menu = "".join(f"<p>Chapter {at} of the whole manual, which is long.</p>" for at in range(8))
        text = f"<title>Manual</title><main><h1>Manual</h1><p>Word{number}.</p>{menu}</main>"
        (site.source / f"h{number}.html").write_text(text, "utf-8")
    around = "[First chapter](a{0}.html) [Next chapter](b{0}.html) [Last chapter](c{0}.html)"
    site.write({f"p{number:02}": f"{around.format(number)}\n\n{text_of(number)}" for number in range(60)})
    site.write({"bad": "---\ntitle: a: b\n---\n\nText.\n", "empty": ""})
    first, elsewhere, again = (site.build(output=site.folder / output) for output in ("first", "second", "second"))
    assert elsewhere.reused == again.reused == again.admitted
    assert all((first.notices, first.rejections))
    assert {"repeated", "titles"} <= {finding.what for finding in first.check.findings}
    assert replace(elsewhere, reused=0) == first
    assert replace(again, reused=0) == first


def n_of_batches(site: Site, **options: Any) -> list[int]:
    """Build the site, and return the number of pages of each batch."""
    done: list[int] = []

    def progress(name: str, n_done: int, _listed: int, _rejected: int) -> None:
        if name == "docs":
            done.append(n_done)

    site.build(progress=progress, **options)
    return [after - before for before, after in pairwise(done)]


@pytest.fixture
def large(site: Site) -> Site:
    """The site with more pages."""
    site.write({f"p{number:03}": f"# Page {number}\n\nIts word{number}.\n" for number in range(60, 200)})
    return site


def test_where_batches_end_does_not_matter(large: Site) -> None:
    """Without a cache a batch has up to twice as many pages, every page is in one, and the bytes are the same."""
    kept = n_of_batches(large)
    assert sum(kept) == 200
    assert all(24 <= n <= 48 for n in kept[:-1])
    larger = n_of_batches(large, output=large.folder / "plain", cached=False)
    assert sum(larger) == 200
    assert all(48 <= n <= 96 for n in larger[:-1])
    assert files(large.bundle) == files(large.folder / "plain")


def test_an_inserted_page_moves_few_boundaries(large: Site) -> None:
    """A page more, wherever it is, changes one or two batches."""
    large.build()
    for name in ("a", "p070-x", "z"):
        large.write({name: "# New\n\nA page."})
        report = large.build(output=large.folder / name)
        assert report.admitted - report.reused <= 2 * 48
        large.write({name: None})
