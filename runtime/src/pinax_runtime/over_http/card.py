"""Tell who looks before connecting which server this is and where: a server card, and a catalog that leads to it.

Rules: nothing is said of bundles, so that a card needs no token.
Spec:  SEP-2127, as the draft of 2026-07-24 has it (modelcontextprotocol/experimental-ext-server-card, commit 8924e08).
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Iterable
from importlib.metadata import version
from typing import Any

from mcp_types.version import SUPPORTED_PROTOCOL_VERSIONS
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pinax_runtime.over_http.guard import host_name, revalidated
from pinax_runtime.server import DESCRIPTION, NAME, TITLE
from pinax_runtime.tools import compact

SCHEMA = "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json"
CARD = "/mcp/server-card"
"""Path that the draft reserves for the card."""
PATHS = {CARD: "card", "/.well-known/mcp/server-card.json": "card", "/.well-known/ai-catalog.json": "catalog"}
"""Paths, and what is there. The second is where the proposal had the card before, and many programs still look."""
_TYPES = {"card": "application/mcp-server-card+json", "catalog": "application/ai-catalog+json"}
_HEADERS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET",
    "Access-Control-Allow-Headers": "Content-Type, If-None-Match",
    "Access-Control-Expose-Headers": "ETag",
    "Cache-Control": "public, max-age=3600",
    "Vary": "Host, X-Forwarded-Proto",
}


def card_routes(*, asks_for_token: bool) -> Iterable[Route]:
    """Return the routes of card and catalog."""
    makers: dict[str, Callable[[str, str], Any]] = {
        "card": lambda url, host: _card(url, host, asks_for_token),
        "catalog": _catalog,
    }
    for path, kind in PATHS.items():
        yield Route(path, _answer(makers[kind], _TYPES[kind]), methods=["GET", "OPTIONS"])


def _answer(make: Callable[[str, str], Any], media_type: str) -> Callable[[Request], Any]:
    async def answer(request: Request) -> Response:
        if request.method == "OPTIONS":
            return Response(status_code=204, headers=_HEADERS)
        # A proxy that ends TLS says so in this header. Who forges it misleads itself alone.
        secure = request.headers.get("x-forwarded-proto", request.url.scheme) == "https"
        host = request.headers["host"]
        content = compact(make(f"{'https' if secure else 'http'}://{host}", host_name(host))).encode()
        return revalidated(request, content, media_type, _HEADERS)

    return answer


def _card(url: str, host: str, asks_for_token: bool) -> Any:
    remote: dict[str, Any] = {"type": "streamable-http", "url": f"{url}/mcp"}
    if asks_for_token:
        said = {"description": "Bearer, and a token of this server", "isRequired": True, "isSecret": True}
        remote["headers"] = [{"name": "Authorization", **said}]
    remote["supportedProtocolVersions"] = list(SUPPORTED_PROTOCOL_VERSIONS)
    return {
        "$schema": SCHEMA,
        "name": f"{_reversed(host)}/{NAME}",
        "version": version("pinax-runtime"),
        "title": TITLE,
        "description": DESCRIPTION,
        "remotes": [remote],
    }


def _catalog(url: str, host: str) -> Any:
    publisher = re.sub(r"[^a-z0-9.-]", "-", host)
    entry = {"identifier": f"urn:air:{publisher}:mcp:{NAME}", "type": _TYPES["card"], "url": f"{url}{CARD}"}
    return {"specVersion": "1.0", "entries": [entry]}


def _reversed(host: str) -> str:
    """Return the namespace of a server with a name; an address is not reversed.

    >>> _reversed("docs.example.org"), _reversed("127.0.0.1"), _reversed("::1")
    ('org.example.docs', '127.0.0.1', '--1')
    """
    try:
        return str(ipaddress.ip_address(host)).replace(":", "-")
    except ValueError:
        return re.sub(r"[^a-z0-9.-]", "-", ".".join(reversed(host.split("."))))
