"""Proxies of the environment: who is asked through them, who is not, and what is still refused."""

from __future__ import annotations

import ssl
from collections.abc import Callable
from pathlib import Path

import pytest

from builder.crawl.site.crawling import LIMITS, Crawl, paths, reasons
from local_proxy import LocalProxy
from pinax_builder.crawl.site import Network
from site_server import Reply, SiteServer, page, redirect

Serve = Callable[..., SiteServer]
CERTIFICATE = Path(__file__).parent / "self_signed.pem"
ROUTES = {"/": page("Home", "/a.html"), "/a.html": page("A")}


@pytest.fixture(autouse=True)
def no_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine has no settings of its own."""
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


async def no_name_server(host: str, port: int) -> list[str]:
    """Behind a proxy a machine may have no name server for the rest of the world."""
    raise OSError(f"{host} was looked up on this machine")


BEHIND = Network(resolver=no_name_server)


@pytest.mark.parametrize("variable", ["HTTP_PROXY", "http_proxy", "ALL_PROXY"])
def test_plain_requests_go_through_the_proxy(
    serve: Serve, crawl: Crawl, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    """The proxy resolves the name; a notice says so once, without the proxy's password."""
    server = serve(ROUTES)
    with LocalProxy({"docs.example": server.port}, login="me:secret") as proxy:
        monkeypatch.setenv(variable, f"http://me:secret@{proxy.at}")
        listing = crawl("http://docs.example/", BEHIND)
    assert paths(listing) == ["", "a.html"]
    assert set(proxy.asked) == {"GET docs.example"}
    told = [notice for notice in listing.notices if "proxy" in notice]
    assert len(told) == 1
    assert proxy.at in told[0]
    assert "secret" not in str(listing)
    assert not [asked for asked in server.asked if "proxy-authorization" in asked.headers]


def test_https_goes_through_a_tunnel(serve: Serve, crawl: Crawl, monkeypatch: pytest.MonkeyPatch) -> None:
    """The certificate is checked against the host's name, and the proxy sees no page."""
    server = serve(ROUTES, certificate=CERTIFICATE)
    with LocalProxy({"docs.example": server.port}) as proxy:
        monkeypatch.setenv("HTTPS_PROXY", proxy.at)
        trusting = Network(resolver=no_name_server, tls=ssl.create_default_context(cafile=str(CERTIFICATE)))
        listing = crawl("https://docs.example/", trusting)
        assert paths(listing) == ["", "a.html"]
        assert set(proxy.asked) == {"CONNECT docs.example"}
        assert reasons(crawl("https://docs.example/b/", BEHIND)) == {"": "tls"}


@pytest.mark.parametrize(
    ("entries", "is_direct"),
    [
        ("docs.example", True),
        (".example", True),
        ("*.example", True),
        ("other.example, example", True),
        ("docs.example:{port}", True),
        ("*", True),
        ("docs.example:1", False),
        ("ocs.example", False),
        ("docs.example.org", False),
        ("", False),
    ],
)
def test_no_proxy(serve: Serve, crawl: Crawl, monkeypatch: pytest.MonkeyPatch, entries: str, is_direct: bool) -> None:
    """What NO_PROXY names is asked directly, at an address that is checked here."""
    server = serve(ROUTES)
    with LocalProxy({"docs.example": server.port}) as proxy:
        monkeypatch.setenv("HTTP_PROXY", f"http://{proxy.at}")
        monkeypatch.setenv("NO_PROXY", entries.format(port=server.port))

        async def resolve(host: str, port: int) -> list[str]:
            return ["127.0.0.1"]

        url = server.url(host="docs.example")
        assert paths(crawl(url, Network(resolver=resolve), allow_private=True)) == ["", "a.html"]
        assert bool(proxy.asked) is not is_direct
        if is_direct:
            assert reasons(crawl(url + "b/", Network(resolver=resolve))) == {"": "private_address"}


@pytest.mark.parametrize(
    "host",
    [
        "169.254.169.254",
        "10.0.0.7",
        "2130706433.",
        "0xa.0.0.7",
        "10.7",
        "[::ffff:10.0.0.7]",
        "[fd00::1]",
        "localhost",
    ],
)
def test_no_page_leads_a_proxy_to_a_private_address(
    serve: Serve, crawl: Crawl, monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    """Neither a link nor a redirect that spells one reaches the proxy."""
    server = serve({"/": redirect(f"http://{host}/latest/")})
    with LocalProxy({"docs.example": server.port, host.strip("[]"): server.port}) as proxy:
        monkeypatch.setenv("ALL_PROXY", f"http://{proxy.at}")

        async def resolve(name: str, port: int) -> list[str]:
            return ["127.0.0.1"]

        listing = crawl("http://docs.example/", Network(resolver=resolve))
        assert [rejection.reason for rejection in listing.rejections] == ["private_address"]
        assert set(proxy.asked) == {"GET docs.example"}


def test_a_private_address_that_is_typed_goes_where_the_environment_says(
    serve: Serve, crawl: Crawl, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The proxy is asked for a network's address; this machine is asked directly."""
    server = serve(ROUTES)
    with LocalProxy({"10.0.0.7": server.port}) as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.at)
        assert paths(crawl("http://10.0.0.7/", BEHIND)) == ["", "a.html"]
        proxy.asked.clear()
        assert paths(crawl(server.url(), BEHIND)) == ["", "a.html"]
        assert proxy.asked == []


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ("http://127.0.0.1:9", "The proxy 127.0.0.1:9 does not connect"),
        ("ftp://proxy.example", "write it as http://HOST:PORT"),
    ],
)
def test_a_proxy_that_does_not_work_is_said(
    crawl: Crawl, monkeypatch: pytest.MonkeyPatch, setting: str, told: str
) -> None:
    """The reason names the proxy and what to write."""
    monkeypatch.setenv("ALL_PROXY", setting)
    listing = crawl("https://docs.example/", BEHIND)
    assert reasons(listing) == {"": "proxy"}
    assert told in listing.rejections[0].detail


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_proxy_that_wants_a_password_is_said(crawl: Crawl, monkeypatch: pytest.MonkeyPatch, scheme: str) -> None:
    """Whether it forwards or tunnels, the sentence says where user and password go."""
    with LocalProxy({}, login="me:secret") as proxy:
        monkeypatch.setenv("ALL_PROXY", proxy.at)
        listing = crawl(f"{scheme}://docs.example/", BEHIND, limits=LIMITS)
    assert reasons(listing) == {"": "proxy"}
    assert "USER:PASSWORD@" in listing.rejections[0].detail


def test_a_name_that_the_proxy_does_not_know(crawl: Crawl, monkeypatch: pytest.MonkeyPatch) -> None:
    """The proxy answers for it; nothing is looked up here."""
    with LocalProxy({}) as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.at)
        listing = crawl("http://nowhere.example/", BEHIND)
    assert listing.pages == ()
    assert set(proxy.asked) == {"GET nowhere.example"}


def test_cookies_of_a_proxied_site_are_not_kept(serve: Serve, crawl: Crawl, monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests through a proxy carry what the others carry."""
    routes = {"/": Reply(page("Home", "/a.html").body, headers={"Set-Cookie": "a=b"}), "/a.html": page("A")}
    server = serve(routes)
    with LocalProxy({"docs.example": server.port}) as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.at)
        crawl("http://docs.example/", BEHIND)
    assert not [asked for asked in server.asked if "cookie" in asked.headers]
