"""Have servers lie to readers, and clients send anything to a server, for a set time."""

from __future__ import annotations

import random
import resource
import tempfile
import time
from collections import Counter
from pathlib import Path

from fuzz.http_requests import HttpServer, fault_of, request
from pinax_runtime.bundle.remote import FileCache
from runtime.search.remote.lies import LIES, LyingServer, asked_of

SHARES = (0.02, 0.1, 0.3, 0.7)
"""Shares of the replies that are lies."""


def lies(seconds: float) -> tuple[list[str], int]:
    """Ask bundles behind lying servers; every second one keeps a cache, which is asked again when they stop lying."""
    rows = [
        "| Lies | Runs | Requests | All right | Some errors | Wrong | Slowest (s) |",
        "|--:|--:|--:|--:|--:|--:|--:|",
    ]
    wrong, seed = 0, 0
    for share in SHARES:
        ended: Counter[str] = Counter()
        n_requests, slowest_s, until = 0, 0.0, time.monotonic() + seconds / len(SHARES)
        while time.monotonic() < until:
            seed += 1
            with tempfile.TemporaryDirectory() as folder, LyingServer(seed, share, list(LIES)) as server:
                cache = FileCache(Path(folder)) if seed % 2 else None
                began = time.monotonic()
                ended[asked_of(server, cache)] += 1
                slowest_s = max(slowest_s, time.monotonic() - began)
                n_requests += sum(server.told.values())
                server.spoil = lambda asked, reply: reply
                wrong += asked_of(server, cache) != "right"
        wrong += ended["wrong"]
        runs = sum(ended.values())
        figures = f"{runs:,} | {n_requests:,} | {ended['right']:,} | {ended['error']:,} | {ended['wrong']}"
        rows.append(f"| {share:.0%} | {figures} | {slowest_s:.1f} |")
        print(rows[-1], flush=True)
    memory_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    return [*rows, "", f"Most memory of readers and servers together: {memory_mb} MB."], wrong


def http(seconds: float) -> tuple[list[str], int]:
    """Send requests of every kind, and halves of them, to one server."""
    chance, faults, sent, slowest_s = random.Random(time.time()), 0, 0, 0.0
    statuses: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder, HttpServer(Path(folder)) as server:
        for _ in range(500):  # what a server keeps from its first calls is no leak
            server.send(request(chance))
        before_kb, before = server.memory_kb(), server.descriptors()
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            data = request(chance)
            began = time.monotonic()
            if chance.random() < 0.2:
                server.send(data[: chance.randrange(len(data) + 1)], is_half=True)
                statuses["half"] += 1
            else:
                answer = server.send(data)
                faults += bool(fault_of(answer))
                statuses[answer[9:12].decode("latin-1") or "closed"] += 1
            sent, slowest_s = sent + 1, max(slowest_s, time.monotonic() - began)
        time.sleep(3)
        faults += not server.is_alive()
        faults += server.said().count("Traceback")
        grown, left = server.memory_kb() - before_kb, server.descriptors() - before
    told = ", ".join(f"{status} {count:,}" for status, count in sorted(statuses.items()))
    rows = ["| Requests | Slowest (s) | Memory (kB) | Descriptors | Faults |", "|--:|--:|--:|--:|--:|"]
    return [
        *rows,
        f"| {sent:,} | {slowest_s:.2f} | {grown:+,} | {left:+} | {faults} |",
        "",
        f"Answers: {told}.",
    ], faults
