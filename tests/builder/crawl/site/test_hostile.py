"""A site that means harm: each attack ends in bounded time, with the right rejection, and costs nothing else."""

from __future__ import annotations

import contextlib
import gzip
import socket
import ssl
import struct
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from threading import Event

import pytest

from builder.crawl.site.crawling import HASTY, Crawl, paths, reasons
from pinax_builder.crawl.site import Network
from pinax_builder.errors import SiteError
from site_server import Asked, Reply, SiteServer, page, redirect

Serve = Callable[..., SiteServer]


def raw(*pieces: bytes, pause_s: float = 0.0) -> Reply:
    """Send bytes as they are, then hang up."""

    def send(handler: BaseHTTPRequestHandler) -> None:
        with contextlib.suppress(OSError):
            for piece in pieces:
                handler.wfile.write(piece)
                handler.wfile.flush()
                time.sleep(pause_s)

    return Reply(raw=send)


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"


def beside(attack: Reply | Callable[[Asked], Reply], path: str = "/bad.html") -> dict:
    """A site with a good page beside an attack."""
    return {"/": page("Home", path, "/good.html"), "/good.html": page("Good"), path: attack}


def test_redirect_loops(serve: Serve, crawl: Crawl) -> None:
    """Redirects in a circle, and an endless row of them, are rejected as loops."""
    server = serve(
        {"/": page("Home", "/a.html", "/n/0"), "/a.html": redirect("/b.html"), "/b.html": redirect("/a.html")}
    )
    server.fallback = lambda asked: (
        redirect(f"/n/{int(asked.path[3:]) + 1}") if asked.path[:3] == "/n/" else Reply("", 404)
    )
    listing = crawl(server.url())
    assert paths(listing) == [""]
    assert reasons(listing) == {"a.html": "redirect_loop", "n/0": "redirect_loop"}


def test_a_page_that_redirects_to_itself(serve: Serve, crawl: Crawl) -> None:
    """The smallest loop is one, too."""
    assert reasons(crawl(serve(beside(redirect("/bad.html"))).url())) == {"bad.html": "redirect_loop"}


def test_slow_drip(serve: Serve, crawl: Crawl) -> None:
    """A body that drips steadily is cut off by the page's total time, though no single read takes long."""
    drip = raw(HEAD + b"Content-Length: 100000\r\n\r\n", *[b"x"] * 6_000, pause_s=0.05)
    listing = crawl(serve(beside(drip)).url(), limits=HASTY)
    assert (paths(listing), reasons(listing)) == (["", "good.html"], {"bad.html": "timeout"})


def test_silence(serve: Serve, crawl: Crawl) -> None:
    """A server that says nothing is left after the read timeout."""
    silence = Event()
    server = serve(beside(Reply(raw=lambda _handler: silence.wait())))
    assert reasons(crawl(server.url(), limits=HASTY)) == {"bad.html": "timeout"}
    silence.set()


def test_endless_calendar(serve: Serve, crawl: Crawl) -> None:
    """A calendar whose pages always lead on ends at max_pages, with a notice that says so."""
    server = serve({"/": page("Home", "/2026/1")})

    def month(asked: Asked) -> Reply:
        year, _, number = asked.path.strip("/").partition("/")
        if not number.isdecimal():
            return Reply("", 404)
        return page(asked.path, *(f"/{int(year) + more}/{int(number) + 1}" for more in range(3)))

    server.fallback = month
    listing = crawl(server.url(), max_pages=40)
    assert len(listing.pages) == 40
    assert listing.cut > 0
    assert "max_pages" in listing.notices[-1]


def test_gzip_bomb(serve: Serve, crawl: Crawl) -> None:
    """A body that unpacks beyond the limit is refused before it is unpacked."""
    bomb = gzip.compress(b"\0" * 50_000_000, 1)
    listing = crawl(serve(beside(Reply(bomb, headers={"Content-Encoding": "gzip"}))).url(), max_bytes=1_000_000)
    assert reasons(listing) == {"bad.html": "too_large"}


def test_an_encoding_that_was_not_asked_for(serve: Serve, crawl: Crawl) -> None:
    """Neither an unknown encoding nor broken gzip is taken for a page."""
    routes = beside(Reply(b"abc", headers={"Content-Encoding": "br"}))
    routes["/good.html"] = Reply(b"\x1f\x8bnot gzip", headers={"Content-Encoding": "gzip"})
    assert reasons(crawl(serve(routes).url())) == {"bad.html": "bad_encoding", "good.html": "bad_encoding"}


