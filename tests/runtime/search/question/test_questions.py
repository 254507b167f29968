"""Questions in whole sentences: stop words count less, and what only looks like words counts once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bundle_maker import MadeDocset, MadePage, make_bundle
from pinax_runtime.search import Bundle, MemorySource, open_bundle
from pinax_runtime.search.query import QueryTerm, parse_query
from pinax_runtime.text import analyzer


def made(*pages: MadePage) -> Bundle:
    """Open a bundle of one docset, with pages around those given."""
    fill = [MadePage(f"n{n}.html", text="nothing of the kind stands here") for n in range(9)]
    return open_bundle(MemorySource(make_bundle([MadeDocset("d", [*pages, *fill])])))


def stop_words(query: str, algorithm: str = "english") -> list[str]:
    """List the primary terms of a query's stop words."""
    return [term.spellings[0] for term in parse_query(query, analyzer(algorithm)).terms if term.stop]


@pytest.mark.parametrize(
    ("algorithm", "query", "expected"),
    [
        ("english", "How do I use a window function", ["how", "do", "i", "a"]),
        ("english", "the Git User’s Manual", ["the"]),
        ("english", "what doesn't work", ["what"]),
        ("english", "fetch vs pull versus push", ["vs", "versus"]),
        ("french", "comment configurer l'interface", ["comment"]),
        ("german", "wie werden Pakete installiert", ["wie", "werd"]),
        ("russian", "как установить пакет", ["как"]),
        ("none", "how do I", []),
    ],
)
def test_stop_words_are_known_by_language(algorithm: str, query: str, expected: list[str]) -> None:
    """Question words and articles are stop words of their language; what an apostrophe ties to a word is a word."""
    assert stop_words(query, algorithm) == expected


@pytest.mark.parametrize("query", ["how to", "what if", "with", '"the" cache', "--with -i @for $if i.e_x"])
def test_what_is_meant_is_no_stop_word(query: str) -> None:
    """A query of stop words alone asks for them; so does one that quotes them, or writes them as names."""
    assert stop_words(query) == []


def test_stop_words_do_not_decide() -> None:
    """A page with the words that count outranks one with many of the others, which no page needs to have."""
    asked = made(
        MadePage("window.html", text="window functions"),
        MadePage("how.html", text="how do I know how a function may be of use, and how should I"),
    )
    assert asked.search("how should I use window functions?").hits[0].url == "window.html"


def test_an_abbreviation_is_one_word() -> None:
    """The letters of "U.S." are no words; "e.g." is a stop word."""
    terms = parse_query("the U.S. site, e.g. this", analyzer("english")).terms
    assert [(term.spellings[0], term.stop) for term in terms] == [
        ("the", True),
        ("u.s", False),
        ("site", False),
        ("e.g", True),
        ("this", True),
    ]
    assert QueryTerm(("u.s",), 1) in terms


def test_unknown_stop_words_are_not_corrected() -> None:
    """A stop word that no page has is neither named as unknown nor taken for a typo."""
    asked = made(MadePage("a.html", text="whole windows"))
    reply = asked.search("whose windows ")
    assert (reply.hits[0].url, reply.unknown_words, reply.did_you_mean) == ("a.html", [], "")


def test_a_quotation_in_a_long_text_is_not_required() -> None:
    """Quoted words bind in a query that is mostly them, not in a paragraph that happens to quote."""
    asked = made(MadePage("a.html", text="weights of terms in a system for retrieval of records"))
    assert asked.search('"threshold" weights of terms').relaxed
    long = 'weights of terms in systems for retrieval have a "threshold" in records of recent years'
    reply = asked.search(long)
    assert reply.hits[0].url == "a.html"
    assert not reply.relaxed


def test_a_title_with_most_of_the_words_counts() -> None:
    """A title that is most of what was asked and nothing else outranks a text that repeats it."""
    asked = made(
        MadePage("own.html", title="Default properties", text="Each may be set."),
        MadePage("other.html", title="Other", text="default properties " * 30),
        MadePage("graphics.html", text="graphics " * 3),
    )
    query = "graphics default properties "
    assert asked.search(query, limit=1).hits[0].url == "own.html"
    bare = replace(asked.ranking, exact_title_bonus=0.0)
    assert asked.search(query, limit=1, ranking=bare).hits[0].url == "other.html"
