"""Bundles of strangers, and broken ones: their texts are text, their links lead to pages, and the site goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from search_box.box import Box, expect
from search_box.sites import EVIL, HOSTILE_URLS


def test_nothing_of_a_bundle_runs(visit: Callable[..., Any]) -> None:
    """Markup and scripts in titles, texts, anchors and facets are shown as text; links stay on the same site."""
    box = Box(visit('<pinax-search bundle="/hostile"></pinax-search>')).search("lamps")
    expect(box.element.locator("[role=listbox] [role=group]")).to_have_count(len(HOSTILE_URLS))
    expect(box.element.locator("mark").first).to_be_visible()
    assert EVIL[:60] in box.titles()[0]
    inside = "root => [...root.shadowRoot.querySelectorAll('*')]"
    names = box.element.evaluate(f"root => ({inside})(root).map((one) => one.localName)")
    assert {*names} & {"script", "style", "iframe", "img", "base", "meta", "link", "object", "embed", "form"} == set()
    attributes = box.element.evaluate(f"root => ({inside})(root).flatMap((one) => one.getAttributeNames())")
    assert not [name for name in attributes if name.startswith("on") or name in ("style", "srcdoc", "src")]
    links = box.element.locator("a").evaluate_all("all => all.map((one) => one.href)")
    assert all(link.startswith(box.page.url.rsplit("/", 1)[0]) for link in links)


def test_a_row_without_an_address_opens_nothing(visit: Callable[..., Any]) -> None:
    """A page whose address is a script is shown and cannot be opened, by mouse or by keys."""
    box = Box(visit('<pinax-search bundle="/hostile"></pinax-search>')).search("lamps")
    box.titles()
    before = box.page.url
    for row in box.element.locator("[role=option][aria-disabled=true]").all():
        row.click(force=True)
        box.page.keyboard.press("Enter")
    assert box.page.url == before


def test_ten_megabytes_of_text(visit: Callable[..., Any]) -> None:
    """Of an endless text and of endless words a bounded part is shown, and nothing is wider than the dialog."""
    box = Box(visit('<pinax-search bundle="/heavy"></pinax-search>')).search("lamps")
    expect(box.element.locator(".excerpt mark")).to_have_count(2)
    assert box.element.evaluate("one => one.shadowRoot.textContent.length") < 10_000
    for width in (320, 1280):
        box.page.set_viewport_size({"width": width, "height": 800})
        widths = box.element.locator(".scroll").evaluate("one => [one.scrollWidth, one.clientWidth]")
        assert widths[0] <= widths[1]


@pytest.mark.parametrize(
    ("bundle", "why"),
    [("none", "HTTP 404"), ("html", "a page of HTML"), ("cut", "bytes"), (" ", "names no bundle")],
)
def test_a_broken_bundle_says_what_is_wrong(visit: Callable[..., Any], bundle: str, why: str) -> None:
    """A sentence says what is wrong, a button tries again, and the page goes on working."""
    named = f"/{bundle}" if bundle.strip() else ""
    box = Box(
        visit(f'<pinax-search bundle="{named}"></pinax-search>', body='<button id="other">Other</button>')
    ).search("oil")
    expect(box.element.locator(".error")).to_contain_text("The search does not work: ")
    expect(box.element.locator(".error")).to_contain_text(why)
    box.element.get_by_role("button", name="Try again").click()
    expect(box.input).to_be_focused()
    expect(box.element.locator(".error")).to_contain_text(why)
    box.page.keyboard.press("Escape")
    box.page.locator("#other").click()
    expect(box.page.locator("#other")).to_be_focused()
    box.without_missing()


def test_one_broken_bundle_of_two(visit: Callable[..., Any]) -> None:
    """The other one is searched, and a sentence says what is missing."""
    box = Box(visit('<pinax-search bundle="/none /docs"></pinax-search>')).search("gas")
    assert box.titles()[0] == "Gas lamps"
    expect(box.element.locator(".said")).to_contain_text("HTTP 404")
    box.without_missing()
