"""How bytes become text."""

from __future__ import annotations

import codecs

import pytest

from pinax_builder.charsets import Decoded, decode, rewritten


def text_of(content: bytes, header: str = "") -> str:
    """Decode bytes that are text."""
    decoded = decode(content, header)
    assert decoded is not None
    return decoded.text


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_byte_order_mark_decides(encoding: str) -> None:
    """A byte order mark names the encoding and is no part of the text."""
    mark = {"utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE}.get(encoding, b"")
    assert text_of(mark + "<p>héllo 日本".encode(encoding), "koi8-r") == "<p>héllo 日本"


@pytest.mark.parametrize(
    ("label", "encoding", "word"),
    [
        ("windows-1251", "cp1251", "Привет"),
        ("Shift_JIS", "cp932", "①日本"),
        ("x-sjis", "cp932", "日本"),
        ("EUC-JP", "euc_jis_2004", "①日本"),
        ("ISO-2022-JP", "iso2022_jp", "日本"),
        ("gb2312", "gb18030", "镕基"),
        ("euc-kr", "cp949", "똠방각하"),
        ("iso-8859-1", "cp1252", "café €"),
        ("ISO-8859-9", "cp1254", "ışık"),
        ("iso-8859-8-i", "iso8859_8", "שלום"),
        ("big5", "big5", "日本"),
        ("cp437", "cp437", "╔é╗"),
    ],
)
@pytest.mark.parametrize(
    "form", ['<meta charset="{}"><p>', '<?xml version="1.0" encoding="{}"?><p>', "# -*- coding: {} -*-\n"]
)
def test_the_declared_charset_is_used(form: str, label: str, encoding: str, word: str) -> None:
    """A meta element, an XML declaration or a comment names the encoding, by any label that browsers know."""
    text = form.format(label) + word
    assert text_of(text.encode(encoding)) == text


def test_the_header_comes_before_the_page() -> None:
    """Of two declarations that are both possible the header's counts, and of a page's own that of its meta element."""
    content = '<?xml version="1.0" encoding="koi8-r"?><meta charset="windows-1251"><p>Привет'.encode("cp1251")
    assert text_of(content).endswith("Привет")
    assert text_of(content.replace(b"windows-1251", b"windows-1253"), "windows-1251").endswith("Привет")


def test_a_declaration_in_a_comment_is_none() -> None:
    """A meta element that is commented out declares nothing."""
    text = '<!-- <meta charset="koi8-r"> --><meta charset="windows-1251"><p>Привет'
    assert text_of(text.encode("cp1251")) == text


@pytest.mark.parametrize("label", ["latin-1", "utf-8", "gb2312", "shift_jis", "koi8-r"])
def test_utf_8_is_read_as_such_whatever_it_declares(label: str) -> None:
    """Bytes that are valid UTF-8 are no text in another encoding, but for a few characters that may be so by chance."""
    text = f'<meta charset="{label}"><p>Überraschung, 日本語の文書です。'
    assert text_of(text.encode()) == text


def test_a_few_double_bytes_that_happen_to_be_utf_8_are_not() -> None:
    """Two characters of GBK that are valid UTF-8 are read as declared."""
    text = '<meta charset="gbk"><p>联通'
    assert text_of(text.encode("gbk")) == text


@pytest.mark.parametrize("label", ["utf-8", "iso-8859-1", "windows-1252"])
@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("cp1251", "Документация для программистов, которую никто не читает. "),
        ("euc_jp", "日本語の文書はここから始まります。"),
    ],
)
def test_a_declaration_that_the_bytes_contradict_loses(label: str, encoding: str, text: str) -> None:
    """What is declared UTF-8 and is none, or Latin-1 and has hardly a letter of ASCII, is guessed."""
    content = f'<meta charset="{label}"><p>{text * 3}'
    decoded = decode(content.encode(encoding))
    assert decoded is not None
    assert (decoded.text, decoded.is_guessed) == (content, True)


def test_a_broken_character_does_not_cost_the_page() -> None:
    """A page with one broken character in hundreds is read in its declared encoding."""
    text = '<meta charset="shift_jis"><p>' + "日本語の文書" * 20
    assert text_of(text.encode("cp932") + b"\x81") == text + "\ufffd"


def test_mixed_encodings_lose_nothing() -> None:
    """Stray windows-1252 bytes in UTF-8 are read as windows-1252."""
    assert text_of("naïve, déjà vu, ".encode() + "café".encode("cp1252")) == "naïve, déjà vu, café"
    assert text_of('<meta charset="utf-8">café'.encode("cp1252")) == '<meta charset="utf-8">café'


def test_an_unknown_charset_is_ignored() -> None:
    """A charset that does not exist, or that ASCII cannot declare, does not count."""
    assert text_of('<meta charset="no-such">é'.encode()) == '<meta charset="no-such">é'
    assert text_of('<meta charset="utf-16">é'.encode()) == '<meta charset="utf-16">é'


def test_what_was_guessed_is_said() -> None:
    """UTF-8 and a true declaration are no guess."""
    assert decode("é".encode()) == Decoded("é", "utf-8")
    assert decode(b"\xe9", "iso-8859-1") == Decoded("é", "cp1252")
    assert decode(b"caf\xe9") == Decoded("café", "cp1252", is_guessed=True)


@pytest.mark.parametrize("control", ["\0", "\x0b", "\x1b", "\x1f"])
def test_what_may_have_controls_is_said(control: str) -> None:
    """A text with one control character may have them, in any encoding; tabs and line ends are none."""
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "cp1252"):
        decoded = decode(f"café\t\r\n{control}".encode(encoding))
        assert decoded is not None
        assert decoded.may_have_controls
    assert decode("café\t\r\n".encode()) == Decoded("café\t\r\n", "utf-8")


@pytest.mark.parametrize("content", [b"%PDF-1.7 x", b"\x89PNG\r\n", b"PK\x03\x04abc", bytes(range(32)) * 50])
def test_binary_is_no_text(content: bytes) -> None:
    """Files that are something else under a page's name are told by their first bytes or control characters."""
    assert decode(content) is None


def test_a_body_that_its_header_alone_explains_is_rewritten() -> None:
    """A body is rewritten as UTF-8 by its header's charset; UTF-8, and what the charset cannot be, stay as they are."""
    assert rewritten("日本".encode("euc_jp"), "euc-jp") == codecs.BOM_UTF8 + "日本".encode()
    assert rewritten("é".encode(), "latin-1") == "é".encode()
    assert rewritten("日本語の".encode("cp932"), "euc-jp") == "日本語の".encode("cp932")