def test_huge_page_that_says_so(serve: Serve, crawl: Crawl) -> None:
    """A page of 100 MB by its Content-Length is refused unread."""
    listing = crawl(serve(beside(raw(HEAD + b"Content-Length: 104857600\r\n\r\n"))).url(), max_bytes=1_000_000)
    assert reasons(listing) == {"bad.html": "too_large"}


def test_huge_page_without_a_length(serve: Serve, crawl: Crawl) -> None:
    """A stream of 100 MB is cut at the limit while it arrives."""
    listing = crawl(
        serve(beside(raw(HEAD + b"Connection: close\r\n\r\n", *[b"x" * 1_000_000] * 100))).url(), max_bytes=3_000_000
    )
    assert reasons(listing) == {"bad.html": "too_large"}


@pytest.mark.parametrize("length", [b"10", b"100000", b"-1", b"ten", b"99999999999999999999999"])
def test_lying_length(serve: Serve, crawl: Crawl, length: bytes) -> None:
    """Whatever length a page claims, the crawl goes on, and at most that page is lost."""
    body = b"<html><body><h1>Hi</h1><p>Some text here.</p></body></html>"
    listing = crawl(serve(beside(raw(HEAD + b"Content-Length: " + length + b"\r\n\r\n" + body))).url())
    assert {"", "good.html"} <= set(paths(listing))


def test_lying_type(serve: Serve, crawl: Crawl) -> None:
    """An image is passed over whatever it is called; HTML is a page though it says to be Markdown or nothing."""
    html = page("Text").body
    routes = {
        "/": page("Home", "/a", "/b.html", "/c"),
        "/a": Reply(b"\x89PNG\r\n\x1a\n", type="image/png"),
        "/b.html": Reply(html, type="text/markdown"),
        "/c": Reply(html, type=""),
    }
    listing = crawl(serve(routes).url())
    assert paths(listing) == ["", "b.html", "c"]
    assert {p.media_type for p in listing.pages} == {"text/html"}
    assert listing.skipped == {"image/png": 1}


def test_sitemap_loops(serve: Serve, crawl: Crawl) -> None:
    """Indexes that lead to each other are read once each, and named."""
    index = '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>{}</loc></sitemap></sitemapindex>'
    server = serve({"/": page("Home")})
    server.routes["/sitemap.xml"] = Reply(index.format(server.url("/b.xml")), type="text/xml")
    server.routes["/b.xml"] = Reply(index.format(server.url("/sitemap.xml")), type="text/xml")
    assert reasons(crawl(server.url())) == {"sitemap.xml": "sitemap_loop"}
    assert server.paths.count("/sitemap.xml") == server.paths.count("/b.xml") == 1


def test_sitemaps_without_end(serve: Serve, crawl: Crawl) -> None:
    """Indexes that lead ever deeper are read to a depth."""
    server = serve({"/": page("Home")})

    def deeper(asked: Asked) -> Reply:
        if not asked.path.endswith(".xml"):
            return Reply("", 404)
        return Reply(f"<sitemapindex><sitemap><loc>/x{asked.path}</loc></sitemap></sitemapindex>", type="text/xml")

    server.fallback = deeper
    assert list(reasons(crawl(server.url())).values()) == ["sitemap_limit"]


@pytest.mark.parametrize(
    "doctype",
    [
        '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>',
        '<!DOCTYPE x SYSTEM "http://127.0.0.1:9/evil.dtd">',
    ],
)
def test_entities_in_sitemaps(serve: Serve, crawl: Crawl, doctype: str) -> None:
    """A sitemap with a document type is refused: no file is read, nothing is expanded, nothing is asked for."""
    xml = f'<?xml version="1.0"?>{doctype}<urlset><url><loc>/&e;&c;</loc></url></urlset>'
    listing = crawl(serve({"/": page("Home"), "/sitemap.xml": Reply(xml, type="text/xml")}).url())
    assert (paths(listing), reasons(listing)) == ([""], {"sitemap.xml": "bad_sitemap"})


def test_sitemap_bomb(serve: Serve, crawl: Crawl) -> None:
    """A compressed sitemap that unpacks beyond the limit is refused."""
    bomb = gzip.compress(b"<urlset>" + b" " * 60_000_000, compresslevel=1)
    listing = crawl(serve({"/": page("Home"), "/sitemap.xml": Reply(bomb, type="application/gzip")}).url())
    assert reasons(listing) == {"sitemap.xml": "too_large"}


