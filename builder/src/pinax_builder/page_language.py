"""Settle which language a page is in, from what it says of itself and what its text says.

Sites in many languages show the pages that nobody has translated yet in the original, under an address and with a mark
of the language that they should be in; templates mark every page as English. The language decides how words are
stemmed, so the text has the last word where it is clear.

Rules: code does not count; where the text is not clear, or too little, or its language cannot be told safely from the
       one that the page says, the page is believed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import chain

from pinax_builder.gate import differs, guess_language
from pinax_builder.records import Page
from pinax_builder.segment import plain_sections
from pinax_runtime.format import BODY

_WORD = re.compile(r"[^\W\d_]+")
_ASCII = bytes(range(128))
_ONLY_LETTERS = bytes(code if chr(code).isalpha() else ord(" ") for code in _ASCII).ljust(256)
"""Byte of UTF-8 → the same where it is a letter of ASCII, else a space; twice as fast as a regular expression."""
_MOST_WORDS = 800
"""Number of first words by which a page's language is guessed."""


def settle_language(page: Page) -> Page:
    """Return a page with the language of its text, marked as untranslated if it states another one."""
    if page.facets.get("content_type") == ("code",):
        return page
    page, words = _first_words(page)
    guessed = guess_language(words, sure=True)
    if not guessed or (page.language and not differs(guessed, page.language)):
        return page
    facets = {**page.facets, "language": (guessed,)}
    return replace(page, language=guessed, facets=dict(sorted(facets.items())), is_untranslated=bool(page.language))


def _first_words(page: Page) -> tuple[Page, list[str]]:
    """Return a page with the plain text of its first sections, and their first words, code aside."""
    words: list[str] = []
    read = []
    for plain in plain_sections(page):
        read.append(plain)
        words += _words(chain(plain.title, plain.below))
        if len(words) >= _MOST_WORDS:
            break
    return replace(page, plain=tuple(read)), words[:_MOST_WORDS]


def _words(stretches: Iterable[tuple[int, str]]) -> list[str]:
    """Return the words of what is not code; if they are more than most words, the rest of the text is the last."""
    low = " ".join([text for field, text in stretches if field == BODY]).lower()
    encoded = low.encode("utf-8", "surrogatepass")
    beyond = encoded.translate(None, _ASCII)
    if beyond and _WORD.search(beyond.decode("utf-8", "surrogatepass")):
        return _WORD.findall(low)
    return encoded.translate(_ONLY_LETTERS).decode().split(None, _MOST_WORDS)
