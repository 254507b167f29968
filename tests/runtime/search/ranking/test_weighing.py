"""What a term weighs: the same however its sections are gone through, and for each ranking its own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bundle_maker import MadeDocset, MadePage, MadeSection, make_bundle
from pinax_runtime.format import Ranking
from pinax_runtime.search import Bundle, MemorySource, knobs, open_bundle
from pinax_runtime.search.ranking.weighing import Statistics, Weighing

N_SECTIONS = 40
STATISTICS = Statistics(n_sections=N_SECTIONS, n_pages=4, n_words=400)


@pytest.fixture(scope="module")
def bundle() -> Bundle:
    """Four pages of nine sections beside their own; "alpha" stands in most of them, in text, code and titles."""
    pages = [
        MadePage(
            f"p{page}.md",
            "Alpha" if page == 1 else f"Page {page}",
            sections=tuple(
                MadeSection(
                    "alpha" if at == 3 else f"s{at}", "alpha beta " * at, code="alpha " * (at % 4), anchor=f"s{at}"
                )
                for at in range(9)
            ),
        )
        for page in range(4)
    ]
    return open_bundle(MemorySource(make_bundle([MadeDocset("d", pages)])))


def weigh(bundle: Bundle, ranking: Ranking) -> Weighing:
    """Weigh the terms of its only segment."""
    (segment,) = bundle.docsets["d"].segments
    assert segment.manifest.n_sections == N_SECTIONS
    return Weighing(segment, STATISTICS, ranking)


@pytest.mark.parametrize("walked", [0, 8], ids=["looked up one by one", "walked through"])
@given(chosen=st.sets(st.integers(0, N_SECTIONS - 1)).map(sorted))
def test_chosen_sections_weigh_what_they_weigh_among_all(bundle: Bundle, walked: int, chosen: list[int]) -> None:
    """Looking a word up in some sections gives what going through all of them gives there, however it is found."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(knobs, "WALK_FACTOR", walked)
        weighed = weigh(bundle, Ranking())
        every = weighed.in_sections("alpha")
        among_all = dict(zip(every.sections, every.of_sections, strict=True))
        found = weighed.looked_up(weighed.chosen(chosen), "alpha")
        flagged = weighed.in_sections("alpha", bytes(section in chosen for section in range(N_SECTIONS)))
    assert dict(zip(found.sections, found.of_sections, strict=True)) == pytest.approx(
        {section: among_all[section] for section in chosen if section in among_all}
    )
    assert flagged == found


def test_what_is_kept_is_kept_for_its_ranking(bundle: Bundle) -> None:
    """Another weight or normalization gives other frequencies; the first ranking then has its own again."""
    first = weigh(bundle, Ranking()).in_sections("alpha")
    for other in (Ranking(body_weight=2.0), Ranking(bm25_b=0.1)):
        assert list(weigh(bundle, other).in_sections("alpha").of_sections) != list(first.of_sections)
    assert weigh(bundle, Ranking()).in_sections("alpha") == first


def test_a_field_without_weight_counts_nothing(bundle: Bundle) -> None:
    """Sections that have a word only in a field that weighs nothing are not found."""
    titles_alone = Ranking(body_weight=0, code_weight=0, headings_weight=0, symbol_weight=0, path_weight=0)
    assert len(weigh(bundle, titles_alone).in_sections("alpha").sections) == 1


def test_for_a_task_a_long_page_counts_less() -> None:
    """Of two pages that say a word as often, the long one counts less than for a name; where b is 0, as much."""
    pages = [MadePage("long.md", text="alpha " + "beta " * 400), MadePage("short.md", text="alpha beta")]
    (segment,) = open_bundle(MemorySource(make_bundle([MadeDocset("d", pages)]))).docsets["d"].segments
    statistics = Statistics(n_sections=2, n_pages=2, n_words=403)

    def share(ranking: Ranking, for_task: bool) -> float:
        found = Weighing(segment, statistics, ranking, for_task=for_task).in_pages("alpha")
        of_page = dict(zip(found.pages, found.of_pages, strict=True))
        return of_page[0] / of_page[1]

    assert share(Ranking(), True) < share(Ranking(), False) < 1
    assert share(Ranking(bm25_b=0), True) == share(Ranking(bm25_b=0), False) == 1
