"""Servers over HTTP: the application in this process, and real ones in processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from starlette.testclient import TestClient

from pinax_runtime import over_http
from pinax_runtime.call_log import CallLog, record_call
from pinax_runtime.over_http import HttpServer, HttpSettings, make_application
from pinax_runtime.search import Library
from pinax_runtime.server import Served

STATIC = Path(over_http.__file__).parent / "static"
TOKEN = "t0ken-of-the-tests"
URL = "http://127.0.0.1:8423"
CARDS = ["/mcp/server-card", "/.well-known/mcp/server-card.json", "/.well-known/ai-catalog.json"]
"""The paths of the server card, and of the catalog that leads to it."""
PAGES = ["/", *(f"/static/{file.name}" for file in sorted(STATIC.iterdir()) if file.name != "index.html")]
"""The paths of the viewer's files."""


def message(tool: str, arguments: dict[str, Any], client: str = "tester") -> tuple[dict[str, Any], dict[str, str]]:
    """Return body and headers of a call as a client of the current protocol makes it, in one request."""
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": client, "version": "7"},
    }
    params = {"name": tool, "arguments": arguments, "_meta": meta}
    headers = {
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": "2026-07-28",
        "Mcp-Method": "tools/call",
        "Mcp-Name": tool,
    }
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}, headers


@pytest.fixture(scope="module")
def _shared() -> Iterator[tuple[ExitStack, dict[str, TestClient]]]:
    """Clients of applications that remember nothing, by the options of these."""
    with ExitStack() as stack:
        yield stack, {}


@pytest.fixture
def browse(library: Library, _shared: tuple[ExitStack, dict[str, TestClient]]) -> Iterator[Callable[..., TestClient]]:
    """Return a client of an application: `browse(tokens=("…",), rate=5)`; options are those of the settings.

    An application without a log and a rate is shared by the tests of a module.
    """
    module, known = _shared
    with ExitStack() as own:

        def give(served: Served | None = None, *, rate: float = 0, **options: Any) -> TestClient:
            key = str(options)
            if served or rate or key not in known:
                app = make_application(served or Served(library), HttpSettings(rate_limit=rate, **options))
                stack = own if served or rate else module
                client = stack.enter_context(TestClient(app, base_url=URL))
                if stack is own:
                    return client
                known[key] = client
            return known[key]

        yield give


@pytest.fixture
def logged(library: Library, tmp_path: Path) -> Iterator[Served]:
    """What is served with a log."""
    with CallLog(tmp_path / "calls.db", secrets=(TOKEN,)) as log:
        yield Served(library, recorder=partial(record_call, log), log_file=tmp_path / "calls.db")


class InThreads:
    """Starts servers on free ports, each in a thread of this process, and stops them."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._servers: list[HttpServer] = []

    def __call__(self, served: Served, **options: Any) -> str:
        """Start one and give its address; options are those of the settings."""
        server = HttpServer(served, HttpSettings(port=0, **options))
        thread = Thread(target=server.answer)
        thread.start()
        self._stack.callback(thread.join)
        self._servers.append(server)
        return server.url

    def stop(self) -> None:
        """Tell them to stop, and do not wait for it."""
        for server in self._servers:
            server.stop()


@pytest.fixture
def start() -> Iterator[InThreads]:
    """Start servers: `start(served, tokens=("…",))` gives the address."""
    with ExitStack() as stack:
        servers = InThreads(stack)
        yield servers
        servers.stop()


@dataclass
class Running:
    """A server in a process of its own."""

    process: subprocess.Popen[str]
    url: str

    def errors(self) -> str:
        assert self.process.stderr
        return self.process.stderr.read()


@pytest.fixture(scope="module")
def serve(location: Path) -> Iterator[Callable[..., Running]]:
    """Start `pinax-runtime serve --http` on a free port: `serve("--log", file, environment={…})`."""
    started: list[subprocess.Popen[str]] = []

    def start(*options: object, environment: dict[str, str] | None = None) -> Running:
        command = [sys.executable, "-c", "from pinax_runtime.cli import main; main()", "serve", str(location)]
        process = subprocess.Popen(
            [*command, "--http", "--port", "0", *map(str, options)],
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **(environment or {})},
        )
        started.append(process)
        assert process.stderr
        line = process.stderr.readline()
        assert line.startswith("Serving "), line + process.stderr.read()
        return Running(process, line.split()[1].removesuffix("mcp;"))

    yield start  # servers run on until the module's tests are done
    for process in started:
        process.kill()
        process.communicate()
