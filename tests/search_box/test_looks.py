"""Light and dark, narrow, printed, and as a site wants it; nothing moves that has been shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from search_box.box import Box, expect, in_chromium

GROUND = "one => getComputedStyle(one).backgroundColor"
LIGHT, DARK = "rgb(255, 255, 255)", "rgb(27, 30, 35)"
DARK_SHEET = '<link rel="stylesheet" href="/dark.css">'


@pytest.mark.parametrize(
    ("head", "box", "scheme", "ground"),
    [
        ("", "", "dark", LIGHT),
        ('<meta name="color-scheme" content="light dark">', "", "light", LIGHT),
        (DARK_SHEET, "", "light", DARK),
        (DARK_SHEET, 'theme="light"', "dark", LIGHT),
        ("", 'theme="dark"', "light", DARK),
    ],
)
def test_it_is_as_dark_as_its_page(visit: Callable[..., Any], head: str, box: str, scheme: str, ground: str) -> None:
    """The panel follows the page's ground, whatever made it dark; `theme` overrides it."""
    page = visit(f'<pinax-search bundle="/docs" {box}></pinax-search>', head=head, color_scheme=scheme)
    shown = Box(page).search("oil")
    shown.titles()
    assert shown.dialog.evaluate(GROUND) == ground


@in_chromium
def test_it_is_dark_where_the_visitor_wants_it(visit: Callable[..., Any]) -> None:
    """On a page in both schemes, it is dark where the visitor prefers that."""
    page = visit(head='<meta name="color-scheme" content="light dark">', color_scheme="dark")
    shown = Box(page).search("oil")
    shown.titles()
    assert shown.dialog.evaluate(GROUND) == DARK


def test_variables_and_parts(visit: Callable[..., Any]) -> None:
    """A site's style sheet changes colors, width and parts."""
    shown = Box(visit(head='<link rel="stylesheet" href="/own.css">')).search("oil")
    shown.titles()
    assert shown.dialog.evaluate(GROUND) == "rgb(255, 250, 240)"
    assert shown.dialog.evaluate("one => one.offsetWidth") == 480
    assert shown.element.locator(".title").first.evaluate("one => getComputedStyle(one).color") == "rgb(128, 0, 0)"
    assert shown.input.evaluate("one => getComputedStyle(one).fontStyle") == "italic"


def test_narrow(visit: Callable[..., Any]) -> None:
    """On a telephone the dialog fills the screen, and nothing is wider than it."""
    page = visit(
        '<pinax-search bundle="/docs" filters="type" sorts="date"></pinax-search>',
        viewport={"width": 320, "height": 600},
    )
    shown = Box(page).search("oil")
    shown.titles()
    assert shown.dialog.bounding_box() == {"x": 0, "y": 0, "width": 320, "height": 600}
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    shown.element.get_by_role("button", name="Close").click()
    expect(shown.dialog).to_be_hidden()


@in_chromium
def test_it_is_not_printed(visit: Callable[..., Any]) -> None:
    """On paper there is neither trigger nor panel."""
    page = visit()
    trigger = page.get_by_role("button", name="Search")
    expect(trigger).to_be_visible()
    page.emulate_media(media="print")
    expect(trigger).to_be_hidden()


def test_nothing_moves(visit: Callable[..., Any]) -> None:
    """From the first paint to the last excerpt the layout does not shift, though the script comes late."""
    page = visit(head='<link rel="stylesheet" href="/room.css">')
    page.evaluate(
        """() => {
          globalThis.moved = [];
          const unasked = (list) => list.getEntries().filter((one) => !one.hadRecentInput).map((one) => one.value);
          const seen = (list) => moved.push(...unasked(list));
          new PerformanceObserver(seen).observe({ type: "layout-shift", buffered: true });
        }"""
    )
    box = Box(page).search("lanterns")
    expect(box.element.locator(".excerpt").first).to_contain_text("Lanterns")
    page.wait_for_timeout(700)
    box.element.get_by_role("button", name="More results").click()
    expect(box.rows).to_have_count(20)
    page.wait_for_timeout(700)
    assert page.evaluate("moved") == []