def test_robots_that_cannot_be_read(serve: Serve, crawl: Crawl) -> None:
    """A robots.txt of more than four megabytes stands for rules that nobody can know: nothing is fetched."""
    endless = "User-agent: *\nDisallow: /secret\n" + "Allow: /a\n" * 500_000
    server = serve({"/robots.txt": Reply(endless, type="text/plain"), "/": page("Home")})
    listing = crawl(server.url())
    assert (paths(listing), reasons(listing), server.paths) == ([], {"": "robots_unavailable"}, ["/robots.txt"])
    assert "--ignore-robots" in listing.rejections[0].detail


def test_robots_that_forbid_all(serve: Serve, crawl: Crawl) -> None:
    """Nothing but robots.txt is asked for; the start is rejected with the option for owners."""
    server = serve({"/robots.txt": Reply("User-agent: *\nDisallow: /", type="text/plain"), "/": page("Home")})
    listing = crawl(server.url())
    assert (paths(listing), reasons(listing), server.paths) == ([], {"": "robots"}, ["/robots.txt"])
    assert "--ignore-robots" in listing.rejections[0].detail
    assert paths(crawl(server.url(), ignore_robots=True)) == [""]


@pytest.mark.parametrize("status", [429, 503])
@pytest.mark.parametrize("retry_after", ["", "0", "99999", "Wed, 01 Jan 2098 00:00:00 GMT", "soon"])
def test_storms(serve: Serve, crawl: Crawl, status: int, retry_after: str) -> None:
    """A server that refuses everything is left after a few requests; the crawl says that it is not complete."""
    server = serve({"/": page("Home", *(f"/{n}.html" for n in range(300)))})
    server.fallback = lambda asked: Reply(
        "", 404 if asked.path.endswith(("txt", "xml", "gz")) else status, headers={"Retry-After": retry_after}
    )
    listing = crawl(server.url())
    assert "in a row failed" in listing.aborted
    assert len(server.asked) < 60


def test_a_storm_that_passes(serve: Serve, crawl: Crawl) -> None:
    """A page that is refused once is had at the second attempt."""
    answers = iter([Reply("", 429, headers={"Retry-After": "0"}), page("Bad")])
    assert paths(crawl(serve(beside(lambda asked: next(answers))).url())) == ["", "bad.html", "good.html"]


def test_half_closed_connections(serve: Serve, crawl: Crawl) -> None:
    """Connections that are reset, or closed before the end, cost their page alone."""

    def reset(handler: BaseHTTPRequestHandler) -> None:
        handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        handler.connection.close()

    routes = beside(Reply(raw=reset))
    routes["/"] = page("Home", "/bad.html", "/cut.html", "/good.html", "/junk.html")
    routes["/cut.html"] = raw(HEAD + b"Content-Length: 1000\r\n\r\n<html>")
    routes["/junk.html"] = raw(b"\x00\x01\x02 no HTTP at all\r\n\r\n")
    listing = crawl(serve(routes).url())
    assert paths(listing) == ["", "good.html"]
    assert reasons(listing) == {"bad.html": "network", "cut.html": "network", "junk.html": "network"}


def test_invalid_certificate(serve: Serve, crawl: Crawl) -> None:
    """A certificate that nobody vouches for ends the crawl at once."""
    server = serve({"/": page("Home")}, certificate=Path(__file__).parent / "self_signed.pem")
    listing = crawl(server.url())
    assert (paths(listing), reasons(listing), server.asked) == ([], {"": "tls"}, [])


def test_urls_that_no_honest_link_needs(serve: Serve, crawl: Crawl) -> None:
    """Bytes that are not UTF-8, `..`, credentials and control characters are refused, and never asked for."""
    server = serve({"/": page("Home", "/good.html"), "/good.html": page("Good")})
    host = f"127.0.0.1:{server.port}"
    bad = [
        f"http://{host}/%ff%fe",
        f"http://{host}/a/../../etc/passwd",
        f"http://user:secret@{host}/x",
        f"http://{host}/%2e%2e/x",
    ]
    server.routes["/sitemap.xml"] = Reply(
        "<urlset>" + "".join(f"<url><loc>{url}</loc></url>" for url in bad) + "</urlset>", type="text/xml"
    )
    listing = crawl(server.url())
    assert paths(listing) == ["", "good.html"]
    assert sorted(reasons(listing).values()) == ["bad_url"] * 4
    assert not [path for path in server.paths if ".." in path or "%" in path or path == "/x"]


