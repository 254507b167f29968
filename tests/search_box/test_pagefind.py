"""The main calls of Pagefind's JavaScript API, as a site that moves from Pagefind uses them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

LOADED = """async () => {
  const { pagefind } = await import("/browser/ui/pinax-ui.js");
  globalThis.pagefind = await pagefind({ bundles: ["/BUNDLE"] });
  await globalThis.pagefind.init();
}"""
SEARCH = """async ([term, options]) => {
  const { results, ...said } = await pagefind.search(term, options);
  return [await Promise.all(results.map((one) => one.data())), said];
}"""


@pytest.fixture
def search(visit: Callable[..., Any]) -> Callable[..., Any]:
    """Search a bundle by Pagefind's call, and return the data of the results, and what else is said."""

    def search(term: str | None, bundle: str = "docs", **options: Any) -> Any:
        page = visit("")
        page.evaluate(LOADED.replace("BUNDLE", bundle))
        return page.evaluate(SEARCH, [term, options])

    return search


def test_results_have_what_pagefind_gives(search: Callable[..., Any]) -> None:
    """A result has its address, metadata, filters, an excerpt in HTML with the words marked, and parts with anchors."""
    pages, said = search("wick")
    oil = next(page for page in pages if page["meta"]["title"] == "Burning oil")
    assert oil["url"] == "https://docs.example.org/guide/oil.html"
    assert oil["meta"]["date"] == "2024-01-05"
    assert oil["filters"]["type"] == ["guide"]
    assert "<mark>wick</mark>" in oil["excerpt"]
    assert "<" not in oil["plain_excerpt"]
    part = next(part for part in oil["sub_results"] if part["title"] == "Choosing a wick")
    assert part["url"].endswith("oil.html#wick")
    assert said["unfilteredResultCount"] == 2
    assert said["filters"]["type"] == {"guide": 2}


def titles(found: Any) -> list[str]:
    """Return the titles of all results."""
    return [page["meta"]["title"] for page in found[0]]


def test_filters_and_orders(search: Callable[..., Any]) -> None:
    """Filters ask for all, any or none of their values, without a term too; counts are given with and without them."""
    found = search("oil", filters={"tags": ["flame", "wick"]})
    assert titles(found) == ["Burning oil"]
    assert found[1]["unfilteredResultCount"] == 3
    assert found[1]["totalFilters"]["level"] == {"hard": 2, "easy": 1}
    assert set(titles(search(None, filters={"type": {"any": ["guide", "api"]}, "level": {"not": "easy"}}))) == {
        "Gas lamps",
        "lamp.Lamp",
    }
    assert titles(search(None, filters={"type": "guide"}, sort={"date": "desc"})) == ["Gas lamps", "Burning oil"]


def test_all_filters_and_later_searches(visit: Callable[..., Any]) -> None:
    """It tells which filters there are; of searches that overtake one another the last one answers."""
    page = visit("")
    page.evaluate(LOADED.replace("BUNDLE", "docs"))
    assert page.evaluate("async () => (await pagefind.filters()).type") == {"note": 24, "guide": 2, "api": 1}
    later = "(one) => pagefind.debouncedSearch(one, {}, 50).then((found) => found?.results.length)"
    assert page.evaluate(f"() => Promise.all(['g', 'gas'].map({later}))") == [None, 1]
    page.evaluate("async () => { await pagefind.mergeIndex('/history'); }")
    assert page.evaluate("async () => (await pagefind.search('whale')).results.length") == 1


def test_excerpts_of_strangers_have_no_markup(search: Callable[..., Any]) -> None:
    """Markup in a bundle's texts is escaped in the HTML of excerpts."""
    pages, _ = search("lamps", bundle="hostile")
    assert len(pages) > 1
    for page in pages:
        assert "<" not in page["excerpt"].replace("<mark>", "").replace("</mark>", "")
