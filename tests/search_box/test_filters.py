"""Filters with counts, and other orders than the best first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chromium import axe_findings
from search_box.box import Box, expect

BOX = (
    '<pinax-search bundle="/docs" filters="type=Kind, level" sorts="-date=Newest first, date=Oldest first">'
    "</pinax-search>"
)
PANES = BOX.replace("filters", "panes filters")


def counts(box: Box) -> dict[str, str]:
    """Return the count beside each value."""
    return dict(text.split("\n")[:2] for text in box.element.locator(".facets label").all_inner_texts())


def test_values_are_counted(visit: Callable[..., Any]) -> None:
    """Without a query all pages are counted; with one, those that it finds."""
    box = Box(visit(PANES)).search("")
    expect(box.element.locator(".facets label")).to_have_count(5)
    expect(box.element.locator(".facets legend")).to_have_text(["Kind", "level"])
    assert counts(box) == {"note": "24", "guide": "2", "api": "1", "hard": "2", "easy": "1"}
    box.search("wick")
    expect(box.element.locator(".facets .number").first).to_have_text("0")
    assert counts(box) == {"note": "0", "guide": "2", "api": "0", "hard": "1", "easy": "1"}


def test_any_value_of_a_facet_and_all_facets(visit: Callable[..., Any]) -> None:
    """Pages have any value that is chosen of a facet, and that for each facet; other values keep their counts."""
    box = Box(visit(PANES)).search("oil")
    assert "lamp.Lamp" in box.titles()
    facets = box.element.locator(".facets")
    facets.get_by_label("guide").check()
    expect(box.element.locator(".count")).to_have_text("2 results for “oil”")
    assert counts(box)["api"] == "1"
    facets.get_by_label("api").check()
    expect(box.element.locator(".count")).to_have_text("3 results for “oil”")
    facets.get_by_label("hard").check()
    expect(box.element.locator(".count")).to_have_text("2 results for “oil”")
    assert "Burning oil" not in box.titles()
    expect(box.element.get_by_role("button", name="Filters (3)")).to_be_visible()
    box.element.get_by_role("button", name="Remove filters").click()
    expect(box.element.locator(".count")).to_have_text("3 results for “oil”")
    expect(box.input).to_be_focused()


def test_filters_open_by_a_button(visit: Callable[..., Any]) -> None:
    """Without `panes` the filters are closed until a button opens them; all of it by keyboard."""
    box = Box(visit(BOX)).search("oil")
    box.titles()
    expect(box.element.locator(".facets")).to_be_hidden()
    button = box.element.get_by_role("button", name="Filters")
    button.focus()
    box.page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-expanded", "true")
    expect(box.element.locator(".facets label")).to_have_count(5)
    api = box.element.locator(".facets").get_by_label("api")
    api.focus()
    box.page.keyboard.press("Space")
    expect(box.element.locator(".count")).to_have_text("1 result for “oil”")
    assert axe_findings(box.page) == []


def test_other_orders(visit: Callable[..., Any]) -> None:
    """A list offers to sort the best pages by a value of theirs."""
    box = Box(visit(BOX)).search("lamps")
    box.titles()
    pages = box.element.locator(".row.page .title")
    box.element.get_by_label("Sort by").select_option("-date")
    expect(pages).to_have_text(["Gas lamps", "Burning oil", "lamp.Lamp"])
    box.element.get_by_label("Sort by").select_option("Oldest first")
    expect(pages).to_have_text(["lamp.Lamp", "Burning oil", "Gas lamps"])


def test_no_filters_without_values(visit: Callable[..., Any]) -> None:
    """Facets that no page has take no room."""
    box = Box(visit('<pinax-search panes bundle="/docs" filters="color"></pinax-search>')).search("oil")
    box.titles()
    expect(box.element.locator(".facets")).to_be_hidden()
    expect(box.element.get_by_role("button", name="Filters")).to_be_hidden()


def test_no_filters_without_an_attribute(visit: Callable[..., Any]) -> None:
    """A box that names neither filters nor orders shows none."""
    box = Box(visit()).search("oil")
    box.titles()
    expect(box.element.locator(".tools")).to_be_hidden()


def test_pages_by_filters_alone(visit: Callable[..., Any]) -> None:
    """Without a query, filters list the pages that they leave, and counts stay those of all pages."""
    box = Box(visit(PANES)).search("")
    facets = box.element.locator(".facets")
    facets.get_by_label("guide").check()
    expect(box.element.locator(".row.page .title")).to_have_text(["Gas lamps", "Burning oil"])
    assert counts(box) == {"note": "24", "guide": "2", "api": "1", "hard": "1", "easy": "1"}
    expect(box.element.locator(".count")).to_have_text("Results: 2")
    facets.get_by_label("guide").uncheck()
    expect(box.rows).to_have_count(0)
    expect(box.element.locator(".empty")).to_have_text("Type what you are looking for.")


def test_all_or_none_of_what_is_chosen(visit: Callable[..., Any]) -> None:
    """A facet may ask for all of the values that are chosen, or for none of them."""
    box = Box(
        visit('<pinax-search panes bundle="/docs" filters="tags:all=Tags, level : none = Without"></pinax-search>')
    ).search("oil")
    expect(box.element.locator(".facets legend")).to_have_text(["Tags", "Without"])
    pages = box.element.locator(".row.page .title")
    facets = box.element.locator(".facets")
    facets.get_by_label("flame").check()
    expect(pages).to_have_text(["Burning oil", "Gas lamps"])
    facets.get_by_label("wick").check()
    expect(pages).to_have_text(["Burning oil"])
    assert counts(box)["easy"] == "1"
    facets.get_by_label("wick").uncheck()
    facets.get_by_label("easy").check()
    expect(pages).to_have_text(["Gas lamps"])
    assert counts(box) == {"flame": "1", "wick": "0", "hard": "1", "easy": "1"}


def test_dropdowns(visit: Callable[..., Any]) -> None:
    """With `dropdowns` each facet is a button with its values below; Escape and a click elsewhere close it alone."""
    page = visit(BOX.replace("filters", "dropdowns filters"))
    box = Box(page).search("oil")
    kinds = box.element.locator("summary", has_text="Kind")
    kinds.focus()
    page.keyboard.press("Enter")
    guide = box.element.get_by_label("guide")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(guide).to_be_checked()
    expect(box.element.locator(".count")).to_have_text("2 results for “oil”")
    expect(kinds).to_have_text("Kind (1)")
    assert axe_findings(page) == []
    page.keyboard.press("Escape")
    expect(guide).to_be_hidden()
    expect(kinds).to_be_focused()
    expect(box.dialog).to_be_visible()
    kinds.click()
    expect(guide).to_be_visible()
    box.element.locator(".foot").click()
    expect(guide).to_be_hidden()
    expect(box.dialog).to_be_visible()