@pytest.mark.parametrize(
    "url", ["ftp://x.dev/", "file:///etc/passwd", "http://user:pw@x.dev/", "http:///x", "x.dev", "http://x.dev/%ff"]
)
def test_a_start_that_is_no_site(crawl: Crawl, url: str) -> None:
    """A start URL that cannot be crawled is an error that says what to give instead."""
    with pytest.raises(SiteError, match="give an http or https URL"):
        crawl(url)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "169.254.169.254",
        "192.168.1.1",
        "::1",
        "::ffff:127.0.0.1",
        "64:ff9b::7f00:1",
        "0.0.0.0",
        "224.0.0.1",
    ],
)
def test_names_that_lead_to_private_addresses(crawl: Crawl, address: str) -> None:
    """A public name with a private address is refused without a connection."""

    async def resolve(host: str, port: int) -> list[str]:
        return [address]

    listing = crawl("http://docs.example/", Network(resolver=resolve))
    assert (paths(listing), reasons(listing)) == ([], {"": "private_address"})
    assert "--allow-private" in listing.rejections[0].detail


def test_a_redirect_to_a_private_address(serve: Serve, crawl: Crawl) -> None:
    """A start that leads to this machine by another name is refused, though the start itself may be private."""
    server = serve({"/": redirect("http://metadata.example/latest/")})

    async def resolve(host: str, port: int) -> list[str]:
        return ["169.254.169.254"]

    listing = crawl(server.url(), Network(resolver=resolve))
    assert [rejection.reason for rejection in listing.rejections] == ["private_address"]


def test_rebinding(serve: Serve, crawl: Crawl) -> None:
    """The address that was checked is the one that is connected to: a name is resolved once for a crawl."""
    server = serve({"/": page("Home", "/a.html"), "/a.html": page("A")})
    asked = []

    async def resolve(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["127.0.0.1"] if len(asked) == 1 else ["169.254.169.254"]

    listing = crawl(server.url(host="docs.example"), Network(resolver=resolve), allow_private=True)
    assert (paths(listing), asked) == (["", "a.html"], ["docs.example"])
    assert {request.headers["host"] for request in server.asked} == {f"docs.example:{server.port}"}


def test_millions_of_links(serve: Serve, crawl: Crawl) -> None:
    """A page of a hundred thousand links is read, and cut."""
    listing = crawl(serve({"/": page("Home", *(f"/{n}" for n in range(100_000)))}).url(), max_pages=5)
    assert listing.cut > 10_000


@pytest.mark.parametrize(("body", "most"), [("gone", 1), ("x" * 100_000, 100)])
def test_errors_with_small_bodies_cost_no_connection(serve: Serve, crawl: Crawl, body: str, most: int) -> None:
    """What a server says beside an error is read if it is little, so that the next request needs no new connection."""
    server = serve({"/": page("Home", *(f"/{n}.html" for n in range(20)))})
    server.fallback = Reply(body, 404)
    connections: list[object] = []
    server._server.verify_request = lambda request, address: connections.append(address) or True
    listing = crawl(server.url(), concurrency=1)
    assert paths(listing) == [""]
    assert len(reasons(listing)) == 20
    assert len(connections) <= most


def test_deep_and_broken_html(serve: Serve, crawl: Crawl) -> None:
    """Markup that nests without end, or is none, breaks nothing."""
    deep = "<div>" * 50_000 + '<a href="/good.html">x</a>'
    listing = crawl(serve({"/": Reply(deep), "/good.html": page("Good")}).url())
    assert "" in paths(listing)


def test_the_certificate_is_checked_against_the_name(serve: Serve, crawl: Crawl) -> None:
    """Though the connection goes to an address, the certificate must be the name's."""
    certificate = Path(__file__).parent / "self_signed.pem"
    server = serve({"/": page("Home", "/a.html"), "/a.html": page("A")}, certificate=certificate)

    async def resolve(host: str, port: int) -> list[str]:
        return ["127.0.0.1"]

    network = Network(resolver=resolve, tls=ssl.create_default_context(cafile=certificate))
    assert paths(crawl(server.url(host="docs.example"), network, allow_private=True)) == ["", "a.html"]
    listing = crawl(server.url(host="other.example"), network, allow_private=True)
    assert reasons(listing) == {"": "tls"}
