"""Connect to addresses that were checked.

Rules: a name is resolved here, what it leads to is checked, and the connection goes to that very address, so that
       another answer of the name server changes nothing. The host's name stays in the Host header, in SNI and in what
       the certificate is checked against. Each host has connections of its own. No proxy, cookie or .netrc of the
       environment is used.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Sequence

import httpx2

from pinax_runtime.contract.addresses import is_public
from pinax_runtime.search.remote import FetchError

Resolver = Callable[[str, int], Awaitable[Sequence[str]]]
"""Gives the addresses of a host; raises OSError where there are none."""

MAX_HOSTS = 20
"""Whose connections are kept."""
_PORTS = {"http": 80, "https": 443}


class PinnedTransport(httpx2.AsyncBaseTransport):
    """An httpx2 transport that resolves and checks names itself."""

    def __init__(self, *, allow_private: bool = False, resolver: Resolver | None = None) -> None:
        """Make a transport; nothing is connected yet.

        Args:
            allow_private: Whether names may lead to private and loopback addresses.
            resolver: Asks the name server; the system does by default.
        """
        self._allow_private, self._resolver = allow_private, resolver or resolve
        self._by_host: dict[str, httpx2.AsyncHTTPTransport] = {}

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request.

        Raises:
            FetchError: The host has no address, or none that may be connected to.
            httpx2.TransportError: No address takes the connection, or it breaks.
        """
        url = request.url
        failed: httpx2.TransportError | None = None
        for address in await self._addresses(url.host, url.port or _PORTS[url.scheme]):
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
            self._by_host[host] = httpx2.AsyncHTTPTransport(limits=limits)
        return self._by_host[host]


async def resolve(host: str, port: int) -> list[str]:
    """Ask the operating system."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]
