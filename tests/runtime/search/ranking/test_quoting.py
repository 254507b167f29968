"""What is quoted is found word for word, in the time that its rarest word takes."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bundle_maker import MadeDocset, MadePage, make_bundle
from pinax_runtime.format import Positions
from pinax_runtime.search import MemorySource, knobs, open_bundle
from pinax_runtime.search.bonuses import holds_phrase, quoting_sections
from pinax_runtime.search.query import Query, parse_query
from pinax_runtime.text import analyzer

TEXTS = {"a": "to be or not to be", "b": "be to or", "c": "to to to be", "d": "to be"}


@pytest.mark.parametrize(
    ("query", "expected"),
    [('"to be"', "acd"), ('"be to"', "b"), ('"to to"', "c"), ('"to be or not to be"', "a"), ('"or"', "ab"),
     ('"to be" "or"', "a"), ('"to to to to"', "")],
)  # fmt: skip
def test_a_phrase_is_found_word_for_word(query: str, expected: str) -> None:
    """Each phrase and each quoted word must be there, a repeated word as often as it is repeated."""
    pages = [MadePage(f"{name}.html", text=text) for name, text in TEXTS.items()]
    reply = open_bundle(MemorySource(make_bundle([MadeDocset("d", pages)]))).search(query)
    found = "" if reply.relaxed else "".join(sorted(hit.url[0] for hit in reply.hits))
    assert found == expected


def test_a_phrase_of_one_common_word_looks_at_no_section_that_cannot_have_it() -> None:
    """Where no section has a word as often as the phrase does, the positions of none are looked at."""
    looked_at: list[int] = []

    class Noting(Positions):
        def at(self, section: int) -> list[int]:
            looked_at.append(section)
            return super().at(section)

    the = Noting(range(1000), range(2, 2002, 2), [0, 1] * 1000)
    query = parse_query('"' + "the " * 240 + '"', analyzer("english"))
    assert quoting_sections(query, lambda _: the, lambda _: 1000, range(1000)) == set()
    assert not looked_at


def test_few_stars_are_expanded() -> None:
    """Starred words beyond the bound are looked up as they were typed."""
    terms = parse_query("a* " * 300, analyzer("english")).terms
    assert sum(bool(term.prefix) for term in terms) == knobs.MAX_STARRED
    assert len(terms) == knobs.MAX_TERMS


WORDS = "abc"
texts = st.lists(st.lists(st.sampled_from(WORDS), max_size=8), min_size=1, max_size=6)
phrases = st.lists(st.lists(st.sampled_from(WORDS), min_size=2, max_size=5).map(tuple), max_size=8)


def positions(texts: Sequence[Sequence[str]], word: str) -> Positions:
    """Return where a word stands in each text."""
    at = {number: [place for place, other in enumerate(text) if other == word] for number, text in enumerate(texts)}
    sections = [number for number, places in at.items() if places]
    ends, steps = [], []
    for number in sections:
        places = at[number]
        steps += [place - before for before, place in zip([0, *places], places, strict=False)]
        ends.append(len(steps))
    return Positions(sections, ends, steps)


@given(texts, phrases, st.lists(st.sampled_from(WORDS), max_size=6))
def test_quotations_are_found_in_each_text_by_itself(
    texts: Sequence[Sequence[str]], quoted: Sequence[Sequence[str]], required: Sequence[str]
) -> None:
    """Exactly those sections are found that hold each phrase and each word, each looked for by itself in each text."""
    found_at = {word: positions(texts, word) for word in WORDS}
    query = Query((), 0, tuple(tuple(enumerate(phrase)) for phrase in quoted), tuple(required))
    expected = {
        number
        for number, text in enumerate(texts)
        if all(word in text for word in required)
        and all(
            holds_phrase([(at, {place for place, other in enumerate(text) if other == word}) for at, word in phrase])
            for phrase in query.phrases
        )
    }
    found = quoting_sections(query, found_at.__getitem__, lambda word: len(found_at[word].sections), range(len(texts)))
    assert found == expected
