"""A site that was built with its search box, as its visitors meet it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from browser import node
from pinax_builder import BuildConfig, build
from pinax_builder.configuration import docset_config
from search_box.box import Box, expect
from site_server import SiteServer

OIL = (
    '<!doctype html><html lang="en"><head><title>Oil</title></head><body><main><h1>Burning oil</h1>'
    "<p>Whale oil burns in lamps, and is stored in barrels.</p>"
    '<h2 id="store">Storing oil</h2><p>Oils are stored in the dark.</p></main></body></html>'
)
GAS = OIL.replace("Oil", "Gas").replace("oil", "gas").replace('id="store"', 'id="gas"')


@pytest.fixture(scope="module", params=["checkout", "wheel"])
def built(server: SiteServer, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> None:
    """A site of two pages with its bundle in `/site/pinax`, built for a host where it is not.

    Its modules are as a checkout has them, or joined, as a wheel has them.
    """
    folder = tmp_path_factory.mktemp("site")
    (folder / "oil.html").write_text(OIL)
    (folder / "gas.html").write_text(GAS)
    docset = docset_config({"path": str(folder), "base_url": "https://docs.example.org/site/"}, Path())
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "wheel":
            patch.setattr("pinax_builder.search_box._source", node.joined)
        build(BuildConfig((docset,)), folder / "pinax", workers=1, ui=True)
    site: Any = server.fallback
    site.bundles["site"] = {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }
    for name, text in (("oil.html", OIL), ("gas.html", GAS)):
        box = '<script type="module" src="pinax/pinax-ui.js"></script><pinax-search></pinax-search>'
        site.pages[f"site/{name}"] = text.replace("<main>", f"{box}<main>")


@pytest.mark.usefixtures("built")
def test_one_line_is_enough(visit: Callable[..., Any]) -> None:
    """The module that a build has written finds the bundle beside it, and links lead to the pages that lie there."""
    page = visit(path="site/gas.html")
    box = Box(page).search("stored oil")
    assert "Storing oil" in box.titles()
    page.keyboard.press("Enter")
    page.wait_for_url("**/site/oil.html*")


@pytest.mark.usefixtures("built")
def test_a_bundle_at_another_path_leads_to_the_published_pages(visit: Callable[..., Any], server: SiteServer) -> None:
    """Where it lies at another path than on the site it was built for, there need not be its pages."""
    site: Any = server.fallback
    site.bundles["copy"] = site.bundles["site"]
    site.pages["copy/gas.html"] = site.pages["site/gas.html"]
    page = visit(path="copy/gas.html")
    box = Box(page).search("stored oil")
    assert "Storing oil" in box.titles()
    assert box.rows.first.get_attribute("href").startswith("https://docs.example.org/site/oil.html")


@pytest.mark.usefixtures("built")
def test_words_are_marked_on_the_page_that_is_opened(visit: Callable[..., Any]) -> None:
    """The words of the search are marked there in all their forms, and after another load no more."""
    page = visit(path="site/gas.html")
    box = Box(page).search("stored oil")
    expect(box.element.locator("mark").first).to_be_visible()
    box.rows.filter(has_text="Storing").first.click()
    page.wait_for_url("**/site/oil.html#store")
    marked = "() => [...(CSS.highlights.get('pinax') ?? [])].map(String)"
    page.wait_for_function("() => CSS.highlights.get('pinax')?.size")
    assert {"oil", "stored"} <= {word.lower() for word in page.evaluate(marked)}
    page.reload()
    expect(page.locator("pinax-search .trigger")).to_be_visible()
    page.wait_for_timeout(300)
    assert page.evaluate(marked) == []


@pytest.mark.usefixtures("built")
def test_words_are_marked_without_the_highlight_api(visit: Callable[..., Any], server: SiteServer) -> None:
    """Where a browser cannot mark ranges, `mark` elements are put in, also on the page that one is on."""
    page = visit(alone=True)
    page.add_init_script("delete globalThis.Highlight")
    page.goto(server.url("/site/oil.html"))
    box = Box(page).search("stored oil")
    expect(box.element.locator("mark").first).to_be_visible()
    box.rows.filter(has_text="Storing").first.click()
    expect(page.locator("main mark").first).to_be_visible()
    assert page.url.endswith("/site/oil.html#store")
    expect(box.dialog).to_be_hidden()
    assert page.locator("main").inner_text().startswith("Burning oil\n\nWhale oil burns in lamps, and is stored")


@pytest.mark.usefixtures("built")
def test_a_site_may_have_nothing_marked(visit: Callable[..., Any], server: SiteServer) -> None:
    """With `no-highlight` nothing is left for the page that is opened."""
    site: Any = server.fallback
    site.pages["site/plain.html"] = site.pages["site/gas.html"].replace("<pinax-search", "<pinax-search no-highlight")
    page = visit(path="site/plain.html")
    box = Box(page).search("stored oil")
    box.titles()
    page.keyboard.press("Enter")
    page.wait_for_url("**/site/oil.html*")
    assert page.evaluate("localStorage.length") == 0
