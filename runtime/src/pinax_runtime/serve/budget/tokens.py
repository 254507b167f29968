"""Estimate how many tokens a model counts in a reply, so that it seldom counts more.

Strategy. Models count differently, and no vocabulary is shipped, so every byte has a weight by its kind. Letters in
lower case are cheap, because a whole word is one token. Digits, capitals and punctuation are dear: they fill outlines,
hashes and tables with tokens. A character beyond ASCII is about one token.

The weights were fitted on 1,496 pieces of documentation: six manuals, and Markdown in 20 languages. None of these has
more tokens in two models' vocabularies than is estimated; the mean estimate is 1.4 times their count. Of 3,200 mostly
new pieces, 7 were estimated too low (at worst 0.89 of the count), and the mean was 1.41.

Why:   docs/decisions/0021
"""

from __future__ import annotations

COST_PER_TOKEN = 100
"""Cost of one token; costs are whole numbers, in hundredths of a token."""

MIN_TOKENS = 300
"""Smallest `max_tokens` (tokens): room for a source line, a cursor and some text."""
DEFAULT_CEILING = 8_000
"""Longest reply of a server that was started without another ceiling (tokens)."""
MAX_CEILING = 25_000
"""Highest ceiling of a server (tokens); clients cut or refuse longer replies."""

# Costs of one byte of each kind (hundredths of a token).
_LOWER, _UPPER, _DIGIT, _SPACE, _LINE_END, _OTHER_ASCII = 30, 50, 85, 45, 75, 65
_FIRST_BYTE, _FURTHER_BYTE = 100, 15  # of a character beyond ASCII


def _weight(byte: int) -> int:
    """Return the cost of one byte of UTF-8 (hundredths of a token)."""
    if byte >= 0x80:
        return _FIRST_BYTE if byte >= 0xC0 else _FURTHER_BYTE
    character = chr(byte)
    kinds = ((character.islower(), _LOWER), (character.isupper(), _UPPER), (character.isdigit(), _DIGIT))
    spaces = ((character == "\n", _LINE_END), (character.isspace(), _SPACE))
    return next((weight for is_kind, weight in (*kinds, *spaces) if is_kind), _OTHER_ASCII)


_WEIGHTS = bytes(map(_weight, range(256)))


def cost(text: str) -> int:
    """Estimate the cost of a text (hundredths of a token)."""
    return sum(text.encode("utf-8", "replace").translate(_WEIGHTS))


def tokens_in(cost: int) -> int:
    """Return the number of tokens of a cost, rounded up.

    >>> tokens_in(0), tokens_in(1), tokens_in(300)
    (0, 1, 3)
    """
    return -(-cost // COST_PER_TOKEN)


def estimate(text: str) -> int:
    """Estimate the number of tokens of a text.

    >>> estimate("Run the job again."), estimate("0x7f3a"), estimate("日本語")
    (7, 4, 4)
    """
    return tokens_in(cost(text))


def fitting(text: str, room: int) -> int:
    """Return how many characters from the start of a text cost no more than the room."""
    left = room
    for number, character in enumerate(text):
        left -= cost(character)
        if left < 0:
            return number
    return len(text)
