"""Count and list the words of a text in any script.

Rules: where spaces separate words, a word is what stands between them. Chinese and Japanese have a word for two
       characters here, Thai, Lao, Khmer and Burmese for four, which is what their words have on average.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from pinax_runtime.text import WORD

_HAN = "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_SOUTH_EAST = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
UNSPACED = _HAN + _SOUTH_EAST
"""Characters of scripts that have no spaces between words, for a regular expression's class."""
_UNSPACED = re.compile(f"[{_HAN}]{{1,2}}|[{_SOUTH_EAST}]{{1,4}}")
_IS_UNSPACED = re.compile(f"[{UNSPACED}]")
"""Searched for first: for one set of characters that is much faster."""
_ASCII = bytes(range(128))
_SPACES = bytes(code for code in _ASCII if chr(code).isspace())
_ONLY_WORDS = bytes(
    code if code >= len(_ASCII) or chr(code).isalnum() or chr(code) == "_" else ord(" ") for code in range(256)
)
"""ASCII → the same where it belongs to a word, else a space; three times as fast as a regular expression."""
_WORD = re.compile(f"{WORD}+")
_SIGN = re.compile(f"[^{WORD[1:-1]}]")
_MOST_SIGNS = 16
"""Most different signs beyond ASCII that are replaced one after the other; more take longer than the expression."""
_COUNTED = re.compile(r"\w{2,}")
_CHARACTER = re.compile(rf"[{UNSPACED}]|[^\W{UNSPACED}]{{2,}}")
_NO_LETTERS = re.compile(r"[\W_]+")
_LOWER = bytes(range(256)).lower()
_ASCII_SIGNS = bytes(code for code in range(128) if not chr(code).isalnum())
"""What `_NO_LETTERS` matches of ASCII; translating bytes is many times as fast."""
_ASCII_SIGNS_IN_LINES = _ASCII_SIGNS.replace(b"\n", b"")
_ONLY_LOW_WORDS = bytes(c if c >= 128 or chr(c).isalnum() or chr(c) == "_" else ord(" ") for c in range(256)).lower()
"""Puts spaces between words of ASCII, in lower case; other characters are left to a pattern."""
_MOSTLY_ASCII = 1.2
"""Bytes of UTF-8 for a character below which a text is split so."""


def count_words(text: str) -> int:
    """Count the words of a text, signs between spaces included.

    >>> count_words("a short text"), count_words("短い文章です。"), count_words("ข้อความสั้น")
    (3, 4, 3)
    """
    return len(_spaced(text).split())


def has_more_words(text: str, number: int) -> bool:
    """Return whether a text has more than a number of words; of a short text its length tells.

    >>> has_more_words("a b c", 2), has_more_words("a b c", 3), has_more_words("短い文章です。", 3)
    (True, False, True)
    """
    if not text.isascii():
        return len(text) > number and len(_spaced(text).split(None, number)) > number
    if len(text) // 2 < number:
        return False
    n_spaces = len(text) - len(text.encode().translate(None, _SPACES))  # at least one between two words
    return n_spaces >= number and len(text.split(None, number)) > number


def words_of(text: str) -> list[str]:
    """List the words of a text, without signs.

    >>> words_of("Read: a short text"), words_of("हिन्दी का"), words_of("短い文章です。")
    (['Read', 'a', 'short', 'text'], ['हिन्दी', 'का'], ['短い', '文章', 'です'])
    """
    return only_words(text).decode("utf-8", "surrogatepass").split()


def counted_words(text: str) -> Counter[str]:
    """Count a text's words of two characters or more; of scripts without spaces, each character.

    A closer look is taken at each different word that is odd, once, since most come again.
    """
    encoded = text.encode("utf-8", "surrogatepass")
    if len(encoded) >= _MOSTLY_ASCII * len(text):
        low = text.lower()
        is_spaced = _IS_UNSPACED.search(low) is None  # the search costs far less than the other pattern
        return Counter(_COUNTED.findall(low) if is_spaced else _CHARACTER.findall(low))
    words = Counter(encoded.translate(_ONLY_LOW_WORDS).decode("utf-8", "surrogatepass").split())
    for run in [run for run in words if len(run) == 1 or not run.isascii()]:
        number = words.pop(run)
        for word in _CHARACTER.findall(run.lower()):
            words[word] += number
    return words


def letters(text: str) -> str:
    """Reduce text to its letters and digits, in lower case."""
    reduced = text.encode("utf-8", "surrogatepass").translate(_LOWER, _ASCII_SIGNS).decode("utf-8", "surrogatepass")
    return reduced if reduced.isascii() else _NO_LETTERS.sub("", reduced).lower()


def letters_of_lines(lines: Iterable[str]) -> list[str]:
    """Reduce each of several lines as `letters` does, all at once."""
    encoded = "\n".join(lines).encode("utf-8", "surrogatepass").translate(_LOWER, _ASCII_SIGNS_IN_LINES)
    reduced = encoded.decode("utf-8", "surrogatepass").split("\n")
    return [line if line.isascii() else letters(line) for line in reduced]


def only_words(text: str) -> bytes:
    """Return a text in UTF-8 with spaces in place of its signs, and between the words of scripts that have none.

    >>> only_words("Read: a text.").decode(), only_words("短い文章です。").decode()
    ('Read  a text ', '短い 文章 です')
    """
    data = text.encode("utf-8", "surrogatepass")
    if not text.isascii():
        odd = "".join(set(data.translate(None, _ASCII).decode("utf-8", "surrogatepass")))
        signs = _SIGN.findall(odd)
        if len(signs) > _MOST_SIGNS or _IS_UNSPACED.search(odd):
            return " ".join(_WORD.findall(_spaced(text))).encode("utf-8", "surrogatepass")
        for sign in signs:
            text = text.replace(sign, " ")
        data = text.encode("utf-8", "surrogatepass")
    return data.translate(_ONLY_WORDS)


def _spaced(text: str) -> str:
    """Put spaces between the words of scripts that have none."""
    if text.isascii():
        return text
    beyond = text.encode("utf-8", "surrogatepass").translate(None, _ASCII).decode("utf-8", "surrogatepass")
    return _UNSPACED.sub(r" \g<0> ", text) if _IS_UNSPACED.search(beyond) else text
