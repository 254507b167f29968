"""URLs are spelled one way, and scope is judged by path segments."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.crawl.site.crawling import Crawl, paths
from pinax_builder.crawl.site.urls import Scope, UrlError, as_sent, canonical
from pinax_runtime.trust import is_public
from site_server import SiteServer, page


@pytest.mark.parametrize(
    ("url", "spelled"),
    [
        ("HTTPS://X.dev:443", "https://x.dev/"),
        ("http://x.dev:80/a", "http://x.dev/a"),
        ("http://x.dev:8080/a#b", "http://x.dev:8080/a"),
        ("https://x.dev/index.html", "https://x.dev/"),
        ("https://x.dev/a/index.htm?x=1", "https://x.dev/a/index.htm?x=1"),
        ("https://x.dev/%7ea%2Fb%3f", "https://x.dev/~a%2Fb%3F"),
        ("https://x.dev/a b/ü", "https://x.dev/a%20b/%C3%BC"),
        ("https://x.dev/100%", "https://x.dev/100%25"),
        ("https://x.dev/?utm_source=a&q=1&gclid=2", "https://x.dev/?q=1"),
        ("https://bücher.example/", "https://xn--bcher-kva.example/"),
        ("https://x.dev/a/b..c/", "https://x.dev/a/b..c/"),
        (" https://x.dev/a ", "https://x.dev/a"),
        ("http://[::1]:8000/a", "http://[::1]:8000/a"),
    ],
)
def test_one_spelling(url: str, spelled: str) -> None:
    """Spellings that mean one page become one; those that may not, stay."""
    assert canonical(url) == spelled
    assert canonical(spelled) == spelled


@pytest.mark.parametrize(
    "url",
    [
        "https://u@x.dev/", "https://x.dev/%ff", "https://x.dev/a/../b", "https://x.dev/a/%2E%2e/b", "https://x.dev/a\\b",
        "https://x.dev/a\x00b", "mailto:a@x.dev", "https://", "https://x.dev:99999/", "https://<host>/", "//x.dev/a",
        "https://x.dev/" + "a" * 5000, "https://x.dev/\ud800", "http://[::1/",
    ],
)  # fmt: skip
def test_refused(url: str) -> None:
    """What no honest link needs is refused with a reason."""
    with pytest.raises(UrlError, match=r"\w"):
        canonical(url)


@given(st.text(max_size=60))
def test_any_text_is_spelled_or_refused(text: str) -> None:
    """No text breaks it, and spelling twice changes nothing."""
    try:
        url = as_sent(text, "https://x.dev/docs/")
    except UrlError:
        return
    assert as_sent(url) == url


@pytest.mark.parametrize(
    ("start", "url", "taken"),
    [
        ("https://x.dev/docs", "https://x.dev/docs", True),
        ("https://x.dev/docs", "https://x.dev/docs/a", True),
        ("https://x.dev/docs/", "https://x.dev/docs2", False),
        ("https://x.dev/docs/intro.html", "https://x.dev/docs/a", True),
        ("https://x.dev/v1.2", "https://x.dev/v1.2/a", True),
        ("https://x.dev/v1.2", "https://x.dev/v1.3/a", False),
        ("https://x.dev/", "https://x.dev.evil.example/", False),
        ("https://x.dev/", "https://x.dev:8443/", False),
        ("https://x.dev/", "http://x.dev/a?b", True),
    ],
)
def test_scope(start: str, url: str, taken: bool) -> None:
    """A scope is a host and a folder; http and https are one site."""
    found = Scope.of(start).take(canonical(url))
    assert (found is not None) is taken
    assert found is None or found.startswith("https://x.dev/")


def test_filters(crawl: Crawl) -> None:
    """Globs match whole paths, expressions are searched, exclude wins."""
    links = ("/guide/", "/guide/a", "/api/x?v=2", "/api/x", "/guide/old/x")
    with SiteServer({"/": page("Home", *links)} | {link: page(link) for link in links}) as server:
        listing = crawl(server.url(), include=("guide/**", r"/\?v=2$/"), exclude=("**/old/**",))
    assert paths(listing) == ["api/x?v=2", "guide/", "guide/a"]


def test_what_cannot_be_a_page(crawl: Crawl) -> None:
    """Images and archives are told by their ending and never asked for; anything that a page may be called is."""
    links = ("/a.png", "/a.tar.gz", "/next.js", "/v1.2")
    with SiteServer({"/": page("Home", *links)} | {link: page(link) for link in links}) as server:
        listing = crawl(server.url())
    assert paths(listing) == ["", "next.js", "v1.2"]
    assert not {"/a.png", "/a.tar.gz"} & set(server.paths)
    assert listing.skipped == {".gz": 1, ".png": 1}


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("8.8.8.8", True), ("2606:4700::1111", True), ("100.64.0.1", False), ("172.16.0.1", False), ("fd00::1", False),
        ("2002:7f00:1::", False), ("::", False), ("ff02::1", False), ("240.0.0.1", False), ("nonsense", False),
    ],
)  # fmt: skip
def test_addresses(address: str, public: bool) -> None:
    """Only addresses of the public Internet are public, also when IPv6 wraps them."""
    assert is_public(address) is public
