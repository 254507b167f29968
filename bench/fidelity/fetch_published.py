"""Fetch samples of pages that projects publish from a branch of their repositories.

    python bench/fidelity/fetch_published.py PUBLISHED.tsv FOLDER [--pages 20] [--only NAME] [--base URL]

PUBLISHED.tsv holds a source a line: name, generator, repository, branch (or HEAD, which is the repository's own), and a
folder of it (optional). Each becomes a folder below FOLDER with at most that many pages, chosen as by `fetch.py`. A
source that is there already is not fetched again. `--base` names another place that has the repositories.
"""

from __future__ import annotations

import argparse
import subprocess
import tarfile
import tempfile
from pathlib import Path

from fetch import keep

BASE = "https://github.com"


def main() -> None:
    parser = argparse.ArgumentParser(description="Fetch samples of pages that projects publish.")
    parser.add_argument("sources", type=Path, help="table of sources: name, generator, repository, branch, folder")
    parser.add_argument("folder", type=Path, help="where the samples go")
    parser.add_argument("--pages", type=int, default=20, help="pages per source")
    parser.add_argument("--only", action="append", help="only this source (may be repeated)")
    parser.add_argument("--base", default=BASE, help="address that the repositories' names follow")
    options = parser.parse_args()
    for line in options.sources.read_text(encoding="utf-8").splitlines():
        if line.startswith("#") or not line.strip():
            continue
        name, _, repository, branch, *below = line.split("\t")
        target = options.folder / name
        if target.exists() or (options.only and name not in options.only):
            continue
        pages = fetch(f"{options.base}/{repository}", branch, below[0] if below else "", target, options.pages)
        print(f"{name}: {pages} pages", flush=True)


def fetch(url: str, branch: str, below: str, target: Path, pages: int) -> int:
    """Fetch the newest commit of a branch and keep a sample of its pages; return how many."""
    with tempfile.TemporaryDirectory() as work:
        clone = ["git", "clone", "--quiet", "--bare", "--depth", "1", "--single-branch"]
        named = ["--branch", branch] if branch != "HEAD" else []
        if subprocess.run([*clone, *named, url, work], stdout=subprocess.DEVNULL).returncode:
            return 0
        data = Path(work) / "pages.tar"
        archive = ["git", "-C", work, "archive", "--format", "tar", "--output", str(data), "HEAD"]
        subprocess.run([*archive, *([below] if below else [])], check=True)
        with tarfile.open(data) as tar:
            return keep(tar, below, target, pages)


if __name__ == "__main__":
    main()
