"""Send one request and its repeats, within bounds of time and size.

In:    A canonical URL, what to ask for, validators of an earlier answer.
Out:   A Response of any status, or a Failure.
Rules: the connection goes to an address that `Addresses` allows; the host's name stays in the Host header and in SNI,
       and the certificate is checked against it. Each host has its own connections, so that none is used for another
       name. A proxy that the environment names is told the host's name and resolves it. Cookies and .netrc of the
       environment are not used, and secret headers go to the site's own origin only.
       Redirects are not followed here. A body is read only if its media type can be of use, piece by piece, and never
       beyond the limit, whatever Content-Length and Content-Encoding promise. Failures that may pass (429, 5xx, broken
       connections, timeouts) are tried again after a growing pause, or after the one that Retry-After asks for.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from functools import cache

import httpx

from pinax_builder.clock import seconds_after
from pinax_builder.crawl.site.addresses import (
    Addresses,
    PrivateAddressError,
    Proxies,
    ProxySettingError,
    proxy_note,
    shown,
)
from pinax_builder.crawl.site.responses import (
    ACCEPTED,
    TRANSIENT,
    Decoder,
    EncodingError,
    Failure,
    Response,
    TooLargeError,
    failure_of_status,
)
from pinax_builder.crawl.site.urls import PORTS
from pinax_builder.crawl.site_records import FetchLimits, RequestCounts
from pinax_builder.released import VERSION

ROBOTS_NAME = "pinax-builder"
"""Name of this crawler in robots.txt."""
USER_AGENT = f"{ROBOTS_NAME}/{VERSION} (documentation indexer; obeys robots.txt for {ROBOTS_NAME})"
"""User-Agent header of every request."""

ACCEPT_PAGE = "text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, */*;q=0.1"
"""Accept header for pages: Markdown where the site has it, since it is the content alone."""
ACCEPT_HTML = "text/html, application/xhtml+xml;q=0.9"
"""Accept header for the HTML of a page whose Markdown is stored: for the links in it."""
ACCEPT_TEXT = "text/plain, text/markdown, application/xml, text/xml, */*;q=0.1"
"""Accept header for robots.txt, llms.txt and sitemaps."""

_DRAINED_BYTES = 64 << 10
"""Largest body of an error, or of a response that is no page, that is read."""
_DRAINED_S = 1.0
"""Longest time that this may take (seconds)."""


class Pacing:
    """The turnstile before one site: bounds the requests at once, spaces them out, and pauses when the server asks.

    One lock guards the time of the next start, so that two workers can never start together. A pause that one answer
    asks for (429, 503) holds for all requests.
    """

    def __init__(self, concurrency: int, delay_s: float) -> None:
        self._slots = asyncio.Semaphore(concurrency)
        self._turn = asyncio.Lock()
        self._next = 0.0
        self.delay_s = delay_s

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for a slot and for the time of the next start; hold the slot for the block."""
        async with self._slots:
            async with self._turn:
                now = asyncio.get_running_loop().time()
                while (wait := self._next - now) > 0:
                    await asyncio.sleep(wait)
                    now = asyncio.get_running_loop().time()
                self._next = now + self.delay_s
            yield

    def pause(self, seconds: float) -> None:
        """Let no request start for a number of seconds."""
        self._next = max(self._next, asyncio.get_running_loop().time() + seconds)


