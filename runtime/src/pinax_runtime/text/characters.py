"""Which characters make words, and how they are folded.

Python's `\\w` knows letters and digits but not combining marks, without which decomposed Latin, vowelled Arabic,
Devanagari or Thai fall into pieces. The blocks below are added to it (Unicode 16.0, General_Category M*, whole Indic
and South-East Asian blocks). Every mark with a combining class is in them: decomposing puts marks into the order of
their classes, so that one which belonged to no word would cut off those behind it.

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
    "\u07eb-\u07f3\u07fd\u0816-\u082d\u0859-\u085b\u0898-\u08e1\u08e3-\u08ff\u0fc6\u108d\u135d-\u135f"
    "\u1714-\u1734\u17dd\u18a9\u1939-\u193b\u1a17-\u1a18\u1a60-\u1a7f\u1ab0-\u1ace\u1b34-\u1b44\u1b6b-\u1b73"
    "\u1baa-\u1bf3\u1c37\u1cd0-\u1cd2\u1cd4-\u1cf9\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302f\ua66f"
    "\ua674-\ua67d\ua69e-\ua69f\ua6f0-\ua6f1\ua806\ua82c\ua8c4\ua8e0-\ua8f1\ua92b-\ua92d\ua953\ua9b3-\ua9c0"
    "\uaab0-\uaac1\uaaf6\uabed\ufb1e"
    "\U000101fd-\U0001e94a"  # one range, as each beyond U+FFFF costs time: scripts, notes and signs, but no emoji
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
"""Lowest canonical combining class of a diacritic. Lower classes are the vowel signs of Indic scripts, nukta, virama
and the voicing marks of kana: without them a word is another one."""

_DROPPED = "\u00ad\u200c\u200d\u0640"
"""Soft hyphen, the two joiners, and tatweel, which stretches Arabic words."""
_ZEROS = "\u0660\u06f0\u0966\u09e6\u0e50"
"""The digit zero in Arabic, Persian, Devanagari, Bengali and Thai; 1 to 9 follow each in Unicode."""
_DIGITS = {ord(zero) + n: str(n) for zero in _ZEROS for n in range(10)}
_COMPOSED: dict[int, str | None] = dict.fromkeys(map(ord, _DROPPED)) | _DIGITS
_PLAIN_LETTERS = str.maketrans(
    {
        **{"đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ł": "l", "ø": "o", "ŧ": "t", "ς": "σ"},
        **{"ß": "ss", "æ": "ae", "œ": "oe", "þ": "th"},
        **{"\u0649": "\u064a", "\u06cc": "\u064a", "\u06a9": "\u0643", "\u06c1": "\u0647"},
    }
)
"""Letters that Unicode does not take apart → what they are typed as on a keyboard without them: crossed Latin letters,
ligatures, the last sigma of a word, the yeh, kaf and heh of Persian and Arabic."""


def compose(text: str) -> str:
    """Bring spellings that look the same to one: NFKC, digits as 0 to 9, without soft hyphens, joiners and tatweel.

    >>> compose("ｶﾞｲﾄﾞ"), compose("ﬁle"), compose("۱۴۰۲")
    ('ガイド', 'file', '1402')
    """
    return text if text.isascii() else unicodedata.normalize("NFKC", text).translate(_COMPOSED)


def normalize(text: str) -> str:
    """Bring text to the form that is compared: composed, in lower case."""
    return compose(text).lower()


def fold(word: str) -> str:
    """Write a normalized word as people do who have no keyboard for it: without diacritics and crossed letters.

    >>> fold("généralités"), fold("łódź"), fold("ガイド"), fold("हिन्दी") == "हिन्दी"
    ('generalites', 'lodz', 'ガイド', True)
    """
    if word.isascii():
        return word
    kept = (c for c in unicodedata.normalize("NFD", word) if unicodedata.combining(c) < _LEAST_DIACRITIC)
    return unicodedata.normalize("NFC", "".join(kept)).translate(_PLAIN_LETTERS)
