"""Measure cold builds of sites beside Pagefind's: processor seconds of all processes, as a ratio.

    python bench/costs/cold_builds.py [SITE|FOLDER …] [--runs 1] [--no-pagefind] [--markdownify] [--json FILE]

Each pair of builds runs one directly after the other, since a shared machine is slower in one hour than in the next.
With `--markdownify`, each page is converted by markdownify and Beautiful Soup alone as well, which writes no index.
The figures are user and system seconds of the command and of every process that it began, the median of the runs.
Pinax runs on this command's Python, which the last line names: one that was compiled without profile-guided
optimization takes 7 to 9 % longer than a distribution's.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import sys
import tempfile
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1]))

from corpora import places
from costs.processes import Spent, run

from quality import peers_at_work as peers

SITES = ("git", "python", "cmake", "qt")
CONVERTING = """
import sys, warnings
from pathlib import Path
from bs4 import BeautifulSoup
from markdownify import MarkdownConverter

sys.setrecursionlimit(10_000)
warnings.simplefilter("ignore")
for page in Path(sys.argv[1]).rglob("*.htm*"):
    if page.is_file() and not page.is_symlink():
        MarkdownConverter().convert_soup(BeautifulSoup(page.read_bytes(), "lxml"))
"""
"""Converts every page below a folder by markdownify as its manual says."""
HEAD = f"{'':12}{'pinax, s of CPU':>16}{'pagefind':>10}{'ratio':>7}{'wall, s':>9}{'pagefind':>10}{'peak, MB':>10}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sites", nargs="*", default=SITES, help=f"names of sites.tsv, or folders ({' '.join(SITES)})")
    parser.add_argument("--runs", type=int, default=1, help="runs of each build (1)")
    parser.add_argument("--no-pagefind", action="store_true", help="build with Pinax alone")
    parser.add_argument("--markdownify", action="store_true", help="convert the pages by markdownify alone as well")
    parser.add_argument("--json", type=Path, help="write the figures there as well")
    options = parser.parse_args()
    figures = {}
    print(HEAD)
    for name in options.sites:
        root = Path(name) if Path(name).is_dir() else places.site(name).root
        rows = [_spent(root, options) for _ in range(options.runs)]
        figures[name] = {contender: _median([row[contender] for row in rows]) for contender in rows[0]}
        print(_line(Path(name).name, figures[name]), flush=True)
    python = f"Python {platform.python_version()} of {sys.base_prefix}"
    print(f"{options.runs} runs, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the end, {python}")
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1) + "\n", "utf-8")


def _spent(root: Path, options: argparse.Namespace) -> dict[str, Spent]:
    with tempfile.TemporaryDirectory(dir=places.WORK) as folder:
        output = Path(folder) / "out"
        build = [places.command("pinax"), "build", str(root), "-o", str(output), "--cache", f"{folder}/cache"]
        spent = {"pinax": run(build)}
        shutil.rmtree(output)
        if not options.no_pagefind:
            spent["pagefind"] = run(peers.pagefind_build(root, output))
        if options.markdownify:
            spent["markdownify"] = run([sys.executable, "-c", CONVERTING, str(root)])
    return spent


def _median(rows: list[Spent]) -> dict[str, float]:
    return {key: median(getattr(row, key) for row in rows) for key in ("cpu_s", "wall_s", "peak_mb")}


def _line(name: str, figures: dict[str, dict[str, float]]) -> str:
    ours, theirs = figures["pinax"], figures.get("pagefind")
    alone = figures.get("markdownify")
    converting = f"  markdownify alone {alone['cpu_s']:.1f} s of CPU" if alone else ""
    if theirs is None:
        return f"{name:12}{ours['cpu_s']:16.1f}{'':17}{ours['wall_s']:9.1f}{'':10}{ours['peak_mb']:10.0f}{converting}"
    ratio = ours["cpu_s"] / theirs["cpu_s"]
    return (
        f"{name:12}{ours['cpu_s']:16.1f}{theirs['cpu_s']:10.1f}{ratio:7.2f}"
        f"{ours['wall_s']:9.1f}{theirs['wall_s']:10.1f}{ours['peak_mb']:10.0f}{converting}"
    )


if __name__ == "__main__":
    main()
