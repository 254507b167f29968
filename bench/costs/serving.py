"""Start `pinax-runtime serve`, ask it over stdio, and give its memory."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from costs.processes import resident_mb
from stdio_start import TRIVIAL

INITIALIZE = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "0"}}


def memory_after(command: Sequence[str], bundle: Path, queries: Sequence[str]) -> dict[str, float]:
    """Return the server's resident size (MB) before the first query and after all of them."""
    with subprocess.Popen(
        [*command, str(bundle)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        _request(process, 0, "initialize", INITIALIZE)
        _send(process, {"method": "notifications/initialized"})
        before = resident_mb(process.pid)
        for number, query in enumerate(queries, 1):
            call = {"name": "search_pages", "arguments": {"query": query, "limit": 10}}
            answer = _request(process, number, "tools/call", call)
            assert not answer["result"].get("isError"), answer
        after = resident_mb(process.pid)
        assert process.stdin
        process.stdin.close()
    return {"started_mb": before, "after_mb": after}


def memory_of_trivial_server() -> float:
    """Return the resident size (MB) of a server on the same SDK that does nothing."""
    command = [sys.executable, "-c", TRIVIAL]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        _request(process, 0, "initialize", INITIALIZE)
        resident = resident_mb(process.pid)
        assert process.stdin
        process.stdin.close()
    return resident


def _request(process: subprocess.Popen[bytes], number: int, method: str, parameters: dict[str, Any]) -> dict[str, Any]:
    _send(process, {"id": number, "method": method, "params": parameters})
    assert process.stdout
    while True:
        answer: dict[str, Any] = json.loads(process.stdout.readline())
        if answer.get("id") == number:
            return answer


def _send(process: subprocess.Popen[bytes], message: dict[str, Any]) -> None:
    assert process.stdin
    process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
    process.stdin.flush()
