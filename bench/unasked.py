"""Ask a bundle queries that were not asked before, beside FTS5 and tantivy over the same text, in one run.

    python bench/unasked.py BUNDLE [--queries FILE.tsv] [--sample 300] [--seed 7] [--rounds 3]

The peers index the heading sections of the bundle itself: what stands under a heading up to the next one, definitions
included. Every query is another and asked once in a process, after a hundred others; each gives ten hits with excerpts.
Queries are a random choice of the first column of a file, or like those of `warm.py`. The engines take turns, a process
each; of its rounds a query counts the middle one. Wall time and processor time are printed beside each other, with what
ours is to each peer's.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from quality.peers_at_work import work
from warm import choose

from pinax_runtime.format import DEFINITION, MORE
from pinax_runtime.search import Bundle, open_bundle
from pinax_runtime.search.excerpt import plain

BEFORE, LIMIT = 100, 10
OURS, PEERS = "pinax", ("fts5", "tantivy")
ASKING = Path(__file__).parent / "costs/asking.py"
Times = dict[str, list[float]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("--queries", type=Path, help="a file of them, one a line, up to the first tab")
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--indexes", type=Path, help="keep the peers' indexes there, and use those that are")
    options = parser.parse_args()
    bundle = open_bundle(options.bundle)
    queries = sample(bundle, options.queries, options.sample + BEFORE, random.Random(options.seed))
    with tempfile.TemporaryDirectory() as folder:
        asked = Path(folder, "queries.json")
        asked.write_text(json.dumps(queries), "utf-8")
        indexes = index_of_each(bundle, options.indexes or Path(folder))
        rounds = [
            {engine: ask(engine, indexes, options.bundle, asked) for engine in indexes} for _ in range(options.rounds)
        ]
    print(f"{len(queries) - BEFORE} queries, each asked once after {BEFORE} others, {LIMIT} hits with excerpts")
    for clock in ("cpu", "wall"):
        show(clock, {engine: middle([one[engine][clock] for one in rounds]) for engine in indexes})


def sample(bundle: Bundle, file: Path | None, n: int, rng: random.Random) -> list[str]:
    """Choose queries, each another."""
    if file:
        found = {line.split("\t")[0] for line in file.read_text("utf-8").splitlines()}
    else:
        found = set(choose(bundle, 2 * n, rng))
    queries = sorted(query for query in found if query.strip())
    return rng.sample(queries, min(n, len(queries)))


def index_of_each(bundle: Bundle, folder: Path) -> dict[str, Path]:
    """Return where each peer's index is, made if it is not there; ours needs none."""
    text = folder / "sections.jsonl"
    for engine in PEERS:
        if not (folder / engine).exists():
            if not text.exists():
                folder.mkdir(parents=True, exist_ok=True)
                with text.open("w", encoding="utf-8") as lines:
                    lines.writelines(json.dumps(one, ensure_ascii=False) + "\n" for one in heading_sections(bundle))
            work("build", engine, text, folder / engine)
    return {OURS: folder, **{engine: folder / engine for engine in PEERS}}


def heading_sections(bundle: Bundle) -> Iterator[dict[str, Any]]:
    """Yield the sections under headings as the peers take them, with the definitions that follow in each."""
    for segment in [segment for docset in bundle.docsets.values() for segment in docset.segments]:
        at = 0
        for page in segment.pages():
            open_section: dict[str, Any] = {}
            for entry in page.sections:
                text = plain(segment.text(at))
                at += 1
                if open_section and entry.kind in (DEFINITION, MORE):
                    open_section["body"] += " " + text
                    continue
                if open_section:
                    yield open_section
                headings = [entry.title] if entry.title else []
                open_section = {
                    "url": f"{page.url}#{entry.anchor}",
                    "title": page.title,
                    "headings": headings,
                    "body": text,
                }
            yield open_section


def ask(engine: str, indexes: dict[str, Path], bundle: Path, asked: Path) -> Times:
    """Ask one engine everything, in a process of its own."""
    if engine != OURS:
        return work("unasked", engine, indexes[engine], asked, str(LIMIT), str(BEFORE))
    command = [sys.executable, ASKING, "unasked", bundle, asked, str(LIMIT), str(BEFORE)]
    times: Times = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    return times


def middle(rounds: Sequence[Sequence[float]]) -> list[float]:
    """Return each query's median over the rounds, rising."""
    return sorted(map(median, zip(*rounds, strict=True)))


def show(clock: str, times: dict[str, list[float]]) -> None:
    """Print one clock's figures."""
    shares = (50, 95)
    at = {engine: [each[len(each) * share // 100] for share in shares] for engine, each in times.items()}
    print(f"{clock} time{'p50, ms':>14}{'p95, ms':>12}{'most, ms':>12}{'p50, ours to it':>18}{'p95, ours to it':>18}")
    for engine, figures in at.items():
        cells = "".join(f"{ms:12.2f}" for ms in (*figures, times[engine][-1]))
        ratios = "".join(f"{ours / its:18.2f}" for ours, its in zip(at[OURS], figures, strict=True))
        print(f"{engine:11}{cells}{ratios}")


if __name__ == "__main__":
    main()
