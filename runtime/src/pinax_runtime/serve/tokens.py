"""Estimate what a reply costs a model.

Strategy. Models count differently and no vocabulary is shipped, so tokens are estimated from bytes: one for every three
bytes of UTF-8, rounded up. English prose has 4 to 5 bytes to a token, code and JSON 3 to 4, Chinese and Japanese about
3: the estimate is seldom below what a model counts, and a budget that is kept by it is kept.
"""

from __future__ import annotations

BYTES_PER_TOKEN = 3

MIN_TOKENS = 300
"""Least `max_tokens`: room for a source line, a cursor and some text."""
DEFAULT_CEILING = 8_000
"""Most tokens of a reply unless the server was started with another ceiling."""
MAX_CEILING = 25_000
"""Highest ceiling: beyond it, clients cut or refuse a reply."""


def size_bytes(text: str) -> int:
    """Give the size of a text (bytes of UTF-8)."""
    return len(text.encode("utf-8", "replace"))


def tokens_in(size: int) -> int:
    """Estimate the tokens of so many bytes.

    >>> tokens_in(0), tokens_in(1), tokens_in(300)
    (0, 1, 100)
    """
    return -(-size // BYTES_PER_TOKEN)


def estimate(text: str) -> int:
    """Estimate the tokens of a text."""
    return tokens_in(size_bytes(text))
