"""Name the codec that a label of an encoding stands for.

Spec: https://encoding.spec.whatwg.org/#names-and-labels, by way of webencodings. Labels of encodings that the standard
      gave up are looked up among Python's, so that old pages in them are read too.
"""

from __future__ import annotations

import codecs

import webencodings

_GIVEN_UP = "replacement"
"""What the standard calls an encoding that browsers read no more."""
_WIDER = {
    "ascii": "cp1252",
    "big5": "big5hkscs",
    "euc_kr": "cp949",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "iso8859-1": "cp1252",
    "shift_jis": "cp932",
    "x-user-defined": "cp1252",
}
"""Codec → the superset that pages really use."""
_NO_PAGE = ("utf-16", "utf-32", "utf-7", "idna", "punycode")
"""Codecs that a declaration cannot name truly: it is written in ASCII itself, or they encode no pages."""


def codec_of(label: str) -> str:
    """Return the codec that a label stands for; empty if none does.

    >>> codec_of("Latin1"), codec_of("x-sjis"), codec_of("cp437"), codec_of("utf-16"), codec_of("nothing")
    ('cp1252', 'cp932', 'cp437', '', '')
    """
    label = label.strip("\t\n\f\r \"'").lower()
    known = webencodings.lookup(label)
    try:
        codec = known.codec_info if known and known.name != _GIVEN_UP else codecs.lookup(label)
    except (LookupError, ValueError):
        return ""
    if not codec._is_text_encoding or codec.name.startswith(_NO_PAGE):
        return ""
    return _WIDER.get(codec.name, codec.name)
