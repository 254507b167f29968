"""Say which letters and which double bytes each language uses, in each encoding that its old pages are in.

Rules: of two encodings that fit equally, the first one here is taken.
"""

from __future__ import annotations

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
