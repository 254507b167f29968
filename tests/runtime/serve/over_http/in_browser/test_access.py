"""What holds for the viewer and the playground alike: keys, colors, accessibility, policy and token."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import lacking
from pinax_runtime.search import Library
from pinax_runtime.server import Served
from runtime.serve.over_http.conftest import TOKEN
from runtime.serve.over_http.in_browser.pages import (
    HIT,
    ROW,
    call,
    expect,
    searched,
    wait_rows,
)

CONTRAST = (Path(__file__).parent / "contrast.js").read_text("utf-8")
"""Gives the texts of a page whose color is too near to that of their ground (WCAG 2.2, 1.4.3)."""

AXE = Path(__file__).parents[5] / "build/axe/node_modules/axe-core/axe.min.js"
"""Where `.ci/programs` puts the checker of accessibility."""


def test_keys(visit: Callable[..., Any], plain: str) -> None:
    """Views, fields, hits, explanations and the list of keys are all reached without a mouse."""
    page = visit(plain)
    page.keyboard.press("2")
    expect(page.locator("[name=query]")).to_be_focused()
    searched(page, lambda: page.locator("[name=query]").fill("retry"))
    page.keyboard.press("ArrowDown")
    expect(page.locator(f"{HIT} [data-item]").first).to_be_focused()
    page.keyboard.press("j")
    expect(page.locator(f"{HIT} [data-item]").nth(1)).to_be_focused()
    page.keyboard.press("e")
    assert page.locator(".why:visible").count() == page.locator(HIT).count()
    page.keyboard.press("Enter")
    expect(page.locator("#drawer .sheet")).to_contain_text("Source:")
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    expect(page.locator("[name=query]")).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    expect(page.locator("#calls")).to_be_visible()


def test_dark_and_light(visit: Callable[..., Any], plain: str) -> None:
    """The page follows the system; `t` overrides it, also after the page is loaded again."""
    ground = "getComputedStyle(document.body).backgroundColor"
    page = visit(plain, color_scheme="light")
    light = page.evaluate(ground)
    page.keyboard.press("t")
    dark = page.evaluate(ground)
    assert dark != light
    page.reload()
    assert page.evaluate(ground) == dark
    assert visit(plain, color_scheme="dark").evaluate(ground) == dark


def in_each_scheme(page: Any) -> Iterator[None]:
    """Show a page in both schemes, one after the other."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        yield


def assert_can_be_read(page: Any) -> None:
    """Assert that every text stands out from its ground and nothing is wider than the page."""
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        for _ in in_each_scheme(page):
            assert page.evaluate(CONTRAST) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_pages_can_be_read(visit: Callable[..., Any], logging: str) -> None:
    """In both schemes, narrow and wide, every text stands out from its ground and nothing is wider than the page."""
    call(logging, "search_pages", query="a query that is so long that it would not fit into a line of a narrow page")
    call(logging, "get_page", url="nowhere.md")
    page = visit(logging)
    wait_rows(page, 2)
    assert_can_be_read(page)
    page.goto(f"{logging}#/search?q=clock+changes&unit=sections")
    page.locator(HIT).first.wait_for()
    page.locator("body").evaluate("() => document.activeElement.blur()")
    page.keyboard.press("e")
    assert_can_be_read(page)


def test_axe_finds_nothing(visit: Callable[..., Any], logging: str) -> None:
    """Both views, a call, a page, the keys and what goes wrong pass all rules of axe-core, its best practices too."""
    if not AXE.is_file():
        lacking.skip("axe-core is not there; .ci/programs brings it.")
    call(logging, "search_pages", query="clock changes")
    page = visit(logging)
    wait_rows(page, 1)
    page.evaluate(AXE.read_text("utf-8"))

    def findings() -> list[str]:
        run = "async () => (await axe.run()).violations"
        found = [one for _ in in_each_scheme(page) for one in page.evaluate(run)]
        return [f"{one['id']}: {node['html'][:200]}" for one in found for node in one["nodes"]]

    assert findings() == []
    page.locator(ROW).first.click()
    assert findings() == []
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    assert findings() == []
    page.keyboard.press("Escape")
    page.keyboard.press("2")
    page.locator(".questions button").first.wait_for()
    assert findings() == []
    searched(page, lambda: page.locator("[name=query]").fill("retry backoff"))
    page.locator(HIT).first.wait_for()
    page.locator("body").evaluate("() => document.activeElement.blur()")
    page.keyboard.press("e")
    assert findings() == []
    page.locator(f"{HIT} h2 button").first.click()
    page.locator("#drawer .page h3").first.wait_for()
    assert findings() == []
    page.keyboard.press("Escape")
    page.get_by_label("Filters").last.fill("guide")
    expect(page.locator("#search-notice")).to_be_visible()
    assert findings() == []


def test_the_policy_is_in_force(browser: Any, plain: str) -> None:
    """A script written into the page is not run, and nothing can be asked for elsewhere."""
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(plain)
        refused = """async () => {
          const script = document.createElement("script");
          script.textContent = "window.ran = true";
          document.body.append(script);
          const asked = await fetch("http://127.0.0.1:9/").then(() => "sent", (error) => error.name);
          return [window.ran ?? false, asked];
        }"""
        violations = []
        page.on("console", lambda said: violations.append(said.text))
        assert page.evaluate(refused) == [False, "TypeError"]
        while len(violations) < 2:
            violations.append(page.wait_for_event("console").text)
        told = "\n".join(violations)
        assert "script-src 'self'" in told
        assert "connect-src 'self'" in told


def test_a_token_is_asked_for(visit: Callable[..., Any], start: Callable[..., str], library: Library) -> None:
    """A server with a token shows nothing without it; a wrong one is refused; it is kept in the tab alone."""
    page = visit(start(Served(library), tokens=(TOKEN,)))
    assert page.locator("#docsets").inner_text() == ""
    field = page.get_by_label("Token").last
    field.fill("wrong")
    field.press("Enter")
    expect(page.locator("#login-error")).to_be_visible()
    page.get_by_label("Token").last.fill(TOKEN)
    page.keyboard.press("Enter")
    expect(page.locator("#docsets")).to_contain_text("pages")
    page.reload()
    expect(page.locator("#docsets")).to_contain_text("pages")
    assert TOKEN not in page.url
    assert page.evaluate("localStorage.length") == 0
