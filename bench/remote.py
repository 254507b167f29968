"""Ask a bundle behind nginx on loopback: bytes, rounds and time of cold queries, with latency added; second starts.

remote.py BUNDLE QUERIES [--delay-ms 50] [--limit 10] [--excerpts] [--json FILE]

QUERIES has one a line. For each, the bundle is opened anew without a cache. Bytes are those of bodies. A round is a
read that had to wait for others. Time is taken with a fresh connection pool, through a proxy that holds back what a
client sends by the delay, and a new connection's first bytes by as much again for its handshake; TLS, which would take
one round trip more, is not there. A second start opens the bundle with the cache that the same query left, and counts
the requests that nginx logs. Needs nginx on the PATH.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from crawl import nginx

from pinax_runtime.bundle.remote import Fetched, Fetcher, FileCache, UrlSource
from pinax_runtime.search import CountingSource, open_bundle
from pinax_runtime.search.knobs import EXCERPT_CHARS


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("bundle", type=Path)
    options.add_argument("queries", type=Path)
    options.add_argument("--delay-ms", type=float, default=50)
    options.add_argument("--limit", type=int, default=10)
    options.add_argument("--excerpts", action="store_true", help="cut excerpts, as search_pages does")
    options.add_argument("--json", type=Path)
    given = options.parse_args()
    asked = [line for line in given.queries.read_text("utf-8").split("\n") if line]
    search = {"limit": given.limit, "excerpt_chars": EXCERPT_CHARS if given.excerpts else 0}
    with tempfile.TemporaryDirectory() as extra, nginx(given.bundle.resolve(), Path(extra)) as url:
        counted = [count(url, query, search) for query in asked]
        with delayed(url, given.delay_ms / 1000) as slow:
            times = [time_of(slow, query, search) for query in asked]
        starts = [requests_of_second_start(url, query, search) for query in asked[:20]]
    show(counted, times, starts, given.delay_ms)
    if given.json:
        given.json.write_text(json.dumps({"cold": counted, "ms": times, "second_start": starts}))


def count(url: str, query: str, search: dict[str, Any]) -> dict[str, Any]:
    """Say what a cold query reads."""
    asked: list[str] = []
    fetcher = _NotingFetcher(asked)
    source = CountingSource(UrlSource(url, fetcher))
    open_bundle(source).search(query, **search)
    fetcher.close()
    kinds: Counter[str] = Counter(name.rpartition(".")[2].partition("@")[0] for name in source.names)
    return {
        "query": query,
        "bytes": fetcher.size_bytes,
        "requests": len(asked),
        "rounds": source.rounds,
        "files": dict(kinds),
    }


def time_of(url: str, query: str, search: dict[str, Any]) -> float:
    """Return the time from opening the bundle to the hits (ms)."""
    fetcher = Fetcher()
    started = time.perf_counter()
    open_bundle(UrlSource(url, fetcher)).search(query, **search)
    taken = (time.perf_counter() - started) * 1000
    fetcher.close()
    return taken


def requests_of_second_start(url: str, query: str, search: dict[str, Any]) -> int:
    """Count what the second process asks of the server for a query that the first one asked."""
    asked: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        for start in range(2):
            fetcher = _NotingFetcher(asked if start else [])
            open_bundle(UrlSource(url, fetcher, FileCache(Path(folder)))).search(query, **search)
            fetcher.close()
    return len(asked)


class _NotingFetcher(Fetcher):
    def __init__(self, asked: list[str]) -> None:
        super().__init__()
        self._asked = asked
        self.size_bytes = 0

    def start(self, url: str, *arguments: Any, **options: Any) -> Any:
        self._asked.append(url)
        answer = super().start(url, *arguments, **options)
        answer.add_done_callback(self._count)
        return answer

    def _count(self, answer: Future[Fetched]) -> None:
        if not answer.cancelled() and not answer.exception():
            self.size_bytes += len(answer.result().body)


@contextmanager
def delayed(url: str, delay_s: float) -> Iterator[str]:
    """Return the address of a proxy that adds a delay to each round trip, and to each new connection."""
    host, _, port = url.removeprefix("http://").partition("/")[0].partition(":")
    started = threading.Event()
    running: list[tuple[int, asyncio.AbstractEventLoop, asyncio.Event]] = []

    async def pump(reading: asyncio.StreamReader, writing: asyncio.StreamWriter, wait_s: float, first_s: float) -> None:
        sent: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        loop = asyncio.get_running_loop()

        async def forward() -> None:
            while True:
                due, data = await sent.get()
                await asyncio.sleep(max(0.0, due - loop.time()))
                if not data:
                    writing.close()
                    return
                writing.write(data)
                await writing.drain()

        forwarding = asyncio.create_task(forward())
        connected = loop.time() + first_s
        while True:
            data = await reading.read(65_536)
            sent.put_nowait((max(loop.time(), connected) + wait_s, data))
            if not data:
                await forwarding
                return

    async def serve(reading: asyncio.StreamReader, writing: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(host, int(port))
        with suppress(asyncio.CancelledError):  # at the end
            await asyncio.gather(
                pump(reading, back, delay_s, delay_s), pump(there, writing, 0, 0), return_exceptions=True
            )

    async def listen() -> None:
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        ended = asyncio.Event()
        running.append((server.sockets[0].getsockname()[1], asyncio.get_running_loop(), ended))
        started.set()
        await ended.wait()

    listening = threading.Thread(target=lambda: asyncio.run(listen()))
    listening.start()
    started.wait()
    own_port, loop, ended = running[0]
    try:
        yield f"http://127.0.0.1:{own_port}/"
    finally:
        loop.call_soon_threadsafe(ended.set)
        listening.join()


def show(counted: Sequence[dict[str, Any]], times: Sequence[float], starts: Sequence[int], delay_ms: float) -> None:
    for name, values in (
        ("bytes", [row["bytes"] for row in counted]),
        ("requests", [row["requests"] for row in counted]),
        ("files and blocks", [sum(row["files"].values()) for row in counted]),
        ("rounds", [row["rounds"] for row in counted]),
        (f"ms with {delay_ms:g} ms added", times),
        ("requests of a second start", starts),
    ):
        ranked = sorted(values)
        middle, high = ranked[len(ranked) // 2], ranked[min(len(ranked) - 1, int(len(ranked) * 0.95))]
        print(f"{name:28}  median {middle:11,.0f}  p95 {high:11,.0f}  most {ranked[-1]:11,.0f}")
    kinds: dict[str, int] = defaultdict(int)
    for row in counted:
        for kind, n in row["files"].items():
            kinds[kind] += n
    print("files a query:", ", ".join(f"{kind} {n / len(counted):.1f}" for kind, n in sorted(kinds.items())))


if __name__ == "__main__":
    main()
