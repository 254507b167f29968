"""What a word weighs: the same however its sections are gone through, and for each ranking its own."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

from bundle_maker import Cutting, MadeDocset, MadePage, MadeSection, make_bundle
from pinax_runtime.format import Ranking
from pinax_runtime.search import Bundle, MemorySource, Reply, knobs, open_bundle

PAGES = [
    MadePage(
        f"p{page}.md",
        "Alpha" if page == 1 else f"Page {page}",
        sections=tuple(
            MadeSection("alpha" if at == 3 else f"s{at}", "alpha beta " * at, code="alpha " * (at % 4), anchor=f"s{at}")
            for at in range(9)
        ),
    )
    for page in range(4)
]
"""Four pages of nine sections beside their own; "alpha" stands in most of them, in text, code and titles."""


def opened(pages: list[MadePage]) -> Bundle:
    """Open a bundle of pages in few files."""
    return open_bundle(MemorySource(make_bundle([MadeDocset("d", pages)], cutting=Cutting(1000, 1000, 1000))))


def section_parts(reply: Reply, word: str) -> dict[str, float]:
    """Return URL → what a word adds to the score of the section that was found."""
    explained = [(hit.url, hit.explanation) for hit in reply.hits]
    return {url: part.section_part for url, told in explained if told for part in told.words if part.word == word}


@pytest.mark.parametrize("n_pages", [3_000, 9_000], ids=["walked through", "looked up one by one"])
def test_a_word_that_is_only_looked_up_weighs_what_it_weighs_everywhere(n_pages: int) -> None:
    """Behind a word that uses up the budget a common one is looked up in the best sections, where it adds the same."""
    pages = [
        MadePage(
            f"p{n:04}.md",
            text=f"{'common ' * (n % 10 % 4) if n % 10 < 8 else ''}{'rare ' if n <= knobs.POSTINGS_BUDGET else ''}pad",
        )
        for n in range(n_pages)
    ]
    bundle = opened(pages)
    asked = {"limit": 300, "sections": True, "excerpt_chars": 0, "explain": True}
    found = section_parts(bundle.search("rare common ", **asked), "common")
    among_all = section_parts(bundle.search("common ", **{**asked, "limit": n_pages}), "common")
    assert len(found) == 300
    assert {url: part for url, part in found.items() if part} == {
        url: among_all[url] for url in found if among_all.get(url)
    }


def test_what_is_kept_is_kept_for_its_ranking() -> None:
    """Another weight or normalization gives other scores, as in a bundle that nothing was asked of before."""
    bundle, rankings = opened(PAGES), (Ranking(), Ranking(body_weight=2.0), Ranking(bm25_b=0.1), Ranking())
    found = [bundle.search("alpha ", sections=True, ranking=ranking) for ranking in rankings]
    assert found == [opened(PAGES).search("alpha ", sections=True, ranking=ranking) for ranking in rankings]
    assert found[0] != found[1] != found[2] != found[0]


def test_a_field_without_weight_counts_nothing() -> None:
    """Sections that have a word only in a field that weighs nothing are not found."""
    titles_alone = Ranking(body_weight=0, code_weight=0, headings_weight=0, symbol_weight=0, path_weight=0)
    assert opened(PAGES).search("alpha ", sections=True, ranking=titles_alone).total == 1


def test_for_a_task_a_long_page_counts_less() -> None:
    """Of two pages that say a word as often, the long one counts less than for a name; where b is 0, as much."""
    bundle = opened(
        [MadePage("long.md", text="alpha " + "beta " * 400), MadePage("short.md", text="alpha beta gamma delta")]
    )

    def share(query: str, ranking: Ranking) -> float:
        hits = bundle.search(query, explain=True, ranking=ranking).hits
        frequency = {
            hit.url: part.page_frequency
            for hit in hits
            if hit.explanation
            for part in hit.explanation.words
            if part.word == "alpha"
        }
        return frequency["long.md"] / frequency["short.md"]

    name, task = "alpha ", "alpha beta gamma delta "
    assert share(task, Ranking()) < share(name, Ranking()) < 1
    bare = replace(Ranking(), bm25_b=0)
    assert share(task, bare) == share(name, bare) == 1


@pytest.mark.parametrize("filters", [None, {"half": ["1"]}], ids=["all pages", "filtered"])
def test_a_repeated_word_is_weighed_once(filters: dict[str, list[str]] | None) -> None:
    """Each further time that a pattern is typed costs the same, whether it stands for twenty words or for ten."""
    words = [" ".join(f"mark{(n + more) % 20:02}" for more in range(19)) for n in range(40)]
    bundle = opened([MadePage(f"p{n:02}.md", text=text, facets={"half": [str(n % 2)]}) for n, text in enumerate(words)])

    def calls(query: str) -> int:
        """Count the calls of functions that a query takes; a measure of its work that no clock is needed for."""
        seen: list[str] = []
        bundle.search(query, filters=filters)
        sys.setprofile(lambda frame, event, about: seen.append(event))
        bundle.search(query, filters=filters)
        sys.setprofile(None)
        return seen.count("call")

    wide, narrow = (calls(f"{pattern} " * 20) - calls(pattern) for pattern in ("mark*", "mark0*"))
    assert wide < 1.1 * narrow
