"""Words that very many sections have: what is left out for the sake of time, and that nothing else changes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bundle_maker import Cutting, MadeDocset, MadePage, MadeSection, make_bundle
from pinax_runtime.search import Bundle, CountingSource, MemorySource, knobs, open_bundle
from pinax_runtime.search.ranking.choosing import best_of, best_pages

N_PAGES = 12


@pytest.fixture
def few_scored(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the sections of the three best pages be scored."""
    monkeypatch.setattr(knobs, "CANDIDATE_PAGES", 3)
    monkeypatch.setattr(knobs, "CANDIDATE_SECTIONS", 3)


def bundle() -> Bundle:
    """Open a bundle in whose later pages "common" stands more often."""
    pages = [
        MadePage(
            f"p{n:02}.html",
            text="common " * (n + 1) + "pad " * (30 - n),
            sections=(MadeSection("Notes", "pad pad"),),
        )
        for n in range(N_PAGES)
    ]
    return open_bundle(MemorySource(make_bundle([MadeDocset("d", pages)])))


def test_a_rare_stop_word_does_not_choose_what_is_scored(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is asked about is found without the "how" of the question, which fewer sections have than its words."""
    monkeypatch.setattr(knobs, "POSTINGS_BUDGET", 10)
    asides = [MadePage(f"a{n:02}.html", text="how and how") for n in range(20)]
    others = [MadePage(f"o{n:02}.html", text=f"{'read' if n % 2 else 'lines'} of things") for n in range(60)]
    files = make_bundle([MadeDocset("d", [*asides, *others, MadePage("right.html", text="read lines")])])
    assert open_bundle(MemorySource(files)).search("how to read lines ").hits[0].url == "right.html"


def test_a_section_is_looked_at_though_hundreds_have_the_rarest_word_more_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The section that has all words is found where five hundred have the rarest of them twice."""
    monkeypatch.setattr(knobs, "POSTINGS_BUDGET", 510)
    twice = [MadePage(f"t{n:03}.html", text="rarest rarest pad") for n in range(500)]
    others = [MadePage(f"o{n:03}.html", text="send request pad") for n in range(600)]
    right = MadePage("right.html", text="send rarest request pad")
    files = make_bundle([MadeDocset("d", [*twice, *others, right])], cutting=Cutting(keys=64, pages=500, texts=500))
    found = open_bundle(MemorySource(files)).search("send rarest request ", limit=1, excerpt_chars=0)
    assert found.hits[0].url == "right.html"


@pytest.mark.usefixtures("few_scored")
@pytest.mark.parametrize("sections", [False, True])
@pytest.mark.parametrize("step", [1, 2, 5, 12])
def test_every_page_is_still_found(step: int, sections: bool) -> None:
    """However many hits are asked for at once, all come, once, the same ones first, and their number is right."""
    asked = bundle()
    whole = asked.search("common ", limit=50, sections=sections)
    pieces = [
        hit
        for at in range(0, 12, step)
        for hit in asked.search("common ", limit=step, offset=at, sections=sections).hits
    ]
    assert pieces == whole.hits
    assert whole.total == len(whole.hits) == N_PAGES


@pytest.mark.usefixtures("few_scored")
def test_those_that_have_it_most_come_first() -> None:
    """The sections that are scored in full are those that have the word most."""
    assert [hit.url for hit in bundle().search("common ", limit=3).hits] == ["p11.html", "p10.html", "p09.html"]


@pytest.mark.usefixtures("few_scored")
def test_explanations_still_add_up() -> None:
    """What brings a section behind the others is a part of its score that is told."""
    hits = bundle().search("common ", limit=50, explain=True).hits
    assert len(hits) == N_PAGES
    for hit in hits:
        assert hit.explanation
        assert hit.explanation.score == pytest.approx(hit.score, abs=2e-3)
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.usefixtures("few_scored")
def test_quotes_are_looked_for_everywhere() -> None:
    """A quoted word leaves no section aside."""
    assert bundle().search('"common"').total == N_PAGES


def test_positions_of_very_common_words_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of words that most sections have, no positions are read; of others they are."""
    pages = [MadePage(f"p{n:02}.html", text="red car on the road") for n in range(9)]
    pages += [MadePage(f"q{n:02}.html", text="something else") for n in range(9)]
    files = make_bundle([MadeDocset("d", pages)], cutting=Cutting(keys=1000))
    for most, kinds in ((1000, {"positions"}), (5, set())):
        monkeypatch.setattr(knobs, "MAX_POSITIONED", most)
        source = CountingSource(MemorySource(files))
        open_bundle(source).search("red car ")
        assert {name.rsplit(".", 1)[1] for name in source.names} & {"positions"} == kinds


def test_a_prefix_stands_for_no_more_than_a_bounded_number_of_sections(monkeypatch: pytest.MonkeyPatch) -> None:
    """The terms in most sections stand for a prefix, as long as they are in few sections together; one always does."""
    pages = [MadePage(f"a{n}.html", text="car") for n in range(5)]
    pages += [MadePage(f"b{n}.html", text="card") for n in range(3)]
    pages += [MadePage("c.html", text="cargo")]
    asked = open_bundle(MemorySource(make_bundle([MadeDocset("d", pages)])))
    for most, found in ((9, 9), (8, 8), (4, 5)):
        monkeypatch.setattr(knobs, "MAX_EXPANDED_SECTIONS", most)
        assert asked.search("ca*", limit=20).total == found


@given(st.lists(st.floats(0, 10), max_size=12), st.lists(st.floats(0, 10), max_size=12), st.integers(1, 30))
def test_the_best_of_two_segments_are_those_of_one(first: list[float], second: list[float], n: int) -> None:
    """Chosen from two mappings, the best are those of both in one; of equal scores the first."""
    chosen = best_of([dict(enumerate(first)), dict(enumerate(second))], n)
    both = [*first, *second]
    whole = sorted(range(len(both)), key=lambda at: (-both[at], at))[:n]
    assert sorted([*chosen[0], *(len(first) + at for at in chosen[1])]) == sorted(whole)


def test_pages_are_chosen_until_they_have_sections_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """The best pages are a number at least, and more of them where they are short."""
    monkeypatch.setattr(knobs, "CANDIDATE_PAGES", 2)
    monkeypatch.setattr(knobs, "CANDIDATE_SECTIONS", 6)
    scores = {page: float(-page) for page in range(9)}
    assert best_pages([scores], [[3] * 9]) == [[0, 1]]
    assert best_pages([scores], [[2] * 9]) == [[0, 1, 2, 3]]
    assert best_pages([scores], [[0] * 9]) is None
