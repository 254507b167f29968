"""Shells are filled by a browser: what it is given, what is kept of it, and when it is not asked again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from builder.crawl.site.crawling import LIMITS, paths, reasons
from pinax_builder.crawl.site import (
    Browser,
    BrowserError,
    Failure,
    Load,
    Network,
    PageStore,
    RenderedPage,
    Rendering,
    RenderLimits,
    SiteListing,
    SiteSource,
    crawl_site,
)
from pinax_builder.errors import SiteError
from site_server import Reply, SiteServer, page, redirect

Serve = Callable[..., SiteServer]
NETWORK, NO_LIMITS = Network(), RenderLimits()
SHELL = Reply('<html><body><div id="root"></div><script src="/app.js"></script></body></html>')


class FakeBrowser:
    """Asks for what it was told to, and puts the answers into the page; it never runs a script."""

    def __init__(self, asks: Mapping[str, list[str]], leads: Mapping[str, str] | None = None) -> None:
        self.asks = asks
        self.leads = leads or {}
        self.shown: list[str] = []
        self.allowed: dict[str, bool] = {}
        self.closed = False

    async def show(
        self, url: str, document: bytes, load: Load, may_lead: Callable[[str], bool]
    ) -> RenderedPage | Failure:
        self.shown.append(url)
        root = "/".join(url.split("/")[:3])
        path = url.removeprefix(root)
        if path == "/hangs":
            return Failure("render_timeout", "Too slow.")
        found = [await load(ask if "://" in ask else root + ask) for ask in self.asks.get(path, [])]
        text = b" ".join(resource.content for resource in found if resource)
        self.allowed = {target: may_lead(target) for target in (url, "http://elsewhere.example/")}
        return RenderedPage(root + self.leads.get(path, path), b"<html><body><main>" + text + b"</main></body></html>")

    async def aclose(self) -> None:
        self.closed = True


class Site:
    """A site of shells, crawled as a build does it: plainly, then with a browser."""

    def __init__(self, server: SiteServer, folder: Path, browser: Browser) -> None:
        self.server = server
        self.browser = browser
        self._store = folder / "store.sqlite"

    def crawl(self, *, network: Network = NETWORK, limits: RenderLimits = NO_LIMITS, **options: object) -> SiteListing:
        source = SiteSource(self.server.url(), **{"delay_s": 0.0, "limits": LIMITS, **options})  # type: ignore[arg-type]
        rendering = Rendering(lambda content: b'id="root"' in content, lambda: self.browser, limits=limits)
        with PageStore(self._store) as store:
            crawl_site(source, store, network=network)
            return crawl_site(source, store, network=network, rendering=rendering)

    def content(self, listing: SiteListing, path: str) -> bytes:
        with PageStore(self._store) as store:
            found = next(page for page in listing.pages if page.url == self.server.url(path))
            return store.content(found.source_url, found.variant) or b""


@pytest.fixture
def site(serve: Serve, tmp_path: Path) -> Site:
    data = {f"/data/{name}": Reply(f'<a href="/{name}">{name}</a>', type="text/plain") for name in "ab"}
    server = serve({"/": SHELL, "/a": SHELL, "/b": SHELL, "/app.js": Reply("app", type="text/javascript"), **data})
    asks = {"/": ["/app.js", "/data/a"], "/a": ["/app.js", "/data/b"], "/b": ["/app.js"]}
    return Site(server, tmp_path, FakeBrowser(asks))


def test_shells_are_filled_and_their_links_followed(site: Site) -> None:
    """Pages are what the browser made of them, and are found by the links that only it could see."""
    listing = site.crawl()
    assert (paths(listing), {page.variant for page in listing.pages}) == (["", "a", "b"], {"rendered"})
    assert b'app <a href="/a">a</a>' in site.content(listing, "/")
    assert listing.requests.rendered == 3
    assert isinstance(site.browser, FakeBrowser)
    assert site.browser.closed


def test_what_is_no_shell_needs_no_browser(site: Site) -> None:
    """A page with text of its own is taken as the server sends it."""
    site.server.routes["/a"] = page("A", "/b")
    assert {p.path: p.variant for p in site.crawl().pages} == {"index.html": "rendered", "a": "page", "b": "rendered"}


def test_each_resource_is_asked_for_once(site: Site) -> None:
    """What all pages share goes over the wire once for a crawl, and pages are not asked for a second time."""
    site.crawl()
    assert [site.server.paths.count(path) for path in ("/app.js", "/", "/data/a")] == [1, 1, 1]


def tagged(routes: Mapping[str, Reply]) -> dict:
    """Honour ETags, as servers do."""

    def wrap(reply: Reply) -> Callable:
        tag = f'"{hash(reply.body)}"'
        is_same = Reply(status=304, headers={"Content-Length": ""})
        return lambda asked: (
            is_same if asked.headers.get("if-none-match") == tag else replace(reply, headers={"ETag": tag})
        )

    return {path: wrap(reply) for path, reply in routes.items()}


def test_a_refresh_of_unchanged_shells_needs_no_browser(site: Site) -> None:
    """Where nothing that a page was made of has changed, all requests are conditional and the pages are the same."""
    site.server.routes = tagged(site.server.routes)
    first = site.crawl()
    site.server.asked.clear()
    second = site.crawl()
    assert second.requests.rendered == 0
    assert not [asked.path for asked in site.server.asked if "if-none-match" not in asked.headers]
    assert [p.content_hash for p in second.pages] == [p.content_hash for p in first.pages]


def test_a_changed_resource_fills_its_pages_anew(site: Site) -> None:
    """A page is made again if its data has changed; the others are not."""
    site.crawl()
    site.server.routes["/data/b"] = Reply('<a href="/b">new</a>', type="text/plain")
    listing = site.crawl()
    assert listing.requests.rendered == 1
    assert b"new" in site.content(listing, "/a")


def test_offline_gives_what_the_store_has(site: Site) -> None:
    """Without a network and without a browser the listing is the same again."""
    first = site.crawl()
    site.server.asked.clear()
    assert isinstance(site.browser, FakeBrowser)
    site.browser.shown.clear()
    offline = site.crawl(offline=True)
    assert [p.content_hash for p in offline.pages] == [p.content_hash for p in first.pages]
    assert (site.server.asked, site.browser.shown) == ([], [])


def test_an_interrupted_crawl_goes_on_where_it_was(site: Site, tmp_path: Path) -> None:
    """Pages that the browser had made when the crawl broke off are not made again."""

    class Breaks(FakeBrowser):
        async def show(self, url: str, *rest: object) -> RenderedPage | Failure:
            if url.endswith("/b"):
                raise BrowserError("it broke")
            return await super().show(url, *rest)  # type: ignore[arg-type]

    whole, good = site.crawl(), site.browser
    (tmp_path / "store.sqlite").unlink()
    assert isinstance(good, FakeBrowser)
    site.browser = Breaks(good.asks)
    with pytest.raises(SiteError, match="--no-render"):
        site.crawl()
    site.browser = good
    resumed = site.crawl()
    assert resumed.requests.rendered == 1
    assert [p.content_hash for p in resumed.pages] == [p.content_hash for p in whole.pages]


@pytest.mark.parametrize("concurrency", [1, 3])
def test_so_many_pages_are_in_the_browser_at_once(serve: Serve, tmp_path: Path, concurrency: int) -> None:
    """The browser has a cap of its own, below that of requests."""
    links = "".join(f'<a href="/{n}">{n}</a>' for n in range(9))
    server = serve({"/": SHELL, "/nav": Reply(links, type="text/plain")} | {f"/{n}": SHELL for n in range(9)})
    most = now = 0

    class Counts(FakeBrowser):
        async def show(self, *given: object) -> RenderedPage | Failure:
            nonlocal most, now
            most, now = max(most, now + 1), now + 1
            await asyncio.sleep(0.01)
            shown = await super().show(*given)  # type: ignore[arg-type]
            now -= 1
            return shown

    rendering = Rendering(lambda content: b"root" in content, lambda: Counts({"/": ["/nav"]}), concurrency)
    with PageStore(tmp_path / "store.sqlite") as store:
        source = SiteSource(server.url(), delay_s=0, limits=LIMITS, concurrency=6)
        crawl_site(source, store)
        assert len(crawl_site(source, store, rendering=rendering).pages) == 10
    assert most == concurrency


def test_what_a_page_asks_for_is_held_to_the_rules(site: Site) -> None:
    """Private addresses, other schemes and what robots.txt forbids are not had; the page is filled without them."""
    robots = Reply("User-agent: *\nDisallow: /data/a", type="text/plain")
    site.server.routes |= {"/robots.txt": robots, "/moved": redirect("/data/a"), "/b": SHELL}
    bad = ["http://metadata.example/secret", "file:///etc/passwd", "/data/a", "/moved", "/missing"]
    site.browser = FakeBrowser({"/": [*bad, "/data/b"]})

    async def resolve(host: str, port: int) -> list[str]:
        return ["169.254.169.254"]

    listing = site.crawl(network=Network(resolver=resolve))
    assert paths(listing) == ["", "b"]
    assert "/data/a" not in site.server.paths


def test_a_page_may_not_ask_without_end(site: Site) -> None:
    """Requests and bytes of one page are bounded."""
    site.browser = FakeBrowser({"/": [f"/x{n}" for n in range(50)] + ["/data/a"]})
    assert paths(site.crawl(limits=RenderLimits(requests=10))) == [""]
    assert len([path for path in site.server.paths if path.startswith("/x")]) == 10


def test_a_page_may_not_ask_for_too_much(site: Site) -> None:
    """When what a page has had exceeds the limit, it gets no more."""
    scripts = {f"/{name}.js": Reply("x" * 100, type="text/javascript") for name in ("one", "two")}
    site.server.routes |= scripts
    site.browser = FakeBrowser({"/": [*scripts, "/data/a"]})
    assert paths(site.crawl(limits=RenderLimits(bytes=150))) == [""]
    assert "/data/a" not in site.server.paths


def test_scripts_may_lead_within_scope_only(site: Site) -> None:
    """A page that its scripts have led elsewhere on the site is that page; away from it, it is none."""
    assert isinstance(site.browser, FakeBrowser)
    site.browser.leads = {"/": "/home", "/a": "/../../evil"}
    listing = site.crawl()
    assert (paths(listing), reasons(listing)) == (["home"], {"a": "bad_redirect"})
    assert sorted(site.browser.allowed.values()) == [False, True]


def test_a_page_that_the_browser_cannot_fill(site: Site) -> None:
    """One page that hangs is a rejection, and costs no other."""
    site.server.routes |= {"/hangs": SHELL, "/data/b": Reply('<a href="/b">b</a><a href="/hangs">h</a>')}
    listing = site.crawl()
    assert (paths(listing), reasons(listing)) == (["", "a", "b"], {"hangs": "render_timeout"})


def test_the_answer_for_nonsense_is_filled_too(site: Site) -> None:
    """Where every address gives the shell, the probe is what the browser makes of it."""
    site.server.fallback = SHELL
    probe = site.crawl().probe
    assert probe
    assert probe.variant == "rendered"


def test_a_site_that_fails_ends_the_crawl(site: Site) -> None:
    """Resources that fail again and again count as the site's failure, as pages do."""
    site.browser = FakeBrowser({"/": [f"/x{n}" for n in range(50)]})
    site.server.fallback = lambda asked: Reply("", 503 if asked.path.startswith("/x") else 404)
    assert "in a row failed" in site.crawl().aborted


def test_secret_headers_go_to_the_site_alone(site: Site, serve: Serve) -> None:
    """Scripts of a private site get its data; other hosts get no secret."""
    other = serve({"/lib.js": Reply("lib", type="text/javascript")})
    site.browser = FakeBrowser({"/": ["/data/a", other.url("/lib.js")]})
    site.crawl(secret_headers={"Authorization": "s3cret"})
    assert {asked.headers.get("authorization") for asked in site.server.asked} == {"s3cret"}
    assert [asked.headers.get("authorization") for asked in other.asked] == [None]
