"""A server over stdio ends at once, but for the replies that are due when its input ends."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")

START = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}


@pytest.fixture
def started(location: Path) -> Iterator[subprocess.Popen]:
    """A server that nobody has said anything to; one that waited for a call would do so for minutes."""
    options = ["serve", str(location), "--call-seconds", "60"]
    command = [sys.executable, "-c", "from pinax_runtime.cli import main; main()", *options]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        yield process
        process.kill()


@pytest.fixture
def server(started: subprocess.Popen) -> subprocess.Popen:
    """A server that waits on standard input, as in a terminal, for a client that has said hello."""
    _say(started, START)
    assert b"serverInfo" in started.stdout.readline()
    return started


def test_an_interrupt_ends_it(server: subprocess.Popen) -> None:
    """It ends with 130 though standard input is open, and says nothing."""
    server.send_signal(signal.SIGINT)
    assert server.wait(120) == 130
    assert b"Traceback" not in server.stderr.read()


def test_a_closed_output_ends_it(server: subprocess.Popen) -> None:
    """It ends with 1 at the first reply that cannot be written, without a traceback."""
    server.stdout.close()
    _say(server, _request(2, "ping"))
    assert server.wait(120) == 1
    assert b"Traceback" not in server.stderr.read()


def test_what_was_asked_is_answered_though_the_input_ends(server: subprocess.Popen) -> None:
    """It answers every request that came before the end of its input, and then ends with 0."""
    search = {"name": "search_pages", "arguments": {"query": "retry"}}
    _say(server, *(_request(n, "tools/call", search) for n in range(2, 22)), _request(22, "tools/list"))
    server.stdin.close()
    replies = [json.loads(line) for line in server.stdout]
    assert server.wait(120) == 0
    assert sorted(reply["id"] for reply in replies) == list(range(2, 23))
    assert not any("error" in reply or reply["result"].get("isError") for reply in replies)


def test_a_cancelled_request_does_not_hold_up_the_end(server: subprocess.Popen) -> None:
    """It ends at once though a cancelled request has no reply, and answers the one after it."""
    search = {"name": "search_pages", "arguments": {"query": "retry"}}
    cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}}
    _say(server, _request(2, "tools/call", search), cancel, _request(3, "tools/call", search))
    server.stdin.close()
    assert 3 in [json.loads(line)["id"] for line in server.stdout]
    assert server.wait(120) == 0


def test_a_client_that_listens_does_not_hold_up_the_end(started: subprocess.Popen) -> None:
    """It ends at once though a client of 2026-07-28 has asked to be told of changes, which has no end."""
    envelope = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    listen = {"_meta": envelope, "notifications": {"resourcesListChanged": True}}
    _say(started, _request(2, "subscriptions/listen", listen))
    assert json.loads(started.stdout.readline())["method"] == "notifications/subscriptions/acknowledged"
    started.stdin.close()
    assert started.wait(120) == 0


def _request(number: int, method: str, params: object = None) -> dict[str, object]:
    return {"jsonrpc": "2.0", "id": number, "method": method, **({"params": params} if params else {})}


def _say(server: subprocess.Popen, *messages: object) -> None:
    server.stdin.write(b"".join(json.dumps(message).encode() + b"\n" for message in messages))
    server.stdin.flush()
