"""Find the label of the encoding that a text declares in its own bytes, and name the codec that a label stands for.

Rules: a page's `meta` comes before its XML declaration, as in browsers. Source code declares its encoding in a comment
       of the first lines, as Python, Emacs and Vim read it.

       Labels of encodings that the standard gave up are looked up among Python's, so that old pages in them are read.
Spec:  https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding, https://peps.python.org/pep-0263/,
       https://encoding.spec.whatwg.org/#names-and-labels, by way of webencodings.
"""

from __future__ import annotations

import codecs
import re

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


SEARCHED_BYTES = 4_096
"""Number of first bytes that are searched; browsers search 1,024, and some heads are longer."""
_META = re.compile(rb"""<meta[^>]{0,300}?charset\s*=\s*["']?\s*([a-zA-Z0-9_:.\-]+)""", re.IGNORECASE)
_XML = re.compile(rb"""^\s*<\?xml[^>]{0,100}?encoding\s*=\s*["']([a-zA-Z0-9_:.\-]+)""", re.IGNORECASE)
_COMMENT = re.compile(rb"^[^\w\n]{1,10}[^\n]{0,200}?coding[:=][ \t]*([-\w.]+)", re.MULTILINE)
_COMMENT_LINES = 2
"""Number of first lines in which a comment may declare the encoding."""
_HTML_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)


def declared_label(content: bytes) -> str:
    """Return the label of the encoding that a text says it is in."""
    head = content[:SEARCHED_BYTES]
    found = _META.search(_HTML_COMMENT.sub(b"", head)) or _XML.search(head) or _COMMENT.search(_first_lines(head))
    return found[1].decode("ascii", "ignore") if found else ""


def _first_lines(head: bytes) -> bytes:
    return b"\n".join(head.split(b"\n", _COMMENT_LINES)[:_COMMENT_LINES])
