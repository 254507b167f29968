"""Connect only to addresses that were checked.

Rules: this transport resolves a name, checks the addresses and connects to one of them. A different answer of the name
       server later (DNS rebinding) therefore changes nothing. The Host header, SNI and the check of the certificate
       still use the host's name. Each host has connections of its own. No proxy, cookie or .netrc is used.
Why:   docs/decisions/0028
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Awaitable, Callable, Sequence
from functools import cache

import httpx2

from pinax_runtime.bundle.remote import FetchError
from pinax_runtime.trust import is_public

Resolver = Callable[[str, int], Awaitable[Sequence[str]]]
"""Returns the addresses of a host and port; raises OSError if there are none."""

DEFAULT_PORTS = {"http": 80, "https": 443}
"""The port of a URL that names none, by scheme."""
MAX_HOSTS = 20
"""Number of hosts whose connections are kept open."""


class PinnedTransport(httpx2.AsyncBaseTransport):
    """An httpx2 transport that resolves names and checks their addresses itself."""

    def __init__(self, *, allow_private: bool = False, resolver: Resolver | None = None) -> None:
        """Make a transport; no connection is opened yet.

        Args:
            allow_private: Whether names may lead to private and loopback addresses.
            resolver: Resolves names; by default the operating system does.
        """
        self._allow_private, self._resolver = allow_private, resolver or resolve
        self._by_host: dict[str, httpx2.AsyncHTTPTransport] = {}

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request.

        Raises:
            FetchError: The host has no address, or only private ones.
            httpx2.TransportError: No address takes the connection, or it breaks.
        """
        url = request.url
        failed: httpx2.TransportError | None = None
        for address in await self._addresses(url.host, url.port or DEFAULT_PORTS[url.scheme]):
            request.url = url.copy_with(host=address)
            if url.scheme == "https":
                request.extensions = {**request.extensions, "sni_hostname": url.host}
            try:
                transport = await self._transport(url.host)
                return await transport.handle_async_request(request)
            except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
                failed = error
            finally:
                request.url = url
        raise failed or httpx2.ConnectError("no address")

    async def aclose(self) -> None:
        """Close all connections."""
        for transport in self._by_host.values():
            await transport.aclose()

    async def _addresses(self, host: str, port: int) -> list[str]:
        try:
            found = list(dict.fromkeys(await self._resolver(host, port)))
        except OSError as error:
            raise FetchError(f"{host} has no address") from error
        allowed = found if self._allow_private else [address for address in found if is_public(address)]
        if not allowed:
            raise FetchError(f"{host} leads to a private address")
        return allowed

    async def _transport(self, host: str) -> httpx2.AsyncHTTPTransport:
        if host not in self._by_host:
            if len(self._by_host) >= MAX_HOSTS:
                await self._by_host.pop(next(iter(self._by_host))).aclose()
            limits = httpx2.Limits(max_connections=4, max_keepalive_connections=1, keepalive_expiry=30)
            self._by_host[host] = httpx2.AsyncHTTPTransport(verify=_certificates(), limits=limits)
        return self._by_host[host]


@cache
def _certificates() -> ssl.SSLContext:
    """Return the trusted certificates. They are read once, since reading them takes as long as a request."""
    return httpx2.create_ssl_context()


async def resolve(host: str, port: int) -> list[str]:
    """Ask the operating system for the addresses of a host."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]
