"""Where files are cut depends on what they hold, not on where it stands."""

from __future__ import annotations

import random
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinax_builder.write.tables import cut

Entry = tuple[str, int]

TARGET = 1_000


def shards(entries: list[Entry], target: int = TARGET) -> list[list[Entry]]:
    """Cut entries that are a key and a size."""
    return list(cut(entries, lambda entry: entry[0], lambda entry: entry[1], target))


def corpus(n: int, seed: int = 1) -> list[Entry]:
    """Return entries as an index has them: many small ones, a few large."""
    source = random.Random(seed)
    keys = sorted({f"{source.randrange(36**6):x}" for _ in range(n)})
    return [(key, min(6_000, int(source.paretovariate(1.1) * 12))) for key in keys]


@given(st.lists(st.tuples(st.text(max_size=5), st.integers(1, 5_000)), unique_by=lambda entry: entry[0]).map(sorted))
def test_every_entry_is_in_one_shard(entries: list[Entry]) -> None:
    """Shards hold all entries once and in order, and none is empty."""
    found = shards(entries)
    assert list(chain(*found)) == entries
    assert all(found)


@given(st.lists(st.tuples(st.text(max_size=5), st.integers(1, 5_000)), unique_by=lambda entry: entry[0]).map(sorted))
def test_no_shard_passes_the_ceiling(entries: list[Entry]) -> None:
    """A shard is larger than the ceiling only if it is a single entry."""
    assert all(len(shard) == 1 or sum(size for _, size in shard) <= 3 * TARGET for shard in shards(entries))


def test_shards_are_about_as_large_as_asked() -> None:
    """Over many entries shards are of the target size on average, and few are small."""
    found = [sum(size for _, size in shard) for shard in shards(corpus(20_000))]
    assert 0.5 * TARGET < sum(found) / len(found) < 1.5 * TARGET
    assert sum(size < TARGET / 8 for size in found) < len(found) / 5


def test_a_very_large_entry_stands_alone() -> None:
    """A very common term is a shard of its own, so that rarer ones are read without it."""
    entries = [(f"k{n:04}", 30) for n in range(2_000)]
    entries[1_000] = ("k1000", 5_000)
    assert [("k1000", 5_000)] in shards(entries)


@pytest.mark.parametrize("seed", range(5))
def test_a_new_key_changes_the_shard_it_falls_in(seed: int) -> None:
    """Inserting, removing or growing one entry changes one or two shards, seldom more, and never all later ones."""
    before = corpus(5_000, seed)
    source = random.Random(seed)
    changed = []
    for _ in range(40):
        at = source.randrange(len(before))
        key, size = before[at]
        after = [
            [*before[: at + 1], (key + "!", 20), *before[at + 1 :]],
            [*before[:at], *before[at + 1 :]],
            [*before[:at], (key, size + 7), *before[at + 1 :]],
        ][source.randrange(3)]
        known = set(map(tuple, shards(before)))
        changed.append(sum(tuple(shard) not in known for shard in shards(after)))
    changed.sort()
    assert changed[len(changed) // 2] <= 2
    assert changed[-1] <= 8


@given(st.integers(0, 400), st.integers(1, 5))
def test_what_stands_before_is_forgotten(left_out: int, seed: int) -> None:
    """Of entries without those at their beginning, nearly all shards are the same: boundaries fall back into step."""
    entries = corpus(800, seed)
    known = set(map(tuple, shards(entries)))
    assert sum(tuple(shard) not in known for shard in shards(entries[left_out:])) <= 4


def test_nothing_gives_no_shard() -> None:
    """Without entries no shard is written, not even an empty one."""
    assert shards([]) == []
