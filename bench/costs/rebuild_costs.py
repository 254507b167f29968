"""Measure what a rebuild costs when little of a site changed: processor time, new bytes, and what a patch answers.

    python bench/costs/rebuild_costs.py FOLDER [--share 0.01] [--patches 20] [--queries 1000] [--once] [--json FILE]

FOLDER holds HTML. A copy of it is built cold, again without a change, and after `--share` of its pages got one more
sentence: by `--cache` alone and by `--patch`. What the patched bundle answers is compared with a whole build of the
same pages, for queries made of titles and of words that stand side by side. Then other pages change, and a patch is
made, until there were `--patches`; a build without `--patch` must then have the bytes of one without a cache.
With `--once`, the build that fills the cache is the cold one, for large sites.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from corpora import places

from pinax_runtime.search import Bundle, open_bundle

_PLACE = re.compile(rb"</(?:p|li|td|div)>", re.I)
_WORD = re.compile(r"[A-Za-z]{3,}")
HITS = 10
"""Hits of a query that are compared."""
Row = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--share", type=float, default=0.01, help="of the pages that change (0.01)")
    parser.add_argument("--patches", type=int, default=20, help="how many are made in the end (20)")
    parser.add_argument("--queries", type=int, default=1_000)
    parser.add_argument("--once", action="store_true", help="build cold once only, and fill the cache by it")
    parser.add_argument("--json", type=Path, help="write the figures there as well")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="pinax-rebuild-", dir=places.WORK) as folder:
        figures = measure(given.folder, Path(folder), given)
    if given.json:
        given.json.write_text(json.dumps(figures, indent=1) + "\n", "utf-8")


def measure(source: Path, work: Path, given: argparse.Namespace) -> Row:
    share, patches, n_queries = given.share, given.patches, given.queries
    site, cache, bundle = work / "site", work / "cache", work / "bundle"
    shutil.copytree(source, site, ignore_dangling_symlinks=True)
    rows = {"cold": told("cold", build(site, work / "plain"))} if not given.once else {}
    cold = rows.get("cold")
    filling = rows["cold, filling the cache"] = told("cold, filling the cache", build(site, bundle, cache), cold)
    cold = cold or filling
    size = sum(sizes(bundle).values())
    rows["unchanged, --cache"] = told("unchanged, --cache", build(site, bundle, cache), cold)
    shutil.copytree(bundle, work / "cached")
    n_changed = change(site, share, 0)
    print(f"{n_changed} pages changed; bundle of {size:,} bytes")
    rows["changed, --patch"] = told("changed, --patch", build(site, bundle, cache, "--patch"), cold, size)
    rows["unchanged, --patch"] = told("unchanged, --patch", build(site, bundle, cache, "--patch"), cold, size)
    rows["changed, --cache"] = told("changed, --cache", build(site, work / "cached", cache), cold, size)
    rows["answers"] = compare(open_bundle(bundle), open_bundle(work / "cached"), n_queries)
    print(rows["answers"], flush=True)
    for number in range(1, patches):
        change(site, share, number)
        patched = build(site, bundle, cache, "--patch")
        told(f"patch {number + 1}", patched, cold, size)
    if patches > 1:
        shutil.copytree(bundle, work / "last")
        rows["compaction"] = told("compaction", build(site, bundle, cache, "--compact", "--prune"), cold, size)
        fresh = build(site, work / "fresh")
        rows["compacted is fresh"] = contents(bundle) == contents(work / "fresh")
        print("compacted is fresh:", rows["compacted is fresh"], fresh["cpu_s"])
        rows["answers after all"] = compare(open_bundle(work / "last"), open_bundle(work / "fresh"), n_queries)
        print(rows["answers after all"])
    return rows


def build(site: Path, bundle: Path, cache: Path | None = None, *options: str) -> Row:
    """Build in a process of its own; with one worker; return seconds, processor seconds and the new bytes."""
    before = sizes(bundle)
    command = [
        places.command("pinax"),
        "build",
        str(site),
        "-o",
        str(bundle),
        "--name",
        "site",
        "--workers",
        "1",
        *options,
    ]
    command += ["--cache", str(cache)] if cache else []
    started = time.perf_counter()
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1767323045"}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout
    said = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{' '.join(command)} failed")
    new = {name: size for name, size in sizes(bundle).items() if name not in before or name == "pinax.json"}
    return {
        "note": next((line.strip() for line in said.splitlines() if "built whole" in line), ""),
        "seconds": round(time.perf_counter() - started, 1),
        "cpu_s": round(used.ru_utime + used.ru_stime, 2),
        "new_files": len(new),
        "new_bytes": sum(new.values()),
    }


def sizes(bundle: Path) -> dict[str, int]:
    return {path.relative_to(bundle).as_posix(): path.stat().st_size for path in bundle.rglob("*") if path.is_file()}


def contents(bundle: Path) -> dict[str, str]:
    return {name: hashlib.sha256((bundle / name).read_bytes()).hexdigest() for name in sizes(bundle)}


def told(name: str, row: Row, cold: Row | None = None, size: int = 0) -> Row:
    """Print a build's figures, as shares where there is what they are shares of."""
    of_cold = f", {100 * row['cpu_s'] / cold['cpu_s']:.1f} % of the cold build" if cold else ""
    of_size = f", {100 * row['new_bytes'] / size:.2f} % of the bundle" if size else ""
    bytes_ = f"{row['new_bytes']:,} new bytes in {row['new_files']} files{of_size}"
    bytes_ += f" ({row['note']})" if row["note"] else ""
    print(f"{name}: {row['cpu_s']} s of processor time{of_cold}, {row['seconds']} s; {bytes_}", flush=True)
    return row


