"""Measure what the build's own check of its pages costs: whole builds with and without it, alternately.

    python bench/costs/check_cost.py FOLDER… [--runs 3] [--limit N]

Prints processor seconds of `pinax build FOLDER --workers 1`, user and system. `inside` is the share of them that a
checked build spends in the functions of the check; other programs on the machine change it less than the difference of
two builds. With `--limit` a folder of N of its pages is built instead, chosen by a fixed seed from those that are no
redirects.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MIN_BYTES = 2_000
"""Size of a page below which it may be a redirect."""
WITHOUT = "import pinax_builder.batches; pinax_builder.batches.is_checked = lambda url, share: False"
TIMED = """
import atexit, importlib, time
spent = [0.0]
def timed(function):
    def call(*args, **kwargs):
        before = time.process_time()
        try:
            return function(*args, **kwargs)
        finally:
            spent[0] += time.process_time() - before
    return call
for module, names in {
    "parse.html.from_html": ["find_flow", "count_shown", "find_faults"],
    "batches": ["checks_of", "explain_faults"],
    "accounting": ["summarize"],
}.items():
    loaded = importlib.import_module(f"pinax_builder.{module}")
    for name in names:
        if hasattr(loaded, name):
            setattr(loaded, name, timed(getattr(loaded, name)))
atexit.register(lambda: print("spent", spent[0]))
"""
BUILD = "import sys; from pinax_builder.cli import run; sys.argv[0] = 'pinax'; run()"


def build(folder: Path, *, checked: bool) -> tuple[float, float]:
    """Build a folder; return the processor seconds, and those of the check."""
    with tempfile.TemporaryDirectory() as work:
        code = "\n".join((TIMED if checked else WITHOUT, BUILD))
        arguments = ["build", str(folder), "-o", f"{work}/bundle", "--name", "docs", "--workers", "1"]
        before = os.times()
        done = subprocess.run(
            [sys.executable, "-c", code, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=work,
            check=True,
        )
        after = os.times()
        inside = next((float(line[6:]) for line in done.stdout.splitlines() if line.startswith(b"spent ")), 0.0)
        return after.children_user + after.children_system - before.children_user - before.children_system, inside


@contextmanager
def sample(folder: Path, limit: int) -> Iterator[Path]:
    """Copy some of a folder's pages into another, for as long as the context lasts."""
    files = sorted(file for file in folder.rglob("*.html") if file.stat().st_size >= MIN_BYTES)
    if not limit or len(files) <= limit:
        yield folder
        return
    with tempfile.TemporaryDirectory() as work:
        for file in random.Random(7).sample(files, limit):
            target = Path(work, file.relative_to(folder))
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, target)
        yield Path(work)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure what the build's own check costs.")
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--runs", type=int, default=3, help="builds of each kind")
    parser.add_argument("--limit", type=int, default=0, help="pages per folder (0: all)")
    options = parser.parse_args()
    for folder in options.folders:
        with sample(folder, options.limit) as pages:
            print(f"{folder.name}: {len(list(pages.rglob('*.html')))} pages", flush=True)
            build(pages, checked=False)  # warms the caches
            rows = [measure(pages, checked_first=bool(number % 2)) for number in range(options.runs)]
        checked, unchecked, _ = map(min, zip(*rows, strict=True))
        print(f"    least: {100 * (checked / unchecked - 1):+.1f} %", flush=True)


def measure(pages: Path, *, checked_first: bool) -> tuple[float, float, float]:
    """Build twice; return the processor seconds with the check and without it, and those of the check."""
    builds = {checked: build(pages, checked=checked) for checked in (checked_first, not checked_first)}
    (checked, inside), (unchecked, _) = builds[True], builds[False]
    print(f"    {checked:.2f} s, {unchecked:.2f} s without; inside {100 * inside / checked:.1f} %", flush=True)
    return checked, unchecked, inside


if __name__ == "__main__":
    main()
