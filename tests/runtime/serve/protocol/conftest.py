"""The official client and a server in one process."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from mcp import Client
from mcp.shared.exceptions import MCPError

from pinax_runtime.server import Served, make_server

Answer = TypeVar("Answer")


def ask(served: Served, question: Callable[[Client], Awaitable[Answer]]) -> Answer:
    """Connect the official client to a server, and return what it answers to a question.

    Raises:
        MCPError: The server refuses.
    """

    async def run() -> Answer | MCPError:
        async with Client(make_server(served)) as client:
            try:
                return await question(client)
            except MCPError as error:  # the client would wrap what leaves its block
                return error

    answer = asyncio.run(run())
    if isinstance(answer, MCPError):
        raise answer
    return answer
