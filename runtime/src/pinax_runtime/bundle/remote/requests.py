"""Request files of a bundle from a server, within bounds of time and size."""

from __future__ import annotations

import asyncio
import ipaddress
import os
import random
import socket
import threading
import zlib
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from http.cookiejar import CookieJar, DefaultCookiePolicy
from importlib.metadata import version
from unicodedata import normalize
from urllib.parse import urljoin, urlsplit, urlunsplit

import httpx2

from pinax_runtime.format import ENTRY, NotABundleError, limits
from pinax_runtime.trust import is_public

# Which URLs a bundle may be read from, and what is sent to whom.

ALLOW_HTTP = "PINAX_ALLOW_HTTP"
"""Environment variable that allows plain http to other machines if it is 1."""
AUTHORIZATION = "PINAX_AUTHORIZATION"
"""Environment variable with the authorization headers to send, by host."""


def parse_url(location: str) -> str:
    """Return a bundle's URL as names of files can be put after it: with a slash at its end, without `pinax.json`.

    Raises:
        NotABundleError: It cannot be one, or must not be read.
    """
    try:
        parts = urlsplit(location.strip())
        port = parts.port
    except ValueError as error:
        raise NotABundleError(location, f"it is not a URL ({error})") from error
    if "@" in parts.netloc:
        shown = urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))
        raise NotABundleError(shown, f"its URL holds a password; put one into {AUTHORIZATION} instead")
    if parts.query or parts.fragment:
        raise NotABundleError(location.partition("?")[0], "its URL has a query or a fragment")
    if not parts.hostname or port == 0:
        raise NotABundleError(location, "its URL names no host")
    if reason := why_refused(location):
        raise NotABundleError(location, reason)
    path = parts.path.removesuffix(ENTRY)
    return urlunsplit((parts.scheme, parts.netloc.lower(), path if path.endswith("/") else path + "/", "", ""))


def why_refused(url: str) -> str:
    """Say why nothing is read from a URL; empty where it may be."""
    parts = urlsplit(url)
    if parts.scheme == "https" or (parts.scheme == "http" and _may_be_plain(parts.hostname or "")):
        return ""
    if parts.scheme == "http":
        return f"plain http can be changed on the way; use https, or set {ALLOW_HTTP}=1 to trust that network"
    return f"{parts.scheme}:// is not read, https:// is"


def why_not_followed(url: str, target: str) -> str:
    """Say why a redirect is not followed; empty where it may be.

    Besides what holds for every URL, a server elsewhere must not lead to an address of this network: it would have a
    request sent there.
    """
    if reason := why_refused(target):
        return reason
    if _is_private(urlsplit(target).hostname or "") and not _is_private(urlsplit(url).hostname or ""):
        return f"its address is not on the public Internet; set {ALLOW_HTTP}=1 to trust that network"
    return ""


def authorization_for(url: str) -> str:
    """Return the value of the Authorization header that the environment has for a URL's host; empty if none.

    The variable holds a host and the header's value, as in `cdn.example Bearer abc`; several are separated by `;`.
    Nothing is sent where others could read it on the way.
    """
    if why_refused(url):
        return ""
    parts = urlsplit(url)
    for item in os.environ.get(AUTHORIZATION, "").split(";"):
        host, _, value = item.strip().partition(" ")
        if value and host.lower() in (parts.hostname, parts.netloc.lower()):
            return value.strip()
    return ""


def _is_private(host: str) -> bool:
    """Tell a private address that is written as such; what a name stands for is not looked up.

    Systems take `127.1`, `2130706433` and `0x7f.0.0.1` for addresses, too.
    """
    if os.environ.get(ALLOW_HTTP, "") == "1":
        return False
    host = normalize("NFKC", host).rstrip(".")
    if ":" not in host:
        try:
            host = socket.inet_ntoa(socket.inet_aton(host))
        except (OSError, ValueError):
            return host == "localhost" or host.endswith(".localhost")
    return not is_public(host)


def _may_be_plain(host: str) -> bool:
    if os.environ.get(ALLOW_HTTP, "") == "1" or host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


# Fetch files over HTTP, many at once, within bounds of time, size and hops. The only module that sends a request.
#
# Strategy. One thread runs an event loop for all of a process's requests, so that waiting for twenty files costs no
# twenty threads, and a caller may stop waiting. What passes (no connection, a server that is busy, a body that was
# cut or is not what its name promises) is tried again after a pause; what does not (404, 403) is not. A part of a
# file is asked for as a range; from a server that knows none, and where a range went wrong, the whole file comes and
# the part is taken.

MAX_REDIRECTS = 5
"""Redirects that are followed for one file."""
CONNECTIONS = 24
"""Connections that are open at once, to all servers together."""
_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_GONE = frozenset({404, 410})
_TOLD = ("etag", "last-modified", "content-type")
_UNZIP = zlib.MAX_WBITS | 32
"""Tells zlib to expect the header of gzip or of zlib."""


