"""Ask a server over HTTP with many clients at once, beside a trivial server on the same SDK.

    python bench/load/run.py BUNDLE [--clients 200] [--seconds 60] [--pause 0] [--slow 50] [--hostile 0 [--phase 10]]

Every client calls one tool after the other on a connection of its own, half of them after a handshake, half in the
stateless version. Meanwhile `--slow` connections send a head that never ends. At the end the server is told to stop
while all clients ask: every call that it has begun has to be answered, or refused where that would take longer than it
waits, and it has to end with 0 and say nothing else. The
trivial server returns a constant; it is asked for a third of the time before and after. Exit code 1 on any fault.

With `--hostile N`, one more client sends queries that are made to take long, over N connections without a pause, and it
gives half of them up. It does so in every second phase; the latencies of the others are printed for both kinds.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from statistics import quantiles
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).parents[1]))

from costs.processes import resident_mb
from load.clients import Call, Tally, ask, attack, drip
from load.hostile import Hostile

from pinax_runtime.call_log import CallFilter, CallLogReader
from pinax_runtime.search import open_library

OURS = "from pinax_runtime.cli import main; main()"
TRIVIAL = """
import contextlib, sys
import mcp_types as types, uvicorn
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from starlette.applications import Starlette
from starlette.routing import Route

async def list_tools(ctx, params):
    return types.ListToolsResult(tools=[types.Tool(name="hello", input_schema={"type": "object"})])

async def call_tool(ctx, params):
    return types.CallToolResult(content=[types.TextContent(text="hello")])

server = Server("trivial", on_list_tools=list_tools, on_call_tool=call_tool)
manager = StreamableHTTPSessionManager(server, json_response=True, stateless=True)

@contextlib.asynccontextmanager
async def running(app):
    async with manager.run():
        yield

app = Starlette(routes=[Route("/mcp", StreamableHTTPASGIApp(manager), methods=["POST"])], lifespan=running)
config = uvicorn.Config(app, log_config=None, http="h11", loop="asyncio", ws="none")
listener = config.bind_socket()
listener.listen(512)
print(f"Serving http://127.0.0.1:{listener.getsockname()[1]}/mcp;", file=sys.stderr, flush=True)
uvicorn.Server(config).run(sockets=[listener])
"""
TRIVIAL = TRIVIAL.replace("uvicorn.Config(app,", 'uvicorn.Config(app, host="127.0.0.1", port=0,')
SLOW_MOST_S = 25.0
"""A head that is still taken after so long is a fault: the server gives 15 s."""


HOSTILE = "hostile"
"""Token of the hostile client."""


@dataclass
class Attacker:
    """A hostile client."""

    bundle: str
    connections: int
    phase_s: float

    def start(self, url: str, tally: Tally, ended: asyncio.Event) -> list[asyncio.Task[None]]:
        """Start asking on all connections."""
        queries = Hostile(open_library([self.bundle]), 1)
        numbers = range(self.connections)
        return [asyncio.create_task(attack(url, queries, number, tally, ended, HOSTILE)) for number in numbers]


@dataclass
class Measured:
    """What one server did under load."""

    tally: Tally
    calls: int
    """Answered in …"""
    seconds: float
    """… so long, before it was told to stop, …"""
    cpu_s: float
    """… at this cost."""
    resident: list[float]
    """MB, each second."""
    closed_after_s: list[float]
    status: int
    said: str
    """On standard error, after the address."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bundle")
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pause", type=float, default=0, help="mean seconds between two calls of a client")
    parser.add_argument("--slow", type=int, default=50)
    parser.add_argument("--hostile", type=int, default=0, help="connections of the hostile client")
    parser.add_argument("--phase", type=float, default=10, help="seconds with, and seconds without hostile calls")
    given = parser.parse_args()
    tokens = [f"honest-{number}" for number in range(given.clients)]
    os.environ["PINAX_TOKEN"] = ",".join([*tokens, HOSTILE])
    attacker = Attacker(given.bundle, given.hostile, given.phase) if given.hostile else None
    trivial = [sys.executable, "-c", TRIVIAL]
    with tempfile.TemporaryDirectory(prefix="pinax-load-") as folder:
        log = Path(folder) / "calls.db"
        ours = [sys.executable, "-c", OURS, "serve", given.bundle, "--http", "--port", "0"]
        ours += ["--log", str(log), "--log-rows", "10000000"]
        hello: list[Call] = [("hello", {})]
        plan = (
            (trivial, hello, 3, 0, None),
            (ours, draw(given.bundle), 1, given.slow, attacker),
            (trivial, hello, 3, 0, None),
        )
        before, under, after = (
            asyncio.run(
                measure(
                    command,
                    calls,
                    tokens,
                    given.seconds / part,
                    given.pause,
                    slow,
                    Path(folder) / "said.txt",
                    attacker,
                )
            )
            for command, calls, part, slow, attacker in plan
        )
        logged = CallLogReader(log).summary(CallFilter()).calls
    return report(under, (before, after), logged)


def draw(bundle: str) -> list[Call]:
    """Draw calls of every kind from what a bundle holds."""
    chance = random.Random(1)
    (docset, *_) = open_library([bundle]).docsets.values()
    pages = [page for _, _, page in islice(docset.documents(), 2_000)]
    calls: list[Call] = [("list_docs", {}), ("list_sections", {})]
    for page in chance.sample(pages, min(100, len(pages))):
        calls += [
            ("search_pages", {"query": page.title or page.url}),
            ("search_documents", {"query": " ".join(page.title.split()[:3]) or page.url, "limit": 5}),
            ("find_symbol", {"query": page.title.split()[0] if page.title.split() else "main"}),
            ("get_page", {"url": page.url, "max_tokens": 2_000}),
            ("get_tree", {"doc_id": page.url, "max_depth": 2}),
        ]
    return calls


