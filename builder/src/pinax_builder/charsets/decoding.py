"""Decode bytes into text, whatever they say about their encoding; crawl and gate both read pages by this module.

In:    Bytes, and the charset of a response's header.
Out:   Decoded, or None where the bytes are no text.
Rules: in this order: byte order mark; UTF-8, if the bytes are valid; the header's charset; the page's own declaration;
       UTF-8 with some stray bytes; a guess; windows-1252. A declaration that the bytes contradict does not count.
       Text in UTF-8 costs nothing more than being decoded.

       A page's `meta` comes before its XML declaration, as in browsers. Source code declares its encoding in a comment
       of the first lines, as Python, Emacs and Vim read it. Labels of encodings that the standard gave up are looked up
       among Python's, so that old pages in them are read.
Spec:  https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding, https://peps.python.org/pep-0263/,
       https://encoding.spec.whatwg.org/#names-and-labels, by way of webencodings.
Why:   docs/decisions/0183
"""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

import webencodings

from pinax_builder.charsets.guessing import SEARCHED_BYTES, guess, sample_of

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SHIFTED = {"iso2022_jp", "iso2022_kr", "iso2022-jp", "iso2022-kr", "hz"}
"""Codecs whose bytes are ASCII, so that they look like UTF-8."""
_SHIFTS = ((b"\x1b", re.compile(rb"\x1b[$(]")), (b"~", re.compile(rb"~\{")))
"""What begins a run of other characters in them, after its first byte, which is found ten times as fast."""
_JAPANESE_SHIFT = b"\x1b$"
_DOUBLE_BYTE = {"gb18030", "big5hkscs", "euc_jp", "cp932", "cp949"}
_ALSO = {
    "euc_jp": ("euc_jp", "euc_jis_2004"),
    "iso2022_jp": ("iso2022_jp", "iso2022_jp_ext", "iso2022_jp_2004"),
    "big5hkscs": ("big5hkscs", "cp950"),
}
"""Codec → codecs to try in turn, since Python's first one lacks characters that pages have."""
_CHANCE_BYTES = 16
"""Number of continuation bytes up to which double bytes may be valid UTF-8 by chance."""
_BROKEN_SHARE = 0.02
"""Share of the characters beyond ASCII that may be broken in text of a declared or guessed encoding."""
_FOREIGN_SHARE = 0.4
"""Share of letters beyond ASCII from which on a text is in no language that windows-1252 is for."""
_HIGH = re.compile("[^\x00-\x7f]")
_LETTERS = re.compile(r"[^\W\d_]")
_LETTERS_LEAST = 20
"""Number of letters below which the share of those beyond ASCII means nothing."""
_LANGUAGE = re.compile(rb"""<html\b[^<>]{0,500}?\blang\s*=\s*["']?([a-zA-Z]{2,3})\b""", re.IGNORECASE)

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
_HEAD_BYTES = 4_096
"""Number of first bytes that are searched; browsers search 1,024, and some heads are longer."""
_META = re.compile(rb"""<meta[^>]{0,300}?charset\s*=\s*["']?\s*([a-zA-Z0-9_:.\-]+)""", re.IGNORECASE)
_XML = re.compile(rb"""^\s*<\?xml[^>]{0,100}?encoding\s*=\s*["']([a-zA-Z0-9_:.\-]+)""", re.IGNORECASE)
_COMMENT = re.compile(rb"^[^\w\n]{1,10}[^\n]{0,200}?coding[:=][ \t]*([-\w.]+)", re.MULTILINE)
_COMMENT_LINES = 2
"""Number of first lines in which a comment may declare the encoding."""
_HTML_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)

_MAGIC = (b"%PDF-", b"\x89PNG", b"GIF8", b"\xff\xd8\xff", b"PK\x03\x04", b"\x1f\x8b", b"\x7fELF", b"RIFF", b"wOF")
_CONTROLS = bytes((*range(0x09), 0x0B, 0x0C, *range(0x0E, 0x20)))
"""Bytes by which every encoding writes control characters, but for tabs and line ends; most texts have none."""
_OF_BINARIES = bytes(code for code in _CONTROLS if code not in b"\x0b\x0c\x1b")
"""Those by which binary files are told; the others are in old texts."""
_LOOKED_AT_BYTES = 65_536
"""Number of first bytes by which binary files are told."""
_MAX_CONTROL_SHARE = 0.01
"""Share of control characters above which bytes are binary."""


class Decoded(NamedTuple):
    """A text, and how it was read."""

    text: str
    """Without its byte order mark."""
    codec: str
    """Python's name of the encoding."""
    is_guessed: bool = False
    """Whether neither a mark nor a true declaration named the encoding, and the bytes are no UTF-8."""
    may_have_controls: bool = False
    """Whether the text may have control characters other than tabs and line ends."""


