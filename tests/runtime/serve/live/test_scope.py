"""Which addresses belong to a docset's site."""

from __future__ import annotations

import pytest

from pinax_runtime.live.pages import why_outside

BASE = "https://x.dev/docs/"


@pytest.mark.parametrize(
    ("url", "base"),
    [
        ("https://x.dev/docs/a", BASE),
        ("https://X.dev/docs/a?v=1", BASE),
        ("https://x.dev:443/docs/a", BASE),
        ("https://x.dev/docs", BASE),
        ("https://x.dev/docs/a", "https://x.dev/docs"),
        ("https://x.dev/", "https://x.dev"),
        ("https://x.dev/docs/a", "http://x.dev/docs/"),
    ],
)
def test_inside(url: str, base: str) -> None:
    """Pages below the base URL, by whole segments; https where http was known."""
    assert why_outside(url, base) == ""


@pytest.mark.parametrize(
    ("url", "base"),
    [
        ("https://x.dev/docs2/a", BASE),
        ("https://x.dev/", BASE),
        ("https://x.dev.evil.com/docs/a", BASE),
        ("https://evil.com/x.dev/docs/", BASE),
        ("https://a@x.dev/docs/a", BASE),
        ("https://x.dev@evil.com/docs/a", BASE),
        ("https://x.dev:8443/docs/a", BASE),
        ("http://x.dev/docs/a", BASE),
        ("https://x.dev/docs/../private", BASE),
        ("https://x.dev/docs/%2e%2e/private", BASE),
        ("https://x.dev/docs/..%5cprivate", BASE),
        ("file:///etc/passwd", BASE),
        ("file:///etc/passwd", "file:///etc/"),
        ("guide/a.md", ""),
        ("https://x.dev/docs/a", ""),
        ("https://[::1/docs", BASE),
        ("https://x.dev:99999/docs/a", BASE),
        ("https://x.dev:8080/docs/a", "http://x.dev:80/docs/"),
    ],
)
def test_outside(url: str, base: str) -> None:
    """Other sites, parts and ports, http where https was known, what climbs, what is no address of the web."""
    assert why_outside(url, base)
