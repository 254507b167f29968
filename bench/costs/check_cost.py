"""Measure what the build's own check of its pages costs: whole builds with and without it, alternately.

    python bench/costs/check_cost.py FOLDER… [--runs 3] [--limit N]

Processor seconds of `pinax build FOLDER --workers 1`, user and system, the least of the runs. With `--limit` a folder
of N of its pages, chosen by a fixed seed, is built instead.
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

WITHOUT = """
import pinax_builder.batches
pinax_builder.batches.is_checked = lambda url, share: False
"""
BUILD = "import sys; from pinax_builder.cli import run; sys.argv[0] = 'pinax'; run()"


def build(folder: Path, *, checked: bool) -> float:
    """Build a folder and return the processor seconds."""
    with tempfile.TemporaryDirectory() as work:
        code = ("" if checked else WITHOUT) + BUILD
        arguments = ["build", str(folder), "-o", f"{work}/bundle", "--name", "docs", "--workers", "1"]
        before = os.times()
        subprocess.run(
            [sys.executable, "-c", code, *arguments],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=work,
            check=True,
        )
        after = os.times()
        return after.children_user + after.children_system - before.children_user - before.children_system


@contextmanager
def sample(folder: Path, limit: int) -> Iterator[Path]:
    """Copy some of a folder's pages into another, for as long as the context lasts."""
    files = sorted(folder.rglob("*.html"))
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
            n_pages = len(list(pages.rglob("*.html")))
            print(f"{folder.name}: {n_pages} pages; processor seconds with the check, and without it:", flush=True)
            pairs: list[tuple[float, float]] = []
            for _ in range(options.runs):
                pairs.append((build(pages, checked=True), build(pages, checked=False)))
                print(f"    {pairs[-1][0]:.2f} {pairs[-1][1]:.2f}", flush=True)
        checked, unchecked = (min(times) for times in zip(*pairs, strict=True))
        print(f"    least: {100 * (checked / unchecked - 1):+.1f} %", flush=True)


if __name__ == "__main__":
    main()