class FetchError(OSError):
    """A file could not be had from its server; the message says why."""


class PassingError(FetchError):
    """A file could not be had for a reason that may be gone soon: it is worth another attempt."""

    def __init__(self, message: str, retry_after_s: float = 0.0, *, of_part: bool = False) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s
        self.of_part = of_part
        """Whether asking for a part of the file may be the reason."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait for a server (seconds), and how often to try."""

    connect_s: float = 5.0
    idle_s: float = 8.0
    """Seconds of silence between two pieces of an answer."""
    total_s: float = 25.0
    """Seconds for a file, all attempts and pauses together. Agents abandon a call after some thirty."""
    attempts: int = 3
    pause_s: float = 0.25
    """Seconds before the second attempt; four times as long before each further one."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """An answer."""

    status: int
    """200, 206 or 304."""
    body: bytes
    etag: str
    last_modified: str
    url: str = ""
    """Where it was, after redirects."""
    media_type: str = ""
    """As the server says, without parameters, in small letters."""
    n_unwanted: int = 0
    """Number of bytes that came besides a part that was asked for."""


class Fetcher:
    """Sends requests. One serves a whole process; safe to share between threads."""

    def __init__(self, patience: Patience | None = None, transport: httpx2.AsyncBaseTransport | None = None) -> None:
        """Start the thread.

        Args:
            patience: How long to wait.
            transport: Connects; the system's usual way where there is none.
        """
        self.patience = patience or Patience()
        self._loop = asyncio.new_event_loop()
        self._client = _client(self.patience, transport)
        self._thread = threading.Thread(target=self._loop.run_forever, name="pinax-fetch", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Cancel what is under way, close all connections and end the thread."""
        asyncio.run_coroutine_threadsafe(self._give_up(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def start(
        self,
        url: str,
        max_bytes: int,
        headers: Mapping[str, str] | None = None,
        check: Callable[[bytes], None] | None = None,
        refuse: Callable[[str], str] | None = None,
        start: int | None = None,
    ) -> Future[Fetched]:
        """Start fetching a file.

        Args:
            url: Its address.
            max_bytes: Most bytes of its body, decoded.
            headers: To send besides the usual ones.
            check: Raises PassingError for a body that is not what it should be. It runs on the fetching thread.
            refuse: Says why a redirect's target is not to be asked; empty where it may be. By default as for bundles.
            start: Where the part of the file begins that is wanted, `max_bytes` long; None for the file.

        Returns:
            The answer to wait for. It raises FileNotFoundError (404, 410) or FetchError (anything else).
        """
        job = _Job(url, max_bytes, dict(headers or {}), check, refuse or partial(why_not_followed, url), start)
        return asyncio.run_coroutine_threadsafe(self._fetch(job), self._loop)

    def connect(self, url: str, connections: int) -> None:
        """Begin to open connections to a server that will soon be asked for many files.

        Each is opened by asking for the headers of one file, which is the only way that the client has. What goes wrong
        with that is no matter here: it shows when a file is asked for.
        """
        for _ in range(connections):
            asyncio.run_coroutine_threadsafe(self._ask_headers(url), self._loop)

    async def _ask_headers(self, url: str) -> None:
        with suppress(httpx2.HTTPError, httpx2.InvalidURL, TimeoutError):
            async with asyncio.timeout(self.patience.connect_s):
                await self._client.head(url, headers=_authorization(url))

    async def _give_up(self) -> None:
        under_way = asyncio.all_tasks() - {asyncio.current_task()}
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
        await self._client.aclose()

    async def _fetch(self, job: _Job) -> Fetched:
        """Ask until there is an answer, as often and as long as patience lasts."""
        pause_s, is_ranged = self.patience.pause_s, job.start is not None
        try:
            async with asyncio.timeout(self.patience.total_s):
                for left in range(self.patience.attempts - 1, -1, -1):
                    try:
                        return await self._attempt(job, is_ranged)
                    except PassingError as error:
                        if not left or error.retry_after_s > self.patience.total_s:
                            raise
                        # Spread, lest many clients come back at one moment.
                        await asyncio.sleep(max(error.retry_after_s, pause_s * random.uniform(0.5, 1)))
                        is_ranged = is_ranged and not error.of_part
                    pause_s *= 4
                    job.headers["Cache-Control"] = "no-cache"  # what was wrong may be a copy on the way
        except TimeoutError:
            raise FetchError(f"there was no whole answer within {self.patience.total_s:g} seconds") from None
        raise AssertionError("at least one attempt")

    async def _attempt(self, job: _Job, is_ranged: bool) -> Fetched:
        """Ask once, and where redirects lead."""
        url = job.url
        try:
            for _ in range(MAX_REDIRECTS + 1):
                headers = job.headers | _authorization(url) | (job.range_header() if is_ranged else {})
                async with self._client.stream("GET", url, headers=headers) as response:
                    if response.status_code in _REDIRECTS and "location" in response.headers:
                        url = _next_url(url, response.headers["location"], job.refuse)
                        continue
                    return await _answer(response, url, job, is_ranged)
        except httpx2.HTTPError as error:
            raise PassingError(_told(error)) from error
        except (httpx2.InvalidURL, zlib.error) as error:
            raise FetchError(f"the answer cannot be read ({error})") from error
        raise FetchError(f"more than {MAX_REDIRECTS} redirects")


@dataclass(frozen=True, slots=True)
class _Job:
    """What `Fetcher.start` was asked for."""

    url: str
    max_bytes: int
    headers: dict[str, str]
    check: Callable[[bytes], None] | None
    refuse: Callable[[str], str]
    start: int | None

    @property
    def is_conditional(self) -> bool:
        return any(name.lower() in ("if-none-match", "if-modified-since") for name in self.headers)

    def range_header(self) -> dict[str, str]:
        start = self.start or 0
        return {"Range": f"bytes={start}-{start + self.max_bytes - 1}"}


def _authorization(url: str) -> dict[str, str]:
    value = authorization_for(url)
    return {"Authorization": value} if value else {}


def _client(patience: Patience, transport: httpx2.AsyncBaseTransport | None) -> httpx2.AsyncClient:
    return httpx2.AsyncClient(
        transport=transport,
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())),  # none is kept, so none is sent
        timeout=httpx2.Timeout(patience.idle_s, connect=patience.connect_s, pool=None),
        limits=httpx2.Limits(max_connections=CONNECTIONS, max_keepalive_connections=CONNECTIONS, keepalive_expiry=30),
        headers={"User-Agent": f"pinax-runtime/{version('pinax-runtime')}", "Accept-Encoding": "identity"},
    )


