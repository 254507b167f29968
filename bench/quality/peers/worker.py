"""What runs in the peers' own interpreter, one process a task; stdout is one line of JSON.

worker.py text ROOT OUT.jsonl                          the text of a site's pages
worker.py sections ROOT OUT.jsonl                      the text of its sections
worker.py build ENGINE DOCUMENTS.jsonl FOLDER          an index
worker.py rank ENGINE FOLDER QUERIES.json OUT.json N   rankings, the best N
worker.py latency ENGINE FOLDER QUERIES.json N         milliseconds a query after one pass to warm up
worker.py unasked ENGINE FOLDER QUERIES.json N BEFORE  milliseconds of each query behind the first ones, with excerpts
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engines import ENGINES
from timing import time_unasked


def documents(path: str) -> Iterator[dict[str, Any]]:
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def build(engine: str, source: str, folder: str) -> dict[str, Any]:
    started = time.perf_counter()
    Path(folder).mkdir(parents=True)
    ENGINES[engine].build(documents(source), Path(folder))
    sizes = [path.stat().st_size for path in Path(folder).rglob("*") if path.is_file()]
    spent = resource.getrusage(resource.RUSAGE_SELF)
    return {
        "wall_s": time.perf_counter() - started,
        "cpu_s": spent.ru_utime + spent.ru_stime,
        "peak_mb": spent.ru_maxrss * 1024 / 1e6,
        "files": len(sizes),
        "bytes": sum(sizes),
    }


def rank(engine: str, folder: str, queries: str, out: str, limit: str) -> dict[str, Any]:
    opened = ENGINES[engine](Path(folder))
    rankings = [opened.search(query, int(limit)) for query in json.loads(Path(queries).read_text("utf-8"))]
    Path(out).write_text(json.dumps(rankings), "utf-8")
    return {"queries": len(rankings)}


def latency(engine: str, folder: str, queries: str, limit: str) -> dict[str, Any]:
    opened = ENGINES[engine](Path(folder))
    asked = json.loads(Path(queries).read_text("utf-8"))
    taken: list[float] = []
    for _ in range(2):
        taken.clear()
        for query in asked:
            started = time.perf_counter()
            opened.search(query, int(limit))
            taken.append((time.perf_counter() - started) * 1000)
    return {"ms": taken, "rss_mb": _resident()}


def unasked(engine: str, folder: str, queries: str, limit: str, before: str) -> dict[str, Any]:
    opened = ENGINES[engine](Path(folder))
    asked = json.loads(Path(queries).read_text("utf-8"))
    return time_unasked(lambda query: opened.excerpts(query, int(limit)), asked, int(before))


def _resident() -> float:
    status = Path("/proc/self/status").read_text("utf-8")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) * 1024 / 1e6


def text(root: str, out: str) -> dict[str, Any]:
    from page_text import page, write

    return write(Path(root), Path(out), lambda file, url: [page(file, url)])


def sections(root: str, out: str) -> dict[str, Any]:
    from page_text import write
    from section_text import sections_of

    return write(Path(root), Path(out), sections_of)


def main() -> None:
    sys.setrecursionlimit(20000)
    tasks = {task.__name__: task for task in (text, sections, build, rank, latency, unasked)}
    print(json.dumps(tasks[sys.argv[1]](*sys.argv[2:])))


if __name__ == "__main__":
    main()
