"""A server over stdio ends at once when it is interrupted, or when nobody reads what it says."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
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
def server(location: Path) -> Iterator[subprocess.Popen]:
    """A server that waits on standard input, as in a terminal."""
    command = [sys.executable, "-c", "from pinax_runtime.cli.main import main; main()", "serve", str(location)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdin.write(json.dumps(START).encode() + b"\n")
        process.stdin.flush()
        assert b"serverInfo" in process.stdout.readline()
        yield process
        process.kill()


def test_an_interrupt_ends_it(server: subprocess.Popen) -> None:
    """It ends with 130 though standard input is open, and says nothing."""
    began = time.monotonic()
    server.send_signal(signal.SIGINT)
    assert server.wait(20) == 130
    assert time.monotonic() - began < 10
    assert b"Traceback" not in server.stderr.read()


def test_a_closed_output_ends_it(server: subprocess.Popen) -> None:
    """It ends with 1 at the first reply that cannot be written, without a traceback."""
    server.stdout.close()
    server.stdin.write(json.dumps({"jsonrpc": "2.0", "id": 2, "method": "ping"}).encode() + b"\n")
    server.stdin.flush()
    assert server.wait(20) == 1
    assert b"Traceback" not in server.stderr.read()
