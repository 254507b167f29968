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
    "joiners in a row": ("a\u200d\u200c\u200d\u200c\u200db", "a\u200d\u200cb"),
    "noncharacters": ("a\ufdd0\uffffb", "ab"),
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
    "a\xa0b\xadc",
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


@given(st.text() | st.text(st.sampled_from("\x1b\u200b\u200d\ufe0f\u202eaก\n\r\x85\U000e0041\U000e0100")))
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
