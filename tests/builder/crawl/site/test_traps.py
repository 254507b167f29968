"""What went wrong in another crawler, each by its number: none of it may happen here."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from builder.crawl.site.crawling import LIMITS, Crawl, paths, reasons
from pinax_builder.cli import main
from pinax_builder.crawl.site import Network, PageStore, SiteListing, SiteSource, crawl_site
from pinax_builder.gate import gate
from pinax_builder.parse import parse
from pinax_builder.records import Admitted, Fetched, Page
from site_server import Asked, Reply, SiteServer, page, redirect

Serve = Callable[..., SiteServer]


def sitemap(*urls: str) -> Reply:
    return Reply("<urlset>" + "".join(f"<url><loc>{url}</loc></url>" for url in urls) + "</urlset>", type="text/xml")


SITE = {
    "/": page("Home", "/guide/a.html", "/guide/b.html", "/api/c.html"),
    "/guide/a.html": page("A"),
    "/guide/b.html": page("B"),
    "/api/c.html": page("C"),
    "/llms.txt": Reply("# Site\n\n- [A](/guide/a.html)\n", type="text/plain"),
    "/robots.txt": Reply("User-agent: *\nDisallow: /guide/b.html", type="text/plain"),
}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, ["", "api/c.html", "guide/a.html"]),
        ({"include": ("guide/**",)}, ["guide/a.html"]),
        ({"include": ("/^(guide|api)/",)}, ["api/c.html", "guide/a.html"]),
        ({"exclude": ("api/**",)}, ["", "guide/a.html"]),
        ({"max_pages": 1}, ["guide/a.html"]),
        ({"max_bytes": 10}, []),
        ({"strategies": ("llms_txt",)}, ["guide/a.html"]),
        ({"ignore_robots": True}, ["", "api/c.html", "guide/a.html", "guide/b.html"]),
        ({"offline": True}, []),
    ],
)
def test_trap_3_every_option_changes_what_is_crawled(serve: Serve, crawl: Crawl, options: dict, expected: list) -> None:
    """No option of a crawl is taken and then forgotten."""
    assert paths(crawl(serve(SITE).url(), **options)) == expected


def test_trap_3_headers_are_sent_and_the_delay_is_kept(serve: Serve, crawl: Crawl) -> None:
    """Headers reach the site with every request; so does the pace."""
    server = serve({"/": page("Home")})
    crawl(server.url(), secret_headers={"Authorization": "Bearer s3cret"}, delay_s=0.01, concurrency=1)
    assert {asked.headers.get("authorization") for asked in server.asked} == {"Bearer s3cret"}


@pytest.mark.parametrize(
    "markup",
    [
        f'<div class="{name}"><main><h1>Guide</h1><p>StoredAnswer.</p></main></div>'
        for name in ("VPContent has-sidebar", "protocol", "stock", "autocomplete-menu", "with-banner", "tocsin")
    ]
    + [
        '<main><p class="protocol">StoredAnswer.</p><header><h1>Guide</h1></header></main>',
        '<article><header><h1>Guide</h1></header><div id="stock-menus">StoredAnswer.</div></article>',
    ],
)
def test_trap_4_chrome_is_told_by_whole_words(markup: str) -> None:
    """Content whose class only holds a word of chrome, and a heading within a header, are not lost."""
    fetched = Fetched("https://x.dev/guide", "guide", f"<html><body>{markup}</body></html>".encode(), "text/html")
    admitted = gate(fetched)
    assert isinstance(admitted, Admitted)
    parsed = parse(admitted)
    assert isinstance(parsed, Page)
    assert parsed.title == "Guide"
    assert any("StoredAnswer." in section.text for section in parsed.sections)


def test_trap_5_a_redirect_to_the_folder_is_followed(serve: Serve, crawl: Crawl) -> None:
    """`/docs` that leads to `/docs/` is a page, whoever asked for it first."""
    routes = {
        "/docs": redirect("/docs/", 301),
        "/docs/": page("Home", "/docs/guide"),
        "/docs/guide": redirect("/docs/guide/", 301),
        "/docs/guide/": page("Guide"),
    }
    assert paths(crawl(serve(routes).url("/docs"))) == ["", "guide/"]


def test_trap_5_a_start_may_move_to_another_host(serve: Serve, crawl: Crawl) -> None:
    """Documentation that has moved is crawled where it is now, and a notice says so; headers do not move along."""
    new = serve({"/docs/": page("Home", "a.html"), "/docs/a.html": page("A")})
    old = serve({"/docs/": redirect(new.url("/docs/", host="new.example"), 301)})

    async def resolve(host: str, port: int) -> list[str]:
        return ["127.0.0.1"]

    listing = crawl(
        old.url("/docs/"), Network(resolver=resolve), allow_private=True, secret_headers={"Authorization": "s3cret"}
    )
    assert listing.base_url == new.url("/docs/", host="new.example")
    assert paths(listing) == ["", "a.html"]
    assert "leads to" in listing.notices[0]
    assert not [asked for asked in new.asked if "authorization" in asked.headers]


def test_a_base_url_of_another_place_is_not_used(serve: Serve, crawl: Crawl) -> None:
    """A site is cited where it was fetched; a base URL that does not hold its start is named in a notice."""
    server = serve({"/docs/": page("Home", "a.html"), "/docs/a.html": page("A")})
    listing = crawl(server.url("/docs/"), base_url="https://docs.example.org/docs/")
    assert listing.base_url == server.url("/docs/")
    assert "base_url is not used: https://docs.example.org/docs/ does not hold" in listing.notices[0]


def test_trap_5_a_page_may_not_move_away(serve: Serve, crawl: Crawl) -> None:
    """Once the crawl runs, a redirect out of scope is a rejection, and nothing is asked there."""
    away = serve({"/x": page("X")})
    listing = crawl(serve({"/": page("Home", "/a"), "/a": redirect(away.url("/x"))}).url())
    assert (reasons(listing), away.asked) == ({"a": "redirect_away"}, [])


@pytest.mark.parametrize(
    "other", ["/docs2/x.html", "/docsearch", "/", "http://{host}.evil.example/docs/x", "http://{host}0/docs/x"]
)
def test_trap_6_scope_is_no_prefix_of_a_string(serve: Serve, crawl: Crawl, other: str) -> None:
    """`/docs` takes in neither `/docs2` nor a host whose name begins alike."""
    server = serve({"/docs/": page("Home", "/docs/a.html"), "/docs/a.html": page("A"), "/docs2/x.html": page("X")})
    url = other.format(host=f"127.0.0.1:{server.port}")
    server.routes["/docs/"] = page("Home", "/docs/a.html", url)
    server.routes["/sitemap.xml"] = sitemap(url if "://" in url else server.url(url))
    server.routes["/llms.txt"] = Reply(f"# X\n- [x]({url})\n", type="text/plain")
    assert paths(crawl(server.url("/docs/"))) == ["", "a.html"]


@pytest.mark.parametrize(
    "folder", ["billing", "css", "js", "build", "test", "old", "login", "assets", "_next", "static"]
)
def test_trap_7_no_folder_is_left_out_for_its_name(serve: Serve, crawl: Crawl, folder: str) -> None:
    """Documentation may lie in folders that elsewhere hold none."""
    routes = {
        "/": page("Home", f"/{folder}/guide.html", f"/{folder}"),
        f"/{folder}/guide.html": page("A"),
        f"/{folder}": page("B"),
    }
    assert paths(crawl(serve(routes).url())) == ["", folder, f"{folder}/guide.html"]


def test_trap_8_markdown_does_not_hide_links(serve: Serve, crawl: Crawl) -> None:
    """A site that gives Markdown to those who ask is indexed from it, and crawled by the links of its HTML."""

    def negotiated(name: str, *links: str) -> Callable[[Asked], Reply]:
        def answer(asked: Asked) -> Reply:
            if "text/markdown" in asked.headers["accept"]:
                return Reply(f"# {name}\n\nPlain text.\n", type="text/markdown")
            return page(name, *links)

        return answer

    routes = {"/": negotiated("Home", "/a"), "/a": negotiated("A", "/b"), "/b": negotiated("B", "/")}
    listing = crawl(serve(routes).url())
    assert paths(listing) == ["", "a", "b"]
    assert {p.media_type for p in listing.pages} == {"text/markdown"}


def test_trap_9_nothing_waits_for_room(serve: Serve, crawl: Crawl) -> None:
    """Pages that each list thousands of others are crawled by two workers without a stall."""
    everywhere = page("Page", *(f"/{n}.html" for n in range(3_000)))
    server = serve({"/": everywhere})
    server.fallback = lambda asked: everywhere if asked.path.endswith(".html") else Reply("", 404)
    listing = crawl(server.url(), concurrency=2, max_pages=50)
    assert len(listing.pages) == 50


def test_trap_10_sitemaps(serve: Serve, crawl: Crawl) -> None:
    """Compressed sitemaps and those that robots.txt declares are read; a foreign child is refused, by name."""
    server = serve({f"/{name}.html": page(name) for name in "ab"})
    index = f"<sitemapindex><sitemap><loc>{server.url('/deep/b.xml.gz')}</loc></sitemap>" + (
        "<sitemap><loc>http://evil.example/c.xml</loc></sitemap></sitemapindex>"
    )
    server.routes["/robots.txt"] = Reply("\ufeffUser-agent: *\nSitemap: /deep/index.xml\n", type="text/plain")
    server.routes["/deep/index.xml"] = Reply(index, type="text/xml")
    body = f"<urlset><url><loc>{server.url('/b.html')}</loc><lastmod>2026-01-02</lastmod></url></urlset>"
    server.routes["/deep/b.xml.gz"] = Reply(gzip.compress(body.encode()), type="application/gzip")
    listing = crawl(server.url(), strategies=("sitemap",))
    assert [p.url for p in listing.pages] == [server.url("/b.html")]
    assert [(r.url, r.reason) for r in listing.rejections if "evil" in r.url] == [
        ("http://evil.example/c.xml", "foreign_sitemap")
    ]


def test_trap_11_strategies_are_united(serve: Serve, crawl: Crawl) -> None:
    """A trimmed llms.txt hides neither the sitemap nor the links; each page says who listed it."""
    server = serve({"/": page("Home", "/a", "/c"), "/a": page("A"), "/b": page("B"), "/c": page("C")})
    server.routes["/llms.txt"] = Reply("# Site\n\n## Docs\n- [A](/a): first\n- [Gone](/gone)\n", type="text/plain")
    server.routes["/sitemap.xml"] = sitemap(server.url("/a"), server.url("/b"))
    listing = crawl(server.url())
    assert {p.path: p.found_by for p in listing.pages} == {
        "index.html": ("links",),
        "a": ("llms_txt", "sitemap", "links"),
        "b": ("sitemap",),
        "c": ("links",),
    }
    assert listing.primary == "llms_txt"
    figures = {name: (c.listed, c.fetched, c.dead) for name, c in listing.coverage.items()}
    assert figures == {"llms_txt": (2, 1, 1), "sitemap": (2, 2, 0), "links": (3, 3, 0)}


def test_trap_12_an_empty_crawl_replaces_nothing(serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A site that has nothing, or fails, ends the build; the bundle stays as it was."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    server = serve({"/": page("Home", text="Plain words that explain something at some length. " * 20)})
    arguments = [
        "build",
        server.url(),
        "-o",
        str(tmp_path / "bundle"),
        "--workers",
        "1",
        "--delay",
        "0",
        "-q",
        "--no-gate",
    ]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    before = {file: file.read_bytes() for file in (tmp_path / "bundle").iterdir() if file.is_file()}
    server.routes["/"] = Reply("gone", 404)
    failed = CliRunner().invoke(main, arguments)
    assert (failed.exit_code, "not_found" in failed.output) == (1, True)
    assert {file: file.read_bytes() for file in (tmp_path / "bundle").iterdir() if file.is_file()} == before


def test_trap_34_a_refresh_that_fails_keeps_the_pages(serve: Serve, tmp_path: Path) -> None:
    """Pages that the server fails to give this time are kept from the last crawl, and counted."""
    server = serve({"/": page("Home", "/a", "/b"), "/a": page("A"), "/b": page("B")})

    def again() -> SiteListing:
        with PageStore(tmp_path / "store.sqlite") as store:
            return crawl_site(SiteSource(server.url(), delay_s=0, limits=LIMITS), store)

    first = again()
    server.routes["/b"] = Reply("", 503)
    second = again()
    assert [p.content_hash for p in second.pages] == [p.content_hash for p in first.pages]
    assert (first.stale, second.stale, second.aborted) == (0, 1, "")
