"""Bundles that are rebuilt while they are asked."""

from __future__ import annotations

import errno
import gc
import json
import logging
import os
import threading
import tracemalloc
from pathlib import Path

import pytest

from pinax_runtime.format import ENTRY, BundleError, MissingFileError
from pinax_runtime.search import Library, MemorySource, Shelf, open_bundle
from pinax_runtime.tools import call_tool
from runtime.search.folders import build_of, rebuild, switch, write_files


def titles(shelf: Shelf, word: str) -> list[str]:
    return shelf.ask(lambda library: [hit.title for hit in library.search(word).hits])


def test_a_new_build_answers_the_next_question(tmp_path: Path) -> None:
    """After the switch the next question sees the new build, and nothing of the old one."""
    rebuild(tmp_path, build_of("alpha"))
    shelf = Shelf([tmp_path])
    assert len(titles(shelf, "alpha")) == 3
    rebuild(tmp_path, build_of("beta"))
    assert (titles(shelf, "alpha"), len(titles(shelf, "beta"))) == ([], 3)


def test_an_unchanged_entry_changes_nothing(tmp_path: Path) -> None:
    """A build that gives the same entry keeps the library, with all that it has in memory."""
    rebuild(tmp_path, build_of("alpha"))
    shelf = Shelf([tmp_path])
    before = shelf.library
    switch(tmp_path, build_of("alpha")[ENTRY])
    assert titles(shelf, "alpha")
    assert shelf.library is before


def test_a_question_keeps_its_build(tmp_path: Path) -> None:
    """A question that is under way during a switch goes on with the build that it began with."""
    old, new = build_of("alpha"), build_of("beta")
    rebuild(tmp_path, old)
    shelf = Shelf([tmp_path])

    def question(library: Library) -> int:
        rebuild(tmp_path, new, keep=old)
        return library.search("alpha").total

    assert shelf.ask(question) == 3


def test_a_question_whose_files_vanish_is_put_again(tmp_path: Path) -> None:
    """Where two builds passed meanwhile, so that files are gone, the newest build answers."""
    rebuild(tmp_path, build_of("alpha"))
    shelf = Shelf([tmp_path])
    asked: list[int] = []

    def question(library: Library) -> int:
        if not asked:
            rebuild(tmp_path, build_of("beta"))
        asked.append(1)
        return library.search("told").total

    assert shelf.ask(question) == 3
    assert len(asked) == 2


def test_a_file_that_stays_missing_is_an_error(tmp_path: Path) -> None:
    """A missing file of the newest build is an error that names it, after one look for a newer one."""
    files = build_of("alpha")
    rebuild(tmp_path, files)
    shelf = Shelf([tmp_path])
    missing = next(name for name in files if name.endswith(".terms"))
    (tmp_path / missing).unlink()
    with pytest.raises(MissingFileError, match=missing):
        titles(shelf, "alpha")


