"""Measure warm queries on any bundle: titles, headings and phrases of its own pages.

    python bench/warm.py BUNDLE [--queries 200] [--seed 7] [--limit 10] [--show 5]

A third of the queries are titles of pages (six words at most), a third headings, a third two to five words that follow
each other in a text: a fixed random choice, so what is common on a site is common here. Each query is asked four times;
of the last three the least counts, in milliseconds of wall time and of the process's CPU time. On a machine that does
other things, CPU time is nearer to what a quiet one takes, and neither is it.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter, process_time

from pinax_runtime.search import Bundle, open_bundle

WORD = re.compile(r"[^\W\d_]{3,}")
TITLE_WORDS = 6
HEADING_CHARS = 60


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("bundle", type=Path)
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--limit", type=int, default=10)
    parser.add_argument("--show", type=int, default=0, help="print so many of the slowest")
    arguments = parser.parse_args()
    bundle = open_bundle(arguments.bundle)
    queries = sorted(set(choose(bundle, arguments.queries, random.Random(arguments.seed))))
    taken = [(*measure(bundle, query, arguments.limit), query) for query in queries]
    for at, name in ((0, "wall"), (1, "CPU")):
        times = sorted(row[at] for row in taken)
        shares = ", ".join(f"p{share} {times[len(times) * share // 100]:.1f}" for share in (50, 90, 95))
        print(f"{len(times)} queries, ms of {name}: {shares}, most {times[-1]:.1f}")
    for _, cpu, query in sorted(taken, key=lambda row: -row[1])[: arguments.show]:
        print(f"  {cpu:.1f} {query}")


def choose(bundle: Bundle, wanted: int, rng: random.Random) -> Iterator[str]:
    """Choose queries of three kinds; a page without enough words gives none."""
    segments = [segment for docset in bundle.docsets.values() for segment in docset.segments]
    pages = [(segment, page) for segment in segments for page in segment.pages()]
    for at in range(wanted):
        segment, page = rng.choice(pages)
        kind = at % 3
        if kind == 0:
            yield " ".join(page.title.split()[:TITLE_WORDS])
        elif kind == 1:
            section = rng.choice(page.sections)
            yield (section.title or page.title).split("(")[0][:HEADING_CHARS]
        else:
            number = segment.find_page(page.url)
            words = WORD.findall(segment.text(segment.first_section(number))) if number is not None else []
            if len(words) > 12:
                start = rng.randrange(len(words) - 6)
                yield " ".join(words[start : start + rng.randint(2, 5)])


def measure(bundle: Bundle, query: str, limit: int) -> tuple[float, float]:
    """Return (wall, CPU) of a warm query, in milliseconds, the least of three."""
    bundle.search(query, limit=limit)
    walls, cpus = [], []
    for _ in range(3):
        wall, cpu = perf_counter(), process_time()
        bundle.search(query, limit=limit)
        walls.append((perf_counter() - wall) * 1000)
        cpus.append((process_time() - cpu) * 1000)
    return min(walls), min(cpus)


if __name__ == "__main__":
    main()
