"""Decode a page's bytes into text, whatever it says about its encoding.

In:    Bytes as fetched.
Out:   Text, or None where the bytes are no text at all.
Rules: byte order mark, then the declared charset, then UTF-8, then windows-1252. A declaration that the bytes
       contradict loses. Stray bytes in UTF-8 are read as windows-1252, so a page that mixes both loses nothing.
"""

from __future__ import annotations

import codecs
import re

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_DECLARED = re.compile(
    rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([a-zA-Z0-9_:.\-]+)|^\s*<\?xml[^>]{0,100}?encoding\s*=\s*["']([^"']+)""",
    re.IGNORECASE,
)
_DECLARED_WITHIN_BYTES = 4096
"""Number of first bytes that are searched for a declared charset."""

_WIDER = {
    "iso8859-1": "cp1252",
    "ascii": "cp1252",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "iso8859-9": "cp1254",
    "tis-620": "cp874",
}
"""Declared codec -> the superset that pages under that label really use (WHATWG Encoding Standard, section 4.2)."""

_MAGIC = (b"%PDF-", b"\x89PNG", b"GIF8", b"\xff\xd8\xff", b"PK\x03\x04", b"\x1f\x8b", b"\x7fELF", b"RIFF", b"wOF")
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_LOOKED_AT_BYTES = 65_536
"""Number of first bytes by which binary files are told."""
_MAX_CONTROL_SHARE = 0.01
"""Share of control characters above which bytes are binary."""


def decode(content: bytes) -> str | None:
    """Decode bytes into text.

    Returns:
        The text without its byte order mark, or None when the bytes are binary.
    """
    for bom, encoding in _BOMS:
        if content.startswith(bom):
            return content[len(bom) :].decode(encoding, "replace")
    if _is_binary(content):
        return None
    declared = _declared(content)
    if declared and declared != "utf-8":
        try:
            text = content.decode(declared)
        except (UnicodeDecodeError, LookupError):
            pass
        else:
            return _as_utf8_after_all(content) or text if declared.startswith("cp125") else text
    return content.decode("utf-8", "pinax-windows-1252")


def _as_utf8_after_all(content: bytes) -> str | None:
    """Decode as UTF-8 a page whose declared single-byte charset would accept anything; None if it is no UTF-8."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _declared(content: bytes) -> str | None:
    """Name the codec that the page declares, or its superset; None when it declares none that exists."""
    match = _DECLARED.search(content[:_DECLARED_WITHIN_BYTES])
    if not match:
        return None
    label = (match.group(1) or match.group(2)).decode("ascii", "ignore")
    try:
        codec = codecs.lookup(label)
    except LookupError:
        return None
    if not codec._is_text_encoding or codec.name.startswith(("utf-16", "utf-32", "utf-7", "idna", "punycode")):
        return None  # a declaration in ASCII cannot be true of UTF-16; the others are no page encodings
    return _WIDER.get(codec.name, codec.name)


def _is_binary(content: bytes) -> bool:
    """Tell whether bytes without a byte order mark are something else than text."""
    if content.startswith(_MAGIC):
        return True
    head = content[:_LOOKED_AT_BYTES]
    return len(_CONTROL.findall(head)) > max(1, _MAX_CONTROL_SHARE * len(head))


def _from_windows_1252(error: UnicodeError) -> tuple[str, int]:
    """Read the bytes that are no UTF-8 as windows-1252."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    stray = error.object[error.start : error.end]
    return stray.decode("cp1252", "replace"), error.end


codecs.register_error("pinax-windows-1252", _from_windows_1252)
