"""What a request brings: a response or a failure, both values; and what a body is: HTML, Markdown or no page.

Rules: a body is decompressed piece by piece, and no call returns more than what is left of the limit, so that no bomb
       fills memory. As in browsers, what follows the end of the compressed data is ignored.
       The body outranks a Content-Type that it contradicts. A charset of the header counts where the bytes are no UTF-8
       and have no byte order mark; the body is then rewritten as UTF-8 with one, which every later stage believes.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from email.message import Message

from pinax_builder.charsets import rewritten
from pinax_builder.formats import SITE_FORMATS, MediaType, format_of


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


_NAMED = frozenset(name for known in SITE_FORMATS for name in known.content_types)
_VAGUE = frozenset({"", "text/plain", "application/octet-stream", "binary/octet-stream", "text/x-web-markdown"})
_LOOKS_HTML = re.compile(
    rb"^(?:\xef\xbb\xbf)?\s*+(?:<\?xml[^>]*+>\s*+)?(?:<!--(?:[^-]|-(?!->)){0,2000}+-->\s*+)*+"
    rb"<(?:!doctype\s+html|html|head|body)\b",
    re.I,
)


def may_be_page(content_type: str) -> bool:
    """Tell by its Content-Type whether a body is worth reading."""
    essence, _ = _parsed(content_type)
    return essence in _NAMED or essence in _VAGUE


def media_type(url: str, content_type: str, content: bytes) -> MediaType | None:
    """Name a body's media type; None if it is no page.

    >>> media_type("https://x.dev/a.md", "text/plain", b"# A"), media_type("https://x.dev/a", "text/plain", b"a")
    ('text/markdown', None)
    """
    essence, _ = _parsed(content_type)
    if _LOOKS_HTML.match(content[:4096]):
        return "text/html" if essence in _NAMED or essence in _VAGUE else None
    by_suffix = format_of(url.partition("?")[0], SITE_FORMATS) if essence in _VAGUE else None
    known = next((known for known in SITE_FORMATS if essence in known.content_types), by_suffix)
    return known.media_type if known else None


def essence_of(content_type: str) -> str:
    """Return a Content-Type without its parameters, for counting; `(none)` if it is empty."""
    return _parsed(content_type)[0] or "(none)"


def as_utf8(content: bytes, content_type: str) -> bytes:
    """Rewrite as UTF-8 a body that only its header's charset can decode; return any other unchanged."""
    return rewritten(content, _parsed(content_type)[1])


def _parsed(content_type: str) -> tuple[str, str]:
    """Return a Content-Type's essence (the part before `;`) and charset, in lower case."""
    message = Message()
    message["Content-Type"] = content_type.replace("\n", " ").replace("\r", " ")
    essence = content_type.partition(";")[0].strip().lower()
    try:
        charset = message.get_content_charset() or ""
    except (LookupError, UnicodeError, ValueError):
        charset = ""
    return essence[:80], charset.strip("\"' ")


ACCEPTED = "gzip"
"""Accept-Encoding header of every request."""
_GZIP = 16 + zlib.MAX_WBITS
"""What zlib calls a gzip file."""


class TooLargeError(Exception):
    """The plain body would exceed the limit."""


class EncodingError(Exception):
    """The body is not what its Content-Encoding says, or says something that was not asked for."""


class Decoder:
    """One body's decoder."""

    def __init__(self, encoding: str, max_bytes: int) -> None:
        """Choose by Content-Encoding.

        Raises:
            EncodingError: The encoding was not asked for.
        """
        if encoding not in ("gzip", "x-gzip", "", "identity", "none"):
            raise EncodingError(f"its Content-Encoding is {encoding[:40]!r}, which was not asked for")
        self._left = max_bytes
        self._inflate = zlib.decompressobj(_GZIP) if "gzip" in encoding else None
        self._has_begun = False

    def feed(self, piece: bytes) -> bytes:
        """Decompress the next piece of the body.

        Raises:
            TooLargeError: The body exceeds the limit.
            EncodingError: The body is no such data.
        """
        plain = self._inflated(self._inflate, piece) if self._inflate else piece
        self._left -= len(plain)
        if self._left < 0:
            raise TooLargeError
        return plain

    def finish(self) -> None:
        """Check that nothing is missing.

        Raises:
            EncodingError: The compressed data ends too early.
        """
        if self._inflate and self._has_begun and not self._inflate.eof:
            raise EncodingError("its compressed data ends too early")

    def _inflated(self, inflate: zlib._Decompress, piece: bytes) -> bytes:
        if inflate.eof or not piece:
            return b""
        self._has_begun = True
        try:
            return inflate.decompress(piece, self._left + 1)
        except zlib.error as error:
            raise EncodingError(f"its compressed data is broken ({error})") from None


def unpacked(content: bytes, max_bytes: int) -> bytes:
    """Decompress a whole gzip file, such as a sitemap.xml.gz; return anything else unchanged.

    Raises:
        TooLargeError: The content exceeds the limit.
        EncodingError: It is a broken gzip file.
    """
    if not content.startswith(b"\x1f\x8b"):
        return content
    decoder = Decoder("gzip", max_bytes)
    plain = decoder.feed(content)
    decoder.finish()
    return plain