class HttpClient:
    """Sends the requests of one crawl."""

    def __init__(
        self,
        addresses: Addresses,
        limits: FetchLimits,
        *,
        headers: Mapping[str, str],
        origin: str,
        concurrency: int = 1,
        delay_s: float = 0.0,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        """Make a client.

        Args:
            addresses: Say where a request may go.
            limits: Bounds time and repeats.
            headers: Secret headers, sent to `origin` alone.
            origin: Scheme, host and port of the site.
            concurrency: Number of requests at once.
            delay_s: Time (seconds) between the starts of two requests.
            tls: Says which certificates are trusted; None for the usual ones.
        """
        self.pacing = Pacing(concurrency, delay_s)
        self._addresses = addresses
        self._limits = limits
        self._headers = headers
        self._secure_origin = origin.replace("http://", "https://", 1)
        self._origin = origin
        self._timeout = httpx.Timeout(limits.read_s, connect=limits.connect_s, pool=limits.total_s).as_dict()
        self._connections = httpx.Limits(max_connections=concurrency + 4, max_keepalive_connections=concurrency + 4)
        self._tls = tls or _usual_tls()
        self._proxies = Proxies()
        self._proxies_used: set[str] = set()
        self._transports: dict[tuple[str, str], httpx.AsyncHTTPTransport] = {}
        """(host, proxy) → connections."""
        self.counts = RequestCounts()

    @property
    def proxy_note(self) -> str:
        """Say through which proxy requests went, and what that means; empty if through none. Without a full stop."""
        used = ", ".join(sorted(self._proxies_used))
        return used and proxy_note(used)

    async def aclose(self) -> None:
        """Close all connections."""
        for transport in self._transports.values():
            await transport.aclose()

    async def fetch(
        self,
        url: str,
        *,
        accept: str,
        max_bytes: int,
        validators: Mapping[str, str] | None = None,
        reads: Callable[[str], bool] = lambda content_type: True,
    ) -> Response | Failure:
        """Fetch a URL.

        Args:
            url: A canonical URL.
            accept: The Accept header.
            max_bytes: Largest body that is read (bytes, decompressed).
            validators: If-None-Match and If-Modified-Since, if an earlier answer had them.
            reads: Tells by its Content-Type whether a body is worth reading.
        """
        for attempt in range(1, self._limits.attempts + 1):
            async with self.pacing.turn():
                outcome = await self._try(url, accept, max_bytes, validators or {}, reads)
            wait = self._limits.backoff_s * 2 ** (attempt - 1)
            if isinstance(outcome, Response):
                if outcome.status not in TRANSIENT:
                    return outcome
                asked = seconds_after(outcome.headers.get("retry-after", ""))
                wait = wait if asked is None else asked
                if outcome.status in (429, 503) and wait <= self._limits.retry_after_s:
                    self.pacing.pause(wait)
                outcome = failure_of_status(outcome.status)
            if not outcome.transient or attempt == self._limits.attempts or wait > self._limits.retry_after_s:
                return outcome
            await asyncio.sleep(wait)
        raise AssertionError("unreachable")

    async def _try(
        self, url: str, accept: str, max_bytes: int, validators: Mapping[str, str], reads: Callable[[str], bool]
    ) -> Response | Failure:
        """Send one request and read its answer."""
        secret = self._headers if url.startswith((self._origin + "/", self._secure_origin + "/")) else {}
        headers = {**secret, "User-Agent": USER_AGENT, "Accept": accept, "Accept-Encoding": ACCEPTED, **validators}
        self.counts.sent += 1
        self.counts.conditional += bool(validators)
        try:
            async with asyncio.timeout(self._limits.total_s):
                request = httpx.Request("GET", url, headers=headers, extensions={"timeout": self._timeout})
                response = await self._send(request)
                if isinstance(response, Failure):
                    return response
                try:
                    return await _read(url, response, max_bytes, reads)
                finally:
                    await response.aclose()
        except TooLargeError:
            return Failure("too_large", f"The body has more than {max_bytes:,} bytes, which is the limit.")
        except EncodingError as error:
            return Failure("bad_encoding", f"The body cannot be read: {error}.")
        except PrivateAddressError as error:
            return Failure("private_address", f"{error}, a private address; use --allow-private if that is meant.")
        except ProxySettingError as error:
            return Failure("proxy", str(error))
        except (httpx.TimeoutException, TimeoutError):
            return Failure("timeout", "The server took too long to answer or to send the page.", transient=True)
        except httpx.TransportError as error:
            return _failure_of(error)
        except OSError as error:
            return Failure("dns", f"The host's name cannot be resolved ({error.strerror or error}).", transient=True)
        except (httpx.InvalidURL, UnicodeError, ValueError) as error:
            return Failure("bad_url", f"No request can be made of the URL ({error}).")

    async def _send(self, request: httpx.Request) -> httpx.Response | Failure:
        """Send a request to an address of its host that may be asked, or through a proxy."""
        url = request.url
        port = url.port or PORTS[url.scheme]
        if proxy := self._proxies.url_for(url.scheme, url.host, port):
            return await self._send_through(proxy, request)
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

    async def _send_through(self, proxy: str, request: httpx.Request) -> httpx.Response | Failure:
        self._addresses.check_spelled(request.url.host)
        try:
            transport = self._transport(request.url.host, proxy)
        except ImportError as error:
            raise ProxySettingError("The proxy needs SOCKS: install it with `pip install 'httpx[socks]'`.") from error
        self._proxies_used.add(shown(proxy))
        try:
            response = await transport.handle_async_request(request)
        except (httpx.ProxyError, httpx.ConnectError, httpx.ConnectTimeout) as error:
            if tls_cause(error):  # of the host behind the proxy
                raise
            return _not_through(proxy, str(error))
        if response.status_code == 407:
            await response.aclose()
            return _not_through(proxy, "407")
        return response

    def _transport(self, host: str, proxy: str = "") -> httpx.AsyncHTTPTransport:
        if (host, proxy) not in self._transports:
            self._transports[host, proxy] = httpx.AsyncHTTPTransport(
                verify=self._tls, http2=True, limits=self._connections, proxy=proxy or None
            )
        return self._transports[host, proxy]


async def _read(url: str, response: httpx.Response, max_bytes: int, reads: Callable[[str], bool]) -> Response:
    headers = {name.lower(): value for name, value in response.headers.items()}
    if response.status_code != 200 or not reads(headers.get("content-type", "")):
        await _drain(response)
        return Response(url, response.status_code, headers, b"")
    decoder = Decoder(headers.get("content-encoding", "").strip().lower(), max_bytes)
    length = headers.get("content-length", "")
    if length.isdecimal() and int(length) > max_bytes:
        raise TooLargeError
    pieces = [decoder.feed(piece) async for piece in response.aiter_raw()]
    decoder.finish()
    return Response(url, response.status_code, headers, b"".join(pieces))


async def _drain(response: httpx.Response) -> None:
    """Read a small body that nobody wants, so that its connection serves the next request; else that is closed."""
    left = _DRAINED_BYTES
    with suppress(httpx.TransportError, TimeoutError):
        async with asyncio.timeout(_DRAINED_S):
            async for piece in response.aiter_raw():
                left -= len(piece)
                if left < 0:
                    return


def _failure_of(error: httpx.TransportError) -> Failure:
    """Tell what is wrong with a connection."""
    cause = tls_cause(error)
    if isinstance(cause, ssl.SSLCertVerificationError):
        return Failure("tls", f"The server's certificate is not valid ({cause.verify_message}).")
    if cause:
        return Failure("tls", f"No TLS connection can be made ({cause.reason or cause}).")
    if "CERTIFICATE_VERIFY_FAILED" in str(error):
        return Failure("tls", "The server's certificate is not valid.")
    name = type(error).__name__
    return Failure("network", f"The connection failed ({name}: {error or 'closed'}).", transient=True)


def _not_through(proxy: str, said: str) -> Failure:
    """Say that a proxy does not answer, or does not connect to the host."""
    needs = "; write user and password into the variable, as http://USER:PASSWORD@HOST:PORT" if "407" in said else ""
    detail = f"The proxy {shown(proxy)} does not connect ({said or 'no answer'}){needs}."
    return Failure("proxy", detail, transient=True)


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
