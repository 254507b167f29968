"""Ask our bundle inside one process and print what it took, as JSON. Run as a program, one process a measurement.

asking.py warm BUNDLE QUERIES.json LIMIT   {ms, rss_mb}: milliseconds a query, excerpts included, after one warming pass
asking.py cold BUNDLE QUERIES.json LIMIT   {files, bytes, ms}: what each query reads from a bundle that was just opened
asking.py unasked BUNDLE QUERIES.json LIMIT BEFORE   {wall, cpu}: milliseconds of each query behind the first ones
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from quality.peers.timing import time_unasked

from pinax_runtime.search import CountingSource, FolderSource, open_bundle


def warm(bundle: str, queries: list[str], limit: int) -> dict[str, Any]:
    opened = open_bundle(bundle)
    taken: list[float] = []
    for _ in range(2):
        taken.clear()
        for query in queries:
            started = time.perf_counter()
            opened.search(query, limit=limit)
            taken.append((time.perf_counter() - started) * 1000)
    status = Path("/proc/self/status").read_text("utf-8").splitlines()
    resident = next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
    return {"ms": taken, "rss_mb": resident * 1024 / 1e6}


def cold(bundle: str, queries: list[str], limit: int) -> dict[str, Any]:
    rows: dict[str, list[float]] = {"files": [], "bytes": [], "ms": []}
    for query in queries:
        source = CountingSource(FolderSource(Path(bundle)))
        started = time.perf_counter()
        open_bundle(source).search(query, limit=limit)
        rows["ms"].append((time.perf_counter() - started) * 1000)
        rows["files"].append(len(source.names))
        rows["bytes"].append(source.size_bytes)
    return rows


def unasked(bundle: str, queries: list[str], limit: int, before: str) -> dict[str, Any]:
    opened = open_bundle(bundle)
    return time_unasked(lambda query: opened.search(query, limit=limit), queries, int(before))


if __name__ == "__main__":
    mode, folder, file, limit, *more = sys.argv[1:]
    asked = json.loads(Path(file).read_text("utf-8"))
    print(json.dumps({"warm": warm, "cold": cold, "unasked": unasked}[mode](folder, asked, int(limit), *more)))
