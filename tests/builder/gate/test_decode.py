"""How bytes become text."""

from __future__ import annotations

import codecs

import pytest

from pinax_builder.gate.decode import decode


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_byte_order_mark_decides(encoding: str) -> None:
    """A byte order mark names the encoding and is no part of the text."""
    mark = {"utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE}.get(encoding, b"")
    assert decode(mark + "<p>héllo 日本".encode(encoding)) == "<p>héllo 日本"


@pytest.mark.parametrize(
    ("label", "encoding"),
    [
        ("windows-1251", "cp1251"),
        ("Shift_JIS", "cp932"),
        ("gb2312", "gb18030"),
        ("iso-8859-1", "cp1252"),
        ("big5", "big5"),
    ],
)
def test_the_declared_charset_is_used(label: str, encoding: str) -> None:
    """The declared charset decodes, as the superset that pages under its label really use."""
    text = f'<meta charset="{label}"><p>' + {"cp1251": "Привет", "cp1252": "café €"}.get(encoding, "日本")
    assert decode(text.encode(encoding)) == text


def test_a_declaration_that_the_bytes_contradict_loses() -> None:
    """UTF-8 under a single-byte label, and windows-1252 under a UTF-8 one, are read as what they are."""
    assert decode('<meta charset="latin-1">café 日本'.encode()) == '<meta charset="latin-1">café 日本'
    assert decode('<meta charset="utf-8">café'.encode("cp1252")) == '<meta charset="utf-8">café'


def test_mixed_encodings_lose_nothing() -> None:
    """Stray windows-1252 bytes in UTF-8 are read as windows-1252."""
    assert decode("naïve ".encode() + "café “x”".encode("cp1252")) == "naïve café “x”"


def test_an_unknown_charset_is_ignored() -> None:
    """A charset that does not exist, or that ASCII cannot declare, falls back to UTF-8."""
    assert decode('<meta charset="no-such">é'.encode()) == '<meta charset="no-such">é'
    assert decode('<meta charset="utf-16">é'.encode()) == '<meta charset="utf-16">é'


@pytest.mark.parametrize("content", [b"%PDF-1.7 x", b"\x89PNG\r\n", b"PK\x03\x04abc", bytes(range(32)) * 50])
def test_binary_is_no_text(content: bytes) -> None:
    """Files that are something else under a page's name are told by their first bytes or control characters."""
    assert decode(content) is None
