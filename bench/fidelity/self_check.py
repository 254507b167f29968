"""Run the build's own check of pages, on what this or an older checkout makes of them.

    python bench/fidelity/self_check.py FOLDER… [--each] [--limit N] [--code CHECKOUT]

Each FOLDER is one source; with `--each`, each folder in it is. Per source it prints the findings of the report that a
build would have, warnings first with `!`. With `--code` the pages are converted by the builder of that checkout and
checked by this one, to see whether its faults would have been seen.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

from pinax_builder.comparison.checks import checks_of, summarize
from pinax_builder.gate import gate
from pinax_builder.parse import SAMPLE_PAGES, find_repeated, where_lost
from pinax_builder.parse.html.faults import count_shown, find_faults
from pinax_builder.parse.html.repeated import drop_repeated
from pinax_builder.records import Fetched, Page, Rejection, Section
from pinax_builder.report import DocsetCheck

SUFFIXES = (".html", ".htm", ".xhtml")
CONVERT = Path(__file__).with_name("convert.py")


def pages_of(folder: Path, limit: int) -> dict[str, Path]:
    files = sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES and path.is_file())
    if limit and len(files) > limit:
        files = sorted(random.Random(7).sample(files, limit))
    return {path.relative_to(folder).as_posix(): path for path in files}


def convert(files: dict[str, Path], code: Path | None) -> dict[str, tuple[str, str, tuple[Section, ...]]]:
    """Convert pages in a process of its own; return each page's title, language and sections."""
    sources = os.pathsep.join(str(code / part / "src") for part in ("runtime", "builder")) if code else ""
    environment = {**os.environ, "PYTHONPATH": sources} if sources else dict(os.environ)
    wanted = json.dumps({url: str(path) for url, path in files.items()})
    done = subprocess.run(
        [sys.executable, str(CONVERT)], input=wanted, stdout=subprocess.PIPE, env=environment, text=True, check=True
    )
    found = map(json.loads, done.stdout.splitlines())
    return {
        url: (title, language, tuple(Section(*each) for each in sections)) for url, title, language, sections in found
    }


def check(files: dict[str, Path], code: Path | None) -> tuple[DocsetCheck, float]:
    """Check a source's pages; return what a build would report, and the seconds that checking took."""
    converted = convert(files, code)
    raws = {url: files[url].read_bytes() for url in converted}
    trees = {url: _tree(url, raw) for url, raw in raws.items()}
    repeated = find_repeated(list(trees.values())[:SAMPLE_PAGES])
    pages, seconds = [], 0.0
    for url, (title, language, sections) in converted.items():
        tree = _tree(url, raws[url])
        drop_repeated(tree, repeated)
        start = time.process_time()
        faults = find_faults(count_shown(tree), sections)
        seconds += time.process_time() - start
        if any(fault.is_warning for fault in faults):
            paths = where_lost(_tree(url, raws[url]), sections)
            faults = tuple(type(f)(f.what, f.found, f.sought, f.is_warning, paths) for f in faults)
        pages.append(Page(url, url, title, "", language, sections, marks_body=False, faults=faults, is_compared=True))
    start = time.process_time()
    summary = summarize([checks_of(pages)], frozenset())
    return summary, seconds + time.process_time() - start


def _tree(url: str, raw: bytes):  # type: ignore[no-untyped-def]
    admitted = gate(Fetched(url, url, raw, "text/html"))
    assert not isinstance(admitted, Rejection)  # the converter admitted it
    return admitted.tree


def main() -> None:
    parser = argparse.ArgumentParser(description="Run the build's own check of pages.")
    parser.add_argument("folders", type=Path, nargs="+", help="folders of HTML, each a source")
    parser.add_argument("--each", action="store_true", help="each folder in those named is a source")
    parser.add_argument("--limit", type=int, default=0, help="pages per source, chosen by a fixed seed (0: all)")
    parser.add_argument("--code", type=Path, help="checkout whose builder converts the pages")
    options = parser.parse_args()
    for folder in (f for one in options.folders for f in (sorted(one.iterdir()) if options.each else [one])):
        if not folder.is_dir():
            continue
        summary, seconds = check(pages_of(folder, options.limit), options.code)
        print(
            f"{folder.name:28}{summary.compared:5} pages{1000 * seconds / max(1, summary.compared):6.1f} ms a page",
            flush=True,
        )
        for finding in sorted(summary.findings, key=lambda finding: not finding.is_warning):
            paths = ", ".join(f"{path}: {n}" for path, n in finding.paths.items())
            print(f"    {'!' if finding.is_warning else ' '} {finding.what:13}{finding.detail}  {paths}")


if __name__ == "__main__":
    main()
