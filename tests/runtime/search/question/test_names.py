"""Names that are written with their container and kind, as indexes and people do."""

from __future__ import annotations

import pytest

from bundle_maker import MadeDocset, MadePage, MadeSection, make_bundle
from pinax_runtime.search import MemorySource, open_bundle
from pinax_runtime.search.query import names_in

SYMBOLS = (
    ("index", "pandas.Index", "class"),
    ("loc", "pandas.Index.get_loc", "method"),
    ("multi", "pandas.MultiIndex.get_loc", "method"),
    ("stats", "scipy.stats.kruskal", "function"),
    ("mstats", "scipy.stats.mstats.kruskal", "function"),
    ("vector", "std::vector::push_back", "function"),
    ("debugger", "continue", "command"),
    ("option", "itertools", "option"),
    ("module", "itertools", "module"),
)
"""Page, name and kind of each symbol."""


def first_hit(query: str) -> str:
    """Return the page that comes first among those of `SYMBOLS` and pages that only talk of them."""
    pages = [
        MadePage(f"{page}.html", page, sections=(MadeSection(name, "Does it.", symbols=((name, kind, "", ""),)),))
        for page, name, kind in SYMBOLS
    ]
    talk = "pandas Index get_loc method kruskal in module scipy stats mstats std vector push_back itertools"
    pages += [MadePage(f"talk{n}.html", f"Index methods {n}", f"{talk} {talk} {talk}") for n in range(3)]
    pages.append(MadePage("loop.html", "The continue statement", "A continue statement goes on with the loop."))
    return open_bundle(MemorySource(make_bundle([MadeDocset("d", pages)]))).search(query).hits[0].url.split(".")[0]


@pytest.mark.parametrize(
    ("query", "page"),
    [
        ("get_loc() (pandas.Index method)", "loc"),
        ("method get_loc of pandas.Index", "loc"),
        ("pandas.MultiIndex method get_loc()", "multi"),
        ("kruskal in scipy.stats.mstats", "mstats"),
        ("kruskal() (in module scipy.stats)", "stats"),
        ("function push_back (std::vector)", "vector"),
        ("module, itertools", "module"),
        ("command line option itertools", "option"),
    ],
)
def test_a_name_in_pieces_finds_what_has_it(query: str, page: str) -> None:
    """Whatever the order, and whatever says its kind, the section that defines the name comes first."""
    assert first_hit(query) == page


def test_a_word_that_names_another_kind_is_a_word() -> None:
    """A symbol that is spelled like a common word is not meant where the query says another kind."""
    assert first_hit("continue, statement") == "loop"


@pytest.mark.parametrize("query", ["retry backoff", "class method", "how do I open a file in Python", "", "( ) ,"])
def test_what_is_no_name_names_nothing(query: str) -> None:
    """Plain words, kinds alone and whole sentences are looked for by their words."""
    assert names_in(query).names == ()


def test_one_word_is_a_name_as_it_is_typed() -> None:
    """Quotes and empty parentheses around it are none of it."""
    assert [names_in(word).names for word in ('"open"', "open()", "std::vector")] == [
        ("open",), ("open",), ("std::vector",)
    ]  # fmt: skip
