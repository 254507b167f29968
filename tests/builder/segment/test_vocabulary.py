"""What runs of text give to an index is what the analyzer makes of them."""

from __future__ import annotations

import weakref

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinax_builder.processes.garbage import collector_paused
from pinax_builder.segment.vocabulary import Vocabulary, bound_vocabularies, forget_vocabularies, vocabulary
from pinax_runtime.text import analyzer


@given(
    st.text(max_size=60) | st.sampled_from(["asyncio.gather()", "operator<<", "getUserById --no-ff", "naïve 東京都"])
)
def test_a_text_gives_the_terms_of_its_runs(text: str) -> None:
    """Terms and primary spellings are the analyzer's, in its order."""
    known, runs = Vocabulary(analyzer("english")), list(analyzer("english").runs(text))
    found = [known[spelling] for spelling in known.spellings(text)]
    assert [term for given in found for term in given.terms] == [term for run in runs for term in run.terms()]
    assert [primary for given in found for primary in given.primaries] == [
        spellings[0] if spellings else "" for run in runs for spellings in run.parts
    ]


def test_words_are_as_they_are_written() -> None:
    """The words of a spelling are its letters, in lower case, whatever it is cut into and stemmed to."""
    assert vocabulary(analyzer("english"))["asyncio.getUsers_byId2"].words == ("asyncio", "getusers", "byid")


def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many spellings there are, a bounded number is kept, and none that is very long."""
    monkeypatch.setattr(Vocabulary, "most", 10)
    known = Vocabulary(analyzer("none"))
    assert [known[f"w{n}"].terms for n in range(25)] == [(f"w{n}",) for n in range(25)]
    assert known["x" * 10_000].primaries == ("",)
    assert len(known) + len(known.older) <= 10
    assert all(len(spelling) <= 256 for spelling in (*known, *known.older))


def test_what_is_asked_for_again_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """A common spelling is analyzed once, however many rare ones come in between."""
    monkeypatch.setattr(Vocabulary, "most", 10)
    known = Vocabulary(analyzer("none"))
    common = known["common"]
    for n in range(100):
        known[f"rare{n}"]
        assert known["common"] is common


def test_more_memory_keeps_no_more_than_enough() -> None:
    """However much memory a process has, what it keeps of words does not grow with the pages that it reads."""
    bound_vocabularies(1 << 40)
    assert Vocabulary.most == 30_000


def test_spellings_are_kept_within_bytes() -> None:
    """A process that has less memory keeps fewer spellings, and none of those from before."""
    try:
        vocabulary(analyzer("none"))["before"]
        bound_vocabularies(8_000)
        known = vocabulary(analyzer("none"))
        assert [known[f"w{n}"].terms for n in range(25)] == [(f"w{n}",) for n in range(25)]
        assert "before" not in known
        assert len(known) + len(known.older) <= 10
    finally:
        bound_vocabularies(1 << 30)


def test_forgotten_spellings_are_freed_at_once() -> None:
    """Memory is there again as soon as spellings are forgotten, within a batch too."""
    with collector_paused():
        known = weakref.ref(vocabulary(analyzer("english")))
        forget_vocabularies()
        assert known() is None
