"""Send one request to an address that was checked, or to the proxy that the environment names.

In:    An httpx request for a URL.
Out:   Its response, body unread, over a connection to an address that `Addresses` allows.
Rules: the connection goes to the address itself; the host's name stays in the Host header, in SNI and in what the
       certificate is checked against. Each host has its own connections, so that none is used for another name. A proxy
       is told the host's name and resolves it. Cookies and .netrc of the environment are not used.
"""

from __future__ import annotations

import ssl
from functools import cache

import httpx

from pinax_builder.crawl.site.fetching.addresses import Addresses
from pinax_builder.crawl.site.fetching.proxies import Proxies, ProxySettingError, shown

_DEFAULT_PORTS = {"http": 80, "https": 443}


class ThroughProxyError(Exception):
    """A proxy does not answer, or does not connect to the host."""

    def __init__(self, proxy: str, said: str) -> None:
        needs = (
            "; write user and password into the variable, as http://USER:PASSWORD@HOST:PORT" if "407" in said else ""
        )
        super().__init__(f"The proxy {proxy} does not connect ({said or 'no answer'}){needs}.")


class PinnedTransport(httpx.AsyncBaseTransport):
    """An httpx transport that resolves and checks names itself."""

    def __init__(
        self, addresses: Addresses, concurrency: int, tls: ssl.SSLContext | None = None, proxies: Proxies | None = None
    ) -> None:
        self._addresses = addresses
        self._proxies = proxies or Proxies()
        self.proxies_used: set[str] = set()
        """Host and port of each proxy that a request went through."""
        self._tls = tls or _usual_tls()
        self._limits = httpx.Limits(max_connections=concurrency + 4, max_keepalive_connections=concurrency + 4)
        self._by_host: dict[tuple[str, str], httpx.AsyncHTTPTransport] = {}

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request.

        Raises:
            PrivateAddressError: The host leads to private addresses only.
            OSError: The host's name has no address.
            ProxySettingError: The environment names a proxy that cannot be used.
            ThroughProxyError: The proxy does not answer, or refuses the connection.
            httpx.TransportError: No address takes the connection, or it breaks.
        """
        url = request.url
        port = url.port or _DEFAULT_PORTS[url.scheme]
        if proxy := self._proxies.url_for(url.scheme, url.host, port):
            return await self._through(proxy, request)
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

    async def _through(self, proxy: str, request: httpx.Request) -> httpx.Response:
        """Send a request through a proxy."""
        self._addresses.check_spelled(request.url.host)
        try:
            transport = self._transport(request.url.host, proxy)
        except ImportError as error:
            raise ProxySettingError("The proxy needs SOCKS: install it with `pip install 'httpx[socks]'`.") from error
        self.proxies_used.add(shown(proxy))
        try:
            response = await transport.handle_async_request(request)
        except (httpx.ProxyError, httpx.ConnectError, httpx.ConnectTimeout) as error:
            if tls_cause(error):  # of the host behind the proxy
                raise
            raise ThroughProxyError(shown(proxy), str(error)) from error
        if response.status_code == 407:
            await response.aclose()
            raise ThroughProxyError(shown(proxy), "407")
        return response

    def _transport(self, host: str, proxy: str = "") -> httpx.AsyncHTTPTransport:
        key = (host, proxy)
        if key not in self._by_host:
            self._by_host[key] = httpx.AsyncHTTPTransport(
                verify=self._tls, http2=True, limits=self._limits, proxy=proxy or None
            )
        return self._by_host[key]


def tls_cause(error: BaseException) -> ssl.SSLError | None:
    """Return the failure of TLS that is behind an error; httpx keeps it in the chain of causes."""
    cause: BaseException | None = error
    while cause is not None and not isinstance(cause, ssl.SSLError):
        cause = cause.__cause__ or cause.__context__
    return cause


@cache
def _usual_tls() -> ssl.SSLContext:
    """Return what trusts the certificates that this machine trusts. Loading them takes longer than many a request."""
    return httpx.create_ssl_context(trust_env=True)
