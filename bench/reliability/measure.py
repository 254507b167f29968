"""Run the reliability harness in full and write its figures to docs/reliability.md.

Usage: python bench/reliability/measure.py [faults] [corruption] [lies] [fuzzing] [http] [--seconds N]

Each part replaces its own section of the page and leaves the others. What a part does, its module in tests/ says. Exit
code 1 if anything was lost, wrong, or raised what it must not; the page says how often.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT), str(ROOT / "bench")]

from network import http, lies  # noqa: E402
from reliability.page import put  # noqa: E402

from faults.corruption import Damages, tally  # noqa: E402
from faults.disk import FAILED, KILLED, Disk, Fault, forked  # noqa: E402
from faults.power import after_power_cuts  # noqa: E402
from faults.test_bundles import Change, change_of  # noqa: E402
from faults.test_stores import ITEMS, STORES, Clock, told_by  # noqa: E402
from fuzz.fuzzing import fuzzing  # noqa: E402
from fuzz.targets import GROUPS  # noqa: E402
from pinax_runtime.format import ENTRY, PinaxError  # noqa: E402
from pinax_runtime.search import MemorySource, verify  # noqa: E402


def main() -> None:
    """Run the parts that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", help="faults, corruption, lies, fuzzing, http; all by default")
    parser.add_argument("--seconds", type=float, default=3_600, help="time for each of lies, fuzzing and http")
    given = parser.parse_args()
    lost = 0
    for name in given.parts or PARTS:
        began = time.monotonic()
        lines, wrong = PARTS[name](given.seconds)
        lost += wrong
        took = f"{time.monotonic() - began:,.0f} s"
        put(name, [*lines, "", f"Run on {datetime.now(UTC):%Y-%m-%d}, {took}."])
    sys.exit(1 if lost else 0)


def faults(_: float) -> tuple[list[str], int]:
    """End builds, pulls and stores at every step."""
    rows, wrong = ["| Program | Fault | Steps | Whole afterwards | Bytes lost |", "|---|---|--:|--:|--:|"], 0
    with tempfile.TemporaryDirectory() as temporary:
        for kind in ("build", "pull"):
            change = change_of(Path(temporary) / f"made-{kind}", kind)
            steps = change.steps(Path(temporary) / f"sound-{kind}")
            for fault in ("kill", "tear", "full", "denied"):
                whole = sum(_survives(change, fault, at, Path(temporary)) for at in range(len(steps)))
                wrong += len(steps) - whole
                rows.append(
                    f"| {kind} | {fault} | {len(steps)} | {whole} | {'none' if whole == len(steps) else 'some'} |"
                )
            states = [left for _, left in after_power_cuts(change.old, steps)]
            whole = sum(_is_whole(change, left) for left in states)
            wrong += len(states) - whole
            rows.append(
                f"| {kind} | power cut | {len(states)} | {whole} | {'none' if whole == len(states) else 'some'} |"
            )
        for name, store in STORES.items():
            with Clock() as clock:
                store.keep(Path(temporary) / f"{name}.db", range(ITEMS), lambda item: None)
            kept = sum(_keeps(name, moment, Path(temporary)) for moment in range(1, clock.now + 1))
            wrong += clock.now - kept
            rows.append(f"| {name} | kill | {clock.now} | {kept} | {'none' if kept == clock.now else 'some'} |")
    return rows, wrong


def _survives(change: Change, fault: Fault, at: int, temporary: Path) -> bool:
    with tempfile.TemporaryDirectory(dir=temporary) as below:
        folder = change.folder(Path(below))

        def program() -> None:
            with Disk(folder, fault, at):
                change.write(folder)

        ended = forked(program, (PinaxError,)) in ((KILLED,) if fault in ("kill", "tear") else (FAILED, 0))
        before = _is_whole(change, _files(folder))
        change.write(folder)
        return ended and before and _files(folder)[ENTRY] == change.new[ENTRY]


def _files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _is_whole(change: Change, files: dict[str, bytes]) -> bool:
    known = files.get(ENTRY) in (change.old[ENTRY], change.new[ENTRY])
    return known and not verify(MemorySource(files)).findings


def _keeps(name: str, moment: int, temporary: Path) -> bool:
    store, file = STORES[name], temporary / f"{name}-{moment}.db"

    def program(told: Callable[[int], object]) -> None:
        with Clock(moment):
            store.keep(file, range(ITEMS), told)

    code, told = told_by(program)
    return code in (KILLED, 0) and told <= store.kept(file)


def corruption(_: float) -> tuple[list[str], int]:
    """Flip, cut and swap in the golden bundles."""
    rows, wrong = ["| Bundle | Damage | Cases | Detected | Harmless | Wrong |", "|---|---|--:|--:|--:|--:|"], 0
    for bundle in sorted((ROOT / "tests" / "data" / "bundles").glob("v*/")):
        damages = Damages(_files(bundle))
        for kind in ("flips", "cuts", "swaps"):
            found = tally(getattr(damages, kind)())
            wrong += found.wrong
            cases = found.detected + found.harmless + found.wrong
            rows.append(
                f"| {bundle.name} | {kind} | {cases:,} | {found.detected:,} | {found.harmless} | {found.wrong} |"
            )
    return rows, wrong


PARTS: dict[str, Callable[[float], tuple[list[str], int]]] = {
    "faults": faults,
    "corruption": corruption,
    "lies": lies,
    "fuzzing": lambda seconds: fuzzing(seconds / len(GROUPS), list(GROUPS)),
    "http": http,
}

if __name__ == "__main__":
    main()
