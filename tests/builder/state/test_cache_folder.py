"""The build cache keeps values by key, forgets what was used least recently, and says of damage that it is damage."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from pinax_builder.errors import OutputError
from pinax_builder.state import Cache, EntryError

ONE, TWO, THREE = (hashlib.sha256(bytes([number])).digest() for number in range(3))


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    """An empty cache."""
    return Cache(tmp_path)


def entries(cache: Cache) -> list[Path]:
    """Return the files of a cache's entries, those of the first use first."""
    return sorted(cache.place.glob("*/*.cache"), key=lambda path: path.stat().st_mtime)


def put(cache: Cache, key: bytes, values: list[bytes]) -> Path:
    """Put an entry into a cache; return its file."""
    before = set(entries(cache))
    cache.put(key, values)
    (path,) = set(entries(cache)) - before
    return path


def test_what_was_put_is_there(cache: Cache) -> None:
    """Blocks come back as they were, empty ones and none at all included."""
    for key, values in ((ONE, [b"a" * 1000, b"", b"b"]), (TWO, []), (THREE, [b""])):
        assert cache.put(key, values)
        assert cache.get(key) == values
    assert Cache(cache.place / "elsewhere").get(ONE) is None


@pytest.mark.parametrize("damage", ["flip", "cut", "empty", "append", "swap"])
def test_damage_is_said(cache: Cache, damage: str) -> None:
    """An entry that was changed, cut off or mixed up in any place is not used; it can be put again."""
    path = put(cache, ONE, [b"words " * 50, b"more"])
    whole = path.read_bytes()
    changed = {
        "flip": [whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :] for at in range(len(whole))],
        "cut": [whole[:at] for at in range(1, len(whole))],
        "empty": [b""],
        "append": [whole + b"\0"],
        "swap": [
            hashlib.sha256(ONE + b"foreign").digest() + b"foreign",
            hashlib.sha256(ONE + b"\0\0\0\1a").digest() + b"\0\0\0\1a",
        ],
    }[damage]
    for data in changed:
        path.write_bytes(data)
        with pytest.raises(EntryError):
            cache.get(ONE)
    cache.put(ONE, [b"anew"])
    assert cache.get(ONE) == [b"anew"]


def test_an_entry_counts_under_its_own_key_alone(cache: Cache) -> None:
    """Two entries whose files were exchanged are both damaged, though each is whole."""
    one, two = put(cache, ONE, [b"one"]), put(cache, TWO, [b"two"])
    written = one.read_bytes(), two.read_bytes()
    one.write_bytes(written[1])
    two.write_bytes(written[0])
    for key in (ONE, TWO):
        with pytest.raises(EntryError, match="another key's"):
            cache.get(key)


def test_an_entry_that_would_fill_the_memory_is_refused(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    """What all values of an entry unpack to is bounded, however small the entry is."""
    monkeypatch.setattr("pinax_builder.state.objects.MOST_BYTES", 1 << 20)
    cache.put(ONE, [bytes(1 << 20)])
    cache.put(TWO, [bytes(1 << 20), b"more"])
    assert cache.get(ONE)
    with pytest.raises(EntryError, match="more than 1 MiB"):
        cache.get(TWO)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_a_pipe_is_no_entry(cache: Cache) -> None:
    """A named pipe in place of an entry is refused at once."""
    path = put(cache, ONE, [b"one"])
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(EntryError, match="cannot be read"):
        cache.get(ONE)


def test_what_was_used_least_recently_goes(cache: Cache) -> None:
    """Sweeping keeps the entries that were read or written last, within the bound."""
    for at, key in enumerate((ONE, TWO, THREE)):
        path = put(cache, key, [os.urandom(1000)])
        os.utime(path, (at, at))
    cache.get(ONE)
    cache.sweep(2 * path.stat().st_size)
    assert [key for key in (ONE, TWO, THREE) if cache.get(key)] == [ONE, THREE]
    cache.sweep(0)
    assert entries(cache) == []


def test_only_entries_and_what_killed_writers_left_are_removed(cache: Cache) -> None:
    """Other files in the folder stay; an unfinished file goes when it is old."""
    folder = put(cache, ONE, [b"a"]).parent
    mine, young, old = folder / "notes.txt", folder / f"{'a' * 32}.unfinished", folder / f"{'b' * 32}.unfinished"
    for path in (mine, young, old):
        path.write_text("x")
    os.utime(old, (0, 0))
    cache.sweep(0)
    assert (mine.exists(), young.exists(), old.exists()) == (True, True, False)


def test_a_cache_that_cannot_be_written_is_none(tmp_path: Path) -> None:
    """Putting into it changes nothing; that its folder cannot be made at all is said at the beginning."""
    (tmp_path / "file").write_text("")
    cache = Cache(tmp_path / "file" / "cache")
    assert not cache.put(ONE, [b"a"])
    assert cache.get(ONE) is None
    with pytest.raises(OutputError, match="cache"):
        cache.prepare()
