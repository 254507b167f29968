"""Synonyms: what is found by another expression, where it ranks, and what it costs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bundle_maker import Cutting, MadeDocset, MadePage, make_bundle
from pinax_runtime.search import Bundle, CountingSource, MemorySource, Reply, open_bundle

PAIRS = (("CDN", "content delivery network"), ("k8s", "kubernetes"), ("IT", "information technology"))
PAGES = [
    MadePage("cdn.html", text="Configure the CDN here, and its cache."),
    MadePage("long.html", text="A content delivery network answers from nearby."),
    MadePage("apart.html", text="The network of content has a delivery."),
    MadePage("kube.html", text="Deploy to kubernetes."),
    MadePage("tech.html", text="About information technology."),
    *(MadePage(f"n{n}.html", text="nothing of the kind here") for n in range(9)),
]


def files(pages: list[MadePage] | None = None, keys: int = 1000) -> dict[str, bytes]:
    """Make the files of a bundle with the pairs as synonyms."""
    return make_bundle([MadeDocset("d", pages or PAGES, synonyms=PAIRS)], cutting=Cutting(keys=keys))


def bundle(pages: list[MadePage] | None = None, keys: int = 1000) -> Bundle:
    return open_bundle(MemorySource(files(pages, keys)))


def urls(reply: Reply) -> list[str]:
    """Name the pages found, best first."""
    return [hit.url for hit in reply.hits]


@pytest.mark.parametrize("keys", [1000, 1])
@pytest.mark.parametrize(
    ("query", "first", "second"),
    [
        ("CDN ", "cdn.html", "long.html"),
        ("content delivery network ", "long.html", "cdn.html"),
        ("the content delivery network here", "long.html", "cdn.html"),
        ("cdn cache", "cdn.html", "long.html"),
    ],
)
def test_it_is_found_both_ways_below_the_word_itself(query: str, first: str, second: str, keys: int) -> None:
    """A section with the synonym is found, after one that says it as the query does; however terms are cut."""
    found = urls(bundle(keys=keys).search(query))
    assert found.index(first) < found.index(second) <= 2


def test_a_word_that_nothing_has_is_found_by_its_synonym() -> None:
    """A word that stands nowhere is not corrected if it has a synonym."""
    reply = bundle().search("k8s ")
    assert urls(reply) == ["kube.html"]
    assert (reply.did_you_mean, reply.unknown_words) == ("", [])


def test_words_that_are_not_side_by_side_mean_nothing_else() -> None:
    """Only the whole expression, in order, stands for its synonym."""
    for query in ("delivery content network ", "content of delivery network ", "content delivery "):
        assert "cdn.html" not in urls(bundle().search(query))


def test_a_stop_word_is_no_acronym() -> None:
    """Who writes "it" means the pronoun."""
    assert "tech.html" not in urls(bundle().search("it works here "))


def test_what_is_quoted_is_meant_as_it_stands() -> None:
    """A quoted word finds the word alone."""
    assert urls(bundle().search('"CDN"')) == ["cdn.html"]


@pytest.mark.parametrize("query", ["CDN ", "content delivery network "])
def test_a_title_may_say_it_the_other_way(query: str) -> None:
    """A page whose title is the synonym comes before one that mentions the word."""
    pages = [
        MadePage("mention.html", text="It may be behind a CDN, or another content delivery network."),
        MadePage("long.html", "Content delivery network", text="Answers from nearby."),
        MadePage("short.html", "CDN", text="Answers from nearby."),
        *(MadePage(f"n{n}.html", text="nothing of the kind here") for n in range(9)),
    ]
    assert set(urls(bundle(pages).search(query))[:2]) == {"long.html", "short.html"}


def test_its_weight_is_a_parameter() -> None:
    """The higher the weight the better a synonym does; without it synonyms find nothing."""
    pages = [
        MadePage("word.html", text="CDN " + "pad " * 60),
        MadePage("long.html", text="content delivery network, content delivery network, content delivery network"),
        *(MadePage(f"n{n}.html", text="nothing of the kind here") for n in range(9)),
    ]
    asked = bundle(pages)
    for weight, expected in (
        (1.0, ["long.html", "word.html"]),
        (0.05, ["word.html", "long.html"]),
        (0.0, ["word.html"]),
    ):
        assert urls(asked.search("CDN ", ranking=replace(asked.ranking, synonym_weight=weight))) == expected


def test_excerpts_show_the_synonym() -> None:
    """A hit that was found by its synonym shows where that stands."""
    pages = [MadePage("a.html", text="pad " * 300 + "A content delivery network answers. " + "pad " * 300)]
    (hit,) = bundle(pages).search("CDN ").hits
    assert "content delivery network" in hit.excerpt


def test_the_explanation_names_it() -> None:
    """The word's part names the synonym and what it counts, and the parts add up."""
    (hit,) = (hit for hit in bundle().search("CDN ", explain=True).hits if hit.url == "long.html")
    assert hit.explanation
    (part,) = hit.explanation.words
    assert part.terms == {"cdn": 1.0, "cdn = content deliveri network": 0.7}
    assert hit.explanation.score == pytest.approx(hit.score, abs=2e-3)


def test_a_prefix_is_not_expanded_to_it() -> None:
    """A beginning of a word finds the words that begin so, not what these stand for."""
    assert urls(bundle().search("cd*")) == ["cdn.html"]


def test_no_further_file_is_read() -> None:
    """Synonyms lie beside their word: a query reads as many files with them as without."""
    read = []
    for weight in (0.0, 0.7):
        source = CountingSource(MemorySource(files()))
        asked = open_bundle(source)
        asked.search("cache here ", ranking=replace(asked.ranking, synonym_weight=weight))
        read.append(source.names)
    assert read[0] == read[1]
