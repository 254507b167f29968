"""What a build keeps of pages until all are known does not lie in memory as objects."""

from __future__ import annotations

import gc
import random
from array import array
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinax_builder import BuildConfig, DocsetConfig, build
from pinax_builder.candidates import candidates, duplicates
from pinax_builder.errors import OutputError
from pinax_builder.segment import forget_vocabularies
from pinax_builder.spill import OnDisk, Put, Spilled, in_memory

PAIRS = st.lists(st.tuples(st.text(max_size=5), st.integers(0, 9)), max_size=12)


def kept(pairs: list[tuple[str, int]], put: Put) -> Spilled[tuple[str, int]]:
    return Spilled(iter(pairs), tuple[str, int], put)


@pytest.mark.parametrize("is_on_disk", [False, True])
@given(pairs=PAIRS, times=st.sampled_from([1, 150]))
def test_records_come_back_each_time(
    pairs: list[tuple[str, int]], times: int, is_on_disk: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Whoever goes through them gets all of them in order, in one block of records or several, and beside others."""
    put = OnDisk(tmp_path_factory.mktemp("spool") / "file") if is_on_disk else in_memory
    others, mine = kept([("other", 1)], put), kept(pairs * times, put)
    assert [list(mine), list(others), list(mine)] == [pairs * times, [("other", 1)], pairs * times]
    assert len(mine) == len(pairs) * times


def test_a_full_disk_is_no_pages_fault(tmp_path: Path) -> None:
    """What cannot be written ends the build with a message that names the folder."""
    with pytest.raises(OutputError, match=str(tmp_path)):
        kept([("a", 1)], OnDisk(tmp_path / "missing" / "file"))


@given(st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=3), max_size=8))
def test_items_that_share_a_key_are_candidates(items: list[list[str]]) -> None:
    """Each item is found that has a key which another item has; a key that one item gives twice does not count."""
    n_items = Counter(key for item in items for key in set(item))
    assert candidates(items, iter) == [item for item in items if any(n_items[key] > 1 for key in item)]


@given(st.lists(st.one_of(st.integers(0, 20), st.integers(0, 2**64 - 1)), max_size=60))
def test_numbers_that_are_there_twice_are_found(numbers: list[int]) -> None:
    """Whatever the numbers are."""
    assert duplicates(array("Q", numbers)) == {n for n, times in Counter(numbers).items() if times > 1}


def test_numbers_that_are_there_twice_are_found_in_slices() -> None:
    """Where there are so many that slices of the range are sorted one after the other, none is missed."""
    chance = random.Random(1)
    numbers = [chance.getrandbits(64) for _ in range(420_000)]
    twice = {0, 2**64 - 1, *chance.sample(numbers, 1_000)}
    assert duplicates(array("Q", [*numbers, 0, 2**64 - 1, *twice])) == twice


def test_no_record_of_a_page_is_in_memory_when_the_bundle_is_written(tmp_path: Path) -> None:
    """When all pages are known and the merge begins, no object is there for each page, words that are kept aside."""
    few, many = (_objects_at_the_merge(tmp_path / f"{n_pages}", n_pages) for n_pages in (20, 140))
    assert {kind: (few[kind], n) for kind, n in many.items() if n - few[kind] > 12} == {}


def _objects_at_the_merge(folder: Path, n_pages: int) -> Counter[type]:
    """Build so many pages, and count the builder's objects by class when the merge begins."""
    (folder / "site").mkdir(parents=True)
    for number in range(n_pages):
        (folder / "site" / f"page{number:03}.md").write_text(f"# Page {number}\n\nText {number} of some length.\n")
    others = {id(one) for one in _objects()}  # of other tests
    counted: list[Counter[type]] = []

    def count(phase: str, _done: int, _listed: int, _rejected: int) -> None:
        if phase == "docs (write)" and not counted:
            forget_vocabularies()
            counted.append(Counter(type(one) for one in _objects() if id(one) not in others))

    build(BuildConfig((DocsetConfig("docs", folder / "site"),)), folder / "bundle", workers=1, progress=count)
    return counted[0]


def _objects() -> list[object]:
    gc.collect()
    return [one for one in gc.get_objects() if str(type(one).__module__).startswith("pinax_builder")]
