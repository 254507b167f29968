"""Speak the Model Context Protocol on standard input and output.

Rules: only the protocol's messages go to standard output; logs go to standard error.
"""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Awaitable, Callable

import anyio
from mcp.server.stdio import stdio_server

from pinax_runtime.search import Library
from pinax_runtime.serve.protocol.server import initialization, make_server
from pinax_runtime.serve.served import Served

_WAITING = """\
Serving {docsets}, and waiting for a client to speak MCP on standard input. Ctrl-C ends this.
A client starts this command by itself: `pinax-runtime config CLIENT BUNDLE` says how. `--http` serves over HTTP."""
"""What a person is told who starts the server on a terminal."""
_MAX_NAMES = 10
"""Number of docsets that are named there."""


def serve_stdio(served: Served) -> None:
    """Serve until standard input ends."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s")
    server = make_server(served)

    async def run() -> None:
        async with stdio_server() as (reading, writing):
            await server.run(reading, writing, initialization(server))

    if not sys.stdin.isatty():  # a client ends the server by closing its input
        anyio.run(run)
        return
    print(_WAITING.format(docsets=", ".join(_docsets(served))), file=sys.stderr, flush=True)
    # The SDK's thread that waits for a line cannot be woken, and the loop would wait for it for ever. So the loop runs
    # in a thread that the process leaves behind, and this one waits for what comes first: its end, or Ctrl-C.
    failures: list[BaseException] = []
    serving = threading.Thread(target=_run, args=(run, failures), name="pinax-stdio", daemon=True)
    serving.start()
    serving.join()
    if failures:
        raise failures[0]


def _run(run: Callable[[], Awaitable[None]], failures: list[BaseException]) -> None:
    try:
        anyio.run(run)
    except BaseException as error:
        failures.append(error)


def _docsets(served: Served) -> list[str]:
    library = served.library if isinstance(served.library, Library) else served.library.library
    names = list(library.docsets)
    return [*names[:_MAX_NAMES], *(["…"] if len(names) > _MAX_NAMES else [])]
