"""Speak the Model Context Protocol on standard input and output.

Rules: only the protocol's messages go to standard output; logs go to standard error. An interrupt, and an output that
       nobody reads any more, end the process at once: a thread waits for standard input, and nothing wakes it.
       The SDK writes standard output. It does not read standard input, as it drops lines that it cannot read.
"""

from __future__ import annotations

import asyncio
import io
import logging
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import anyio
from mcp.server.stdio import stdio_server

from pinax_runtime.search import Library
from pinax_runtime.serve.protocol import answering_all, initialization, make_server, read_messages
from pinax_runtime.serve.served import Served
from pinax_runtime.serve.turns import STARTED_OF_CLIENT

INTERRUPTED = 130
"""Exit code after an interrupt, as shells give it: 128 and the signal's number."""
_OUTPUT_CLOSED = 1
_WAITING = """\
Serving {docsets}, and waiting for a client to speak MCP on standard input. Ctrl-C ends this.
A client starts this command by itself: `pinax-runtime config CLIENT BUNDLE` says how. `--http` serves over HTTP."""
"""What a person is told who starts the server on a terminal."""
_MAX_NAMES = 10
"""Number of docsets that are named there."""


def serve_stdio(served: Served, before_ending: Callable[[], None] = lambda: None) -> None:
    """Serve until standard input ends and what was asked there is answered.

    Args:
        served: What to serve.
        before_ending: Called where the process ends without returning from here.
    """
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s")
    server = make_server(served)

    def end(code: int) -> None:
        before_ending()
        os._exit(code)

    async def run() -> None:
        with suppress(NotImplementedError):  # Windows
            asyncio.get_running_loop().add_signal_handler(signal.SIGINT, partial(end, INTERRUPTED))
        async with stdio_server(stdin=anyio.wrap_file(io.StringIO())) as (nothing, writing), nothing, writing:
            try:
                messages = read_messages(sys.stdin.buffer, writing.send)
                async with answering_all(messages, writing.send, served.seconds * STARTED_OF_CLIENT) as streams:
                    await server.run(*streams, initialization(server))
            except anyio.get_cancelled_exc_class():  # what writes to standard output has failed
                end(_OUTPUT_CLOSED)

    if sys.stdin.isatty():  # a person, and no client, started the server
        print(_WAITING.format(docsets=", ".join(_docsets(served))), file=sys.stderr, flush=True)
    anyio.run(run)


def _docsets(served: Served) -> list[str]:
    library = served.library if isinstance(served.library, Library) else served.library.library
    names = list(library.docsets)
    return [*names[:_MAX_NAMES], *(["…"] if len(names) > _MAX_NAMES else [])]
