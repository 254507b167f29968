"""Rebuild a bundle again and again while agents ask a server for it: no call may fail, none may see an old build.

rebuilds.py [--times 1000] [--clients 4] [--kill-every 20] [--most-growth 4]

A folder of Markdown is changed and built anew, `--times` times, by the Python API; every `--kill-every`-th time by a
process of its own, too, that is killed on the way. Clients call tools of `pinax-runtime serve --http` without a pause.
Pages say which build they are of. A call is wrong if it fails, if what it gives is of an older build than the one that
was finished when the call began, if it mixes builds, or if a search does not give every page.

The server's memory is written for each tenth of the rebuilds: the median of what it held after each. It may grow by
`--most-growth` MB from the second tenth to the last.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import httpx2

sys.path[:0] = [str(Path(__file__).parent)]

from costs.processes import resident_mb  # noqa: E402

from pinax_builder.building import build  # noqa: E402
from pinax_builder.configuration import BuildConfig, load_config  # noqa: E402

PAGES = 12
_HEADERS = {"Accept": "application/json, text/event-stream"}
_ASK = (
    ("search_pages", {"query": "measurements", "limit": 50}),
    ("get_page", {"url": "page3.md"}),
    ("list_documents", {}),
    ("search_documents", {"query": "measurements calibration", "limit": 3}),
)


@dataclass
class Tally:
    """What clients saw."""

    calls: int = 0
    wrong: list[str] = field(default_factory=list)
    slowest_ms: float = 0.0
    built: int = 0
    """The last build that is finished."""
    memory_mb: list[float] = field(default_factory=list)
    """What the server holds after each rebuild."""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--times", type=int, default=1_000)
    options.add_argument("--clients", type=int, default=4)
    options.add_argument("--kill-every", type=int, default=20)
    options.add_argument("--most-growth", type=float, default=4.0, help="MB")
    given = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="pinax-rebuilds-") as folder:
        tally, killed, seconds = run(Path(folder), given.times, given.clients, given.kill_every)
    facts = {"rebuilds": tally.built, "killed": killed, "calls": tally.calls, "wrong": len(tally.wrong)}
    tenth = max(1, given.times // 10)
    parts = [tally.memory_mb[at : at + tenth] for at in range(0, len(tally.memory_mb), tenth)]
    memory = [round(median(part), 1) for part in parts]
    facts |= {"slowest_ms": round(tally.slowest_ms), "seconds": round(seconds)}
    print(json.dumps({**facts, "memory_mb": memory}))
    print("\n".join(tally.wrong[:10]))
    sys.exit(bool(tally.wrong) or memory[-1] - memory[min(1, len(memory) - 1)] > given.most_growth)


def run(folder: Path, times: int, clients: int, kill_every: int) -> tuple[Tally, int, float]:
    tally, ended, killed = Tally(), threading.Event(), 0
    config = write_site(folder, 0)
    build(config, folder / "bundle", workers=1)
    port = free_port()
    command = [sys.executable, "-c", "from pinax_runtime.cli import main; main()"]
    command += ["serve", str(folder / "bundle"), "--http", "--port", str(port)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as server:
        wait_until_served(port)
        asking = [threading.Thread(target=ask, args=(port, tally, ended, n)) for n in range(clients)]
        for thread in asking:
            thread.start()
        started = time.perf_counter()
        for number in range(1, times + 1):
            write_site(folder, number)
            if kill_every and number % kill_every == 0:
                killed += build_and_kill(folder, number)
            build(config, folder / "bundle", workers=1, prune=number % 3 == 0)
            tally.built = number
            tally.memory_mb.append(resident_mb(server.pid))
        seconds = time.perf_counter() - started
        ended.set()
        for thread in asking:
            thread.join()
        server.terminate()
    return tally, killed, seconds


def write_site(folder: Path, number: int) -> BuildConfig:
    """Write the pages of a build: some are the same in every one, the others say its number."""
    (folder / "site").mkdir(exist_ok=True)
    for page in range(PAGES):
        says = f"These measurements are of build-number-{number}." if page % 2 else "These measurements never change."
        text = f"# Page {page}\n\n{says}\n\n## Calibration\n\n{'Take the calibration of the sensor. ' * 20}\n"
        (folder / "site" / f"page{page}.md").write_text(text, "utf-8")
    (folder / "pinax.toml").write_text('[[docset]]\nname = "m"\npath = "site"\n', "utf-8")
    return load_config(folder / "pinax.toml")


def build_and_kill(folder: Path, number: int) -> bool:
    """Start a build in a process of its own and kill it; gives whether it was still at work."""
    command = [sys.executable, "-c", "from pinax_builder.cli import main; main()", "build"]
    command += [str(folder / "pinax.toml"), "-o", str(folder / "bundle")]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(random.Random(number).uniform(0.3, 1.2))
    at_work = process.poll() is None
    process.kill()
    process.wait()
    return at_work


def ask(port: int, tally: Tally, ended: threading.Event, seed: int) -> None:
    """Call tools until the end, and check each reply."""
    chance = random.Random(seed)
    with httpx2.Client(headers=_HEADERS, timeout=30) as client:
        while not ended.is_set():
            name, arguments = chance.choice(_ASK)
            least = tally.built
            began = time.perf_counter()
            try:
                reply = call(client, port, name, arguments)
                fault = fault_of(name, reply, least)
            except Exception as error:
                fault = f"{type(error).__name__}: {error}"
            tally.slowest_ms = max(tally.slowest_ms, (time.perf_counter() - began) * 1000)
            tally.calls += 1
            if fault:
                tally.wrong.append(f"{name}: {fault}")


def call(client: httpx2.Client, port: int, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
    answer = client.post(f"http://127.0.0.1:{port}/mcp", json=message)
    answer.raise_for_status()
    result: dict[str, Any] = answer.json()["result"]
    return result


def fault_of(name: str, reply: dict[str, Any], least: int) -> str:
    """Say what is wrong with a reply; empty for nothing."""
    text = reply["content"][0]["text"]
    if reply.get("isError"):
        return f"it failed: {text[:300]}"
    if name == "search_pages" and len(json.loads(text)["hits"]) != PAGES:
        return f"{len(json.loads(text)['hits'])} pages instead of {PAGES}"
    numbers = {int(part.split(".")[0].split()[0]) for part in text.split("build-number-")[1:]}
    if len(numbers) > 1:
        return f"it mixes builds: {sorted(numbers)}"
    return f"it is of build {min(numbers)}, after build {least} was there" if numbers and min(numbers) < least else ""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_until_served(port: int) -> None:
    for _ in range(300):
        try:
            if httpx2.get(f"http://127.0.0.1:{port}/health").status_code == 200:
                return
        except httpx2.HTTPError:
            time.sleep(0.1)
    sys.exit("the server did not start")


if __name__ == "__main__":
    os.environ.pop("PINAX_TOKEN", None)
    main()
