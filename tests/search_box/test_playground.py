"""The playground: search with other parameters of the ranking, and see why a hit is where it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chromium import axe_findings
from search_box.box import expect, in_chromium

ELEMENT = '<pinax-playground bundle="/docs"></pinax-playground>'


def searched(page: Any, query: str) -> Any:
    """Search in the playground, and return the hits once there are some."""
    playground = page.locator("pinax-playground")
    playground.get_by_label("Query").fill(query)
    hits = playground.get_by_role("list", name="Hits").get_by_role("listitem")
    expect(hits.first).to_be_visible()
    return hits


def test_a_hit_says_what_it_would_lose(visit: Callable[..., Any]) -> None:
    """Without one of its words a hit has a lower score; what takes most of it away stands first."""
    hits = searched(visit(ELEMENT), "burning oil")
    expect(hits.first).to_contain_text("Burning oil")
    expect(hits.first.locator("mark").first).to_be_visible()
    hits.first.get_by_text("why?").click()
    rows = hits.first.locator("tbody tr")
    expect(rows.first).to_be_visible()
    losses = [float(text) for text in hits.first.locator("tbody td:nth-child(2)").all_inner_texts()]
    assert losses == sorted(losses, reverse=True)
    assert losses[0] > 0
    expect(rows.filter(has_text="the word “oil”")).to_be_visible()
    expect(rows.filter(has_text="title weight")).to_be_visible()


def test_sliders_rank(visit: Callable[..., Any]) -> None:
    """A parameter that is moved changes scores, is told as `pinax.toml` has it, and goes back with Reset."""
    page = visit(ELEMENT)
    hits = searched(page, "burning oil")
    before = hits.first.locator("summary").inner_text()
    playground = page.locator("pinax-playground")
    playground.get_by_label("title weight", exact=True).fill("0")
    expect(hits.first.locator("summary")).not_to_have_text(before)
    expect(playground.get_by_label("Settings")).to_have_text("[ranking]\ntitle_weight = 0")
    expect(playground.get_by_label("title_weight, as a number")).to_have_value("0")
    playground.get_by_role("button", name="Reset").click()
    expect(hits.first.locator("summary")).to_have_text(before)
    expect(playground.get_by_label("Settings")).to_be_empty()


def test_what_is_corrected_or_unknown_is_said(visit: Callable[..., Any]) -> None:
    """As in the search box; why is told for the query that was searched for."""
    page = visit(ELEMENT)
    hits = searched(page, "burnign oil")
    expect(page.locator("pinax-playground").get_by_role("status")).to_contain_text("Searched for “burning oil”.")
    hits.first.get_by_text("why?").click()
    expect(hits.first.locator("tbody tr").filter(has_text="the word “burning”")).to_be_visible()


def test_nothing_of_a_bundle_is_run(visit: Callable[..., Any]) -> None:
    """Markup, scripts and addresses of scripts show as text."""
    page = visit('<pinax-playground bundle="/hostile"></pinax-playground>')
    hits = searched(page, "lamps")
    expect(hits.first).to_contain_text("<script>alert(1)</script>")
    assert hits.locator("a, script, img, iframe, svg").count() == 0


def test_a_bundle_that_is_not_there_is_told(visit: Callable[..., Any]) -> None:
    """A sentence says what is wrong, and nothing is thrown."""
    page = visit('<pinax-playground bundle="/none"></pinax-playground>')
    expect(page.locator("pinax-playground").get_by_role("status")).not_to_be_empty()
    page.faults[:] = [fault for fault in page.faults if "Failed to load resource" not in fault]


@in_chromium
def test_axe_finds_nothing(visit: Callable[..., Any]) -> None:
    """With hits and an explanation open, in light and dark."""
    page = visit(ELEMENT, head='<meta name="color-scheme" content="light dark">')
    hits = searched(page, "burning oil")
    hits.first.get_by_text("why?").click()
    expect(hits.first.locator("tbody tr").first).to_be_visible()
    assert axe_findings(page) == []
