"""Calls that clients cancel, over stdio and HTTP: nobody waits for them, and nothing answers them."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters

from pinax_runtime.serve.call_log import CallFilter, CallLogReader

SLOW = """
import sys, time
from pinax_runtime.search import Library, deadline
search = Library.search
def slow(self, query, **options):
    if query == "endless":
        while True: deadline.checkpoint()
    if query == "heavy":
        until = time.thread_time() + 0.5
        while time.thread_time() < until: deadline.checkpoint()
    return search(self, query, **options)
Library.search = slow
from pinax_runtime.cli import main; main()
"""
"""A server on which two queries take long."""
INITIALIZE = {
    "id": 0,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "0"}},
}


def searching(number: int, query: str) -> dict[str, Any]:
    params = {"name": "search_pages", "arguments": {"query": query}}
    return {"id": number, "method": "tools/call", "params": params}


def cancelled(number: int) -> dict[str, Any]:
    return {"method": "notifications/cancelled", "params": {"requestId": number}}


class Pipes:
    """A server over stdio, as bare pipes see it."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def send(self, *messages: dict[str, Any]) -> None:
        assert self._process.stdin
        self._process.stdin.write("".join(json.dumps({"jsonrpc": "2.0", **message}) + "\n" for message in messages))
        self._process.stdin.flush()

    def answer(self) -> dict[str, Any]:
        assert self._process.stdout
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer

    def end(self) -> str:
        """Close standard input, and return what else was written."""
        return self._process.communicate(timeout=120)[0]


@contextmanager
def piped(location: Path, *options: object) -> Iterator[Pipes]:
    command = [sys.executable, "-c", SLOW, "serve", str(location), *map(str, options)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        pipes = Pipes(process)
        pipes.send(INITIALIZE, {"method": "notifications/initialized"})
        assert pipes.answer()["id"] == 0
        yield pipes
        process.kill()


def test_a_cancelled_call_is_not_answered_and_not_waited_for(location: Path, tmp_path: Path) -> None:
    """After a notice of cancellation, the call is not answered, later calls are, and the log says what became of it."""
    with piped(location, "--call-seconds", 60, "--log", tmp_path / "calls.db") as pipes:
        pipes.send(*(searching(number, "endless") for number in range(1, 9)))
        pipes.send(*map(cancelled, range(1, 9)), searching(9, "clock"))
        assert pipes.answer()["id"] == 9
        assert pipes.end() == ""
    logged = [one.call for one in CallLogReader(tmp_path / "calls.db").latest(CallFilter(), 20)]
    assert {call.status for call in logged} <= {"ok", "cancelled"}
    assert sum(call.status == "ok" for call in logged) == 1


def test_light_calls_overtake_a_heavy_one(location: Path) -> None:
    """Over stdio, short calls that were sent behind long ones are answered first."""
    with piped(location) as pipes:
        pipes.send(searching(1, "heavy"), searching(2, "heavy"), searching(3, "clock"), searching(4, "retry"))
        order = [pipes.answer()["id"] for _ in range(4)]
    assert set(order[:2]) == {3, 4}
    assert set(order[2:]) == {1, 2}


def test_a_call_ends_at_the_time_that_the_option_says(location: Path) -> None:
    """`--call-seconds` bounds a call; one with nothing to show by then is an error."""
    with piped(location, "--call-seconds", 0.2) as pipes:
        pipes.send(searching(1, "endless"))
        result = pipes.answer()["result"]
    assert result["isError"]
    assert json.loads(result["content"][0]["text"])["error"]["code"] == "timeout"


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_the_official_client_cancels(location: Path, mode: Any) -> None:
    """When the official client gives a call up, the session goes on."""
    parameters = StdioServerParameters(
        command=sys.executable, args=["-c", SLOW, "serve", str(location), "--call-seconds", "60"]
    )

    async def run() -> str:
        async with Client(parameters, mode=mode) as client:
            for _ in range(6):
                call = asyncio.create_task(client.call_tool("search_pages", {"query": "endless"}))
                await asyncio.sleep(0.1)
                call.cancel()
                await asyncio.gather(call, return_exceptions=True)
            result = await asyncio.wait_for(client.call_tool("search_pages", {"query": "clock"}), 60)
            return str(result.content[0].text)

    assert '"hits"' in asyncio.run(run())


@pytest.fixture
def over_http(location: Path, tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """Serve over HTTP with a log; return the address and the log."""
    log = tmp_path / "calls.db"
    options = ["--http", "--port", "0", "--call-seconds", "60", "--log", str(log)]
    command = [sys.executable, "-c", SLOW, "serve", str(location), *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        yield process.stderr.readline().split()[1].removesuffix(";"), log
        process.kill()


def stateless(query: str) -> tuple[dict[str, Any], dict[str, str]]:
    """Return a call in version 2026-07-28, in one request."""
    call = searching(1, query)
    meta = {"protocolVersion": "2026-07-28", "clientCapabilities": {}, "clientInfo": {"name": "t", "version": "0"}}
    call["params"]["_meta"] = {f"io.modelcontextprotocol/{name}": value for name, value in meta.items()}
    headers = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "search_pages"}
    return call, headers


@pytest.mark.parametrize("make", [stateless, lambda query: (searching(1, query), {})], ids=["2026", "2025"])
def test_a_call_whose_client_has_gone_stops(
    over_http: tuple[str, Path], make: Callable[[str], tuple[dict[str, Any], dict[str, str]]]
) -> None:
    """When a client closes its connection, its call stops, and others are answered."""
    url, log = over_http
    (call, headers), accept = make("endless"), {"Accept": "application/json, text/event-stream"}
    for _ in range(6):
        with pytest.raises(httpx2.ReadTimeout):
            httpx2.post(url, json={"jsonrpc": "2.0", **call}, headers={**accept, **headers}, timeout=0.3)
    call, headers = make("clock")
    answer = httpx2.post(url, json={"jsonrpc": "2.0", **call}, headers={**accept, **headers}, timeout=60)
    assert answer.json()["result"]["isError"] is False
    for _ in range(600):
        statuses = [one.call.status for one in CallLogReader(log).latest(CallFilter(), 20)]
        if len(statuses) == 7:
            break
        asyncio.run(asyncio.sleep(0.1))
    assert sorted(statuses) == ["cancelled"] * 6 + ["ok"]
