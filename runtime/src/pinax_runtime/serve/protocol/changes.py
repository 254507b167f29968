"""Tell clients that a bundle was rebuilt.

Strategy. The server looks for a new library every two seconds; for a folder this costs one `stat`. Clients of protocol
2026-07-28 are told on the stream of their `subscriptions/listen`. Older clients that keep a session (stdio,
SSE) get notifications: that the list of resources changed, and that the resources which they subscribed to changed.

Rules: tools and prompts never change while a server runs, so they are not announced.
Spec:  Model Context Protocol 2025-11-25, server/resources; 2026-07-28, subscriptions.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

import anyio
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.session import ServerSession
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ResourcesListChanged, ResourceUpdated
from mcp.shared.exceptions import MCPError

from pinax_runtime.search import Library, Shelf

LOOK_S = 2.0
"""Time between two checks for a newer build (seconds)."""
MAX_STREAMS = 100
"""Largest number of clients that listen at the same time."""
MAX_SUBSCRIPTIONS = 1_000
"""Largest number of resources that one client subscribes to."""
MAX_URI_CHARS = 2_000
"""Longest URI that a client subscribes to (characters)."""

_log = logging.getLogger(__name__)

Context = ServerRequestContext[dict[str, Any], Any]


@dataclass(eq=False, slots=True)
class _Client:
    """A connection that outlives its requests, so that notifications can be sent to it."""

    session: ServerSession | None = None
    """Session of the client's last request; None before the first one."""
    uris: set[str] = field(default_factory=set)
    """Resources that the client subscribed to."""


class Changes:
    """Announces a new library to the clients that asked for it."""

    def __init__(self, library: Library | Shelf, on_change: Callable[[Library], None]) -> None:
        """Prepare to announce.

        Args:
            library: The library, or a shelf whose library may change.
            on_change: Called with the new library before clients hear of it.
        """
        self._shelf = library if isinstance(library, Shelf) else None
        self._seen = self._shelf.library if self._shelf else None
        self._on_change = on_change
        self._bus = InMemorySubscriptionBus()
        self._clients: set[_Client] = set()
        self.listen = ListenHandler(self._bus, max_subscriptions=MAX_STREAMS)
        """Handler of `subscriptions/listen`."""

    @asynccontextmanager
    async def connection(self, _server: Any) -> AsyncIterator[dict[str, Any]]:
        """Watch for a new library while a connection lasts; yield the context that its requests share."""
        client = _Client()
        self._clients.add(client)
        try:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(self._watch)
                yield {"client": client}
                tasks.cancel_scope.cancel()
        finally:
            self._clients.discard(client)

    def meet(self, context: Context) -> None:
        """Remember the session by which a client can be notified."""
        _client_of(context).session = context.session

    async def subscribe(self, context: Context, params: types.SubscribeRequestParams) -> types.EmptyResult:
        """Add a resource to those that a client subscribed to.

        Raises:
            MCPError: The client has subscribed to too many, or the URI is too long.
        """
        self.meet(context)
        uris = _client_of(context).uris
        if len(str(params.uri)) > MAX_URI_CHARS:
            raise MCPError(types.INVALID_PARAMS, f"A resource's URI has at most {MAX_URI_CHARS:,} characters.")
        uris.add(str(params.uri))
        if len(uris) > MAX_SUBSCRIPTIONS:
            uris.discard(str(params.uri))
            raise MCPError(types.INVALID_PARAMS, f"A client may subscribe to {MAX_SUBSCRIPTIONS:,} resources.")
        return types.EmptyResult()

    async def unsubscribe(self, context: Context, params: types.UnsubscribeRequestParams) -> types.EmptyResult:
        """Remove a resource from those that a client subscribed to."""
        _client_of(context).uris.discard(str(params.uri))
        return types.EmptyResult()

    async def look(self) -> None:
        """Check once for a new library, and announce it."""
        library = self._shelf.present() if self._shelf else None
        if library is None or library is self._seen:
            return
        self._seen = library
        self._on_change(library)
        await self._bus.publish(ResourcesListChanged())
        for uri in _uris_of(library):
            await self._bus.publish(ResourceUpdated(uri))
        for client in list(self._clients):
            await _tell(client)

    async def _watch(self) -> None:
        while self._shelf is not None:
            await anyio.sleep(LOOK_S)
            await self.look()


def _uris_of(library: Library) -> list[str]:
    """Return the URIs of a library's resources, its docsets."""
    return [f"docs://{quote(name, safe='')}" for name in library.docsets]


def _client_of(context: Context) -> _Client:
    client: _Client = context.lifespan_context["client"]
    return client


async def _tell(client: _Client) -> None:
    """Notify a client of the new library; ignore one that has disconnected."""
    if client.session is None:
        return
    try:
        await client.session.send_resource_list_changed()
        for uri in sorted(client.uris):
            await client.session.send_resource_updated(uri)
    except (anyio.ClosedResourceError, anyio.BrokenResourceError):
        _log.debug("a client could not be told of a rebuilt bundle", exc_info=True)
