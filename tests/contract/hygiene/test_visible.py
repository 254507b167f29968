"""What nobody sees leaves a text; what belongs to a script or an emoji stays."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinax_runtime.format import is_visible_line, visible, visible_line

HIDDEN = {
    "OSC 52": ("a\x1b]52;c;eA==\x07b", "a]52;c;eA==b"),
    "C1 commands": ("a\x9b31m\x9d0;t\x9cb", "a31m0;tb"),
    "backspaces": ("safe\x08\x08\x08\x08evil", "safeevil"),
    "overrides": ("user\u202egnp.exe\u2066x\u2069", "usergnp.exex"),
    "tags": ("Hello\U000e0049\U000e0067\U000e006e\U000e007f.", "Hello."),
    "selectors": ("😀\ufe0f\ufe00\ufe01\U000e0100\U000e01ef", "😀\ufe0f"),
    "no width": ("pass\u200bword\u2060\ufeff\u180e", "password"),
    "joiners in a row": ("\u0628\u200d\u200c\u200d\u200c\u200db", "\u0628\u200d\u200cb"),
    "fillers": ("a\u3164\u115f\u1160\uffa0b", "ab"),
    "joiners of grapheme clusters": ("a\u034fb", "ab"),
    "beams of music": ("a\U0001d173b\U0001d17a", "ab"),
    "soft hyphens": ("docu\xadmentation", "documentation"),
    "marks of Arabic letters": ("a\u061cb", "ab"),
    "bits in joiners": ("a\u200cb\u200dc\u200c\u200dd", "abcd"),
    "bytes in selectors": ("a\ufe01b\U000e0165c\U000e0100", "abc"),
    "bits in marks of direction": ("\u05d0\u200e\u200f\u200f\u200eb", "\u05d0\u200eb"),
    "variants of Mongolian elsewhere": ("a\u180bb", "ab"),
    "noncharacters": ("a\ufdd0\uffff\U0001fffeb", "ab"),
    "line ends": ("a\r\nb\rc\x85d\u2028e\x0bf", "a\nb\nc\nd\ne\nf"),
}
SHOWN = [
    "ASCII\tand\nlines",
    "नमस्‍ते",
    "می‌خواهم",
    "👩‍👩‍👧 ❤️ 🏳️‍🌈",
    "ก\u200bข",
    "葛\U000e0100",
    "\u200f עברית \u200e",
    "a\xa0b",
    "1\ufe0f\u20e3 \xa9\ufe0f \u2708\ufe0e",
    "\u09b0\u200d\u09cd\u09af \u0d15\u0d4d\u200d",
    "\u1820\u180b\u182d\u180f",
    "\u0e01\u200b\u0e02 \u1780\u200b\u1781 \u1000\u200b\u1001",
    "\u2229\ufe00",
    "",
]


@pytest.mark.parametrize("name", HIDDEN)
def test_what_nobody_sees_goes(name: str) -> None:
    """Each kind of hidden characters is left out."""
    hidden, left = HIDDEN[name]
    assert visible(hidden) == left


@pytest.mark.parametrize("text", SHOWN)
def test_what_is_written_stays(text: str) -> None:
    """Joiners of scripts and emoji, marks of direction, and ordinary white space stay."""
    assert visible(text) == text


IGNORABLE = """
00AD 034F 061C 115F-1160 17B4-17B5 180B-180F 200B-200F 202A-202E 2060-206F 3164 FE00-FE0F FEFF FFA0 FFF0-FFF8
1BCA0-1BCA3 1D173-1D17A E0000-E0FFF
"""
"""Default_Ignorable_Code_Point (DerivedCoreProperties.txt of Unicode 14.0)."""


def test_no_ignorable_character_stays_in_latin_text() -> None:
    """Of what Unicode calls ignorable, only marks of direction and emoji's two selectors stay after a letter."""
    ranges = [[int(end, 16) for end in item.split("-")] for item in IGNORABLE.split()]
    ignorable = [chr(code) for ends in ranges for code in range(ends[0], ends[-1] + 1)]
    assert len(ignorable) == 4_174
    assert [char for char in ignorable if visible(f"a{char}b") != "ab"] == ["\u200e", "\u200f", "\ufe0e", "\ufe0f"]


@given(
    st.text()
    | st.text(st.sampled_from("\x1b\u200b\u200d\ufe0f\u202eaก\u200c\u180b\u1820\u200e\xad\n\r\x85\U000e0041\U000e0100"))
)
def test_cleaning_twice_changes_nothing(text: str) -> None:
    """The result is clean, holds no control or tag, and one line stays one."""
    assert visible(visible(text)) == visible(text)
    left = {char for char in visible(text) if unicodedata.category(char) == "Cc"}
    assert left <= {"\n", "\t"}
    assert is_visible_line(visible_line(text))
    assert len(visible_line(text).splitlines()) <= 1


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126)))
def test_plain_text_is_left_alone(text: str) -> None:
    """ASCII that is printed stays as it is."""
    assert visible(text) == text