def _next_url(url: str, location: str, refuse: Callable[[str], str]) -> str:
    try:
        target = urljoin(url, location)
        reason = refuse(target)
    except ValueError as error:
        target, reason = location, str(error)
    if reason:
        raise FetchError(f"it redirects to {target}: {reason}")
    return target


async def _answer(response: httpx2.Response, url: str, job: _Job, is_ranged: bool) -> Fetched:
    status = response.status_code
    if status in _GONE:
        raise FileNotFoundError(f"HTTP {status}")
    if status in _PASSING:
        raise PassingError(f"the server answers HTTP {status}", _retry_after_s(response.headers.get("retry-after", "")))
    is_part = is_ranged and status == 206
    if is_ranged and (status == 416 or (is_part and _coding(response) != "identity")):
        raise PassingError(f"the server has no such part of it (HTTP {status})", of_part=True)
    if status == 304 and not job.is_conditional:
        raise PassingError("the server says that it is unchanged (HTTP 304), which was not asked")
    if status not in (200, 304) and not is_part:
        raise FetchError(f"the server answers HTTP {status}")
    body, n_unwanted = b"", 0
    if status != 304:
        start = None if is_part else job.start  # where the part is in the whole file that comes instead
        body = await _read_body(response, job.max_bytes if start is None else limits.FILE_BYTES)
        if start is not None:
            whole, body = len(body), body[start : start + job.max_bytes]
            n_unwanted = whole - len(body)
        if job.check:
            try:
                job.check(body)
            except PassingError as error:
                error.of_part = is_part
                raise
    etag, last_modified, content_type = (response.headers.get(name, "") for name in _TOLD)
    media_type = content_type.partition(";")[0].strip().lower()
    return Fetched(status, body, etag, last_modified, url, media_type, n_unwanted)


def _coding(response: httpx2.Response) -> str:
    coding: str = response.headers.get("content-encoding", "identity")
    return coding.strip().lower()


async def _read_body(response: httpx2.Response, max_bytes: int) -> bytes:
    """Read and decode a body; unpacked piece by piece, for httpx2 would unpack a piece to any size at once."""
    coding = _coding(response)
    if coding not in ("identity", "gzip", "x-gzip", "deflate"):
        raise FetchError(f"the server sends it in the encoding {coding!r}, which was not asked for")
    unzip = None if coding == "identity" else zlib.decompressobj(_UNZIP)
    body = bytearray()
    async for piece in response.aiter_raw():
        body += unzip.decompress(piece, max_bytes + 1 - len(body)) if unzip else piece
        if len(body) > max_bytes:
            raise PassingError(f"it is longer than the {max_bytes:,} bytes that it should have at most")
    if unzip and not unzip.eof:
        raise PassingError("the answer was cut short")
    return bytes(body)


def _retry_after_s(value: str) -> float:
    """Read a Retry-After of seconds; a date, or a wait longer than anyone's patience, counts as none."""
    return float(value) if value.isdecimal() and len(value) <= 2 else 0.0


def _told(error: httpx2.HTTPError) -> str:
    """Say what went wrong with a connection, without what httpx2 leaves empty."""
    kind = type(error).__name__
    return f"{kind}: {error}" if str(error) else kind
