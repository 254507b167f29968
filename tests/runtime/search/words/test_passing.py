"""Words that very many sections have: what is passed over in large bundles, and what never is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from bundle_maker import Cutting, MadeDocset, MadePage, MadeSection, make_bundle
from pinax_runtime.search import Bundle, CountingSource, MemorySource, knobs

N_PAGES = 40


@cache
def files(*, tells_lone: bool = True) -> dict[str, bytes]:
    """A bundle in which each term has a file to itself, and `class` is in every one of its sections but a few."""
    sections = tuple(MadeSection(f"Part {n}", "the class of this and a method here", anchor=f"s{n}") for n in range(9))
    pages = [
        MadePage(f"p{n:02}.md", f"Page {n}", f"middling {'rare' if n == 7 else 'usual'} text", sections=sections)
        for n in range(N_PAGES)
    ]
    pages.append(MadePage("q.md", "Class loaders", "rare words of a class", facets={"kind": ["guide"]}))
    return make_bundle([MadeDocset("d", pages)], cutting=Cutting(keys=1, tells_lone=tells_lone))


@pytest.fixture
def tight(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A bound that the file of a common word does not fit in."""
    monkeypatch.setattr(knobs, "MAX_TERMS_BYTES", 300)
    return


def asked(
    query: str, made: dict[str, bytes] | None = None, **options: object
) -> tuple[dict[str, float], tuple[str, ...], list[str]]:
    """Search, and give the score of each page, the words passed over, and the names of the files that were read."""
    source = CountingSource(MemorySource(made or files()))
    reply = Bundle(source).search(query, limit=100, explain=True, **options)  # type: ignore[arg-type]
    assert reply.explanation
    return {hit.url: hit.score for hit in reply.hits}, reply.explanation.passed_over, source.names


def test_small_bundles_pass_over_nothing() -> None:
    """Within the bound every word is read, however common."""
    assert asked("class method middling text")[1] == ()


@pytest.mark.usefixtures("tight")
def test_what_is_passed_over_is_not_read() -> None:
    """Beyond the bound the files of the commonest words are not read, and the reply says which words these are."""
    _, over, names = asked("class middling part")
    assert over == ("class",)
    fewer = sum(name.endswith(".terms") for name in names)
    assert fewer == sum(name.endswith(".terms") for name in asked("middling part")[2])


@pytest.mark.usefixtures("tight")
def test_hits_are_those_of_the_other_words() -> None:
    """A word that is passed over adds nothing: the hits are those of the query without it, in their order."""
    without = asked("middling part")[0]
    assert asked("class middling part")[0] == pytest.approx(without)


@pytest.mark.usefixtures("tight")
def test_sections_enough_are_read() -> None:
    """Where the rarer words have few sections, common ones are read until there are enough to fill a result."""
    scores, over, _ = asked("rare class")
    assert over == ()
    assert len(scores) == N_PAGES + 1 < knobs.MIN_SECTIONS_READ


@pytest.mark.usefixtures("tight")
@pytest.mark.parametrize(
    ("query", "options"),
    [
        ('"class of this" middling part', {}),
        ("class* middling part", {}),
        ("class middling part", {"filters": {"kind": ["guide"]}}),
        ("class middling part", {"document": "q.md"}),
    ],
)
def test_what_narrows_a_search_passes_over_nothing(query: str, options: dict[str, object]) -> None:
    """Quoted and starred words are read, and so is every word of a search that filters or a document narrow."""
    assert "class" not in asked(query, **options)[1]


@pytest.mark.usefixtures("tight")
def test_pages_of_a_result_join_up() -> None:
    """What is passed over does not depend on how many hits are wanted, or from where on."""
    bundle = Bundle(MemorySource(files()))
    whole = [hit.url for hit in bundle.search("class middling part", limit=20).hits]
    parts = [bundle.search("class middling part", limit=4, offset=at).hits for at in range(0, 20, 4)]
    assert [hit.url for part in parts for hit in part] == whole


@pytest.mark.usefixtures("tight")
def test_a_common_word_is_known() -> None:
    """A word that is passed over is neither unknown nor misspelled, and how many sections have it is told exactly."""
    reply = Bundle(MemorySource(files())).search("middling part class", explain=True)
    assert (reply.unknown_words, reply.did_you_mean) == ([], "")
    assert reply.explanation
    assert reply.explanation.sections_with["class"] == N_PAGES * 9 + 1


@pytest.mark.usefixtures("tight")
def test_bundles_without_counts_pass_over_nothing() -> None:
    """Where a manifest does not say which terms are alone in a file, as in older bundles, every word is read."""
    assert asked("class middling part", files(tells_lone=False))[1] == ()


def test_rarer_pairs_are_looked_at_first() -> None:
    """Positions of words in so many sections are read, the rarer pairs first; beyond it nearness counts nothing."""
    most = knobs.MAX_POSITIONED_TOGETHER // 2
    texts = ["middling rare text"] * 1_500 + ["middling text"] * (most - 1_400) + ["pad"] * (2 * most)
    sections = [MadeSection("", text, anchor=f"s{n}") for n, text in enumerate(texts)]
    pages = [MadePage(f"p{at:05}.md", sections=tuple(sections[at : at + 100])) for at in range(0, len(sections), 100)]
    source = CountingSource(MemorySource(make_bundle([MadeDocset("d", pages)], cutting=Cutting(1, 1000, 1000))))
    bundle = Bundle(source)

    def asked_near(query: str) -> tuple[int, float]:
        source.names.clear()
        bundle.clear_cache()
        (hit,) = bundle.search(query, limit=1, explain=True).hits
        assert hit.explanation
        return sum(name.endswith(".positions") for name in source.names), hit.explanation.proximity

    assert asked_near("rare text ")[0] == 2
    n_read, near = asked_near("middling rare text ")
    assert n_read == 2
    assert near > 0
    assert asked_near("middling text ") == (0, 0.0)