async def measure(
    command: Sequence[str],
    wanted: Sequence[Call],
    tokens: Sequence[str],
    seconds: float,
    pause_s: float,
    slow: int,
    said: Path,
    attacker: Attacker | None,
) -> Measured:
    """Start a server, ask it for so long, and tell it to stop while it is asked."""
    with said.open("w") as errors:  # not a pipe, which nobody would read from meanwhile
        process = subprocess.Popen(command, stderr=errors)
    url = await told_address(process, said)
    where = urlsplit(url)
    tally, ended = Tally(), asyncio.Event()
    asking = [
        asyncio.create_task(ask(url, wanted, number, pause_s, tally, ended, token))
        for number, token in enumerate(tokens)
    ]
    asking += attacker.start(url, tally, ended) if attacker else []
    dripping = [asyncio.create_task(drip(where.hostname or "", where.port or 0, SLOW_MOST_S)) for _ in range(slow)]
    began, resident = time.perf_counter(), []
    while time.perf_counter() - began < seconds:
        await asyncio.sleep(1)
        resident.append(resident_mb(process.pid))
        tally.under_attack = attacker is not None and int((time.perf_counter() - began) / attacker.phase_s) % 2 == 1
    closed = await asyncio.gather(*dripping)
    cpu_s, took, calls = cpu_seconds(process.pid), time.perf_counter() - began, len(tally.ms)
    ended.set()
    process.send_signal(signal.SIGTERM)
    await asyncio.gather(*asking)
    status = await asyncio.to_thread(process.wait)
    return Measured(tally, calls, took, cpu_s, resident, closed, status, said.read_text().partition("\n")[2])


async def told_address(process: subprocess.Popen[bytes], said: Path) -> str:
    """Wait for the line in which a server says where it is, and give the address."""
    while process.poll() is None:
        line, ended, _ = said.read_text().partition("\n")
        if ended:
            return line.split()[1].rstrip(";")
        await asyncio.sleep(0.1)
    raise SystemExit("the server did not start")


def cpu_seconds(pid: int) -> float:
    """Return the user and system time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def report(ours: Measured, trivial: Sequence[Measured], logged: int) -> int:
    """Print the figures, and what went wrong."""
    theirs = tell_speed("trivial", trivial)
    own = tell_speed("pinax", [ours])
    print("ratio    p50 {:.2f}   p99 {:.2f}   CPU {:.2f}".format(*(o / t for t, o in zip(theirs, own, strict=True))))
    if ours.tally.hostile:
        tell_attack(ours.tally)
    held = [ours.resident[len(ours.resident) * part // 10] for part in (1, 5, 9)]
    print("resident {:.1f} MB at a tenth of the time, {:.1f} at half, {:.1f} at nine tenths".format(*held))
    closed, answered = ours.closed_after_s or [0.0], len(ours.tally.ms)
    print(f"slow     {len(ours.closed_after_s)} heads, closed after {min(closed):.1f} to {max(closed):.1f} s")
    refused = ours.tally.refused
    print(f"stopped  with {ours.status} under load: {logged:,} calls begun, {answered:,} answered, {refused:,} refused")
    said = [line for line in ours.said.splitlines() if not (refused and "timeout graceful shutdown exceeded" in line)]
    faults = [*(f"client: {fault}" for fault in ours.tally.faults), *(f"server: {line}" for line in said)]
    faults += ["a slow head was not closed"] if max(closed) > SLOW_MOST_S else []
    others = ours.tally.hostile.total()  # which are in the log as well, but for those that had not begun
    is_complete = answered <= logged <= answered + refused + others
    faults += [] if is_complete else ["calls that had begun were not answered"]
    faults += ["it did not end with 0"] if ours.status else []
    print("\n".join([f"{len(faults)} faults", *faults[:5], *(["…"] if len(faults) > 10 else []), *faults[5:][-5:]]))
    return bool(faults)


def tell_attack(tally: Tally) -> None:
    """Print how long honest clients waited with and without a hostile one."""
    peace, attacked = (quantiles(ms, n=100) for ms in (tally.ms_in_peace, tally.ms_under_attack))
    for name, ms, cuts in (("peace", tally.ms_in_peace, peace), ("attack", tally.ms_under_attack, attacked)):
        print(f"{name:8} {len(ms):,} honest calls: p50 {cuts[49]:.1f} ms, p99 {cuts[98]:.1f} ms")
    print(f"ratio    p50 {attacked[49] / peace[49]:.2f}   p99 {attacked[98] / peace[98]:.2f}")
    print("hostile  " + ", ".join(f"{n:,} {what}" for what, n in sorted(tally.hostile.items())))


def tell_speed(name: str, runs: Sequence[Measured]) -> tuple[float, float, float]:
    """Print how fast a server was; give its p50 and p99 and its CPU time a call (ms)."""
    calls, seconds = sum(run.calls for run in runs), sum(run.seconds for run in runs)
    cuts = quantiles([ms for run in runs for ms in run.tally.ms[: run.calls]], n=100)
    cpu_ms = 1000 * sum(run.cpu_s for run in runs) / calls
    print(
        f"{name:8} {calls:,} calls, {calls / seconds:.1f} a second: "
        f"p50 {cuts[49]:.1f} ms, p99 {cuts[98]:.1f} ms, {cpu_ms:.2f} ms of CPU a call"
    )
    return cuts[49], cuts[98], cpu_ms


if __name__ == "__main__":
    sys.exit(main())
