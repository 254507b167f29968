"""What a request gives: a response, or a failure; both are values."""

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
        """Give the Content-Type header as sent."""
        return self.headers.get("content-type", "")


@dataclass(frozen=True, slots=True)
class Failure:
    """A request that gave nothing to keep."""

    reason: str
    """A rejection's slug: `timeout`, `network`, `tls`, `dns`, `private_address`, `too_large`, `bad_encoding`, …"""
    detail: str
    """One sentence for a person."""
    transient: bool = False
    """The server's trouble of the moment: nothing is known of the page, and a later crawl may get it."""


STATUS_REASONS = {401: "forbidden", 403: "forbidden", 404: "not_found", 407: "forbidden", 410: "not_found"}
TRANSIENT = frozenset({408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524})
REDIRECTS = frozenset({301, 302, 303, 307, 308})


def failure_of_status(status: int) -> Failure:
    """Say what a status other than success, redirect and 304 means."""
    if status == 429:
        return Failure("rate_limited", "The server says that there were too many requests (429).", transient=True)
    if status in TRANSIENT:
        return Failure("server_error", f"The server failed with status {status}.", transient=True)
    reason = STATUS_REASONS.get(status, "http_error")
    return Failure(reason, f"The server answered with status {status}.")
