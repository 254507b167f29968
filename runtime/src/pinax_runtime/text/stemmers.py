"""Snowball stemmers by language, and a fingerprint that tells whether two releases agree.

Stemmer releases differ in a few words (2.2 and 3.1 on 28 of 27,418 English ones), and a term that the builder and the
runtime stem differently is silently never found. So a segment records the fingerprint of the stemmer that built it and
a reader compares its own.

Spec:  docs/format.md, section 10.3.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache
from threading import Lock

import snowballstemmer

Stem = Callable[[str], str]

NONE = "none"
"""The name of the analyzer's language when there is no stemmer for it."""

ALGORITHMS = {
    "ar": "arabic", "hy": "armenian", "eu": "basque", "ca": "catalan", "cs": "czech", "da": "danish", "nl": "dutch",
    "en": "english", "eo": "esperanto", "et": "estonian", "fi": "finnish", "fr": "french", "de": "german",
    "el": "greek", "hi": "hindi", "hu": "hungarian", "id": "indonesian", "ga": "irish", "it": "italian",
    "lt": "lithuanian", "ne": "nepali", "nb": "norwegian", "nn": "norwegian", "no": "norwegian", "fa": "persian",
    "pl": "polish", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian", "es": "spanish",
    "bs": "serbian", "hr": "serbian", "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip
"""BCP 47 primary language subtag → Snowball algorithm."""

_PROBES = (
    "added ad emergency evening internal interval international generalities running runs classes class processes",
    "authentication authenticate configuring configuration happily skies dying news proceed université généralités",
    "continuellement übermäßige häuser kinder straßen añadiendo canciones programação notícias программирование",
    "пользователями документы المستخدمين الكتاب kullanıcıların evlerinde käyttäjien taloissa användarnas brugernes",
    "gebruikers mogelijkheden felhasználók használható utenti programmazione utilizatorilor používateľ használata",
    "αναζητήσεις εγκατάσταση χρήστες օգտագործողների փաստաթղթերը लड़कियाँ उपयोगकर्ताओं विद्यार्थीहरूले किताबहरू",
    "bhfuinneog leabharlanna மரங்கள் பயனர்களுக்கு ביכער געשריבענע uživatelům dokumentów użytkownikami",
)


def algorithm(language: str) -> str:
    """Name the Snowball algorithm for a language subtag, or `none`.

    >>> algorithm("en"), algorithm("ja")
    ('english', 'none')
    """
    name = ALGORITHMS.get(language.lower().split("-")[0], NONE)
    return name if name in snowballstemmer.algorithms() else NONE


@lru_cache
def stemmer(name: str) -> Stem:
    """Return the stemming function of an algorithm, safe to share between threads; `none` returns words unchanged.

    Raises:
        KeyError: The installed snowballstemmer has no such algorithm.
    """
    if name == NONE:
        return str
    if name not in snowballstemmer.algorithms():
        raise KeyError(name)
    snowball = snowballstemmer.stemmer(name)
    snowball.maxCacheSize = 0  # whoever stems much keeps what is made of the stems
    stem_word: Stem = snowball.stemWord
    one_at_a_time = Lock()  # Snowball keeps the word that it works on in the stemmer

    def stem(word: str) -> str:
        with one_at_a_time:
            return stem_word(word)

    return stem


@lru_cache
def fingerprint(name: str) -> str:
    """Hash what a stemmer makes of fixed probe words (8 hexadecimal digits)."""
    stem = stemmer(name)
    return hashlib.sha256("\n".join(stem(word) for line in _PROBES for word in line.split()).encode()).hexdigest()[:8]


def names() -> list[str]:
    """Name every algorithm that can be used, `none` first."""
    return [NONE, *sorted(set(snowballstemmer.algorithms()) & set(ALGORITHMS.values()))]
