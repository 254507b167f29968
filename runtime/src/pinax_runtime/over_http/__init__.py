"""Speak the Model Context Protocol over HTTP, and show what agents ask for.

In:    a library, and settings: where to listen, who may ask, and how much.
Out:   Streamable HTTP at /mcp, the older transport at /sse, /health, and a viewer at / with its JSON under /api/.
Rules: every route stands behind the guard. A server over stdio loads nothing of this folder.
Why:   docs/decisions/0019
"""

from __future__ import annotations

from pinax_runtime.over_http.application import HttpServer, make_application, serve_http
from pinax_runtime.over_http.settings import (
    DEFAULT_HOST,
    DEFAULT_PORT,
    DEFAULT_RATE,
    DEFAULT_REQUEST_BYTES,
    HttpSettings,
    ServingError,
    read_tokens,
)

__all__ = [
    "DEFAULT_HOST",
    "DEFAULT_PORT",
    "DEFAULT_RATE",
    "DEFAULT_REQUEST_BYTES",
    "HttpServer",
    "HttpSettings",
    "ServingError",
    "make_application",
    "read_tokens",
    "serve_http",
]
