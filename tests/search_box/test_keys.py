"""Everything by keyboard alone, and for screen readers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chromium import axe_findings
from search_box.box import Box, expect, in_chromium

HERE = '<pinax-search bundle="/docs" base="/"></pinax-search>'


def test_open_and_close(visit: Callable[..., Any]) -> None:
    """Keys of one's choice open it, from wherever the focus is; Escape closes it, and the focus is back."""
    page = visit('<pinax-search bundle="/docs" keys="alt+s"></pinax-search><button id="other">Other</button>')
    page.locator("#other").focus()
    page.keyboard.press("Control+k")
    box = Box(page)
    expect(box.dialog).to_have_count(0)
    page.keyboard.press("Alt+s")
    expect(box.input).to_be_focused()
    page.keyboard.press("Escape")
    expect(box.dialog).to_be_hidden()
    expect(page.locator("#other")).to_be_focused()
    page.get_by_role("button", name="Search").focus()
    page.keyboard.press("Enter")
    expect(box.input).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Search")).to_be_focused()


def test_a_key_without_modifiers_is_typed_in_fields(visit: Callable[..., Any]) -> None:
    """`/` opens the search, but not while somebody writes."""
    page = visit('<pinax-search bundle="/docs" keys="/"></pinax-search><input id="field" aria-label="Field">')
    page.locator("#field").focus()
    page.keyboard.press("/")
    expect(page.locator("#field")).to_have_value("/")
    expect(Box(page).dialog).to_have_count(0)


def test_arrows_lead_through_results(visit: Callable[..., Any]) -> None:
    """The best row is chosen; arrows choose others, while the focus and what is typed stay in the field."""
    box = Box(visit()).search("wick")
    titles = box.titles()
    best = titles.index("Choosing a wick")
    expect(box.active.locator(".title")).to_have_text("Choosing a wick")
    box.page.keyboard.press("ArrowDown")
    expect(box.active.locator(".title")).to_have_text(titles[best + 1])
    box.page.keyboard.press("ArrowUp")
    box.page.keyboard.press("ArrowUp")
    expect(box.active.locator(".title")).to_have_text(titles[best - 1])
    expect(box.input).to_be_focused()
    chosen = box.active.get_attribute("id")
    expect(box.input).to_have_attribute("aria-activedescendant", str(chosen))
    expect(box.active).to_have_count(1)


def test_enter_opens(visit: Callable[..., Any]) -> None:
    """Enter opens the chosen row, even if it comes before the results do."""
    box = Box(visit(HERE))
    page = box.page
    page.keyboard.press("Control+k")
    box.input.wait_for()
    page.keyboard.type("old")
    page.keyboard.press("Enter")
    page.wait_for_url("**/guide/oil.html#old")
    box.without_missing()


def test_enter_with_control_or_shift_opens_another_page(visit: Callable[..., Any]) -> None:
    """With Control the page comes in a new tab, with Shift in a new window, and the search stays open."""
    box = Box(visit(HERE)).search("wick")
    box.titles()
    before = box.page.url
    for keys in ("Control+Enter", "Shift+Enter"):
        with box.page.context.expect_page() as opened:
            box.page.keyboard.press(keys)
        opened.value.wait_for_url("**/guide/oil.html#wick")
        opened.value.close()
    assert box.page.url == before
    expect(box.dialog).to_be_visible()


def test_typing_leads_back_to_the_field(visit: Callable[..., Any]) -> None:
    """A letter that is typed while a button has the focus goes into the field."""
    box = Box(visit()).search("lantern")
    box.element.get_by_role("button", name="More results").focus()
    box.page.keyboard.type("s")
    expect(box.input).to_be_focused()
    expect(box.input).to_have_value("lanterns")


@in_chromium
def test_a_word_that_is_being_composed_is_no_query(visit: Callable[..., Any]) -> None:
    """Keys that compose a Chinese or Japanese word neither search nor open; the word does when it is there."""
    box = Box(visit('<pinax-search bundle="/foreign" delay="0"></pinax-search>', attributes='lang="en"')).search("")
    session = box.page.context.new_cdp_session(box.page)
    session.send("Input.imeSetComposition", {"text": "you", "selectionStart": 3, "selectionEnd": 3})
    box.input.dispatch_event("keydown", {"key": "Enter", "keyCode": 229, "isComposing": True})
    expect(box.rows).to_have_count(0)
    expect(box.dialog).to_be_visible()
    session.send("Input.insertText", {"text": "油"})
    assert box.titles()


def test_the_tree_of_screen_readers(visit: Callable[..., Any]) -> None:
    """A dialog with a combobox and its listbox: groups named by pages, options named by what they show."""
    box = Box(visit()).search("wick")
    expect(box.element.locator("mark").first).to_be_visible()
    tree = box.dialog.aria_snapshot()
    assert '- dialog "Search"' in tree
    assert 'combobox "Search" [expanded]' in tree
    assert 'listbox "Results"' in tree
    assert 'group "Burning oil"' in tree
    assert 'option "Choosing a wick' in tree


def test_axe_finds_nothing(visit: Callable[..., Any]) -> None:
    """Trigger, empty dialog, results, corrections, nothing found, an error and an inline box pass axe-core's rules."""
    page = visit()
    page.get_by_role("button", name="Search").wait_for()
    assert axe_findings(page) == []
    box = Box(page).search("")
    assert axe_findings(page) == []
    for query in ("oil", "lantersn", "qqqqqqqq"):
        box.search(query)
        expect(box.element.locator(".count, .empty .title").filter(has_text="result").first).to_be_visible()
        assert axe_findings(page) == [], query
    broken = Box(visit('<pinax-search bundle="/none"></pinax-search>')).search("oil")
    expect(broken.element.locator(".error")).to_be_visible()
    broken.without_missing()
    assert axe_findings(broken.page) == []
    inline = Box(visit('<pinax-search inline bundle="/docs"></pinax-search>')).search("oil")
    inline.titles()
    assert axe_findings(inline.page) == []