def decode(content: bytes, header: str = "") -> Decoded | None:
    """Decode bytes into text.

    Args:
        content: The page or file.
        header: Charset of the response's Content-Type; empty if it has none.
    """
    has_controls = len(content.translate(None, _CONTROLS)) < len(content)
    for bom, encoding in _BOMS:
        if content.startswith(bom):
            text = content[len(bom) :].decode(encoding, "replace")
            return Decoded(text, encoding, may_have_controls=has_controls)
    if is_binary(content) if has_controls else content.startswith(_MAGIC):
        return None
    decoded = _as_utf8(content, header) or _as_declared(content, header) or _as_guessed(content)
    return decoded._replace(may_have_controls=True) if has_controls else decoded


def rewritten(content: bytes, header: str) -> bytes:
    """Rewrite a body that only its header's charset can decode as UTF-8 with a byte order mark; leave any other."""
    codec = codec_of(header) if header else ""
    if codec in ("", "utf-8") or content.startswith(tuple(bom for bom, _ in _BOMS)):
        return content
    if _as_utf8(content, header) or (text := _in_codec(content, codec)) is None:
        return content
    return codecs.BOM_UTF8 + text.encode("utf-8", "replace")


def is_binary(content: bytes) -> bool:
    """Tell whether bytes without a byte order mark are something else than text."""
    if content.startswith(_MAGIC):
        return True
    head = content[:_LOOKED_AT_BYTES]
    return len(head) - len(head.translate(None, _OF_BINARIES)) > max(1, _MAX_CONTROL_SHARE * len(head))


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


def declared_label(content: bytes) -> str:
    """Return the label of the encoding that a text says it is in."""
    head = content[:_HEAD_BYTES]
    first_lines = b"\n".join(head.split(b"\n", _COMMENT_LINES)[:_COMMENT_LINES])
    found = _META.search(_HTML_COMMENT.sub(b"", head)) or _XML.search(head) or _COMMENT.search(first_lines)
    return found[1].decode("ascii", "ignore") if found else ""


def _as_utf8(content: bytes, header: str) -> Decoded | None:
    """Decode valid UTF-8, unless it is declared to be what only looks like it."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return None
    continuation_bytes = len(content) - len(text)
    if continuation_bytes > _CHANCE_BYTES or not (continuation_bytes or _is_shifted(content)):
        return Decoded(text, "utf-8")
    known = [codec_of(label) for label in (header, declared_label(content)) if label]
    if known and known[0] in (_DOUBLE_BYTE if continuation_bytes else _SHIFTED):
        return None
    if not known and _JAPANESE_SHIFT in content and _in_codec(content, "iso2022_jp") is not None:
        return None
    return Decoded(text, "utf-8")


def _is_shifted(content: bytes) -> bool:
    """Return whether bytes begin a run of other characters by a sign of ASCII."""
    return any(first in content and shift.search(content) for first, shift in _SHIFTS)


def _as_declared(content: bytes, header: str) -> Decoded | None:
    """Decode bytes that are no UTF-8 by the first declaration that they do not contradict."""
    for label in (header, declared_label(content)):
        codec = codec_of(label) if label else ""
        if codec not in ("", "utf-8"):
            text = _in_codec(content, codec)
            if text is not None and not (codec == "cp1252" and _is_foreign(content)):
                return Decoded(text, codec)
    return None


def _as_guessed(content: bytes) -> Decoded:
    if _is_shifted(content) and (text := _in_codec(content, "iso2022_jp")) is not None:
        return Decoded(text, "iso2022_jp", is_guessed=True)
    if _is_mostly_utf8(content):
        return Decoded(content.decode("utf-8", "pinax-windows-1252"), "utf-8")
    language = _LANGUAGE.search(content[:SEARCHED_BYTES])
    codec = guess(content, language[1].decode().lower() if language else "")
    text = _in_codec(content, codec) if codec else None
    if text is None:
        codec, text = "cp1252", content.decode("utf-8", "pinax-windows-1252")
    return Decoded(text, codec or "cp1252", is_guessed=True)


def _in_codec(content: bytes, codec: str) -> str | None:
    """Decode in a codec or what is wider; None if too much of the text is broken."""
    for one in _ALSO.get(codec, (codec,)):
        try:
            return content.decode(one)
        except UnicodeError:
            continue
    try:
        text = content.decode(codec, "replace")
    except UnicodeError:
        return None
    return text if text.count("\ufffd") <= _BROKEN_SHARE * len(_HIGH.findall(text)) else None


def _is_mostly_utf8(content: bytes) -> bool:
    """Return whether most of the bytes beyond ASCII are valid UTF-8: the rest was pasted in."""
    text = content[:SEARCHED_BYTES].decode("utf-8", "replace")
    broken = text.count("\ufffd")
    return len(_HIGH.findall(text)) > 2 * broken


def _is_foreign(content: bytes) -> bool:
    """Return whether a text has more letters beyond ASCII than any language that windows-1252 is for."""
    letters = _LETTERS.findall(sample_of(content).decode("cp1252", "replace"))
    high = sum(not letter.isascii() for letter in letters)
    return high >= _LETTERS_LEAST and high >= _FOREIGN_SHARE * len(letters)


def _from_windows_1252(error: UnicodeError) -> tuple[str, int]:
    """Read the bytes that are no UTF-8 as windows-1252."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    stray = error.object[error.start : error.end]
    return stray.decode("cp1252", "replace"), error.end


codecs.register_error("pinax-windows-1252", _from_windows_1252)
