"""Serve the transport of protocol version 2024-11-05, for old clients: a stream of events, with messages beside it."""

from __future__ import annotations

from typing import Any

from mcp.server.lowlevel import Server
from mcp.server.sse import SseServerTransport
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import Receive, Scope, Send

from pinax_runtime.serve.over_http.refusals import refusal
from pinax_runtime.serve.protocol import initialization

STREAM = "/sse"
"""Path of the stream of events."""
MESSAGES = "/messages/"
"""Path that clients send their messages to."""
MAX_STREAMS = 100
"""Number of clients that may listen at the same time; each takes a connection and a session."""


def sse_routes(server: Server[Any]) -> list[BaseRoute]:
    """Return the routes of this transport for a server."""
    transport = SseServerTransport(MESSAGES)
    return [Route(STREAM, _Stream(server, transport)), Mount(MESSAGES, app=transport.handle_post_message)]


class _Stream:
    """Serves a client for as long as it listens to the stream."""

    def __init__(self, server: Server[Any], transport: SseServerTransport) -> None:
        self._server, self._transport, self._open = server, transport, 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] != "GET":
            raise HTTPException(405, headers={"Allow": "GET"})
        if self._open >= MAX_STREAMS:
            message = "Too many clients listen. Use the address /mcp, which needs no stream."
            await refusal(503, "too_many_streams", message)(scope, receive, send)
            return
        self._open += 1
        try:
            async with self._transport.connect_sse(scope, receive, send) as (reading, writing):
                await self._server.run(reading, writing, initialization(self._server))
        finally:
            self._open -= 1
