"""Guess the encoding of text that declares none and is no UTF-8.

In:    Bytes.
Out:   The name of a codec, or None where nothing fits.
Rules: at most `SAMPLE_BYTES` of the first `SEARCHED_BYTES` are looked at, whatever the page's size. Of two encodings
       that fit equally, the first one here is taken.

Strategy: the sample is decoded by each encoding. An encoding fits by the share of the characters beyond ASCII that one
of its languages uses, less those that stand where they hardly ever do: three accented letters in a row, a letter of
another script beside a Latin one or alone, and a capital letter after a small one.
Why:   docs/decisions/0183
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import NamedTuple

_ARABIC = "اليمنوهرتبةعدفسكقحجشصخطذضزثغظءآأؤإئى"
_MARKS_OF_ARABIC = "ًٌٍَُِّْـ"
_RUSSIAN = "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё"

LETTERS = {
    "en": "éèïöñç",
    "de": "äöüß",
    "fr": "àâæçéèêëîïôœùûüÿ",
    "es": "áéíóúüñ¿¡ºª",
    "it": "àèéìíîòóùú",
    "pt": "áàâãçéêíóôõúüªº",
    "ca": "àçèéíïòóúü",
    "nl": "ëïéèóöüá",
    "sv": "åäöé",
    "da": "æøåé",
    "fi": "äöåšž",
    "is": "áðéíóúýþæö",
    "pl": "ąćęłńóśźż",
    "cs": "áčďéěíňóřšťúůýž",
    "sk": "áäčďéíĺľňóôŕšťúýž",
    "hu": "áéíóöőúüű",
    "hr": "čćđšž",
    "ro": "ăâîşţșț",
    "tr": "çğıöşüİâî",
    "lt": "ąčęėįšųūž",
    "lv": "āčēģīķļņšūž",
    "et": "äöõüšž",
    "ru": _RUSSIAN,
    "uk": "оанівитерсклудмпязьбгчйхжїцюшєщфґ",
    "be": "анеіоркыстлвяудпмзьйбгчхшжюцэўфё",
    "bg": "аоиетнрсвлкдпмзгябъучщжцхйшюфь",
    "sr": "аоиенртсвјкулдпмзгбчњжћшцхђљфџ",
    "el": "αοιετσνρπυκηλμςίόάέδγωχθφήβύξώζψϊϋΐΰ",
    "he": "יוהלאמרתבשנםעדקכחפטסגזצןךףץ",
    "ar": _ARABIC + _MARKS_OF_ARABIC + "،؛؟",
    "fa": _ARABIC + _MARKS_OF_ARABIC + "،؛؟پچژگکی\u200c",
    "th": "านรกเองมยลวดทตสะปบคห" + "".join(map(chr, (*range(0x0E01, 0x0E3B), *range(0x0E40, 0x0E5A)))),
}
"""Language → its letters beyond ASCII, in lower case; of scripts other than Latin the most frequent ones first."""

PUNCTUATION = "\xa0«»“”„‘’‚–—…•·©®™°§±×€£"
"""Characters that pages of all languages have."""

SEARCHED_BYTES = 262_144
"""Number of first bytes of a page in which lines for the sample are searched."""
SAMPLE_BYTES = 4_096
"""Size of the sample from which on no more lines are added (bytes)."""
_LEAST_FIT = 0.6
"""Fit below which no encoding is taken."""
_TIE = 0.004
"""Difference of fits up to which the encoding that is listed first is taken."""
_HINT = 0.1
"""What the fit gains if the page says that it is in the encoding's language."""
_NO_KANA = 0.05
"""Share of kana below which a text is not Japanese."""

_MARKUP = re.compile(rb"<(?:script|style)\b.*?</(?:script|style)|<[^<>]*>|&#?\w+;", re.IGNORECASE | re.DOTALL)
_HIGH = re.compile("[^\x00-\x7f]")
_FREQUENT = 12
"""Number of the most frequent letters of a language."""
_RARE = 0.1
"""What the fit loses if none of the letters is a frequent one."""
_LATIN_LAST = "\u024f"
"""Last letter of the Latin script."""

_BEYOND = r"[^\W\d_\x00-\x7f]"
"""A letter beyond ASCII."""
_IN_A_ROW = re.compile(f"{_BEYOND}{{3,}}")
_NOT_IN_A_ROW = re.compile(rf"(?<=[A-Za-z]){_BEYOND}|{_BEYOND}(?=[A-Za-z])|(?<!{_BEYOND}){_BEYOND}(?!{_BEYOND})")
_SMALL = "".join(sorted({c for letters in LETTERS.values() for c in letters if c.islower()}))
_CAPITALS = "".join(sorted({c.upper() for c in _SMALL if len(c.upper()) == 1} - set(_SMALL)))
_CAPITAL_AFTER_SMALL = re.compile(f"(?<=[{_SMALL}a-z])[{_CAPITALS}]")


def guess(content: bytes, language: str = "") -> str | None:
    """Guess an encoding.

    Args:
        content: The page or text.
        language: BCP 47 primary subtag that the page says of itself; a hint.
    """
    sample = sample_of(content)
    fits = [(_fit_of_double(sample, candidate, language), candidate.codec) for candidate in DOUBLE_BYTE]
    fits += [(_fit_of_single(sample, candidate, language), candidate.codec) for candidate in SINGLE_BYTE]
    best = max(fit for fit, _ in fits)
    return next((codec for fit, codec in fits if fit >= best - _TIE), None) if best >= _LEAST_FIT else None


