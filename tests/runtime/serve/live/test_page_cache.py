"""The cache of live pages as a file: bounded, shared, and never a reason to fail."""

from __future__ import annotations

import logging
import sqlite3
import stat
import time
from dataclasses import replace
from pathlib import Path
from threading import Thread

import pytest

from pinax_runtime.live import LivePage, LiveSection, PageCache

PAGE = LivePage("https://x.dev/a", 1_000.0, '"e"', "Mon", "test 1", (LiveSection(0, "", "Ü", "# Ü\ntext"),))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "pinax" / "pages.db"


def test_a_page_comes_back(file: Path) -> None:
    """What was written is read again, by another process too; an unknown page is none."""
    PageCache(file).write("https://x.dev/a", PAGE)
    assert PageCache(file).read("https://x.dev/a") == PAGE
    assert PageCache(file).read("https://x.dev/b") is None


def test_a_newer_page_takes_its_place(file: Path) -> None:
    """A page is kept once."""
    cache = PageCache(file)
    cache.write("https://x.dev/a", PAGE)
    cache.write("https://x.dev/a", replace(PAGE, fetched_at=2_000.0))
    assert cache.read("https://x.dev/a").fetched_at == 2_000.0
    assert cache.clear() == 1


def test_the_oldest_pages_go(file: Path) -> None:
    """Beyond its bound the cache forgets what was fetched longest ago."""
    cache = PageCache(file, max_bytes=500)
    for n in range(10):
        cache.write(f"https://x.dev/{n}", replace(PAGE, fetched_at=float(n)))
    kept = [n for n in range(10) if cache.read(f"https://x.dev/{n}")]
    assert kept == list(range(10 - len(kept), 10))
    assert 2 <= len(kept) <= 6


def test_a_page_that_is_too_large_is_not_kept(file: Path) -> None:
    """One page never takes the place of all others."""
    cache = PageCache(file, max_bytes=200)
    cache.write("https://x.dev/a", PAGE)
    assert cache.read("https://x.dev/a") is None


def test_clearing_by_age(file: Path) -> None:
    """Only what was fetched longer ago goes; without an age everything."""
    cache = PageCache(file)
    cache.write("old", replace(PAGE, fetched_at=time.time() - 1_000))
    cache.write("new", replace(PAGE, fetched_at=time.time()))
    assert cache.clear(older_than_s=500) == 1
    assert cache.read("new") is not None
    assert cache.clear() == 1
    assert PageCache(file.with_name("none.db")).clear() == 0


def test_the_file_is_its_owners(file: Path) -> None:
    """Others on the machine cannot read which pages were read."""
    cache = PageCache(file)
    cache.write("https://x.dev/a", PAGE)
    assert {stat.S_IMODE(path.stat().st_mode) for path in file.parent.iterdir()} == {0o600}
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_several_write_one_cache(file: Path) -> None:
    """Several servers share a file."""

    def write(name: str) -> None:
        cache = PageCache(file)
        for n in range(20):
            cache.write(f"{name}/{n}", PAGE)
        cache.close()

    threads = [Thread(target=write, args=(f"https://x.dev/{n}",)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert PageCache(file).clear() == 80


@pytest.mark.parametrize("content", [b"not a database, whatever it is" * 10, b""])
def test_a_damaged_file_is_made_anew(file: Path, content: bytes, caplog: pytest.LogCaptureFixture) -> None:
    """A cache that cannot be read is only something to fetch anew."""
    file.parent.mkdir()
    file.write_bytes(content)
    cache = PageCache(file)
    cache.write("https://x.dev/a", PAGE)
    assert cache.read("https://x.dev/a") == PAGE


def test_a_cache_of_another_release_is_made_anew(file: Path) -> None:
    """Columns of another version are not guessed at."""
    PageCache(file).write("https://x.dev/a", PAGE)
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    assert PageCache(file).read("https://x.dev/a") is None
    PageCache(file).write("https://x.dev/a", PAGE)
    assert PageCache(file).read("https://x.dev/a") == PAGE


def test_a_database_of_something_else_is_left_alone(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Another program's file is neither written to nor removed; all goes on without a cache, logged once."""
    file.parent.mkdir()
    connection = sqlite3.connect(file)
    connection.execute("CREATE TABLE mine (a)")
    connection.close()
    before = file.read_bytes()
    cache = PageCache(file)
    with caplog.at_level(logging.WARNING):
        cache.write("https://x.dev/a", PAGE)
        assert cache.read("https://x.dev/a") is None
    assert file.read_bytes() == before
    assert len(caplog.records) == 1


@pytest.mark.parametrize("page", [b"", b"junk", b"\xff", b"[" * 100_000, b"[]", b'["u","e","l","m",[]]'])
def test_a_damaged_row_is_no_page(file: Path, page: bytes) -> None:
    """Whatever stands in a row, it is a page or none."""
    cache = PageCache(file)
    cache.write("https://x.dev/a", PAGE)
    connection = sqlite3.connect(file)
    connection.execute("UPDATE pages SET page = ?", (page,))
    connection.commit()
    connection.close()
    assert cache.read("https://x.dev/a") is None


def test_a_folder_that_cannot_be_written_to(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Without a usable disk pages are fetched anew, and that is logged once."""
    (tmp_path / "file").write_text("")
    cache = PageCache(tmp_path / "file" / "pages.db")
    with caplog.at_level(logging.WARNING):
        cache.write("https://x.dev/a", PAGE)
        assert cache.read("https://x.dev/a") is None
    assert len(caplog.records) == 1
