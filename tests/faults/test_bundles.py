"""However a build or a pull ends, the folder holds the old bundle or the new one, and all of it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from builder.made_pages import DOCS, files, page, pages, parts
from faults.disk import FAILED, KILLED, Disk, Fault, Step, forked
from faults.power import after_power_cuts
from pinax_builder.errors import OutputError
from pinax_builder.write import DocsetParts, write
from pinax_runtime.bundle.remote import pull
from pinax_runtime.format import ENTRY, PinaxError, Ranking
from pinax_runtime.search import FolderSource, MemorySource, verify

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are forked, and files named by /proc")

FAULTS: tuple[Fault, ...] = ("kill", "tear", "full", "denied")
MATTERS: dict[Fault, tuple[str, ...]] = {"tear": ("write",), "full": ("create", "write", "mkdir")}
"""Fault → steps at which it does something of its own; where none are named, all of them."""


@dataclass(frozen=True)
class Change:
    """A folder with a bundle, and a program that puts another one in its place."""

    old: dict[str, bytes]
    new: dict[str, bytes]
    write: Callable[[Path], object]
    prunes: bool
    """Whether it removes what does not belong to its bundle."""

    def folder(self, at: Path) -> Path:
        """Make a folder with the old bundle."""
        for name, data in self.old.items():
            (at / name).parent.mkdir(parents=True, exist_ok=True)
            (at / name).write_bytes(data)
        return at

    def steps(self, at: Path) -> list[Step]:
        """Say what the program does to the folder."""
        with Disk(self.folder(at)) as disk:
            self.write(at)
        return disk.steps


def change_of(work: Path, kind: str) -> Change:
    """Make a bundle of some pages, one where some changed, and what makes the second one of the first."""

    def written(number: int, given: list, folder: Path) -> dict[str, bytes]:
        indexed[number] = DocsetParts(DOCS, parts(given, work / f"parts{number}"), set())
        write([indexed[number]], folder, ranking=Ranking(), builder="test", prune=True)
        return files(folder)

    indexed: dict[int, DocsetParts] = {}
    old = written(0, pages(6), work / "old")
    new = written(1, [*pages(5), page("z.md", "another page")], work / "new")
    assert not verify(MemorySource(old)).findings + verify(MemorySource(new)).findings

    def build(folder: Path) -> None:
        write([indexed[1]], folder, ranking=Ranking(), builder="test", prune=True)

    if kind == "build":
        return Change(old, new, build, prunes=True)
    return Change(old, new, lambda folder: pull(MemorySource(new), folder), prunes=False)


@pytest.fixture(scope="module", params=["build", "pull"])
def change(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Change:
    """A build over an older one, and a pull over an older one."""
    return change_of(tmp_path_factory.mktemp("change"), request.param)


def check_whole(change: Change, files: dict[str, bytes]) -> bool:
    """Make sure that the folder holds the old bundle or the new one, and all of it; say whether it is the new one."""
    is_new = files[ENTRY] == change.new[ENTRY]
    assert (change.new if is_new else change.old).items() <= files.items()
    return is_new


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_at_any_step(change: Change, fault: Fault, tmp_path: Path) -> None:
    """A kill, a torn write, a full disk and a refusal at each step leave a whole bundle; the next run ends well.

    After a build with --prune nothing is left of the one that was ended.
    """
    steps = change.steps(tmp_path / "sound")
    for at in (number for number, step in enumerate(steps) if fault not in MATTERS or step.what in MATTERS[fault]):
        folder = change.folder(tmp_path / str(at))

        def program(folder: Path = folder, at: int = at) -> None:
            with Disk(folder, fault, at):
                change.write(folder)

        if fault in ("kill", "tear"):
            assert forked(program) == KILLED
        else:
            with suppress(PinaxError):
                program()
        check_whole(change, files(folder))
        with Disk(folder):
            change.write(folder)
        assert check_whole(change, files(folder))
        assert not change.prunes or files(folder) == change.new


def test_a_power_cut_at_any_step(change: Change, tmp_path: Path) -> None:
    """Whatever of what was not synced is lost, torn or out of order, the folder holds a whole bundle."""
    steps = change.steps(tmp_path / "sound")
    states = list(after_power_cuts(change.old, steps))
    assert len(states) > len(steps)
    for _, left in states:
        check_whole(change, left)


def test_a_disk_that_is_really_full(tmp_path: Path) -> None:
    """A limit of the system on the size of files ends a build as an error, and leaves the old bundle."""
    import resource
    import signal

    change = change_of(tmp_path / "made", "build")
    folder = change.folder(tmp_path / "bundle")

    def program() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
        change.write(folder)

    assert forked(program, (OutputError,)) == FAILED
    assert not check_whole(change, files(folder))


def test_builds_at_once(tmp_path: Path) -> None:
    """Several processes that put two bundles into one folder, and prune it, leave a whole one of these."""
    import os

    change = change_of(tmp_path / "made", "build")
    folder = change.folder(tmp_path / "bundle")
    children = []
    for number in range(4):
        child = os.fork()
        if not child:
            try:
                for _ in range(5):
                    change.write(folder) if number % 2 else pull(MemorySource(change.old), folder)
                os._exit(0)
            except BaseException:
                os._exit(1)
        children.append(child)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0] * 4
    check_whole(change, files(folder))
    assert verify(FolderSource(folder)).findings == []
