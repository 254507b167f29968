"""Ask a server for a long time, while its bundles are rebuilt, its network fails and one client is hostile.

    python bench/reliability/soak.py BUNDLE [--minutes 30] [--clients 20] [--phase 20]

The server has three bundles: BUNDLE, which stays; one in a folder and one behind a URL, which are rebuilt all the time,
each time with other pages. Honest clients call tools at a steady rate. Every reply has to be what the tool replies from
one build: of the folder's, one that was not replaced before the call; of the URL's, any. A mixture of two builds, or
anything else, is wrong. So is an error, but for those of the bundle behind the URL while its network fails.

Four kinds of phases take turns: quiet, hostile (a client with eight connections sends queries that are made to take
long, and gives half of them up), faults (the network resets, delays, truncates, sends other bytes or ranges), both. The
figures go into docs/reliability.md. Exit code 1 if anything was wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from statistics import quantiles
from typing import Any

import httpx2

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "bench")]

from costs.processes import resident_mb  # noqa: E402
from load.clients import Tally, attack, call_message, http_client  # noqa: E402
from load.hostile import Hostile  # noqa: E402
from reliability.faulty import FaultyServer  # noqa: E402
from reliability.page import put  # noqa: E402

from pinax_runtime.search import Library, open_library  # noqa: E402
from pinax_runtime.tools import call_tool  # noqa: E402

PHASES = ("quiet", "hostile", "faults", "both")
SOURCE = ROOT / "examples" / "site" / "docs"
CALL_S = 1.0
"""Mean time between two calls of an honest client (seconds)."""
HOSTILE_CONNECTIONS = 8
REBUILD_S = 10.0
"""Pause between two rebuilds of both bundles (seconds)."""
_CURSOR = re.compile(r'"cursor":"[^"]*"|cursor "[^"]*"')
"""A cursor names all bundles of the server; which builds these are at a moment, nobody outside knows."""


@dataclass(frozen=True)
class Asked:
    """A call with its right replies."""

    docset: str
    tool: str
    arguments: dict[str, Any]
    right: dict[str, int] = field(default_factory=dict)
    """Reply → the last build that gives it."""


@dataclass(frozen=True)
class Reply:
    """A reply that no known build gives; one may that is not finished yet."""

    asked: Asked
    edition: int
    """Build of the docset that was finished when the call was sent."""
    told: str
    text: str


@dataclass
class Seen:
    """What honest clients saw, and how the server was."""

    ms: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """Of each phase."""
    errors: Counter[str] = field(default_factory=Counter)
    """Codes of errors that are allowed."""
    failed: Counter[str] = field(default_factory=Counter)
    """Codes of errors that are not."""
    cut_short: int = 0
    wrong: list[str] = field(default_factory=list)
    hostile: Counter[str] = field(default_factory=Counter)
    """What became of the calls of the hostile client."""
    rebuilds: int = 0
    samples: list[tuple[float, int, int]] = field(default_factory=list)
    """MB, descriptors, threads, each second."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--clients", type=int, default=20)
    parser.add_argument("--phase", type=float, default=20, help="seconds of a phase")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="pinax-soak-") as folder:
        soak = Soak(Path(folder), given.bundle, given.clients)
        seen, stopped = asyncio.run(soak.run(given.minutes * 60, given.phase))
    lines, failed = report(seen, stopped, soak.faults, given)
    print("\n".join(lines))
    put("soak", lines)
    return failed


