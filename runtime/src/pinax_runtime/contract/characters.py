"""Which characters make words, and how they are folded.

Python's `\\w` knows letters and digits but not combining marks, without which decomposed Latin, vowelled Arabic,
Devanagari or Thai fall into pieces. The blocks below are added to it (Unicode 16.0, General_Category M*, whole Indic
and South-East Asian blocks).

Spec:  docs/format.md, section 10.
"""

from __future__ import annotations

import re
import unicodedata

_MARKS = (
    "\u00ad\u200c\u200d"  # soft hyphen and joiners: part of a word, dropped by `normalize`
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7"
    "\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u0711\u0730-\u074a"
    "\u0900-\u0963\u0966-\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece"
    "\u0f18-\u0f39\u0f71-\u0fbc\u102b-\u103e\u1056-\u1059\u17b4-\u17d3\u1dc0-\u1dff\u20d0-\u20ff\u3099\u309a\ufe20-\ufe2f"
)

WORD = rf"[\w{_MARKS}]"
"""A regular expression's class: one character of a word."""

_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Myanmar, Khmer
    "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff"  # iteration marks, Hiragana, Katakana
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
    "\u1100-\u11ff\uac00-\ud7af"  # Hangul
)
UNSPACED_RUN = re.compile(f"[{_UNSPACED}]+")
"""Text of scripts that are indexed by pairs of characters because spaces do not separate their words."""

_LEAST_DIACRITIC = 10

_DROPPED = dict.fromkeys(map(ord, "\u00ad\u200c\u200d"))


def compose(text: str) -> str:
    """Bring spellings that look the same to one: NFKC, without soft hyphens and joiners.

    >>> compose("ｶﾞｲﾄﾞ"), compose("ﬁle")
    ('ガイド', 'file')
    """
    return text if text.isascii() else unicodedata.normalize("NFKC", text).translate(_DROPPED)


def normalize(text: str) -> str:
    """Bring text to the form that is compared: composed, in lower case."""
    return compose(text).lower()


def fold(word: str) -> str:
    """Strip diacritics from a normalized word: marks of canonical combining class 10 and above.

    Lower classes are no diacritics: the vowel signs of Indic scripts, nukta, virama, the voicing marks of kana.

    >>> fold("généralités"), fold("ガイド"), fold("हिन्दी") == "हिन्दी"
    ('generalites', 'ガイド', True)
    """
    if word.isascii():
        return word
    kept = (c for c in unicodedata.normalize("NFD", word) if unicodedata.combining(c) < _LEAST_DIACRITIC)
    return unicodedata.normalize("NFC", "".join(kept))
