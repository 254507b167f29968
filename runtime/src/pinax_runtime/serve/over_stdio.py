"""Speak the Model Context Protocol on standard input and output.

Rules: only the protocol's messages go to standard output; logs go to standard error.
"""

from __future__ import annotations

import logging
import sys

import anyio
from mcp.server.stdio import stdio_server

from pinax_runtime.serve.protocol.server import initialization, make_server
from pinax_runtime.serve.served import Served


def serve_stdio(served: Served) -> None:
    """Serve until standard input ends."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s")
    server = make_server(served)

    async def run() -> None:
        async with stdio_server() as (reading, writing):
            await server.run(reading, writing, initialization(server))

    anyio.run(run)
