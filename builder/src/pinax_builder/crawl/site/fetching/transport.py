"""Send one request to an address that was checked.

In:    An httpx request for a URL.
Out:   Its response, body unread, over a connection to an address that `Addresses` allows.
Rules: the connection goes to the address itself; the host's name stays in the Host header, in SNI and in what the
       certificate is checked against. Each host has its own connections, so that none is used for another name. Proxy
       settings, cookies and .netrc of the environment are not used.
"""

from __future__ import annotations

import ssl
from functools import cache

import httpx

from pinax_builder.crawl.site.fetching.addresses import Addresses

_DEFAULT_PORTS = {"http": 80, "https": 443}


class PinnedTransport(httpx.AsyncBaseTransport):
    """An httpx transport that resolves and checks names itself."""

    def __init__(self, addresses: Addresses, concurrency: int, tls: ssl.SSLContext | None = None) -> None:
        self._addresses = addresses
        self._tls = tls or _usual_tls()
        self._limits = httpx.Limits(max_connections=concurrency + 4, max_keepalive_connections=concurrency + 4)
        self._by_host: dict[str, httpx.AsyncHTTPTransport] = {}

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request.

        Raises:
            PrivateAddressError: The host leads to private addresses only.
            OSError: The host's name has no address.
            httpx.TransportError: No address takes the connection, or it breaks.
        """
        url = request.url
        port = url.port or _DEFAULT_PORTS[url.scheme]
        transport = self._transport(url.host)
        error: httpx.TransportError | None = None
        for address in await self._addresses.of(url.host, port):
            request.url = url.copy_with(host=address)
            if url.scheme == "https":
                request.extensions = {**request.extensions, "sni_hostname": url.host}
            try:
                return await transport.handle_async_request(request)
            except (httpx.ConnectError, httpx.ConnectTimeout) as failed:
                error = failed
            finally:
                request.url = url
        self._addresses.forget(url.host, port)
        raise error or httpx.ConnectError("no address")

    async def aclose(self) -> None:
        """Close all connections."""
        for transport in self._by_host.values():
            await transport.aclose()

    def _transport(self, host: str) -> httpx.AsyncHTTPTransport:
        if host not in self._by_host:
            self._by_host[host] = httpx.AsyncHTTPTransport(verify=self._tls, http2=True, limits=self._limits)
        return self._by_host[host]


@cache
def _usual_tls() -> ssl.SSLContext:
    """Return what trusts the certificates that this machine trusts. Loading them takes longer than many a request."""
    return httpx.create_ssl_context(trust_env=True)
