"""What runs of text give to an index is what the analyzer makes of them."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinax_builder import BuildConfig, DocsetConfig, build
from pinax_builder.segment import bound_vocabularies, forget_vocabularies, vocabulary
from pinax_runtime.text import analyzer


@given(
    st.text(max_size=60) | st.sampled_from(["asyncio.gather()", "operator<<", "getUserById --no-ff", "naïve 東京都"])
)
def test_a_text_gives_the_terms_of_its_runs(text: str) -> None:
    """Terms and primary spellings are the analyzer's, in its order."""
    known, runs = vocabulary(analyzer("english")), list(analyzer("english").runs(text))
    found = [known[spelling] for spelling in known.spellings(text)]
    assert [term for given in found for term in given.terms] == [term for run in runs for term in run.terms()]
    assert [primary for given in found for primary in given.primaries] == [
        spellings[0] if spellings else "" for run in runs for spellings in run.parts
    ]


def test_words_are_as_they_are_written() -> None:
    """The words of a spelling are its letters, in lower case, whatever it is cut into and stemmed to."""
    assert vocabulary(analyzer("english"))["asyncio.getUsers_byId2"].words == ("asyncio", "getusers", "byid")


@pytest.fixture
def little_memory() -> Iterator[None]:
    """Let a vocabulary have room for ten spellings."""
    bound_vocabularies(8_000)
    yield
    bound_vocabularies(1 << 30)


@pytest.mark.usefixtures("little_memory")
def test_what_is_kept_is_bounded() -> None:
    """However many spellings there are, a bounded number is kept, and none that is very long."""
    known = vocabulary(analyzer("none"))
    assert [known[f"w{n}"].terms for n in range(25)] == [(f"w{n}",) for n in range(25)]
    assert known["x" * 10_000].primaries == ("",)
    assert len(known) + len(known.older) <= 10
    assert all(len(spelling) <= 256 for spelling in (*known, *known.older))


@pytest.mark.usefixtures("little_memory")
def test_what_is_asked_for_again_stays() -> None:
    """A common spelling is analyzed once, however many rare ones come in between."""
    known = vocabulary(analyzer("none"))
    common = known["common"]
    for n in range(100):
        known[f"rare{n}"]
        assert known["common"] is common


def test_more_memory_keeps_no_more_than_enough() -> None:
    """However much memory a process has, what it keeps of words does not grow with the pages that it reads."""
    bound_vocabularies(1 << 40)
    assert vocabulary(analyzer("none")).most == 30_000


def test_less_memory_forgets_the_spellings_from_before(request: pytest.FixtureRequest) -> None:
    """A process that is told to keep fewer spellings keeps none of those that it had."""
    vocabulary(analyzer("none"))["before"]
    request.getfixturevalue("little_memory")
    assert "before" not in vocabulary(analyzer("none"))


def test_forgotten_spellings_are_freed_at_once() -> None:
    """Memory is there again as soon as spellings are forgotten, within a batch too."""
    gc.disable()
    try:
        known = weakref.ref(vocabulary(analyzer("english")))
        forget_vocabularies()
        assert known() is None
    finally:
        gc.enable()


def test_words_are_kept_in_a_process_that_holds_much_already(tmp_path: Path) -> None:
    """What a process held before a build is not the build's, so that it does not give up its own for that."""
    held = [b"x" * (100 << 20), b"y" * (100 << 20)]
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "a.md").write_text("# Lantern\n\nIt burns oil.\n")
    known = []
    for _ in range(2):
        build(BuildConfig((DocsetConfig("docs", tmp_path / "site"),)), tmp_path / "bundle", workers=1)
        known.append(vocabulary(analyzer("english")))
    assert known[0] is known[1]
    assert "Lantern" in known[0]
    assert len(held) == 2
