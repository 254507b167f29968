"""A bundle whose texts are programs and addresses: the viewer shows them, and runs and fetches none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bundle_maker import MadeDocset, MadePage, MadeSection, make_bundle
from hostile import hostile_bundle
from pinax_runtime.search import MemorySource, open_bundle
from pinax_runtime.server import Served
from runtime.serve.over_http.in_browser.pages import HIT, call, expect, wait_rows

EVIL = (
    "<script>alert(1)</script><img src=x onerror=alert(2)><svg onload=alert(3)>"
    "<iframe srcdoc='<script>parent.alert(4)</script>'></iframe><style>@import 'http://outside.example/a.css'</style>"
    "<base href='http://outside.example/'><meta http-equiv=refresh content='0;url=http://outside.example/'>"
    "![picture](http://outside.example/p.png) [link](javascript:alert(5)) "
    "[data](data:text/html,<script>alert(6)</script>) "
    "<http://outside.example/auto> `</code><script>alert(7)</script>` \"'><b>"
)


def evil_bundle() -> dict[str, bytes]:
    """Return a bundle that has EVIL wherever a page has text."""
    section = MadeSection(f"Lamps {EVIL}", f"Lamps burn oil. {EVIL}", EVIL, anchor="a'\"><script>alert(8)</script>")
    urls = "javascript:alert(9)", "data:text/html,<script>alert(10)</script>", 'http://x.example/"onclick="alert(11)'
    said = {"sections": (section,), "facets": {"tag": [EVIL]}, "meta": {"by": EVIL}}
    pages = [MadePage(url, f"Lamps {EVIL}", f"Lamps. {EVIL}", EVIL, **said) for url in urls]
    return make_bundle([MadeDocset("docs", pages, version=EVIL[:60], instructions=EVIL)])


def test_nothing_of_a_page_runs_or_is_fetched(visit: Callable[..., Any], start: Callable[..., str]) -> None:
    """Results, explanations and links are text; no dialog opens, nothing outside is asked for, no policy is needed."""
    for files in (evil_bundle(), hostile_bundle()):
        page = visit(start(Served(open_bundle(MemorySource(files)))), "#/search?q=lamps")
        page.locator(HIT).first.wait_for()
        for button in page.locator(f"{HIT} button[aria-expanded]").all():
            button.click()
        page.locator(f"{HIT} .why tbody").first.wait_for()
        page.locator(f"{HIT} h2 button").first.click()
        page.locator("#drawer .page").wait_for()
        assert page.locator("script:not([src]), iframe, base, style, [onerror], [onload], [onclick]").count() == 0
        addresses = (
            page.locator("#hits, #drawer").locator("a, img").evaluate_all("all => all.map(one => one.href || one.src)")
        )
        assert [one for one in addresses if one and not one.startswith(("http:", "https:"))] == []


def test_nothing_of_a_logged_call_runs(visit: Callable[..., Any], start: Callable[..., str], logged: Served) -> None:
    """Nor does anything that an agent sent, under whatever name."""
    server = start(logged)
    call(server, "search_pages", client=EVIL[:90], query=EVIL)
    call(server, "get_page", client="tester", url=EVIL)
    page = visit(server)
    wait_rows(page, 2)
    for row in page.locator("#rows tr[data-id]").all():
        row.click()
        expect(page.locator("#drawer .sheet").first).to_be_visible()
        page.keyboard.press("Escape")
    assert page.locator("script:not([src]), iframe, base, style, [onerror], [onload], [onclick]").count() == 0
