"""Decompress a body piece by piece, never beyond a limit.

In:    Pieces of a body and its Content-Encoding (gzip or none).
Out:   The plain pieces.
Rules: a decompression bomb never fills memory: no call returns more than what is left of the limit. As in browsers,
       what follows the end of the compressed data is ignored.
"""

from __future__ import annotations

import zlib

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
