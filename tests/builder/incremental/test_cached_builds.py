"""A build with a cache writes what a build without one writes, and does again only what it has to."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.incremental.sites import Site, files, text_of
from pinax_builder import batches
from pinax_builder.batches import BatchResult, cut_batches
from pinax_builder.crawl import ListedFile
from pinax_builder.incremental import batch_cache
from pinax_builder.records import Rejection


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
    """No batch runs, and no segment is written: the bundle's own stays."""
    first = site.build()
    monkeypatch.setattr(batch_cache, "run_batch", None)
    monkeypatch.setattr("pinax_builder.write.write_segment", None)
    again = site.build()
    assert (first.reused, again.reused, again.admitted) == (0, 60, 60)


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
    """A batch with a page that took too long runs again the next time, the page with it."""
    real = batch_cache.run_batch

    def slow(batch: batches.Batch) -> BatchResult:
        result = real(batch)
        slow = Rejection("p00.md", "parse", "too_slow", "It took too long.")
        return BatchResult(result.parts, (slow,)) if batch.pages[0].url == "p00.md" else result

    monkeypatch.setattr(batch_cache, "run_batch", slow)
    site.build()
    monkeypatch.setattr(batch_cache, "run_batch", real)
    again = site.build()
    assert 0 < again.reused < 60
    assert again.reasons == {}


def test_what_changes_while_it_is_read_is_not_kept(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that was written while its batch ran is in no entry under the digest of what it was."""
    real = batch_cache.run_batch

    def meanwhile(batch: batches.Batch) -> BatchResult:
        site.write({"p00": text_of(0) + "Written meanwhile."})
        return real(batch)

    monkeypatch.setattr(batch_cache, "run_batch", meanwhile)
    site.build()
    monkeypatch.setattr(batch_cache, "run_batch", real)
    site.write({"p00": text_of(0)})
    site.build(prune=True)
    assert_same_as_uncached(site)


@pytest.mark.parametrize("sizes", [(1, 1, 1), (7, 3, 2), (1000, 1000, 1)])
def test_where_batches_end_does_not_matter(site: Site, monkeypatch: pytest.MonkeyPatch, sizes: tuple[int, ...]) -> None:
    """Batches of one page, of a few and of all give the same bytes."""
    site.build(cached=False)
    monkeypatch.setattr(batches, "BATCH_PAGES", sizes[0])
    monkeypatch.setattr(batches, "FEWEST_PAGES", sizes[1])
    monkeypatch.setattr(batches, "ENDING", sizes[2])
    assert_same_as_uncached(site)


def test_batches_that_are_not_kept_are_larger() -> None:
    """Without a cache a batch has up to twice as many pages, and every page is in one."""
    pages = [ListedFile(f"p{number:04}.md", f"p{number:04}.md", "text/markdown", 1) for number in range(2_000)]
    larger = list(cut_batches(pages, batches.UNKEPT))
    assert [page for batch in larger for page in batch] == pages
    assert all(batches.BATCH_PAGES <= len(batch) <= 2 * batches.BATCH_PAGES for batch in larger[:-1])


def test_an_inserted_page_moves_few_boundaries() -> None:
    """Every page is in one batch, batches are within their bounds, and a page more changes one or two of them."""
    pages = [ListedFile(f"p{number:04}.md", f"p{number:04}.md", "text/markdown", 1) for number in range(2_000)]
    before = list(map(tuple, cut_batches(pages)))
    assert [page for batch in before for page in batch] == pages
    assert all(batches.FEWEST_PAGES <= len(batch) <= batches.BATCH_PAGES for batch in before[:-1])
    for at in (0, 700, 1_999):
        more = [*pages[:at], ListedFile("x.md", f"p{at:04}-x.md", "text/markdown", 1), *pages[at:]]
        assert len({*map(tuple, cut_batches(more))} - {*before}) <= 12
