"""Decompress a body piece by piece, never beyond a limit.

In:    Pieces of a body and its Content-Encoding (gzip, deflate or none).
Out:   The plain pieces.
Rules: a decompression bomb never fills memory: no call returns more than what is left of the limit. As in browsers,
       what follows the end of the compressed data is ignored.
"""

from __future__ import annotations

import zlib

ACCEPTED = "gzip, deflate"
"""Accept-Encoding header of every request."""


class TooLargeError(Exception):
    """The plain body would exceed the limit."""


class EncodingError(Exception):
    """The body is not what its Content-Encoding says, or says something unknown."""


class Decoder:
    """One body's decoder."""

    def __init__(self, encoding: str, max_bytes: int) -> None:
        """Choose by Content-Encoding.

        Raises:
            EncodingError: The encoding is unknown.
        """
        self._left = max_bytes
        self._gzip = encoding in ("gzip", "x-gzip")
        self._plain = encoding in ("", "identity", "none")
        self._inflate = None if self._plain else zlib.decompressobj(47 if self._gzip else 15)
        self._started = False
        if not self._plain and not self._gzip and encoding != "deflate":
            raise EncodingError(f"its Content-Encoding is {encoding[:40]!r}, which was not asked for")

    def feed(self, piece: bytes) -> bytes:
        """Decompress the next piece of the body.

        Raises:
            TooLargeError: The body exceeds the limit.
            EncodingError: The body is no such data.
        """
        plain = self._inflated(piece) if self._inflate else piece
        self._left -= len(plain)
        if self._left < 0:
            raise TooLargeError
        return plain

    def finish(self) -> None:
        """Check that nothing is missing.

        Raises:
            EncodingError: The compressed data ends too early.
        """
        if self._inflate and self._started and not self._inflate.eof:
            raise EncodingError("its compressed data ends too early")

    def _inflated(self, piece: bytes) -> bytes:
        assert self._inflate is not None
        if self._inflate.eof or not piece:
            return b""
        try:
            plain = self._inflate.decompress(piece, self._left + 1)
        except zlib.error as error:
            if self._started or self._gzip:
                raise EncodingError(f"its compressed data is broken ({error})") from None
            self._inflate = zlib.decompressobj(-15)  # `deflate` without its header, as some servers send it
            return self._inflated(piece)
        finally:
            self._started = True
        if self._inflate.unconsumed_tail:
            raise TooLargeError
        return plain


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
