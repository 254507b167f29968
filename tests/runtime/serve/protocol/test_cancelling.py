"""Calls that clients cancel, over stdio and HTTP: nobody waits for them, and nothing answers them."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from threading import Semaphore
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest
from mcp import Client

from pinax_runtime.call_log import CallFilter, CallLog, CallLogReader, record_call
from pinax_runtime.deadline import checkpoint
from pinax_runtime.search import Library, Reply
from pinax_runtime.server import Served, make_server
from runtime.serve.over_http.conftest import InThreads, message

SLOW = """
import sys, time
from pinax_runtime import deadline
from pinax_runtime.search import Library
search = Library.search
def slow(self, query, **options):
    if query == "endless":
        while True: deadline.checkpoint(); time.sleep(0.001)
    if query == "heavy":
        until = time.thread_time() + 0.3
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
    logged = CallLogReader(tmp_path / "calls.db").latest(CallFilter(), 20)
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
    with piped(location, "--call-seconds", 0.1) as pipes:
        pipes.send(searching(1, "heavy"))
        result = pipes.answer()["result"]
    assert result["isError"]
    assert json.loads(result["content"][0]["text"])["error"]["code"] == "timeout"


class Slow(Library):
    """A library in which one query never ends."""

    begun = Semaphore(0)

    def search(self, query: str, **options: Any) -> Reply:
        if query != "endless":
            return super().search(query, **options)
        self.begun.release()
        while True:
            checkpoint()
            time.sleep(0.001)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_the_official_client_cancels(library: Library, mode: Any) -> None:
    """When the official client gives a call up, the session goes on."""
    slow = Slow(library.docsets.values(), library.ranking)

    async def run() -> str:
        async with Client(make_server(Served(slow, seconds=60)), mode=mode) as client:
            for _ in range(6):
                call = asyncio.create_task(client.call_tool("search_pages", {"query": "endless"}))
                await asyncio.to_thread(slow.begun.acquire, timeout=60)
                call.cancel()
                await asyncio.gather(call, return_exceptions=True)
            result = await asyncio.wait_for(client.call_tool("search_pages", {"query": "clock"}), 60)
            return str(result.content[0].text)

    assert '"hits"' in asyncio.run(run())


@pytest.mark.parametrize("version", ["2026", "2025"])
def test_a_call_whose_client_has_gone_stops(library: Library, tmp_path: Path, version: str) -> None:
    """When a client closes its connection, its call stops, and others are answered."""
    slow = Slow(library.docsets.values(), library.ranking)
    with CallLog(tmp_path / "calls.db") as log, ExitStack() as stack, httpx2.Client(timeout=60) as http:
        servers = InThreads(stack)
        url = servers(Served(slow, seconds=60, recorder=partial(record_call, log)))
        stack.callback(servers.stop)
        for query in ["endless"] * 6 + ["clock"]:
            body, headers = message("search_pages", {"query": query})
            if version == "2025":
                del body["params"]["_meta"]
                headers = {"Accept": headers["Accept"]}
            if query == "clock":
                assert http.post(f"{url}mcp", json=body, headers=headers).json()["result"]["isError"] is False
                break
            content = json.dumps(body)
            lines = {**headers, "Host": "localhost", "Content-Type": "application/json", "Content-Length": len(content)}
            head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
            where = urlsplit(url)
            with socket.create_connection((where.hostname or "", where.port or 0)) as connection:
                connection.sendall(f"POST /mcp HTTP/1.1\r\n{head}\r\n{content}".encode())
                assert slow.begun.acquire(timeout=60)
        reader, calls = CallLogReader(tmp_path / "calls.db"), []
        while len(calls) < 7:
            calls = reader.latest(CallFilter(), 20)
            time.sleep(0.01)
    assert sorted(one.status for one in calls) == ["cancelled"] * 6 + ["ok"]
