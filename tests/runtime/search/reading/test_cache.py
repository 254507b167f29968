"""The cache is bounded by bytes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pinax_runtime.bundle.files import ByteCache


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.integers(0, 120))))
def test_it_never_weighs_more_than_its_bound(puts: list[tuple[str, int]]) -> None:
    """However values come, their sum stays within the bound and is counted rightly."""
    cache = ByteCache(200)
    weights = {}
    for key, weight in puts:
        cache.put(key, weight, weight)
        weights[key] = weight
        assert cache.size_bytes <= 200
        assert cache.size_bytes == sum(weight for k, weight in weights.items() if cache.get(k) is not None)


def test_the_least_recently_used_goes_first() -> None:
    """Looking at a value keeps it; what nobody looked at is dropped."""
    cache = ByteCache(3)
    for key in "abc":
        cache.put(key, key, 1)
    cache.get("a")
    cache.put("d", "d", 1)
    assert [cache.get(key) for key in "abcd"] == ["a", None, "c", "d"]


def test_what_is_heavier_than_the_cache_is_not_kept() -> None:
    """One giant record does not throw out everything else."""
    cache = ByteCache(10)
    cache.put("small", 1, 5)
    cache.put("giant", 2, 11)
    assert (cache.get("small"), cache.get("giant")) == (1, None)


def test_a_value_that_is_put_again_is_counted_once() -> None:
    """Replacing a value replaces its weight."""
    cache = ByteCache(10)
    cache.put("a", 1, 4)
    cache.put("a", 2, 6)
    assert (cache.get("a"), cache.size_bytes) == (2, 6)


def test_clearing_forgets_everything() -> None:
    """Nothing is left, and nothing weighs anything."""
    cache = ByteCache(10)
    cache.put("a", 1, 4)
    cache.keep_only()
    assert (cache.get("a"), cache.size_bytes) == (None, 0)


def test_what_has_one_of_some_prefixes_is_kept() -> None:
    """All else is forgotten, and what is kept is counted."""
    cache = ByteCache(10)
    for key in ("a#1", "a#2", "b#1", "ab"):
        cache.put(key, key, 2)
    cache.keep_only(("a#", "c#"))
    assert ([cache.get(key) for key in ("a#1", "a#2", "b#1", "ab")], cache.size_bytes) == (
        ["a#1", "a#2", None, None],
        4,
    )
