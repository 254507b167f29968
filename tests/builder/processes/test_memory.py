"""A build divides its memory among its workers, and each gives back what it does not need."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from builder.made_pages import files
from pinax_builder import BuildConfig, DocsetConfig, build
from pinax_builder.errors import ConfigError
from pinax_builder.processes import most_workers, worker_bytes
from pinax_builder.segment import segment

MB = 1 << 20


@pytest.mark.parametrize(("memory_mb", "workers", "share_mb"), [(None, 8, 150), (800, 2, 350), (200, 2, 50)])
def test_workers_share_what_the_main_process_leaves(memory_mb: int | None, workers: int, share_mb: int) -> None:
    """The main process has 100 MB; where nobody says how much there is, each worker has 150."""
    assert worker_bytes(memory_mb, workers) == share_mb * MB


@pytest.mark.parametrize(("memory_mb", "workers", "least"), [(144, 1, 145), (189, 2, 190)])
def test_too_small_a_memory_is_refused(memory_mb: int, workers: int, least: int) -> None:
    """The message says how much would do."""
    with pytest.raises(ConfigError, match=f"memory_mb = {memory_mb} is too small .*; use {least} or more"):
        worker_bytes(memory_mb, workers)
    assert worker_bytes(least, workers) == 45 * MB


@pytest.mark.parametrize(("memory_mb", "workers"), [(None, 16), (200, 2), (150, 1), (90, 1), (9_000, 16)])
def test_no_more_workers_than_fit(memory_mb: int | None, workers: int) -> None:
    """Of sixteen processors as many are used as the memory is enough for, and one at least."""
    assert most_workers(memory_mb, 16) == workers


ALONE = """
from pinax_builder.processes import give_back, holds_more_than, own_bytes

before = own_bytes()
held = [bytes(50_000) + b"x" for _ in range(1_000)]  # too small for mappings of their own
print(own_bytes() - before, holds_more_than(before + 40_000_000), holds_more_than(before + 80_000_000))
held.clear()
give_back()
print(own_bytes() - before, holds_more_than(before / 2), holds_more_than(before + 40_000_000))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says what a process takes")
def test_a_process_knows_what_it_takes() -> None:
    """What is allocated shows, and is gone when it was given back, in a process with nothing else that is free."""
    told = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=True).stdout
    (held, *is_more_than), (left, *is_left_more_than) = map(str.split, told.splitlines())
    assert int(held) > 40 * MB
    assert is_more_than == ["True", "False"]
    assert int(left) < 10 * MB
    assert is_left_more_than == ["True", "False"]


def write_page(folder: Path, name: str, n_lines: int) -> None:
    """Write a page of so many lines of 200 characters."""
    lines = "\n\n".join(f"{name}{n % 97} {'x' * 190}" for n in range(n_lines))
    (folder / f"{name}.md").write_text(f"# About {name}\n\n{lines}\n", encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Four pages of a quarter of a megabyte each: more than may be in memory at once if there is little."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767323045")
    (tmp_path / "docs").mkdir()
    for name in "abcd":
        write_page(tmp_path / "docs", name, 1_300)
    return tmp_path / "docs"


@pytest.fixture
def indexed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Numbers of pages that are indexed together, in a build in this process."""
    found: list[int] = []

    def counted(pages, *rest):  # type: ignore[no-untyped-def]
        found.append(len(pages))
        return segment(pages, *rest)

    monkeypatch.setattr("pinax_builder.batches.segment", counted)
    return found


def test_less_memory_writes_sooner_and_the_same(folder: Path, tmp_path: Path, indexed: list[int]) -> None:
    """A batch goes to disk in more pieces, with a cache too; the bundle is the same to the byte."""
    config = BuildConfig(docsets=(DocsetConfig("docs", folder),))
    build(config, tmp_path / "much", workers=1, memory_mb=800)
    assert indexed == [4]
    indexed.clear()
    build(config, tmp_path / "little", workers=1, memory_mb=145, cache=tmp_path / "cache")
    assert indexed == [2, 2]
    build(config, tmp_path / "kept", workers=1, memory_mb=145, cache=tmp_path / "cache")
    assert indexed == [2, 2], "the second build takes both pieces from the cache"
    assert files(tmp_path / "much") == files(tmp_path / "little") == files(tmp_path / "kept")


def test_a_large_page_is_by_itself(folder: Path, tmp_path: Path, indexed: list[int]) -> None:
    """What is at hand goes to disk before a large page is read, and the large page before the next."""
    write_page(folder, "b", 2_000)
    config = BuildConfig(docsets=(DocsetConfig("docs", folder),))
    build(config, tmp_path / "bundle", workers=1, memory_mb=145)
    assert indexed == [1, 1, 2]


IN_TURN = """
import sys, time
from pathlib import Path
from pinax_builder.processes import one_at_a_time

with one_at_a_time(Path(sys.argv[1])):
    print("in", flush=True)
    time.sleep(0.2)
    print("out", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no such locks")
def test_large_pages_take_turns(tmp_path: Path) -> None:
    """Of two processes the second waits until the first has left the block, whichever that is."""
    with open(tmp_path / "said", "w+", encoding="utf-8") as said:
        both = [subprocess.Popen([sys.executable, "-c", IN_TURN, tmp_path / "lock"], stdout=said) for _ in range(2)]
        assert [process.wait(60) for process in both] == [0, 0]
    assert (tmp_path / "said").read_text().split() == ["in", "out", "in", "out"]
