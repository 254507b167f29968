"""What a build keeps of pages until all are known does not lie in memory as objects."""

from __future__ import annotations

import gc
from array import array
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinax_builder import BuildConfig, DocsetConfig, build, pipeline
from pinax_builder.compact import OnDisk, Packed, Put, akin, in_memory, packed, repeated, shared_keys
from pinax_builder.crawl import ListedFile
from pinax_builder.errors import OutputError
from pinax_builder.records import PageSummary

PAIRS = st.lists(st.tuples(st.text(max_size=5), st.integers(0, 9)), max_size=12)


def kept(pairs: list[tuple[str, int]], put: Put) -> Packed[tuple[str, int]]:
    return Packed(iter(pairs), lambda pair: pair, lambda row: (row[0], row[1]), put)


@pytest.mark.parametrize("is_on_disk", [False, True])
@given(pairs=PAIRS)
def test_records_come_back_each_time(
    pairs: list[tuple[str, int]], is_on_disk: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Whoever goes through them gets all of them in order, in two blocks of records and beside other records."""
    before, packed.BLOCK_RECORDS = packed.BLOCK_RECORDS, 7
    try:
        put = OnDisk(tmp_path_factory.mktemp("spool") / "file") if is_on_disk else in_memory
        others, mine = kept([("other", 1)], put), kept(pairs, put)
    finally:
        packed.BLOCK_RECORDS = before
    assert [list(mine), list(others), list(mine)] == [pairs, [("other", 1)], pairs]
    assert len(mine) == len(pairs)


def test_a_full_disk_is_no_pages_fault(tmp_path: Path) -> None:
    """What cannot be written ends the build with a message that names the folder."""
    with pytest.raises(OutputError, match=str(tmp_path)):
        kept([("a", 1)], OnDisk(tmp_path / "missing" / "file"))


@given(st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=3), max_size=8))
def test_items_that_share_a_key_are_akin(items: list[list[str]]) -> None:
    """Each item is found that has a key which another item has; a key that one item gives twice does not count."""
    n_items = Counter(key for item in items for key in set(item))
    assert akin(items, iter) == [item for item in items if any(n_items[key] > 1 for key in item)]


@given(st.lists(st.one_of(st.integers(0, 20), st.integers(0, 2**64 - 1)), max_size=60), st.integers(1, 70))
def test_numbers_that_are_there_twice_are_found_in_slices(numbers: list[int], at_once: int) -> None:
    """However many slices the range is divided into."""
    before, shared_keys.AT_ONCE = shared_keys.AT_ONCE, at_once
    try:
        assert repeated(array("Q", numbers)) == {n for n, times in Counter(numbers).items() if times > 1}
    finally:
        shared_keys.AT_ONCE = before


@pytest.mark.parametrize("n_pages", [20, 200])
def test_no_record_of_a_page_is_in_memory_when_the_bundle_is_written(
    n_pages: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When all pages are known and the merge begins, listed files and summaries are packed, however many there are."""
    for number in range(n_pages):
        (tmp_path / f"page{number:03}.md").write_text(f"# Page {number}\n\nText {number} of some length.\n")
    write, counted = pipeline.write, []
    others = {id(one) for one in _records()}  # of other tests

    def counting(docsets, *rest, **options):  # type: ignore[no-untyped-def]
        counted.append(sum(id(one) not in others for one in _records()))
        return write(docsets, *rest, **options)

    monkeypatch.setattr(pipeline, "write", counting)
    report = build(BuildConfig((DocsetConfig("docs", tmp_path),)), tmp_path / "bundle", workers=1)
    assert (report.docsets[0].admitted, counted) == (n_pages, [0])


def _records() -> list[ListedFile | PageSummary]:
    gc.collect()
    return [one for one in gc.get_objects() if isinstance(one, ListedFile | PageSummary)]