@pytest.mark.parametrize("done", ["files", "entry", "torn entry", "no entry", "entry and manifest"])
def test_half_a_rebuild_leaves_the_old_one(tmp_path: Path, done: str, caplog: pytest.LogCaptureFixture) -> None:
    """Whatever a killed rebuild left, or a copy in a wrong order, the old one answers until the new one is whole."""
    old, new = build_of("alpha"), build_of("beta")
    rebuild(tmp_path, old)
    shelf = Shelf([tmp_path])
    if done == "files":
        write_files(tmp_path, dict(list(new.items())[::2]))
    elif done == "no entry":
        (tmp_path / ENTRY).unlink()
    elif done == "entry and manifest":
        write_files(tmp_path, {name: data for name, data in new.items() if name.endswith(".segment")})
        switch(tmp_path, new[ENTRY])
    else:
        (tmp_path / ENTRY).write_bytes(new[ENTRY] if done == "entry" else new[ENTRY][: len(new[ENTRY]) // 2])
    with caplog.at_level(logging.WARNING):
        assert [len(titles(shelf, "alpha")) for _ in range(3)] == [3, 3, 3]
    assert len(caplog.records) == (done != "files"), "said once"
    rebuild(tmp_path, new)
    assert len(titles(shelf, "beta")) == 3


def test_a_share_that_does_not_answer_leaves_the_old_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a network share fails, what is in memory answers; once it is back, the new build does."""
    old, new = build_of("alpha"), build_of("beta")
    rebuild(tmp_path, old)
    shelf = Shelf([tmp_path])
    assert len(titles(shelf, "alpha")) == 3
    rebuild(tmp_path, new, keep=old)
    look = os.stat

    def stale(path: object, *rest: object, **options: object) -> object:
        if "files" in Path(str(path)).parts:
            raise OSError(errno.ESTALE, "Stale file handle")
        return look(path, *rest, **options)

    with monkeypatch.context() as patched:
        patched.setattr(os, "stat", stale)
        assert len(titles(shelf, "alpha")) == 3
    tmp_path.rename(tmp_path.with_name("away"))
    assert len(titles(shelf, "alpha")) == 3
    tmp_path.with_name("away").rename(tmp_path)
    assert len(titles(shelf, "beta")) == 3


def test_tools_ask_the_present_build(tmp_path: Path) -> None:
    """A tool call is one question: it answers from the newest build, and from its files alone."""
    rebuild(tmp_path, build_of("alpha", 3))
    shelf = Shelf([tmp_path])
    rebuild(tmp_path, build_of("beta", 5))
    assert json.loads(call_tool(shelf, "list_docs").text)["docs"][0]["pages"] == 5


def test_one_of_several_bundles_is_rebuilt(tmp_path: Path) -> None:
    """A bundle that is rebuilt changes nothing of the others."""
    rebuild(tmp_path, build_of("alpha"))
    shelf = Shelf([tmp_path, MemorySource(build_of("gamma"), "other")])
    rebuild(tmp_path, build_of("beta"))
    assert (len(titles(shelf, "beta")), len(titles(shelf, "gamma"))) == (3, 3)


def test_builds_that_are_gone_take_no_memory(tmp_path: Path) -> None:
    """What was read of a build is forgotten after the next but one, long before the cache is full."""
    rebuild(tmp_path, build_of("word0"))
    shelf = Shelf([tmp_path])
    held = []
    # Tables for words that all tests share double now and then: Python's of strings, and those of the analyzer.
    ours = [tracemalloc.Filter(True, f"*/pinax_runtime/{package}/*") for package in ("bundle", "format", "search")]
    tracemalloc.start()
    try:
        for number in range(1, 26):
            rebuild(tmp_path, build_of(f"word{number}"))
            assert titles(shelf, f"word{number}")
            gc.collect()
            if number in (10, 25):
                held.append(sum(trace.size for trace in tracemalloc.take_snapshot().filter_traces(ours).traces))
    finally:
        tracemalloc.stop()
    # A build that is kept takes 15 kB.
    assert held[1] - held[0] < 15 * 5_000


def test_rebuilds_under_load_fail_no_call(tmp_path: Path) -> None:
    """While a bundle is rebuilt fifty times, no call fails, and each reply is of one build, whole."""
    builds = [build_of(f"word{n}", 2 + n % 3) for n in range(4)]
    sizes = {open_bundle(MemorySource(build)).identity: 2 + n % 3 for n, build in enumerate(builds)}
    rebuild(tmp_path, builds[0])
    shelf = Shelf([tmp_path])
    ended, wrong, answered = threading.Event(), [], []

    def question(library: Library) -> tuple[int, int]:
        return library.search("told").total, sizes[library.identity]

    def ask() -> None:
        while not ended.is_set():
            try:
                found, expected = shelf.ask(question)
            except BundleError as error:
                wrong.append(str(error))
            else:
                answered.append(found)
                if found != expected:
                    wrong.append(f"{found} pages instead of {expected}")

    asking = [threading.Thread(target=ask) for _ in range(3)]
    for thread in asking:
        thread.start()
    for n in range(1, 51):
        rebuild(tmp_path, builds[n % 4], keep=builds[(n - 1) % 4])
    ended.set()
    for thread in asking:
        thread.join()
    assert not wrong
    assert answered