def change(site: Path, share: float, number: int) -> int:
    """Add a sentence to some pages, spread evenly; another number takes others. Return how many."""
    pages = sorted(site.rglob("*.html"))
    step = max(1, round(1 / share))
    chosen = pages[number % step :: step]
    for page in chosen:
        html = page.read_bytes()
        heading = max(0, html.find(b"<h1"))
        found = _PLACE.search(html, heading)
        if found:
            at = found.start()
            page.write_bytes(html[:at] + f" This sentence came in round {number}.".encode() + html[at:])
    return len(chosen)


def compare(one: Bundle, other: Bundle, n_queries: int) -> Row:
    """Put queries to two bundles; count those with the same first hits, and with the same in the same order."""
    same = ordered = first = 0
    queries = list(make_queries(other, n_queries))
    for query in queries:
        mine, theirs = (first_hits(bundle, query) for bundle in (one, other))
        same += sorted(mine) == sorted(theirs)
        ordered += mine == theirs
        first += mine[:1] == theirs[:1]
    return {"queries": len(queries), "same_hits": same, "same_order": ordered, "same_first": first}


def first_hits(bundle: Bundle, query: str) -> list[tuple[str, str]]:
    return [(hit.url, hit.anchor) for hit in bundle.search(query, limit=HITS, excerpt_chars=0).hits]


def make_queries(bundle: Bundle, wanted: int) -> Iterator[str]:
    """Make queries: titles of pages, and two to four words that stand side by side in a text."""
    chance = random.Random(16)
    [docset] = bundle.docsets.values()
    documents = [(segment, number, page.title) for segment, number, page in docset.documents()]
    for at in range(wanted):
        segment, number, title = chance.choice(documents)
        yield title if at % 2 else _words(segment.text(segment.first_section(number)), chance) or title


def _words(text: str, chance: random.Random) -> str:
    words: Sequence[str] = _WORD.findall(text)
    n = chance.randint(2, 4)
    if len(words) < n:
        return ""
    at = chance.randrange(len(words) - n + 1)
    return " ".join(words[at : at + n])


if __name__ == "__main__":
    main()
