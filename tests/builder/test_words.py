"""Words are split by a table of bytes; regular expressions, which say what a word is, are the judge."""

from __future__ import annotations

import re
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from pinax_builder.words import (
    UNSPACED,
    counted_words,
    letters,
    words_of,
)
from pinax_runtime.text import WORD
from scaling import assert_in_proportion

ASCII = st.text(st.characters(max_codepoint=127))


@given(ASCII)
def test_words_of_ascii_are_those_of_the_expression(text: str) -> None:
    """A word is a run of letters, digits and underscores."""
    assert words_of(text) == re.findall(r"\w+", text)


MIXED = st.text(st.sampled_from("ab_1 -.\n’“—…éßи٣हि\u0301\u00a0\u200b\u2028\ud83d\U0001f600") | st.characters())


@given(MIXED)
def test_words_beside_signs_beyond_ascii_are_those_of_the_expression(text: str) -> None:
    """A word is a run of what the contract takes for characters of a word, where spaces separate words."""
    spaced = re.sub(f"[{UNSPACED}]", "", text)
    assert words_of(spaced) == re.findall(f"{WORD}+", spaced)


def test_many_different_signs_are_gone_through_in_proportion_to_their_number() -> None:
    """Signs are not replaced one after the other where there are thousands of them."""
    assert_in_proportion(lambda n: words_of("".join(f"word {chr(0xF0000 + at)}" for at in range(n))), 40_000)


@given(ASCII)
def test_compared_words_have_two_characters(text: str) -> None:
    """They are counted in lower case, and shorter ones are left out."""
    assert counted_words(text) == Counter(re.findall(r"\w{2,}", text.lower()))


@given(ASCII)
def test_letters_are_all_but_signs(text: str) -> None:
    """Letters and digits stay, in lower case."""
    assert letters(text) == re.sub(r"[\W_]+", "", text).lower()


@given(st.text(st.characters(max_codepoint=0x17F)))
def test_words_of_latin_are_those_of_the_expression(text: str) -> None:
    """Words with letters beyond ASCII are counted as they are in lower case."""
    assert counted_words(text) == Counter(re.findall(r"\w{2,}", text.lower()))
