"""Which URLs are read, and what is sent where."""

from __future__ import annotations

import pytest

from pinax_runtime.format import NotABundleError
from pinax_runtime.search.remote import parse_url
from pinax_runtime.search.remote.addresses import authorization_for, why_not_followed
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


def test_nothing_that_authorizes_is_sent_in_the_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over plain http, which others may read, no credentials are sent, whatever host they are for."""
    monkeypatch.setenv("PINAX_AUTHORIZATION", "cdn.example Bearer abc")
    assert authorization_for("https://cdn.example/b/") == "Bearer abc"
    assert authorization_for("http://cdn.example/b/") == ""


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
    assert "not on the public Internet" in why_not_followed("https://cdn.example/b/", target)
    assert why_not_followed("https://127.0.0.1/b/", target) == ""
    assert why_not_followed("https://cdn.example/b/", "https://other.example/") == ""
    monkeypatch.setenv("PINAX_ALLOW_HTTP", "1")
    assert why_not_followed("https://cdn.example/b/", target) == ""
