"""Measure how fast folders of source code become bundles, beside universal-ctags on the same files.

    python bench/costs/code_rate.py FOLDER [FOLDER …] [--workers 1] [--runs 3]

Builds and ctags alternate. Each figure is the least of the runs, of whole commands with all their processes: files and
megabytes of source a second of processor time, from listing to the last file written; the highest memory of all
processes together; the bundle's size; and how many times the processor time of `ctags --recurse` a build takes, which
writes names, lines and kinds, and no index of words. Needs `ctags` (Universal Ctags) on the PATH.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from urllib.parse import unquote

sys.path.insert(0, str(Path(__file__).parents[1]))

from costs.processes import run

from pinax_runtime.search import open_bundle

HEADER = (
    "| Folder | Pages | Sections | MB of source | MB of bundle | pages/s | MB/s | wall s | MB of memory | times ctags |"
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--workers", type=int, default=1, help="processes that read files (1)")
    parser.add_argument("--runs", type=int, default=3, help="runs of each (3)")
    options = parser.parse_args()
    print(HEADER)
    print("|---|" + "--:|" * (HEADER.count("|") - 2))
    for folder in options.folders:
        print(measure(folder, options.workers, options.runs), flush=True)


def measure(folder: Path, workers: int, runs: int) -> str:
    """Return a folder's line of the table."""
    with tempfile.TemporaryDirectory() as temporary:
        bundle, report = Path(temporary, "bundle"), Path(temporary, "report.json")
        pinax = str(Path(sys.executable).with_name("pinax"))
        build = [pinax, "build", str(folder), "--code", "--name", "code", "-q", "-o", str(bundle)]
        build += ["--workers", str(workers), "--report", str(report)]
        tags = ["ctags", "--recurse", "--fields=+neK", "-f", str(Path(temporary, "tags")), str(folder)]
        builds, tagged = [], []
        for _ in range(runs):
            builds.append(run([*build, "--prune"]))
            tagged.append(run(tags))
        (docset,) = json.loads(report.read_text("utf-8"))["docsets"]
        pages = [page for segment in open_bundle(bundle).docsets["code"].segments for page in segment.pages()]
        size = sum(file.stat().st_size for file in bundle.rglob("*") if file.is_file())
    source = sum((folder / unquote(page.url)).stat().st_size for page in pages)
    cpu, wall = min(spent.cpu_s for spent in builds), min(spent.wall_s for spent in builds)
    figures = [folder.name, f"{len(pages):,}", f"{docset['sections']:,}", f"{source / 1e6:.1f}", f"{size / 1e6:.1f}"]
    figures += [f"{len(pages) / cpu:.1f}", f"{source / 1e6 / cpu:.2f}", f"{wall:.1f}"]
    figures += [f"{max(spent.peak_mb for spent in builds):.0f}", f"{cpu / min(spent.cpu_s for spent in tagged):.1f}"]
    return f"| {' | '.join(figures)} |"


if __name__ == "__main__":
    main()