def sample_of(content: bytes) -> bytes:
    """Return lines with bytes beyond ASCII, without markup."""
    lines, size = [], 0
    for line in _MARKUP.sub(b" ", content[:SEARCHED_BYTES]).split(b"\n"):
        if not line.isascii():
            lines.append(line)
            size += len(line)
            if size >= SAMPLE_BYTES:
                break
    return b"\n".join(lines)


def _fit_of_single(sample: bytes, candidate: SingleByte, hint: str) -> float:
    text = sample.decode(candidate.codec, "replace")
    counts = Counter(_HIGH.findall(text))
    used, language = max((sum(counts[c] for c in _used(one)), one) for one in candidate.languages)
    letters = LETTERS[language]
    is_latin = letters[0] <= _LATIN_LAST
    misplaced = _IN_A_ROW.findall(text) if is_latin else _NOT_IN_A_ROW.findall(text)
    used -= sum(map(len, misplaced)) + len(_CAPITAL_AFTER_SMALL.findall(text))
    fit = used / max(1, counts.total())
    if not is_latin:
        frequent = sum(counts[c] for c in _frequent(language))
        fit -= _RARE * (1 - frequent / max(1, counts.total()))
    return fit + _HINT * (hint in candidate.languages)


@lru_cache(maxsize=64)
def _used(language: str) -> frozenset[str]:
    """Return the characters beyond ASCII of a language."""
    return frozenset(LETTERS[language] + LETTERS[language].upper() + PUNCTUATION)


@lru_cache(maxsize=64)
def _frequent(language: str) -> frozenset[str]:
    letters = LETTERS[language][:_FREQUENT]
    return frozenset(letters + letters.upper() + PUNCTUATION)


def _fit_of_double(sample: bytes, candidate: DoubleByte, hint: str) -> float:
    text = sample.decode(candidate.codec, "replace")
    high = _HIGH.findall(text)
    leads: Counter[int] = Counter()
    for character in high:
        encoded = character.encode(candidate.codec, "replace")
        leads[encoded[0] if len(encoded) == 2 else 0] += 1
    common = sum(n for lead, n in leads.items() if any(first <= lead <= last for first, last in candidate.leads))
    kana = sum(n for lead, n in leads.items() if any(first <= lead <= last for first, last in candidate.kana))
    fit = (common - len(_NOT_IN_A_ROW.findall(text))) / max(1, len(high))
    if candidate.kana and kana < _NO_KANA * len(high):
        fit /= 2
    return fit + _HINT * (hint == candidate.language)


class SingleByte(NamedTuple):
    """An encoding of a byte a character."""

    codec: str
    languages: tuple[str, ...]


class DoubleByte(NamedTuple):
    """An encoding of two bytes for most characters."""

    codec: str
    language: str
    leads: tuple[tuple[int, int], ...]
    """First and last of the leading bytes of the characters that texts mostly consist of."""
    kana: tuple[tuple[int, int], ...] = ()
    """Of these, those of the letters that every Japanese text has."""


_WEST = "en de fr es it pt ca nl sv da fi is"
SINGLE_BYTE = (
    SingleByte("cp1252", tuple(_WEST.split())),
    SingleByte("cp1251", ("ru", "uk", "be", "bg", "sr")),
    SingleByte("koi8_r", ("ru", "bg")),
    SingleByte("koi8_u", ("uk", "be")),
    SingleByte("iso8859_5", ("ru", "be", "bg", "sr")),
    SingleByte("cp866", ("ru", "be")),
    SingleByte("mac_cyrillic", ("ru", "uk", "be", "bg")),
    SingleByte("cp1250", ("pl", "cs", "sk", "hu", "hr", "ro")),
    SingleByte("iso8859_2", ("pl", "cs", "sk", "hu", "hr", "ro")),
    SingleByte("cp1254", ("tr",)),
    SingleByte("cp1257", ("lt", "lv", "et", "pl")),
    SingleByte("iso8859_13", ("lt", "lv", "et", "pl")),
    SingleByte("cp1253", ("el",)),
    SingleByte("iso8859_7", ("el",)),
    SingleByte("cp1255", ("he",)),
    SingleByte("iso8859_8", ("he",)),
    SingleByte("cp1256", ("ar", "fa")),
    SingleByte("iso8859_6", ("ar",)),
    SingleByte("cp874", ("th",)),
    SingleByte("iso8859_15", tuple(_WEST.split())),
)
DOUBLE_BYTE = (
    DoubleByte("cp932", "ja", ((0x81, 0x83), (0x88, 0x97)), ((0x82, 0x83),)),
    DoubleByte("euc_jp", "ja", ((0xA1, 0xA5), (0xB0, 0xCF)), ((0xA4, 0xA5),)),
    DoubleByte("cp949", "ko", ((0xA1, 0xA3), (0xB0, 0xC8))),
    DoubleByte("gb18030", "zh", ((0xA1, 0xA3), (0xB0, 0xD7))),
    DoubleByte("big5hkscs", "zh", ((0xA1, 0xC6),)),
)
