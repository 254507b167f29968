"""Measure folders of Markdown beside treenav-mcp, which indexes them in memory at every start, in one run.

    python bench/costs/markdown_folders.py FOLDER … --treenav CHECKOUT [--bun bun] [--runs 3] [--query TEXT]

CHECKOUT is a clone of treenav-mcp with its packages installed (`npm install --omit=dev`); it runs on bun. Ours are a
cold build, a rebuild of the unchanged folder from its build cache, and a start of `pinax-runtime serve`. Each start
goes from the launch of the process to the answer of its first search over stdio, the two programs in turn. Processor
seconds are those of the whole process or build, medians of the runs; memory is the highest resident size of a start.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from corpora import places
from costs.processes import Spent, run
from stdio_start import Start, start

SUFFIXES = (".md", ".mdx", ".markdown")


class Server(NamedTuple):
    """A server over stdio, and the call that is its first search."""

    command: list[str]
    call: dict[str, object]
    environment: dict[str, str]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--treenav", type=Path, required=True, help="clone of treenav-mcp, its packages installed")
    parser.add_argument("--bun", default="bun", help="the program bun (on the PATH)")
    parser.add_argument("--runs", type=int, default=3, help="starts of each server (3)")
    parser.add_argument("--query", default="list files in a folder", help="the first search of each server")
    options = parser.parse_args()
    for folder in options.folders:
        with tempfile.TemporaryDirectory(dir=places.WORK) as work:
            _measure(folder.resolve(), Path(work), options)
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the end")


def _measure(folder: Path, work: Path, options: argparse.Namespace) -> None:
    bundle = work / "bundle"
    build = [places.command("pinax"), "build", str(folder), "-q", "--cache", str(work / "cache")]
    cold, again = (run([*build, "-o", str(bundle)]) for _ in range(2))
    query = {"query": options.query, "limit": 3}
    servers = {
        "pinax": Server(
            [places.command("pinax-runtime"), "serve", str(bundle)], {"name": "search_pages", "arguments": query}, {}
        ),
        "treenav": Server(
            [options.bun, "run", str(options.treenav / "src/server.ts")],
            {"name": "search_documents", "arguments": query},
            {"DOCS_ROOT": str(folder)},
        ),
    }
    starts: dict[str, list[Start]] = {name: [] for name in servers}
    for _ in range(options.runs):
        for name, server in servers.items():
            starts[name].append(start(server.command, server.call, server.environment))
    files = sum(path.suffix in SUFFIXES for path in folder.rglob("*"))
    print(f"{folder.name}: {files} files of Markdown")
    for name, spent in (("cold build", cold), ("rebuild", again)):
        print(_build_line(name, spent))
    for name, taken in starts.items():
        print(_start_line(name, taken))


def _build_line(name: str, spent: Spent) -> str:
    return f"  {name:16} processor {spent.cpu_s:6.2f} s   wall {spent.wall_s:6.2f} s   peak {spent.peak_mb:5.0f} MB"


def _start_line(name: str, taken: list[Start]) -> str:
    cpu_s, answered_s, peak_mb = (
        median(column) for column in zip(*((s.cpu_s, s.answered_s, s.peak_mb) for s in taken), strict=True)
    )
    return f"  start, {name:9} processor {cpu_s:6.2f} s   wall {answered_s:6.2f} s   peak {peak_mb:5.0f} MB"


if __name__ == "__main__":
    main()
