"""Every ranking parameter does something: between a low and a high value another page comes first."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bundle_maker import MadeDocset, MadePage, MadeSection, make_bundle
from pinax_runtime.format import RANKING_NAMES, Ranking
from pinax_runtime.search import Bundle, MemorySource, open_bundle
from runtime.conftest import Ended

BODY = MadePage("body.html", text="needle needle")
"""What a needle in another field stands against."""


FAR = "red car red one two three four five six seven eight nine ten eleven twelve big car"
SYMBOL = MadeSection("t", symbols=(("needle", "function", "", ""),))


def page(url: str, text: str) -> MadePage:
    """Make a page of nothing but text."""
    return MadePage(url, text=text)


CASES: dict[str, tuple[str, MadePage, MadePage]] = {
    "bm25_k1": ("needle ", page("a.html", "needle pad pad"), page("b.html", "needle needle needle")),
    "bm25_b": ("needle ", page("l.html", "needle needle" + " hay" * 99), page("s.html", "needle")),
    "title_weight": ("needle ", BODY, MadePage("x.html", title="needle and more")),
    "headings_weight": ("needle ", BODY, MadePage("x.html", sections=(MadeSection("needle and more"),))),
    "body_weight": ("needle ", MadePage("x.html", sections=(MadeSection("t", code="needle needle"),)), BODY),
    "code_weight": ("needle ", BODY, MadePage("x.html", sections=(MadeSection("t", code="needle"),))),
    "description_weight": ("needle ", BODY, MadePage("x.html", description="needle")),
    "path_weight": ("needle ", BODY, MadePage("x.html", path="needle")),
    "symbol_weight": ("needle ", BODY, MadePage("x.html", sections=(SYMBOL,))),
    "term_proximity_bonus": ("big red ", page("f.html", FAR), page("n.html", "big red" + " pad" * 30)),
    "full_coverage_bonus": ("red car ", page("one.html", "red red red"), page("all.html", "red car" + " x" * 60)),
    "exact_title_bonus": ("needle ", page("b.html", "needle " * 60), MadePage("t.html", title="needle")),
    "stop_word_weight": ("with red ", page("r.html", "red"), page("w.html", "with with with")),
    "synonym_weight": ("kube ", page("k.html", "kube"), page("s.html", "kubernetes kubernetes kubernetes kubernetes")),
    "question_weight": (
        "make the red needle fly ",
        page("w.html", "red needle"),
        MadePage("q.html", text="red", questions=("how to make the red needle fly",)),
    ),
    "prefix_penalty": ("gather need", page("g.html", "gather"), page("n.html", "needle needle needle")),
}
"""Per parameter a query, the page that comes first with a low value, and the one that does with a high value."""
HIGH = {"bm25_b": 1.0, "prefix_penalty": 1.0, "stop_word_weight": 1.0, "synonym_weight": 1.0, "bm25_k1": 20.0}


def bundle_for(name: str, ranking: Ranking | None = None) -> tuple[str, list[str], Bundle]:
    """Open a bundle with the pages for a parameter among others; gives the query and the two pages."""
    query, *pages = CASES[name]
    return query, [page.url for page in pages], open_bundle(MemorySource(files_for(name, ranking)))


def files_for(name: str, ranking: Ranking | None = None) -> dict[str, bytes]:
    """Make the files of that bundle."""
    fill = [MadePage(f"n{n}.html", text="nothing of the kind here") for n in range(9)]
    docset = MadeDocset("d", [*CASES[name][1:], *fill], synonyms=(("kube", "kubernetes"),))
    return make_bundle([docset], ranking)


def plain(name: str, value: float) -> Ranking:
    """Return a ranking whose bonuses are off, but for the parameter."""
    bare = Ranking(term_proximity_bonus=0, full_coverage_bonus=0, exact_title_bonus=0)
    return replace(bare, **{name: value})


@pytest.mark.parametrize("name", RANKING_NAMES)
def test_a_call_can_set_it(name: str) -> None:
    """Set for one call, a parameter turns the order of two pages around."""
    query, (low, high), bundle = bundle_for(name)
    assert bundle.search(query, ranking=plain(name, 0.0)).hits[0].url == low
    assert bundle.search(query, ranking=plain(name, HIGH.get(name, 50.0))).hits[0].url == high


@pytest.mark.parametrize("name", RANKING_NAMES)
def test_a_bundle_can_carry_it(name: str) -> None:
    """Stored in the bundle, a parameter does the same."""
    for at, value in enumerate((0.0, HIGH.get(name, 50.0))):
        query, pages, bundle = bundle_for(name, plain(name, value))
        assert bundle.search(query).hits[0].url == pages[at]


@pytest.mark.parametrize("name", RANKING_NAMES)
def test_the_command_line_can_set_it(name: str, run: Callable[..., Ended], tmp_path: Path) -> None:
    """Given as `--set`, a parameter does the same."""
    query, pages, _ = bundle_for(name)
    bare = [f"--set={bonus}=0" for bonus in ("term_proximity_bonus", "full_coverage_bonus", "exact_title_bonus")]
    for file, content in files_for(name).items():
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_bytes(content)
    for page, value in zip(pages, (0.0, HIGH.get(name, 50.0)), strict=True):
        options = [str(tmp_path), query, "--json", *bare, f"--set={name}={value}"]
        assert json.loads(run("search", *options).out)["hits"][0]["url"] == page


def test_a_docset_can_weigh_more() -> None:
    """A docset's weight turns the order around as well."""
    pages = [MadePage("a.html", text="needle needle"), MadePage("b.html", text="needle and hay")]
    for weight, first in ((1.0, "a.html"), (3.0, "b.html")):
        docsets = [MadeDocset("one", pages[:1]), MadeDocset("two", pages[1:], weight=weight)]
        assert open_bundle(MemorySource(make_bundle(docsets))).search("needle ").hits[0].url == first
