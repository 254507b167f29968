"""A page is found however its address is spelled, and read in time that its size explains."""

from __future__ import annotations

import pytest

from bundle_maker import MadeDocset, MadePage, MadeSection, make_bundle
from pinax_runtime.search import CountingSource, Library, MemorySource, open_bundle

PAGES = [
    MadePage("https://bücher.example/docs/ü/a b.md", "A", "text"),
    MadePage("https://bücher.example/docs/z.md", "Z", "x"),
]
SPELLED = [
    "https://bücher.example/docs/ü/a b.md",
    "HTTPS://BÜCHER.example/docs/ü/a b.md",
    "https://xn--bcher-kva.example/docs/ü/a b.md",
    "https://bücher.example:443/docs/ü/a b.md",
    "https://bücher.example/docs/%c3%bc/a%20b.md",
    "/ü/a b.md",
    "ü/a%20b.md",
    "%C3%BC/a%20b",
    "https://xn--bcher-kva.example:443/docs/%c3%bc/a%20b",
]
ELSEWHERE = [
    "https://bücher.example:8443/docs/z.md",
    "https://other.example/docs/z.md",
    "http://[::1/z.md",
    "https://a:b/z.md",
]


@pytest.fixture(scope="module")
def library() -> Library:
    docset = MadeDocset("docs", sorted(PAGES, key=lambda page: page.url), url="https://bücher.example/docs/")
    return open_bundle(MemorySource(make_bundle([docset])))


@pytest.mark.parametrize("url", SPELLED)
def test_every_spelling_finds_the_page(library: Library, url: str) -> None:
    """Case, encoding, port and script of the host make no difference."""
    found = library.find(url)
    assert found is not None
    assert found.page.title == "A"


@pytest.mark.parametrize("own", ["a.html", "a.md", "a.mdx", "a/index.html", "a/index.md", "a/index.mdx", "a"])
@pytest.mark.parametrize("asked", ["a", "a/"])
def test_what_ends_an_address_may_be_left_out(own: str, asked: str) -> None:
    """So may an index file."""
    docset = MadeDocset("docs", [MadePage(f"https://x.dev/{own}", "A", "text")], url="https://x.dev/")
    assert open_bundle(MemorySource(make_bundle([docset]))).find(f"https://x.dev/{asked}") is not None


COMPOSED = ["/docs/%C3%BC.md", "/docs/ü.md", "/docs/u%CC%88.md", "/docs/u\u0308.md"]


@pytest.mark.parametrize("own", COMPOSED)
@pytest.mark.parametrize("asked", COMPOSED)
@pytest.mark.parametrize("host", ["https://x.dev", "HTTPS://X.dev:443"])
def test_composed_and_decomposed_paths_are_one(own: str, asked: str, host: str) -> None:
    """An accent may be part of its letter or follow it, in the page's own address and in the one that is asked for."""
    docset = MadeDocset("docs", [MadePage(f"https://x.dev{own}", "A", "text")], url="https://x.dev/docs/")
    found = open_bundle(MemorySource(make_bundle([docset]))).find(host + asked)
    assert found is not None


@pytest.mark.parametrize("url", ELSEWHERE)
def test_another_address_is_another_page(library: Library, url: str) -> None:
    """Another port or host, and what is no URL, find nothing."""
    assert library.find(url) is None


def test_a_pack_that_does_not_fit_the_cache_is_read_once() -> None:
    """Reading all sections of a huge page reads its pack a few times, not once for each section."""
    sections = tuple(MadeSection(f"H{n}", f"text {n}", anchor=f"a{n}") for n in range(300))
    page = MadePage("big.md", "Big", "text", sections=sections)
    source = CountingSource(MemorySource(make_bundle([MadeDocset("d", [page])])))
    document = open_bundle(source, cache_bytes=0).find("big.md")
    assert document is not None
    source.names.clear()
    assert "text 299" in document.subtree_text(0)
    assert sum(name.endswith(".pages") for name in source.names) <= 3