class Soak:
    """One run."""

    def __init__(self, folder: Path, bundle: Path, n_clients: int) -> None:
        self._folder, self._bundle, self._n_clients = folder, bundle, n_clients
        self._phase, self._seen, self._ended = "quiet", Seen(), asyncio.Event()
        self._faulty_until = 0.0
        self._attacked = Tally()
        self.faults: Counter[str] = Counter()
        self._tokens = [f"honest-{number}" for number in range(n_clients)] + ["hostile"]
        self._edition = Counter({"local": 0, "remote": 0})
        self._unsure: list[Reply] = []
        for name in self._edition:
            self._build(name, 0)

    def _build(self, name: str, edition: int) -> None:
        """Build a bundle in place of the last one; each page says which build it is of, and another one is left out."""
        source = self._folder / f"source-{name}"
        shutil.rmtree(source, ignore_errors=True)
        shutil.copytree(SOURCE, source)
        pages = sorted(source.rglob("*.md"))
        for number, page in enumerate(pages):
            if number == edition % len(pages):
                page.unlink()
            else:
                page.write_text(f"{page.read_text('utf-8')}\n\nThis is edition{edition} of {name}.\n", "utf-8")
        command = [sys.executable, "-m", "pinax_builder", "build", str(source), "-o", str(self._folder / name)]
        command += ["--name", name, "--base-url", f"https://{name}.example/"]
        environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000"}
        subprocess.run(command, env=environment, check=True, capture_output=True)

    async def run(self, seconds: float, phase_s: float) -> tuple[Seen, int]:
        """Serve and ask for so long; return what was seen, and the exit code of the server."""
        server = FaultyServer(self._folder / "remote")
        asked = self._asked = self._draw()
        async with server.serving() as remote:
            process, url = await asyncio.to_thread(self._serve, remote)
            tasks = [asyncio.create_task(self._ask(url, asked, number)) for number in range(self._n_clients)]
            queries = Hostile(open_library([self._bundle]), 1)
            tasks += [
                asyncio.create_task(attack(url, queries, number, self._attacked, self._ended, "hostile"))
                for number in range(HOSTILE_CONNECTIONS)
            ]
            tasks += [asyncio.create_task(self._rebuild()), asyncio.create_task(self._watch(process.pid))]
            await self._pass_phases(server, time.monotonic() + seconds, phase_s)
            await asyncio.gather(*tasks)
            for reply in self._unsure:
                self._wrong(reply)
            process.send_signal(signal.SIGTERM)
            self.faults, self._seen.hostile = server.faults, self._attacked.hostile
            return self._seen, await asyncio.to_thread(process.wait)

    async def _pass_phases(self, server: FaultyServer, ends: float, phase_s: float) -> None:
        number = 0
        while time.monotonic() < ends:
            self._phase = PHASES[number % len(PHASES)]
            self._attacked.under_attack = self._phase in ("hostile", "both")
            server.is_faulty = self._phase in ("faults", "both")
            await asyncio.sleep(phase_s)
            if server.is_faulty:
                self._faulty_until = time.monotonic() + 60  # what failed is tried again after a while
            number += 1
        self._ended.set()

    def _draw(self) -> list[Asked]:
        """Draw calls, with their right replies from the first builds."""
        chance, asked = random.Random(1), []
        library = open_library([self._bundle, self._folder / "local", self._folder / "remote"])
        for docset in library.docsets.values():
            pages = [page for _, _, page in islice(docset.documents(), 2_000)]
            for page in chance.sample(pages, min(8, len(pages))):
                asked += [Asked(docset.name, *call) for call in _calls(docset.name, page.url, page.title or page.url)]
        _add_right(library, asked, 0)
        return asked

    def _serve(self, remote: str) -> tuple[subprocess.Popen[str], str]:
        environment = {
            **os.environ,
            "PINAX_TOKEN": ",".join(self._tokens),
            "XDG_CACHE_HOME": str(self._folder / "cache"),
        }
        command = [
            sys.executable,
            "-m",
            "pinax_runtime",
            "serve",
            str(self._bundle),
            str(self._folder / "local"),
            remote,
        ]
        command += ["--http", "--port", "0", "--refresh-seconds", "5", "--log", str(self._folder / "calls.db")]
        errors = (self._folder / "said.txt").open("w+")
        process = subprocess.Popen(command, stderr=errors, text=True, env=environment)
        while not (said := (self._folder / "said.txt").read_text()).startswith("Serving "):
            if process.poll() is not None:
                raise SystemExit(said)
            time.sleep(0.1)
        return process, said.split()[1].rstrip(";")

    async def _ask(self, url: str, asked: Sequence[Asked], number: int) -> None:
        """Call tools at a steady rate, as an honest client."""
        chance = random.Random(number)
        async with http_client(self._tokens[number]) as client:
            while not self._ended.is_set():
                await asyncio.sleep(chance.uniform(0.5, 1.5) * CALL_S)
                one, phase, began = chance.choice(asked), self._phase, time.perf_counter()
                edition = self._edition[one.docset]
                message, headers = call_message(one.tool, one.arguments)
                try:
                    answer = await client.post(url, json=message, headers=headers)
                    text = answer.json()["result"]["content"][0]["text"]
                    self._judge(Reply(one, edition, phase, text))
                except (httpx2.HTTPError, KeyError, ValueError) as error:
                    self._seen.wrong.append(f"{phase}: {one.tool} {one.arguments}: {error!r}")
                if one.docset != "remote":  # its latency is its network's
                    self._seen.ms[phase].append((time.perf_counter() - began) * 1000)

    def _judge(self, reply: Reply) -> None:
        one, text = reply.asked, reply.text
        code = re.match(r'{"error":{"code":"(\w+)"', text)
        if one.right.get(_plain(text), -1) >= (reply.edition if one.docset == "local" else 0):
            return
        if "cut_short" in text or "[cut short" in text:
            self._seen.cut_short += 1
        elif code and self._may_fail(reply, code[1]):
            self._seen.errors[code[1]] += 1
        elif code and code[1] != "not_found":
            self._seen.failed[code[1]] += 1
        else:  # a build that is not finished yet may give it, and lack the page
            self._unsure.append(reply)

    def _may_fail(self, reply: Reply, code: str) -> bool:
        """Return whether a call asked a bundle whose network failed when it was sent, or a moment ago."""
        network_fails = {reply.told, self._phase} & {"faults", "both"} or time.monotonic() < self._faulty_until
        is_told = code in ("fetch_failed", "cache_error", "timeout")
        return reply.asked.docset == "remote" and bool(network_fails) and is_told

    async def _rebuild(self) -> None:
        """Build both bundles anew, over and over, and judge what came from builds that were not finished."""
        edition = 0
        while not self._ended.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ended.wait(), REBUILD_S)
            edition += 1
            for name in self._edition:
                await asyncio.to_thread(self._build, name, edition)
                library = open_library([self._bundle, self._folder / "local", self._folder / "remote"])
                mine = [one for one in self._asked if one.docset == name]
                await asyncio.to_thread(_add_right, library, mine, edition)
                self._edition[name] = edition
                self._seen.rebuilds += 1
                unsure, self._unsure = self._unsure, []
                for reply in unsure:
                    self._judge(reply)

    def _wrong(self, reply: Reply) -> None:
        one = reply.asked
        self._seen.wrong.append(f"{reply.told}: {one.tool} {one.arguments}: {reply.text[:300]}")

    async def _watch(self, pid: int) -> None:
        while not self._ended.is_set():
            descriptors, threads = (len(os.listdir(f"/proc/{pid}/{kind}")) for kind in ("fd", "task"))
            self._seen.samples.append((resident_mb(pid), descriptors, threads))
            await asyncio.sleep(1)


