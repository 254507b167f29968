"""Words that very many sections have: what is left out for the sake of time, and that nothing else changes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bundle_maker import Cutting, MadeDocset, MadePage, MadeSection, make_bundle
from pinax_runtime.search import Bundle, CountingSource, MemorySource, knobs, open_bundle
from pinax_runtime.search.choosing import best_of, best_pages

N_PAGES = 140
"""More pages than are scored, with enough sections for the first of them to be all that are."""


@pytest.fixture(scope="module")
def bundle() -> Bundle:
    """Open a bundle in whose later pages "common" stands more often, and of which not all pages are scored."""
    notes = tuple(MadeSection("Notes", "pad", anchor=f"s{n}") for n in range(80))
    pages = [
        MadePage(f"p{n:03}.html", text="common " * (n + 1) + "pad " * (N_PAGES - n), sections=notes)
        for n in range(N_PAGES)
    ]
    assert N_PAGES > knobs.CANDIDATE_PAGES > knobs.CANDIDATE_SECTIONS / len(notes)
    return opened(*pages)


def opened(*pages: MadePage) -> Bundle:
    """Open a bundle of pages in few files."""
    return open_bundle(MemorySource(files(*pages)))


def files(*pages: MadePage) -> dict[str, bytes]:
    """Make a bundle of pages in few files."""
    return make_bundle([MadeDocset("d", pages)], cutting=Cutting(1000, 1000, 1000))


def test_a_rare_stop_word_does_not_choose_what_is_scored() -> None:
    """What is asked about is found without the "how" of the question, which fewer sections have than its words."""
    asides = [MadePage(f"a{n:04}.html", text="how and how") for n in range(knobs.POSTINGS_BUDGET + 10)]
    others = [MadePage(f"o{n:04}.html", text=f"{'read' if n % 2 else 'lines'} of things") for n in range(2_600)]
    asked = opened(*asides, *others, MadePage("right.html", text="read lines"))
    assert asked.search("how to read lines ").hits[0].url == "right.html"


def test_a_section_is_looked_at_though_hundreds_have_the_rarest_word_more_often() -> None:
    """The section that has all words is found where five hundred have the rarest of them twice."""
    twice = [MadePage(f"t{n:03}.html", text="rarest rarest pad") for n in range(500)]
    others = [MadePage(f"o{n:04}.html", text="send request pad") for n in range(knobs.POSTINGS_BUDGET - 490)]
    others += [MadePage(f"p{n:04}.html", text="pad") for n in range(2_000)]
    asked = opened(*twice, *others, MadePage("right.html", text="send rarest request pad"))
    assert asked.search("send rarest request ", limit=1, excerpt_chars=0).hits[0].url == "right.html"


@pytest.mark.parametrize("sections", [False, True])
@pytest.mark.parametrize("step", [9, 20, 35, 139])
def test_every_page_is_still_found(bundle: Bundle, step: int, sections: bool) -> None:
    """However many hits are asked for at once, all come, once, the same ones first, and their number is right."""
    whole = bundle.search("common ", limit=2 * N_PAGES, sections=sections)
    pieces = [
        hit
        for at in range(0, N_PAGES, step)
        for hit in bundle.search("common ", limit=step, offset=at, sections=sections).hits
    ]
    assert pieces == whole.hits
    assert whole.total == len(whole.hits) == N_PAGES


def test_those_that_have_it_most_come_first(bundle: Bundle) -> None:
    """The sections that are scored in full are those that have the word most."""
    assert [hit.url for hit in bundle.search("common ", limit=3).hits] == ["p139.html", "p138.html", "p137.html"]


def test_explanations_still_add_up(bundle: Bundle) -> None:
    """What brings a section behind the others is a part of its score that is told."""
    hits = bundle.search("common ", limit=2 * N_PAGES, explain=True).hits
    assert len(hits) == N_PAGES
    for hit in hits:
        assert hit.explanation
        assert hit.explanation.score == pytest.approx(hit.score, abs=2e-3)
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)


def test_quotes_are_looked_for_everywhere(bundle: Bundle) -> None:
    """A quoted word leaves no section aside."""
    assert bundle.search('"common"').total == N_PAGES


@pytest.mark.parametrize(("more", "kinds"), [(-10, {"positions"}), (10, set())])
def test_positions_of_very_common_words_are_not_read(more: int, kinds: set[str]) -> None:
    """Of words that very many sections have, no positions are read; of others they are."""
    n_red = knobs.MAX_POSITIONED + more
    texts = ["red car on the road"] * 2_000 + ["red"] * (n_red - 2_000) + ["something else"] * n_red
    sections = [MadeSection("", text, anchor=f"s{n}") for n, text in enumerate(texts)]
    pages = [MadePage(f"p{at:04}.html", sections=tuple(sections[at : at + 100])) for at in range(0, len(sections), 100)]
    source = CountingSource(MemorySource(files(*pages)))
    open_bundle(source).search("red car ")
    assert {name.rsplit(".", 1)[1] for name in source.names} & {"positions"} == kinds


def test_a_prefix_stands_for_no_more_than_a_bounded_number_of_sections(monkeypatch: pytest.MonkeyPatch) -> None:
    """The terms in most sections stand for a prefix, as long as they are in few sections together; one always does."""
    pages = [MadePage(f"a{n}.html", text="car") for n in range(5)]
    pages += [MadePage(f"b{n}.html", text="card") for n in range(3)]
    pages += [MadePage("c.html", text="cargo")]
    asked = opened(*pages)
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


def test_pages_are_chosen_until_they_have_sections_enough() -> None:
    """The best pages are a number at least, and more of them where they are short."""
    n, n_all = knobs.CANDIDATE_PAGES, 5 * knobs.CANDIDATE_PAGES
    enough = knobs.CANDIDATE_SECTIONS // n + 1
    scores = {page: float(-page) for page in range(n_all)}
    assert best_pages([scores], [[enough] * n_all]) == [list(range(n))]
    assert best_pages([scores], [[enough // 2 + 1] * n_all]) == [list(range(2 * n))]
    assert best_pages([scores], [[0] * n_all]) is None
