"""However a process ends, what it had kept is there, whole, and the next process goes on."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from faults.disk import FAILED, KILLED, Disk, Fault, forked
from pinax_builder.crawl.site.store import Answer, PageStore, StoreReader
from pinax_runtime.bundle.remote import CachedEntry, FileCache
from pinax_runtime.call_log import CallFilter, CallLog, CallLogReader
from pinax_runtime.format import digest
from pinax_runtime.live import LivePage, LiveSection, PageCache
from runtime.made_calls import OLD

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are forked")

ITEMS = 6
MOMENTS = 10_000 if os.environ.get("PINAX_FAULTS") == "all" else 12
"""Most moments within the writing at which a process is killed."""
EVERY = 25
"""Instructions of SQLite's machine between two moments."""


def body(item: int) -> bytes:
    """Return what is kept under a number, in several pages of SQLite's."""
    return hashlib.sha256(str(item).encode()).digest() * 300


@dataclass(frozen=True)
class Store:
    """A kind of store: how items are kept in it, and which it has."""

    keep: Callable[[Path, range, Callable[[int], Any]], None]
    """Keep items; tell of each as soon as it is safe."""
    kept: Callable[[Path], set[int]]
    """Open the store and say which items it has; fails if one is not whole."""


def _keep_answers(file: Path, items: range, told: Callable[[int], Any]) -> None:
    with PageStore(file) as store:
        store.begin("https://x.dev/")
        for item in items:
            content = hashlib.sha256(body(item)).hexdigest()
            facts = (store.crawl, 200, "", "", "", "text/html", content, "2026-01-01T00:00:00Z", len(body(item)))
            store.put(Answer(f"https://x.dev/{item}", "page", *facts), body(item))
            told(item)
        store.finish()


def _kept_answers(file: Path) -> set[int]:
    with PageStore(file), StoreReader(file) as reader:
        found = {item: reader.content(f"https://x.dev/{item}", "page") for item in range(4 * ITEMS)}
    assert all(content in (None, body(item)) for item, content in found.items())
    return {item for item, content in found.items() if content}


def _keep_pages(file: Path, items: range, told: Callable[[int], Any]) -> None:
    cache = PageCache(file)
    for item in items:
        text = LiveSection(0, "", "Title", body(item).hex())
        cache.write(f"https://x.dev/{item}", LivePage(f"https://x.dev/{item}", 1.0 + item, "", "", "test", (text,)))
        told(item)
    cache.close()


def _kept_pages(file: Path) -> set[int]:
    cache = PageCache(file)
    found = {item: cache.read(f"https://x.dev/{item}") for item in range(4 * ITEMS)}
    cache.close()
    assert all(page is None or page.sections[0].text == body(item).hex() for item, page in found.items())
    return {item for item, page in found.items() if page}


def _keep_calls(file: Path, items: range, told: Callable[[int], Any]) -> None:
    for item in items:
        with CallLog(file) as log:
            log.put(replace(OLD, arguments=body(item).hex(), tokens=item))
        told(item)


def _kept_calls(file: Path) -> set[int]:
    with CallLog(file):
        pass
    with closing(CallLogReader(file)) as reader:
        calls = reader.latest(CallFilter(), 1_000)
    assert all(call.arguments == body(call.tokens).hex() for call in calls)
    return {call.tokens for call in calls}


STORES = {
    "crawl store": Store(_keep_answers, _kept_answers),
    "page cache": Store(_keep_pages, _kept_pages),
    "call log": Store(_keep_calls, _kept_calls),
}


class Clock:
    """Counts steps of SQLite's machine in all connections of a process, and ends it at one of them."""

    def __init__(self, ends_at: int = -1) -> None:
        self.now, self._ends_at = 0, ends_at
        self._connect = sqlite3.connect

    def __enter__(self) -> Clock:
        sqlite3.connect = self._connected
        return self

    def __exit__(self, *_: object) -> None:
        sqlite3.connect = self._connect

    def _connected(self, *given: Any, **options: Any) -> sqlite3.Connection:
        connection = self._connect(*given, **options)
        connection.set_progress_handler(self._tick, EVERY)
        return connection

    def _tick(self) -> int:
        self.now += 1
        if self.now == self._ends_at:
            os._exit(KILLED)
        return 0


