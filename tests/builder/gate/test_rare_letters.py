"""Words that are searched by their rare letters."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from pinax_builder.gate.rare_letters import Finder

WORDS = ("ignore", "message", "note", "notice", ">name</h", "no rare letter")
LETTERS = ("g", "not", "m")
TEXTS = st.lists(st.sampled_from([*WORDS, "foot", "not", "g", "m", " ", ".", "\u00e9"])).map("".join)


@given(TEXTS)
def test_words_are_found_that_stand_in_a_text(text: str) -> None:
    """A word is found if and only if the text has it, whatever letters it is searched by."""
    found = Finder(WORDS, letters=LETTERS).words_in(text.encode("latin-1"))
    assert found == {word for word in WORDS if word in text}


@given(TEXTS)
def test_places_are_those_of_the_words_that_begin_as_they_must(text: str) -> None:
    """A place is that of a word's first letter, and what a word must begin with is before it."""
    source = text.encode("latin-1")
    places = Finder(WORDS, letters=LETTERS, begins=r"\b").places_in(source)
    assert places == sorted(
        found.start() for word in WORDS for found in re.finditer(rf"\b(?={re.escape(word)})".encode(), source)
    )
