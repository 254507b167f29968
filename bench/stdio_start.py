"""Measure start to first answer over stdio, beside a trivial server on the same SDK, in alternation.

python bench/stdio_start.py BUNDLE [--runs 15]

Two moments are taken of each start, both from the launch of the process: the answer to `initialize`, and the answer
to the first tool call (`search_pages` for Pinax; for the trivial server a tool that returns a constant). The processor
time is that of the whole process, which ends after its answer: on a shared machine it tells more than the clock.
Printed are the median of each and the ratio of ours to the trivial server's. The first start of each, which may have
to compile, is not counted.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from statistics import median
from typing import Any, NamedTuple

TRIVIAL = """
import anyio
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

async def list_tools(ctx, params):
    return types.ListToolsResult(tools=[types.Tool(name="hello", input_schema={"type": "object"})])

async def call_tool(ctx, params):
    return types.CallToolResult(content=[types.TextContent(text="hello")])

server = Server("trivial", on_list_tools=list_tools, on_call_tool=call_tool)

async def main():
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())

anyio.run(main)
"""
SLOWEST_END_S = 3.0
"""Seconds that a server has to end by itself after its input has ended."""
OURS = "from pinax_runtime.cli import main; main()"
INITIALIZE = {
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "0"}},
}


class Start(NamedTuple):
    """What one start of a server took."""

    initialized_s: float
    """From launch to the answer to initialize."""
    answered_s: float
    """From launch to the answer to the first call."""
    cpu_s: float
    """User and system, of the whole process."""
    peak_mb: float
    """Highest resident size."""


def start(command: list[str], call: dict[str, object], environment: Mapping[str, str] | None = None) -> Start:
    """Launch a server over stdio, ask it once, and end it.

    Args:
        command: Begins the server.
        call: Name and arguments of the tool that is called first.
        environment: Variables in addition to this process's.
    """
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment = {**inherited, **(environment or {})}
    began = time.perf_counter()
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
    )
    assert process.stdin
    assert process.stdout
    _send(process, INITIALIZE)
    assert "result" in _answer(process, 1)
    initialized = time.perf_counter() - began
    _send(process, {"method": "notifications/initialized"})
    _send(process, {"id": 2, "method": "tools/call", "params": call})
    answer = _answer(process, 2)
    answered = time.perf_counter() - began
    assert not answer["result"].get("isError"), answer
    process.stdin.close()
    ending = threading.Timer(SLOWEST_END_S, process.terminate)
    ending.start()
    _, status, usage = os.wait4(process.pid, 0)
    ending.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    return Start(initialized, answered, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024 / 1e6)


def _send(process: subprocess.Popen[bytes], message: dict[str, object]) -> None:
    assert process.stdin
    process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
    process.stdin.flush()


def _answer(process: subprocess.Popen[bytes], number: int) -> dict[str, Any]:
    """Read lines up to the reply with a number; there are servers that write their log among the replies."""
    assert process.stdout
    for line in process.stdout:
        if not line.startswith(b"{"):
            continue
        message: dict[str, Any] = json.loads(line)
        if message.get("id") == number:
            return message
    sys.exit(f"{process.args!r} ended without an answer")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bundle")
    parser.add_argument("--runs", type=int, default=15)
    options = parser.parse_args()
    contenders = {
        "trivial": ([sys.executable, "-c", TRIVIAL], {"name": "hello", "arguments": {}}),
        "pinax": (
            [sys.executable, "-c", OURS, "serve", options.bundle],
            {"name": "search_pages", "arguments": {"query": "how to start", "limit": 3}},
        ),
    }
    times: dict[str, list[Start]] = {name: [] for name in contenders}
    for run in range(options.runs + 1):
        for name, (command, call) in contenders.items():
            taken = start(command, call)
            if run:
                times[name].append(taken)
    medians = {name: [median(column) for column in zip(*taken, strict=True)] for name, taken in times.items()}
    for name, taken in medians.items():
        initialized, answered, cpu = (1000 * seconds for seconds in taken[:3])
        print(f"{name:8} initialize {initialized:6.0f} ms   first call {answered:6.0f} ms   processor {cpu:6.0f} ms")
    ratios = [ours / theirs for ours, theirs in zip(medians["pinax"][:3], medians["trivial"][:3], strict=True)]
    initialized, answered, cpu = (f"{ratio:6.2f}   " for ratio in ratios)
    print(f"ratio    initialize {initialized}   first call {answered}   processor {cpu}({options.runs} starts each)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
