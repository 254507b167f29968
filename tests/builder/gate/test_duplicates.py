"""Which of the pages that are there twice stay."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import replace

from pinax_builder.gate import collapse, twins
from pinax_builder.records import PageSummary


def dropped(*pages: PageSummary, n_links: Mapping[str, int] | None = None) -> dict[str, str]:
    """Collapse pages in every order; the answer must not depend on it."""
    answers = [{r.url: r.reason for r in collapse(order, n_links or {})} for order in itertools.permutations(pages)]
    assert all(answer == answers[0] for answer in answers)
    return answers[0]


def page(url: str, canonical: str = "", digest: str = "") -> PageSummary:
    return PageSummary(url=url, digest=(digest or url).encode(), canonical=canonical, marks_body=None, n_sections=1)


def test_of_equal_pages_the_shortest_url_stays() -> None:
    """Pages with the same content collapse into the one with the shortest, then first, URL."""
    pages = page("b/long.html", digest="x"), page("b.html", digest="x"), page("a.html", digest="x"), page("c.html")
    assert dropped(*pages) == {"b/long.html": "duplicate", "b.html": "duplicate"}


def test_of_equal_pages_the_one_that_is_linked_to_stays() -> None:
    """Of pages with the same content the one that most pages link to stays, whatever its URL."""
    pages = page("a.html", digest="x"), page("format2.html", digest="x"), page("c.html")
    assert twins(pages) == {"a.html", "format2.html"}
    assert dropped(*pages, n_links={"a.html": 1, "format2.html": 2}) == {"a.html": "duplicate"}


def test_of_equal_pages_one_in_its_own_language_stays() -> None:
    """A page that nobody has translated gives way to the original, whatever its URL and its links."""
    copy = replace(page("ar/a.html", digest="x"), is_untranslated=True)
    assert dropped(copy, page("original/a.html", digest="x"), n_links={"ar/a.html": 9}) == {"ar/a.html": "duplicate"}


def test_of_equal_pages_the_one_of_html_stays() -> None:
    """A text that says just what a page of HTML says gives way, whatever its URL and its links."""
    text, built = (page(url, digest="x") for url in ("a.md", "a.html"))
    pages = replace(text, is_built=False), replace(built, is_built=True)
    assert dropped(*pages, n_links={"a.md": 9}) == {"a.md": "duplicate"}


def test_a_page_gives_way_to_its_canonical() -> None:
    """A canonical within the set drops the page that names it, however it is spelt."""
    assert dropped(page("docs/old.html", "new.html"), page("docs/new.html")) == {"docs/old.html": "canonical"}
    base = "https://example.com/"
    pages = page(f"{base}x/index.html", f"{base}x/"), page(f"{base}y/", "http://example.com/x/"), page(f"{base}x/")
    assert f"{base}y/" in dropped(*pages)


def test_self_and_foreign_canonicals_are_ignored() -> None:
    """A page that names itself, or a page elsewhere, stays."""
    assert dropped(page("a.html", "a.html"), page("b.html", "https://elsewhere.example/b.html")) == {}


def test_a_cycle_never_drops_all() -> None:
    """Of pages that name each other in a circle, one stays."""
    assert len(dropped(page("a", "b"), page("b", "a"))) == 1
    assert len(dropped(page("a", "b"), page("b", "c"), page("c", "a"))) == 2


def test_a_chain_ends_at_its_last_page() -> None:
    """Pages that name each other in a row all give way to the last."""
    assert set(dropped(page("a", "b"), page("b", "c"), page("c"))) == {"a", "b"}
