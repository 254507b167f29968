"""Words of ASCII are split by a table of bytes; regular expressions, which say what a word is, are the judge."""

from __future__ import annotations

import re
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from pinax_builder.parse.html.checking.shown import counted_words, letters, letters_of_lines
from pinax_builder.words import words_of

ASCII = st.text(st.characters(max_codepoint=127))


@given(ASCII)
def test_words_of_ascii_are_those_of_the_expression(text: str) -> None:
    """A word is a run of letters, digits and underscores."""
    assert words_of(text) == re.findall(r"\w+", text)


@given(ASCII)
def test_compared_words_have_two_characters(text: str) -> None:
    """They are counted in lower case, and shorter ones are left out."""
    assert counted_words(text) == Counter(re.findall(r"\w{2,}", text.lower()))


@given(ASCII)
def test_letters_are_all_but_signs(text: str) -> None:
    """Letters and digits stay, in lower case."""
    assert letters(text) == re.sub(r"[\W_]+", "", text).lower()


@given(st.lists(st.text(st.characters(exclude_characters="\n")), min_size=1))
def test_letters_of_lines_are_those_of_each_line(lines: list[str]) -> None:
    """All lines at once are reduced as each one alone."""
    assert letters_of_lines(lines) == [letters(line) for line in lines]


@given(st.text(st.characters(max_codepoint=0x17F)))
def test_words_of_latin_are_those_of_the_expression(text: str) -> None:
    """Words with letters beyond ASCII are counted as they are in lower case."""
    assert counted_words(text) == Counter(re.findall(r"\w{2,}", text.lower()))
