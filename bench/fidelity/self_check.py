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
from dataclasses import replace
from itertools import chain
from pathlib import Path

from pinax_builder.comparison.checks import checks_of, summarize
from pinax_builder.gate import gate
from pinax_builder.parse import SAMPLE_PAGES, Repeated, explain_faults, find_repeated, parse
from pinax_builder.parse.html.content import drop_repeated, find_roots
from pinax_builder.parse.html.faults import count_shown, find_faults, find_sections
from pinax_builder.parse.html.page_tree import PageTree
from pinax_builder.records import Admitted, Fetched, Page, Rejection, Section
from pinax_builder.report import DocsetCheck

SUFFIXES = (".html", ".htm", ".xhtml")
PARTS = ("runtime", "builder")
CONVERT = Path(__file__).with_name("convert.py")


def pages_of(folder: Path, limit: int) -> dict[str, Path]:
    files = sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES and path.is_file())
    if limit and len(files) > limit:
        files = sorted(random.Random(7).sample(files, limit))
    return {path.relative_to(folder).as_posix(): path for path in files}


def check(files: dict[str, Path], code: Path | None) -> tuple[DocsetCheck, float]:
    """Check a source's pages; return what a build would report, and the seconds that this took."""
    raws = {url: path.read_bytes() for url, path in files.items()}
    trees = [admitted.tree for url, raw in list(raws.items())[:SAMPLE_PAGES] if (admitted := _admitted(url, raw))]
    repeated = find_repeated(trees)
    start = time.process_time()
    parsed = [parse(admitted, repeated, check=True) for url, raw in raws.items() if (admitted := _admitted(url, raw))]
    pages = [page for page in parsed if isinstance(page, Page)]
    if code:
        made = convert({page.url: files[page.url] for page in pages}, code)
        pages = [_judged(page, made[page.url], raws[page.url], repeated) for page in pages if page.url in made]
    else:
        pages = [_explained(page, raws[page.url], repeated) for page in pages]
    return summarize([checks_of(pages)], frozenset()), time.process_time() - start


def convert(files: dict[str, Path], code: Path) -> dict[str, tuple[Section, ...]]:
    """Convert pages by an older checkout, in a process of its own; return each page's sections."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(str(code / part / "src") for part in PARTS)}
    wanted = json.dumps({url: str(path) for url, path in files.items()})
    done = subprocess.run(
        [sys.executable, str(CONVERT)], input=wanted, stdout=subprocess.PIPE, env=environment, text=True, check=True
    )
    found = map(json.loads, done.stdout.splitlines())
    return {url: tuple(Section(*each) for each in sections) for url, _, _, sections in found}


def _judged(page: Page, sections: tuple[Section, ...], raw: bytes, repeated: Repeated) -> Page:
    """Return a page with other sections, and their faults."""
    admitted = _admitted(page.url, raw)
    assert admitted
    assert admitted.tree is not None
    tree = PageTree(admitted.tree)
    headings, found = find_sections(admitted.tree), find_roots(tree, None)
    roots = list(dict.fromkeys(chain.from_iterable(found.values())))
    drop_repeated(tree, repeated, roots)
    faults = find_faults(count_shown(admitted.tree, page.url, headings, roots), sections)
    return replace(page, title=sections[0].title, sections=sections, faults=faults)


def _explained(page: Page, raw: bytes, repeated: Repeated) -> Page:
    admitted = _admitted(page.url, raw) if any(fault.is_warning for fault in page.faults) else None
    return explain_faults(page, admitted, repeated) if admitted else page


def _admitted(url: str, raw: bytes) -> Admitted | None:
    admitted = gate(Fetched(url, url, raw, "text/html"))
    return None if isinstance(admitted, Rejection) else admitted


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
            rules = ", ".join(f"{rule}: {n}" for rule, n in finding.rules.items())
            print(f"    {'!' if finding.is_warning else ' '} {finding.what:13}{finding.detail}  {paths} {rules}")


if __name__ == "__main__":
    main()
