"""What was fetched is kept on disk: bounded, checked, shared, and never in the way."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pinax_runtime.bundle.remote import FileCache, default_cache
from pinax_runtime.format import CacheError, SourceError, digest, file_name
from pinax_runtime.search import Bundle
from pinax_runtime.tools import call_tool
from runtime.search.made import two_docsets
from runtime.search.remote.served import ServedBundle, of_files, status
from runtime.search.remote.test_url_source import RIGHT, answers, fill


def kept(cache: FileCache) -> list[Path]:
    """Every file of a cache."""
    return [path for path in cache.folder.rglob("*") if path.is_file()]


def name_of(data: bytes) -> str:
    return file_name(digest(data), "texts")


def test_offline_the_last_entry_answers(served: ServedBundle, cache: FileCache) -> None:
    """When the server cannot be reached, what was read before is answered from, and the notice says since when."""
    fill(served, cache)
    served.spoil = status(502)
    source = served.source(cache)
    assert answers(Bundle(source)) == RIGHT
    assert "cannot be read now" in source.notice
    assert "HTTP 502" in source.notice
    assert f"this is the copy of {time.strftime('%Y-', time.gmtime())}" in source.notice


def test_back_online_the_notice_goes(served: ServedBundle, cache: FileCache) -> None:
    """The first reading that works again takes the notice back."""
    served.bundle(cache)
    served.spoil = status(502)
    source = served.source(cache)
    source.read("pinax.json")
    served.spoil = lambda asked, reply: reply
    source.read("pinax.json")
    assert source.notice == ""


def test_offline_is_told_once(served: ServedBundle, cache: FileCache, caplog: pytest.LogCaptureFixture) -> None:
    """The log names the trouble once, not with each reading."""
    served.bundle(cache)
    served.spoil = status(502)
    source = served.source(cache)
    with caplog.at_level(logging.WARNING):
        source.read("pinax.json")
        source.read("pinax.json")
    assert len(caplog.records) == 1


def test_offline_what_was_not_read_is_an_error(served: ServedBundle, cache: FileCache) -> None:
    """A file that was never read cannot be had offline; the error says so, and other answers go on."""
    served.bundle(cache).search("zebras", docs=["api"])
    served.spoil = status(502)
    bundle = served.bundle(cache)
    assert bundle.search("zebras", docs=["api"]).hits
    with pytest.raises(SourceError, match="HTTP 502"):
        bundle.search("zebras", docs=["guide"])


@pytest.mark.parametrize("poison", [b"", b"poison", bytes(100_000)])
def test_a_poisoned_file_is_fetched_again(served: ServedBundle, cache: FileCache, poison: bytes) -> None:
    """Whatever a file of the cache holds instead of its own bytes, answers are right, and the file is mended."""
    fill(served, cache)
    for path in kept(cache):
        path.write_bytes(poison)
    fill(served, cache)
    assert poison not in {path.read_bytes() for path in kept(cache)}


def test_a_poisoned_file_offline_is_a_cache_error(served: ServedBundle, cache: FileCache) -> None:
    """A damaged copy that cannot be fetched again is an error of its own, with its own code."""
    fill(served, cache)
    for path in kept(cache):
        if path.suffix == ".terms":
            path.write_bytes(b"poison")
    served.spoil = of_files(status(502))
    bundle = served.bundle(cache)
    with pytest.raises(CacheError, match="HTTP 502") as caught:
        bundle.search("zebras")
    assert caught.value.name.endswith(".terms")
    reply = call_tool(bundle, "search_pages", {"query": "zebras"})
    assert json.loads(reply.text)["error"]["code"] == "cache_error"


def test_a_cache_that_cannot_be_written_is_done_without(
    served: ServedBundle, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Where nothing can be kept, everything is fetched, and the log says so once."""
    (tmp_path / "taken").write_text("not a folder")
    cache = FileCache(tmp_path / "taken")
    with caplog.at_level(logging.WARNING):
        assert answers(served.bundle(cache)) == RIGHT
    assert ["nothing can be kept" in record.message for record in caplog.records] == [True]


