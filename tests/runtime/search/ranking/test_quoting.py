"""What is quoted is found word for word, in the time that its rarest word takes."""

from __future__ import annotations

import pytest

from bundle_maker import MadeDocset, MadePage, make_bundle
from pinax_runtime.format import Positions
from pinax_runtime.search import MemorySource, knobs, open_bundle
from pinax_runtime.search.question.query import parse_query
from pinax_runtime.search.ranking.quoting import quoting_sections
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
    slots = parse_query("a* " * 300, analyzer("english")).slots
    assert sum(bool(slot.prefix) for slot in slots) == knobs.MAX_STARRED
    assert len(slots) == knobs.MAX_SLOTS
