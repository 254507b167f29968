"""Run a command and print what its processes take over time: the first one, the largest of the others, and all.

    python bench/costs/memory_over_time.py [--every S] -- .venv/bin/pinax build FOLDER -o /tmp/bundle --workers 2

Sizes are proportional (PSS): memory that processes share counts once. Samples are taken ten times a second; a line is
the highest of each column since the line before. The last line is that of the whole run.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import NamedTuple

from processes import INTERVAL_S, family, proportional_mb

CEILING_MB = 400
"""Sum of all processes (MB) above which samples are counted."""


class Sample(NamedTuple):
    """Memory at one time, in MB."""

    main: float
    largest: float
    total: float
    n_processes: int


def samples(process: subprocess.Popen[bytes]) -> Iterator[Sample]:
    """Yield samples until a process ends."""
    while process.poll() is None:
        main, *others = [proportional_mb(pid) for pid in family(process.pid)]
        others = [size for size in others if size]
        yield Sample(main, max(others, default=0.0), main + sum(others), 1 + len(others))
        time.sleep(INTERVAL_S)


def highest(taken: list[Sample]) -> Sample:
    """Return the highest of each figure."""
    return Sample(*map(max, zip(*taken, strict=True)))


def main() -> None:
    """Run the command that is given and print a line for each stretch of time."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--every", type=float, default=5.0, help="seconds between two lines")
    arguments.add_argument("command", nargs="+")
    given = arguments.parse_args()
    process = subprocess.Popen(given.command, stdout=subprocess.DEVNULL)
    started, until, here, lines = time.perf_counter(), given.every, [], []
    n_taken = n_above = 0
    print("second   main  largest other    all  processes")
    for sample in samples(process):
        here.append(sample)
        n_taken, n_above = n_taken + 1, n_above + (sample.total > CEILING_MB)
        if (at := time.perf_counter() - started) >= until:
            lines.append(highest(here))
            print(f"{at:6.0f} {_columns(lines[-1])}", flush=True)
            here, until = [], until + given.every
    print(f"   all {_columns(highest([*lines, *here]))}")
    print(f"{n_above} of {n_taken} samples above {CEILING_MB} MB; {time.perf_counter() - started:.0f} s")
    sys.exit(process.returncode)


def _columns(sample: Sample) -> str:
    return f"{sample.main:6.0f} {sample.largest:14.0f} {sample.total:6.0f} {sample.n_processes:10}"


if __name__ == "__main__":
    main()
