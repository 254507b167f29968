"""A real server over HTTP, and requests of every kind for it: sound ones, changed ones, bytes, and half of one.

Strategy. What is sent depends on a seed alone. Each request goes over a connection of its own, whose sending side is
closed behind it, so that the server waits for nothing more.
"""

from __future__ import annotations

import json
import os
import random
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from fuzz.inputs import drawn
from runtime.serve.over_http.conftest import message

BUNDLE = Path(__file__).parents[1] / "data" / "bundles" / "v1"
TOKEN = "t0ken-of-the-fuzzing"
METHODS = ("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "PRI", "get", "G\x00T", "")
PATHS = (
    "/mcp", "/", "/health", "/api/search", "/api/page", "/api/bundles", "/static/viewer.js", "/static/../../etc/passwd",
    "/static/%2e%2e%2f%2e%2e%2fpyproject.toml", "/mcp/", "//mcp", "/mcp?x=%00", "/api/search?query=%ff&limit=1e9",
    "/api/search?query=" + "a" * 70_000, "*", "http://evil.example/mcp", "/mcp#x", "/\u00fc", "/api/page?url=file:///etc/passwd",
)  # fmt: skip
HEADERS = (
    ("Host", "evil.example"), ("Host", ""), ("Origin", "https://evil.example"), ("Origin", "null"),
    ("Authorization", f"Bearer {TOKEN}x"), ("Authorization", "Basic eDp5"), ("Authorization", "Bearer \u00fc"),
    ("Content-Length", "-1"), ("Content-Length", "99999999999"), ("Content-Length", "1e3"), ("Content-Length", "5"),
    ("Transfer-Encoding", "chunked"), ("Transfer-Encoding", "gzip, chunked"), ("Transfer-Encoding", "x"),
    ("Content-Encoding", "gzip"), ("Content-Type", "text/plain"), ("Content-Type", "application/json; charset=utf-7"),
    ("Accept", "*/*;q=nonsense"), ("Accept", ""), ("Expect", "100-continue"), ("Upgrade", "websocket"),
    ("Upgrade", "h2c"), ("Connection", "Upgrade"), ("MCP-Protocol-Version", "1999-01-01"), ("Mcp-Method", "tools/list"),
    ("Mcp-Name", "\u00fc" * 100), ("Mcp-Session-Id", "x" * 5_000), ("Last-Event-ID", "-1"), ("X-Long", "y" * 70_000),
    ("Range", "bytes=0-0,-1"), ("If-None-Match", '"' * 1_000), ("Cookie", "a=b; " * 1_000), ("X\x00", "z"),
    ("X y", "z"),
)  # fmt: skip
_META = message("search_pages", {"query": "retry"})[0]["params"]
BODIES: tuple[Any, ...] = (
    {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": _META},
    {"jsonrpc": "2.0", "id": 1, "method": "tools/list"},
    {"jsonrpc": "2.0", "id": 1, "method": "ping"},
    {"jsonrpc": "2.0", "id": {"a": 1}, "method": "ping"},
    {"jsonrpc": "2.0", "id": 2**70, "method": "ping"},
    {"jsonrpc": "1.0", "method": ["x"], "params": 7},
    {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}},
    {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": 5}},
    {"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": {"uri": "file:///etc/passwd"}},
    {"jsonrpc": "2.0", "id": 1, "method": "prompts/get", "params": {"name": "x", "arguments": {"a": 1}}},
    {"jsonrpc": "2.0", "id": 1, "method": "completion/complete", "params": {}},
    {"jsonrpc": "2.0", "id": 1, "result": {}},
    [{"jsonrpc": "2.0", "id": n, "method": "ping"} for n in range(50)],
    [], None, 7, "text", {"a": {"b": {}}},
)  # fmt: skip
RAW = (b"[" * 50_000, b'{"a":' * 50_000, b"\xff\xfe{}", b'{"jsonrpc":"2.0","id":NaN}', b"9" * 10_000, b"\x1f\x8b\x08")


def request(chance: random.Random) -> bytes:
    """Write a request of some kind."""
    body = chance.choice(RAW) if chance.random() < 0.2 else json.dumps(chance.choice(BODIES)).encode()
    headers = {"Host": "127.0.0.1", "Content-Type": "application/json", "Authorization": f"Bearer {TOKEN}"}
    headers["Accept"] = "application/json, text/event-stream"
    headers["Content-Length"] = str(len(body))
    if chance.random() < 0.3:
        headers |= message("search_pages", {"query": "x"})[1]
    for name, value in chance.sample(HEADERS, chance.choice((0, 0, 1, 1, 2, 4))):
        headers[name] = value
    method, path = ("POST", "/mcp") if chance.random() < 0.5 else (chance.choice(METHODS), chance.choice(PATHS))
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    whole = f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body
    return drawn(chance, [whole[:20_000]]) if chance.random() < 0.3 else whole


class HttpServer:
    """`pinax-runtime serve --http` in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self._said = folder / "stderr"
        command = [sys.executable, "-c", "from pinax_runtime.cli import main; main()", "serve", str(BUNDLE), "--http"]
        with self._said.open("w") as said:
            self.process = subprocess.Popen(
                [*command, "--port", "0", "--log", str(folder / "calls.db"), "--rate-limit", "0"],
                stderr=said,
                env={**os.environ, "PINAX_TOKEN": TOKEN},
            )
        until = time.monotonic() + 60
        while "http://" not in self.said() and time.monotonic() < until:
            time.sleep(0.05)
        self.port = int(self.said().split("http://127.0.0.1:")[1].split("/")[0])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()

    def said(self) -> str:
        """Return what the server wrote on standard error."""
        return self._said.read_text("utf-8", "replace")

    def send(self, data: bytes, *, is_half: bool = False, timeout_s: float = 10) -> bytes:
        """Send bytes and return what comes back; of half a request, nothing is waited for."""
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout_s) as connection:
            with suppress(OSError):  # a server may hang up before it has read all
                connection.sendall(data)
                connection.shutdown(socket.SHUT_WR)
            answer = b""
            while not is_half and (piece := connection.recv(65_536)):
                answer += piece
            return answer
        return b""

    def is_alive(self) -> bool:
        """Say whether it still answers."""
        head = f"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {TOKEN}\r\n\r\n"
        return b" 200 " in self.send(head.encode()).partition(b"\r\n")[0]

    def descriptors(self) -> int:
        """Count the open files and connections; 0 where the system does not say."""
        folder = Path(f"/proc/{self.process.pid}/fd")
        return len(list(folder.iterdir())) if folder.exists() else 0

    def memory_kb(self) -> int:
        """Return the resident memory; 0 where the system does not say."""
        status = Path(f"/proc/{self.process.pid}/status")
        lines = status.read_text().splitlines() if status.exists() else []
        return next((int(line.split()[1]) for line in lines if line.startswith("VmRSS")), 0)


def fault_of(answer: bytes) -> str:
    """Say what is wrong with an answer; empty if nothing is."""
    first = answer.partition(b"\r\n")[0]
    if answer and not first.startswith(b"HTTP/1."):
        return f"no HTTP: {first[:60]!r}"
    if b" 500 " in first or b"Traceback" in answer or b'File "' in answer:
        return f"a defect shows: {answer[:300]!r}"
    return "a secret or a file shows" if TOKEN.encode() in answer or b"root:x:" in answer else ""
