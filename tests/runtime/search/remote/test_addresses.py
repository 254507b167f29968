"""Which URLs are read, and what is sent where."""

from __future__ import annotations

import httpx2
import pytest

from pinax_runtime.bundle.remote import Fetcher, FetchError, parse_url
from pinax_runtime.format import ENTRY, NotABundleError
from runtime.search.remote.served import ServedBundle
from site_server import redirect


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("https://CDN.example/b", "https://cdn.example/b/"),
        ("https://cdn.example", "https://cdn.example/"),
        ("https://cdn.example/b/pinax.json", "https://cdn.example/b/"),
        ("HTTPS://cdn.example:8443/a%20b/", "https://cdn.example:8443/a%20b/"),
        ("http://127.0.0.1:80/", "http://127.0.0.1:80/"),
        ("http://localhost/b", "http://localhost/b/"),
        ("http://[::1]:1/b", "http://[::1]:1/b/"),
    ],
)
def test_a_url_is_put_into_one_form(given: str, meant: str) -> None:
    """Ways to write a bundle's URL come to one, so that the cache knows it."""
    assert parse_url(given) == meant


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("http://cdn.example/b/", "use https, or set PINAX_ALLOW_HTTP=1"),
        ("http://127.0.0.1.evil.example/", "use https"),
        ("ftp://cdn.example/b/", "ftp:// is not read"),
        ("file:///etc/", "names no host"),
        ("https:///b/", "names no host"),
        ("https://cdn.example:port/", "not a URL"),
        ("https://[::1/", "not a URL"),
        ("https://cdn.example/b/?v=1", "a query"),
        ("https://cdn.example/b/#x", "a fragment"),
    ],
)
def test_other_urls_are_refused(given: str, reason: str) -> None:
    """What cannot be a bundle's URL, or is not safe, is refused with what to do."""
    with pytest.raises(NotABundleError, match=reason):
        parse_url(given)


def test_a_password_is_not_repeated() -> None:
    """A URL with a password is refused without showing it."""
    with pytest.raises(NotABundleError, match="PINAX_AUTHORIZATION") as caught:
        parse_url("https://user:hunter2@cdn.example/b/")
    assert "hunter2" not in str(caught.value)


def test_plain_http_can_be_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """PINAX_ALLOW_HTTP=1 trusts the network."""
    monkeypatch.setenv("PINAX_ALLOW_HTTP", "1")
    assert parse_url("http://intranet/docs") == "http://intranet/docs/"


def test_authorization_goes_to_its_host(served: ServedBundle, monkeypatch: pytest.MonkeyPatch) -> None:
    """A header for a host is sent to that host, with every request."""
    host = f"127.0.0.1:{served.port}"
    monkeypatch.setenv("PINAX_AUTHORIZATION", f"other.example Bearer no; {host} Bearer secret")
    served.bundle().search("zebras")
    assert {asked.headers.get("authorization") for asked in served.asked} == {"Bearer secret"}


def test_authorization_does_not_follow_redirects(served: ServedBundle, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a redirect leads to another host, nothing authorizes there."""
    monkeypatch.setenv("PINAX_AUTHORIZATION", f"127.0.0.1:{served.port} Bearer secret")
    with ServedBundle(served.files) as other:
        served.spoil = lambda asked, reply: redirect(other.url(asked.path))
        served.bundle().search("zebras")
    assert {asked.headers.get("authorization") for asked in served.asked} == {"Bearer secret"}
    assert {asked.headers.get("authorization") for asked in other.asked} == {None}


def asked_at(url: str, redirect_to: str = "") -> tuple[list[httpx2.Request], str]:
    """Fetch the entry of a bundle, whose server may lead elsewhere; give what was asked, and why it failed."""
    asked: list[httpx2.Request] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        asked.append(request)
        if redirect_to and request.url == url + ENTRY:
            return httpx2.Response(302, headers={"Location": redirect_to.encode()})
        return httpx2.Response(200, stream=httpx2.ByteStream(b"entry"))

    fetcher = Fetcher(transport=httpx2.MockTransport(answer))
    try:
        fetcher.start(url + ENTRY, max_bytes=100).result()
    except FetchError as error:
        return asked, str(error)
    finally:
        fetcher.close()
    return asked, ""


def test_nothing_that_authorizes_is_sent_in_the_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over plain http, which others may read, no credentials are sent, whatever host they are for."""
    monkeypatch.setenv("PINAX_AUTHORIZATION", "cdn.example Bearer abc")
    for url, sent in (("https://cdn.example/b/", "Bearer abc"), ("http://cdn.example/b/", None)):
        (request,), _ = asked_at(url)
        assert request.headers.get("Authorization") == sent


@pytest.mark.parametrize(
    "target",
    [
        "https://10.0.0.1/x", "https://169.254.169.254/", "https://localhost/", "https://[::1]/", "https://localhost./",
        "https://127.1/", "https://2130706433/", "https://0x7f.0.0.1/", "https://0177.0.0.1/", "https://①②⑦.0.0.1/",
        "https://[::ffff:10.0.0.1]/", "https://[64:ff9b::a00:1]/", "https://[::127.0.0.1]/", "https://[fec0::1]/",
    ],
)  # fmt: skip
def test_no_redirect_leads_into_this_network(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server elsewhere cannot have private addresses asked; a private one may, and so may who trusts it."""
    asked, error = asked_at("https://cdn.example/b/", target)
    assert "not on the public Internet" in error
    assert [request.url for request in asked] == ["https://cdn.example/b/pinax.json"]
    assert "not on the public Internet" not in asked_at("https://127.0.0.1/b/", target)[1]
    monkeypatch.setenv("PINAX_ALLOW_HTTP", "1")
    assert "not on the public Internet" not in asked_at("https://cdn.example/b/", target)[1]


def test_a_redirect_to_another_public_server_is_followed() -> None:
    """A bundle may have moved."""
    asked, error = asked_at("https://cdn.example/b/", "https://other.example/pinax.json")
    assert not error
    assert [request.url for request in asked][1:] == ["https://other.example/pinax.json"]