def _calls(docset: str, url: str, title: str) -> list[tuple[str, dict[str, Any]]]:
    docs = [docset]
    return [
        ("search_pages", {"query": title, "docs": docs}),
        ("search_documents", {"query": " ".join(title.split()[:4]), "docs": docs, "limit": 5}),
        ("find_symbol", {"query": title.split()[0], "docs": docs}),
        ("get_page", {"url": url, "docs": docs, "max_tokens": 2_000}),
        ("search_pages", {"query": f"{title} edition1 edition2", "docs": docs, "limit": 20}),
    ]


def _add_right(library: Library, asked: Sequence[Asked], edition: int) -> None:
    for one in asked:
        one.right[_plain(call_tool(library, one.tool, one.arguments).text)] = edition


def _plain(text: str) -> str:
    return _CURSOR.sub("", text)


def report(seen: Seen, stopped: int, faults: Counter[str], given: argparse.Namespace) -> tuple[list[str], bool]:
    """Return the lines for the page, and whether anything was wrong."""
    for what in seen.wrong[:10]:
        print(f"WRONG {what}", file=sys.stderr)
    rows, p99 = ["| Phase | Honest calls | p50 (ms) | p99 (ms) | p99 beside quiet |", "|---|--:|--:|--:|--:|"], {}
    for phase in PHASES:
        cuts = quantiles(seen.ms[phase], n=100)
        p99[phase] = cuts[98]
        rows.append(
            f"| {phase} | {len(seen.ms[phase]):,} | {cuts[49]:.1f} | {cuts[98]:.0f} | {p99[phase] / p99['quiet']:.2f} |"
        )
    tenth = max(1, len(seen.samples) // 10)
    early, late = seen.samples[tenth : 2 * tenth], seen.samples[-tenth:]
    means = [[sum(column) / len(part) for column in zip(*part, strict=True)] for part in (early, late)]
    honest = sum(map(len, seen.ms.values()))
    lines = [
        *rows,
        "",
        f"- Wrong replies: {len(seen.wrong) or 'none'}. Calls that failed: {_listed(seen.failed)}. Cut short: "
        f"{seen.cut_short}. Errors of the bundle behind the failing network: {_listed(seen.errors)}.",
        f"- {seen.rebuilds} rebuilds; network faults: {_listed(faults)}.",
        f"- Hostile calls: {_listed(seen.hostile)}.",
        "- Server at a tenth of the time and at the end: "
        f"{means[0][0]:.0f} and {means[1][0]:.0f} MB, {means[0][1]:.0f} and {means[1][1]:.0f} descriptors, "
        f"{means[0][2]:.0f} and {means[1][2]:.0f} threads. It ended with {stopped}.",
        "",
        f"Run on {datetime.now(UTC):%Y-%m-%d}, {given.minutes:g} minutes, {given.clients} honest clients.",
    ]
    return lines, bool(seen.wrong or seen.failed or stopped or not honest)


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{what} {n:,}" for what, n in sorted(counts.items()) if what) or "none"


if __name__ == "__main__":
    sys.exit(main())
