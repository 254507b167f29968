"""Assemble the server: the protocol at /mcp and /sse, the viewer at /, and the guard before all routes.

Why:   docs/decisions/0019
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from pinax_runtime.serve.over_http.guard import Guard
from pinax_runtime.serve.over_http.legacy_sse import STREAM, sse_routes
from pinax_runtime.serve.over_http.pages import load_pages
from pinax_runtime.serve.over_http.refusals import json_response, on_http_error
from pinax_runtime.serve.over_http.settings import HttpSettings
from pinax_runtime.serve.over_http.viewer import Viewer
from pinax_runtime.serve.protocol import make_server
from pinax_runtime.serve.served import Served
from pinax_runtime.serve.turns import Turns

HEALTH = "/health"
"""Path that says whether the server runs, for programs that watch it."""


def make_application(served: Served, settings: HttpSettings, *, rate: float) -> ASGIApp:
    """Make the ASGI application of a server.

    Args:
        served: The library, and the options of the server.
        settings: The names, tokens and bounds of the server.
        rate: Number of requests per second that each client may send; 0 for no limit.

    Raises:
        CallLogError: The log cannot be read.
    """
    turns = Turns(served.seconds)
    over_http, over_sse = (make_server(served, transport, turns) for transport in ("http", "sse"))
    # Without sessions, nothing of a client is kept between its requests, so their number and a restart do not matter.
    # No tool streams, so each answer is one JSON document. The guard checks Host and Origin, not the SDK.
    manager = StreamableHTTPSessionManager(
        over_http, json_response=True, stateless=True, max_request_body_size=settings.max_request_bytes
    )

    @asynccontextmanager
    async def running(_app: Starlette) -> AsyncIterator[None]:
        async with manager.run():
            yield

    pages = load_pages()
    viewer = Viewer(served, turns)
    routes = [
        Route("/mcp", StreamableHTTPASGIApp(manager), methods=["POST"]),
        Route(HEALTH, _health, methods=["GET"]),
        *sse_routes(over_sse),
        *viewer.routes(),
        *(Route(path, page.answer, methods=["GET"]) for path, page in pages.items()),
    ]
    app = Starlette(routes=routes, lifespan=running, exception_handlers={HTTPException: on_http_error})
    open_paths = frozenset({HEALTH, *pages})
    return Guard(app, settings, rate=rate, open_paths=open_paths, streams=frozenset({STREAM}))


async def _health(_request: Request) -> Response:
    return json_response({"status": "ok"})
