"""The measurements of site_costs.py. What has to be compared runs in alternation, one process at a time."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from corpora import places
from costs.processes import run
from costs.serving import memory_after, memory_of_trivial_server
from quality.query_sets import Corpus

from quality import peers_at_work as peers

LIMIT, COLD_LIMIT = 10, 5
"""Hits of a warm query; hits of a cold one, as many as Pagefind's interface shows at first."""
SERVED = 100
"""Queries after which the server's memory is taken."""
TIMED_PEERS = ("fts5", "tantivy", "bm25s")
INDEX_FILES = (".pf_index", ".pf_fragment", ".pf_meta", ".pf_filter", ".json")
"""What is left of Pagefind's bundle without its interface, script and wasm."""
Figures = dict[str, Any]


def measure(corpus: Corpus, queries: Sequence[str], runs: int, folder: Path) -> Figures:
    """Measure everything, the bundles in a folder that the caller removes."""
    ours, theirs = folder / "pinax", folder / "pagefind"
    build = [places.command("pinax"), "build", str(corpus.root), "-o", str(ours), "--no-cache"]
    built = _alternate(
        {
            "pinax": lambda: _build(build, ours),
            "pagefind": lambda: _build(peers.pagefind_build(corpus.root, theirs), theirs),
        },
        runs,
    )
    asked = folder / "queries.json"
    asked.write_text(json.dumps(list(queries)), "utf-8")
    return {
        "size": {"pinax": _size(ours), "pagefind": _size(theirs), "pagefind_index": _size(theirs, INDEX_FILES)},
        "build": {name: _columns(rows) for name, rows in built.items()},
        "warm": _warm(corpus, ours, theirs, asked, runs),
        "cold": _cold(ours, theirs, asked),
        "serve": _serve(ours, queries, runs),
    }


def _alternate(contenders: dict[str, Callable[[], Figures]], runs: int) -> dict[str, list[Figures]]:
    """Run each contender once per round; give their rows."""
    rows: dict[str, list[Figures]] = {name: [] for name in contenders}
    for round_number in range(runs):
        for name, action in contenders.items():
            print(f"round {round_number + 1} of {runs}: {name}", file=sys.stderr, flush=True)
            rows[name].append(action())
    return rows


def _build(command: list[str], folder: Path) -> Figures:
    shutil.rmtree(folder, ignore_errors=True)
    return asdict(run(command))


def _size(folder: Path, endings: tuple[str, ...] = ("",)) -> Figures:
    files = [path for path in folder.rglob("*") if path.is_file() and path.name.endswith(endings)]
    return {"files": len(files), "bytes": sum(path.stat().st_size for path in files)}


def _columns(rows: list[Figures]) -> Figures:
    """Turn rows into each column's median and noise: half the range, relative to the median."""
    return {key: _noted([row[key] for row in rows]) for key in rows[0]}


def _noted(values: list[float]) -> Figures:
    middle = median(values)
    return {"median": middle, "noise": (max(values) - min(values)) / 2 / middle if middle else 0.0}


def _warm(corpus: Corpus, ours: Path, theirs: Path, asked: Path, runs: int) -> Figures:
    indexes = {engine: peers.index_of(engine, corpus) for engine in TIMED_PEERS}
    queries = json.loads(asked.read_text("utf-8"))
    contenders: dict[str, Callable[[], Figures]] = {"pinax": lambda: _latency(_ask_ours("warm", ours, asked, LIMIT))}
    for engine, index in indexes.items():
        contenders[engine] = lambda engine=engine, index=index: _latency(
            peers.work("latency", engine, index, asked, LIMIT)
        )
    contenders["pagefind"] = lambda: _pagefind_latency(peers.ask_pagefind("cost", theirs, queries, LIMIT))
    return {name: _columns(rows) for name, rows in _alternate(contenders, runs).items()}


def _ask_ours(mode: str, bundle: Path, asked: Path, limit: int) -> Figures:
    command = [sys.executable, str(Path(__file__).with_name("asking.py")), mode, str(bundle), str(asked), str(limit)]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)


def _latency(answer: Figures) -> Figures:
    return {"p50_ms": median(answer["ms"]), "p95_ms": _p95(answer["ms"]), "rss_mb": answer["rss_mb"]}


def _pagefind_latency(answer: Figures) -> Figures:
    return _latency({"ms": [row["search_ms"] for row in answer["rows"]], "rss_mb": answer["rss_mb"]})


def _p95(values: list[float]) -> float:
    return quantiles(values, n=20, method="inclusive")[-1]


def _cold(ours: Path, theirs: Path, asked: Path) -> Figures:
    rows = peers.ask_pagefind("cost", theirs, json.loads(asked.read_text("utf-8")), COLD_LIMIT)["rows"]
    script = (theirs / "pagefind.js").stat().st_size
    columns = {
        "pinax": _ask_ours("cold", ours, asked, COLD_LIMIT),
        "pagefind": {
            "files": [row["files"] for row in rows],
            "bytes": [row["bytes"] for row in rows],
            "ms": [row["cold_ms"] for row in rows],
        },
    }
    spread = {
        name: {key: {"median": median(values), "p95": _p95(values)} for key, values in column.items()}
        for name, column in columns.items()
    }
    return {**spread, "pagefind_script_bytes": script, "pagefind_without_hits": sum(not row["hits"] for row in rows)}


def _serve(bundle: Path, queries: Sequence[str], runs: int) -> Figures:
    command = [places.command("pinax-runtime"), "serve"]
    rows = [
        {**memory_after(command, bundle, queries[:SERVED]), "trivial_server_mb": memory_of_trivial_server()}
        for _ in range(runs)
    ]
    return _columns(rows)
