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
import time
from statistics import median

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
OURS = "from pinax_runtime.cli import main; main()"
INITIALIZE = {
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "0"}},
}


def start(command: list[str], call: dict[str, object]) -> tuple[float, float, float]:
    """Return the seconds from launch to the answer to initialize and to the first call, and those of the processor."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    began = time.perf_counter()
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
    )
    assert process.stdin
    assert process.stdout
    _send(process, INITIALIZE)
    assert "result" in json.loads(process.stdout.readline())
    initialized = time.perf_counter() - began
    _send(process, {"method": "notifications/initialized"})
    _send(process, {"id": 2, "method": "tools/call", "params": call})
    answer = json.loads(process.stdout.readline())
    answered = time.perf_counter() - began
    assert not answer["result"].get("isError"), answer
    process.stdin.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return initialized, answered, usage.ru_utime + usage.ru_stime


def _send(process: subprocess.Popen[bytes], message: dict[str, object]) -> None:
    assert process.stdin
    process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
    process.stdin.flush()


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
    times: dict[str, list[tuple[float, float, float]]] = {name: [] for name in contenders}
    for run in range(options.runs + 1):
        for name, (command, call) in contenders.items():
            taken = start(command, call)
            if run:
                times[name].append(taken)
    medians = {name: [median(column) for column in zip(*taken, strict=True)] for name, taken in times.items()}
    for name, taken in medians.items():
        initialized, answered, cpu = (1000 * seconds for seconds in taken)
        print(f"{name:8} initialize {initialized:6.0f} ms   first call {answered:6.0f} ms   processor {cpu:6.0f} ms")
    ratios = [ours / theirs for ours, theirs in zip(medians["pinax"], medians["trivial"], strict=True)]
    initialized, answered, cpu = (f"{ratio:6.2f}   " for ratio in ratios)
    print(f"ratio    initialize {initialized}   first call {answered}   processor {cpu}({options.runs} starts each)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