def told_by(program: Callable[[Callable[[int], Any]], object]) -> tuple[int, set[int]]:
    """Run a program in a process of its own; give how it ended, and which items it told of."""
    reading, writing = os.pipe()
    code = forked(lambda: program(lambda item: os.write(writing, bytes([item]))), (AssertionError,))
    os.close(writing)
    with open(reading, "rb") as told:
        return code, set(told.read())


def moments(store: Store, folder: Path) -> Iterator[int]:
    """Return moments within the keeping of items, evenly spread."""
    with Clock() as clock:
        store.keep(folder / "sound.db", range(ITEMS), lambda item: None)
    step = max(1, clock.now // MOMENTS)
    yield from range(1, clock.now + 1, step)


@pytest.mark.parametrize("name", STORES)
def test_a_kill_at_any_moment(name: str, tmp_path: Path) -> None:
    """What was kept before a kill is there, whole; another process keeps the rest."""
    store = STORES[name]
    for moment in moments(store, tmp_path):
        file = tmp_path / f"{moment}.db"

        def program(told: Callable[[int], Any], file: Path = file, moment: int = moment) -> None:
            with Clock(moment):
                store.keep(file, range(ITEMS), told)

        code, told = told_by(program)
        assert code in (KILLED, 0)
        assert told <= store.kept(file)
        store.keep(file, range(ITEMS), lambda item: None)
        assert store.kept(file) == set(range(ITEMS))


@pytest.mark.parametrize("name", ["page cache", "call log"])
def test_several_processes_and_a_kill(name: str, tmp_path: Path) -> None:
    """Processes that share a store lose nothing when one of them is killed."""
    store, file = STORES[name], tmp_path / "shared.db"
    children = []
    for number in range(3):
        child = os.fork()
        if not child:
            try:
                with Clock(8 if number == 0 else -1):
                    store.keep(file, range(number * ITEMS, (number + 1) * ITEMS), lambda item: None)
                os._exit(0)
            except BaseException:
                os._exit(1)
        children.append(child)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [KILLED, 0, 0]
    assert set(range(ITEMS, 3 * ITEMS)) <= store.kept(file)


FILES = {f"files/{digest(body(item)).hex()}.terms": body(item) for item in range(3)}
ENTRY = CachedEntry(b"x" * 500, '"tag"', "", 1_000.0)


def _fill(folder: Path) -> None:
    cache = FileCache(folder)
    for name, data in FILES.items():
        cache.write(name, data)
    cache.write_entry("https://x.dev/b/", ENTRY)


@pytest.mark.parametrize("fault", ["kill", "tear", "full", "denied"])
def test_a_file_cache_gives_whole_files_or_none(fault: Fault, tmp_path: Path) -> None:
    """A fault at any step costs what was being written; nothing is an error, and the next process fills the gap."""
    with Disk(tmp_path / "sound") as disk:
        _fill(tmp_path / "sound")
    for at in range(len(disk.steps)):
        folder = tmp_path / str(at)

        def program(folder: Path = folder, at: int = at) -> None:
            with Disk(folder, fault, at):
                _fill(folder)

        assert forked(program) in ((KILLED,) if fault in ("kill", "tear") else (0, FAILED))
        cache = FileCache(folder)
        assert all(cache.read(name) in (None, data) for name, data in FILES.items())
        assert cache.read_entry("https://x.dev/b/") in (None, ENTRY)
        _fill(folder)
        assert [cache.read(name) for name in FILES] == list(FILES.values())
        assert cache.read_entry("https://x.dev/b/") == ENTRY