def test_the_least_recently_used_goes(tmp_path: Path) -> None:
    """Beyond its bound a cache drops what was not used for longest, and keeps what was."""
    cache = FileCache(tmp_path, max_bytes=16_000)
    pieces = [bytes([number]) * 4_000 for number in range(4)]
    for age, data in enumerate(pieces):
        cache.write(name_of(data), data)
        path = next(path for path in kept(cache) if path.read_bytes() == data)
        os.utime(path, (1_000 + age, 1_000 + age))
    assert cache.read(name_of(pieces[0])) == pieces[0]
    cache.write(name_of(b"new" * 1_000), b"new" * 1_000)
    assert cache.read(name_of(pieces[1])) is None
    assert all(cache.read(name_of(data)) for data in (pieces[0], pieces[2], pieces[3], b"new" * 1_000))


def test_a_small_cache_is_enough(served: ServedBundle, tmp_path: Path) -> None:
    """A cache that holds next to nothing stays within its bound, and answers stay right."""
    cache = FileCache(tmp_path, max_bytes=20_000)
    assert answers(served.bundle(cache)) == RIGHT
    assert answers(served.bundle(cache)) == RIGHT
    assert sum(path.stat().st_size for path in kept(cache)) <= 20_000 * 17 // 16 + max(map(len, served.files.values()))


def test_what_was_left_half_written_goes(tmp_path: Path) -> None:
    """A file that a killed process was writing is removed when it is old."""
    cache = FileCache(tmp_path)
    cache.write(name_of(b"x"), b"x")
    left = next(iter(kept(cache))).with_name(".left.tmp")
    left.write_bytes(b"half")
    os.utime(left, (0, 0))
    FileCache(tmp_path).write(name_of(b"y"), b"y")
    assert not left.exists()


def test_entries_of_two_urls_are_kept_apart(cache: FileCache) -> None:
    """An entry is found under its own URL only."""
    with ServedBundle(two_docsets()) as first, ServedBundle(two_docsets()) as second:
        first.bundle(cache)
        assert cache.read_entry(first.location)
        assert cache.read_entry(second.location) is None


SEARCH = """
import sys
from pinax_runtime.search import open_bundle
for query in ("running program", "zebras", "marker03", "create a task") * 3:
    print(len(open_bundle(sys.argv[1]).search(query, limit=50).hits))
"""


@pytest.mark.parametrize("served", [4], indirect=True, ids=["blocks"])
def test_processes_share_a_cache(served: ServedBundle, tmp_path: Path) -> None:
    """Processes that fill and empty one small cache at once all answer right."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), "PINAX_CACHE_MB": "1"}
    command = [sys.executable, "-c", SEARCH, served.location]
    running = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    told = {process.communicate(timeout=300)[0] for process in running}
    bundle = served.bundle()
    right = [
        len(bundle.search(query, limit=50).hits) for query in ("running program", "zebras", "marker03", "create a task")
    ]
    assert told == {"".join(f"{n}\n" for n in right * 3)}
    assert list((tmp_path / "pinax").rglob("*.tmp")) == []


def test_the_cache_lies_where_the_user_wants_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """XDG_CACHE_HOME names the folder, else ~/.cache; a relative one counts as unset."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("PINAX_CACHE_MB", raising=False)
    assert _default().folder == tmp_path / "pinax"
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for value in ("", "relative"):
        monkeypatch.setenv("XDG_CACHE_HOME", value)
        assert _default().folder == tmp_path / "home" / ".cache" / "pinax"


def test_the_cache_is_as_large_as_the_user_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """PINAX_CACHE_MB bounds it, and 0 does without."""
    monkeypatch.setenv("PINAX_CACHE_MB", "7")
    assert _default().max_bytes == 7 << 20
    monkeypatch.setenv("PINAX_CACHE_MB", "0")
    assert default_cache() is None


def _default() -> FileCache:
    cache = default_cache()
    assert cache
    return cache
