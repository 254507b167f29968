"""Ask hostile queries of a bundle and print those that compute longest.

    python bench/worst.py BUNDLE [--queries 10000] [--seed 1] [--shown 10]

Each query is asked as `search_pages` asks it, without a limit of time, cold or warm as it comes, with the cache that a
server has. Wall time is printed beside processor time, which counts: exit code 1 if one computes longer than 250 ms.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from load.hostile import Hostile

from pinax_runtime.search import open_library

MOST_S = 0.25


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bundle")
    parser.add_argument("--queries", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shown", type=int, default=10)
    given = parser.parse_args()
    library = open_library([given.bundle])
    hostile = Hostile(library, given.seed)
    taken: list[tuple[float, str]] = []
    walls: list[float] = []
    for _ in range(given.queries):
        arguments = hostile.call()
        began, wall = time.thread_time(), time.perf_counter()
        library.search(**arguments)
        taken.append((time.thread_time() - began, str(arguments)))
        walls.append(time.perf_counter() - wall)
    taken.sort(reverse=True)
    for clock, times in (("processor", [seconds for seconds, _ in taken]), ("wall", sorted(walls, reverse=True))):
        at = {share: times[int(len(times) * (1 - share))] * 1000 for share in (0.5, 0.95, 0.99)}
        shares = ", ".join(f"p{100 * share:.0f} {ms:.1f} ms" for share, ms in at.items())
        print(f"{len(times):,} queries, {clock} time: {shares}, most {times[0] * 1000:.1f} ms")
    for seconds, arguments in taken[: given.shown]:
        print(f"{seconds * 1000:8.1f} ms  {arguments[:160]}")
    return taken[0][0] > MOST_S


if __name__ == "__main__":
    sys.exit(main())
