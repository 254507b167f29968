"""The two outcomes of a request: a response or a failure. Both are values, neither is raised."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Response:
    """One answer of a server, its body read in full where it can be a page."""

    url: str
    status: int
    headers: Mapping[str, str]
    """Names in lower case."""
    content: bytes
    """Decompressed; empty for redirects, errors and for what is no text."""

    @property
    def content_type(self) -> str:
        """Return the Content-Type header as sent."""
        return self.headers.get("content-type", "")


@dataclass(frozen=True, slots=True)
class Failure:
    """A request that brought nothing to store."""

    reason: str
    """A rejection's slug: `timeout`, `network`, `tls`, `dns`, `private_address`, `too_large` and the like."""
    detail: str
    """One sentence for a person."""
    transient: bool = False
    """Whether the server failed only for now: the page may exist, and a later crawl may get it."""


_STATUS_REASONS = {401: "forbidden", 403: "forbidden", 404: "not_found", 407: "forbidden", 410: "not_found"}
"""Status → reason of the rejection; any other is `http_error`."""
TRANSIENT = frozenset({408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524})
"""Statuses that may pass and are tried again; 520 to 524 are those of Cloudflare."""
REDIRECTS = frozenset({301, 302, 303, 307, 308})
"""Statuses whose Location header is followed."""


def failure_of_status(status: int) -> Failure:
    """Say what a status other than success, redirect and 304 means."""
    if status == 429:
        return Failure("rate_limited", "The server says that there were too many requests (429).", transient=True)
    if status in TRANSIENT:
        return Failure("server_error", f"The server failed with status {status}.", transient=True)
    reason = _STATUS_REASONS.get(status, "http_error")
    return Failure(reason, f"The server answered with status {status}.")
