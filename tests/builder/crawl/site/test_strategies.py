"""Each strategy by itself: text in, URLs out; and how their texts are put to use."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.crawl.site.crawling import Crawl, paths
from pinax_builder.crawl.site import StoreReader, read_page
from pinax_builder.crawl.site.links import links_of
from pinax_builder.crawl.site.llms import is_nested, parse_llms_full, parse_llms_txt
from pinax_builder.crawl.site.robots import Robots, SitemapError, parse_sitemap
from site_server import Reply, SiteServer, page

Serve = Callable[..., SiteServer]

LLMS = """\
# *Lantern*

> A scheduler for
> small machines.

Prose with [one link](/intro) in it, and https://x.dev/bare.

```
- [not a link](/code)
```

## Docs

- [Start [here]](guide/start.md "Title"): Install it; see [more](/more)
- [Spaces](<guide/with space.md>) - what a note may look like
* [Parens](/api/f(x)): call
- <https://x.dev/angle>
- [Nested](llms-api.txt)
- ![image](/logo.png)

## Optional

- [Old](https://old.example/x)
"""


def test_llms_txt_is_read_in_full() -> None:
    """The title, nested files and relative links are understood; code and images are no links."""
    found = parse_llms_txt(LLMS, "https://x.dev/docs/llms.txt")
    assert found
    assert found.title == "Lantern"
    assert list(found.links) == [
        "https://x.dev/intro",
        "https://x.dev/bare",
        "https://x.dev/docs/guide/start.md",
        "https://x.dev/more",
        "https://x.dev/docs/guide/with space.md",
        "https://x.dev/api/f(x)",
        "https://x.dev/angle",
        "https://x.dev/docs/llms-api.txt",
        "https://old.example/x",
    ]
    assert [link for link in found.links if is_nested(link)] == ["https://x.dev/docs/llms-api.txt"]


@pytest.mark.parametrize("text", ["<!doctype html><a href='/x'>x</a>", "", "# Only a title\n"])
def test_what_is_no_llms_txt(text: str) -> None:
    """An HTML page in its place, or a file without links, is none."""
    assert parse_llms_txt(text, "https://x.dev/llms.txt") is None


def test_pages_behind_a_fragment_are_counted_not_taken(serve: Serve, crawl: Crawl) -> None:
    """Links to what scripts show behind a # give one page, and a notice that says so and what to do."""
    start = page("Start", "#/guide", "#!/api", "#install", "#/guide#top", "/a")
    server = serve({"/": start, "/a": page("A", "#/guide")})
    listing = crawl(server.url())
    assert paths(listing) == ["", "a"]
    [notice] = listing.notices
    assert notice.startswith("2 links lead to pages that scripts show behind a # (such as #!/api)")


FULL = """\
# Install
Source: https://x.dev/install

Run it.

```md
# Not a page
Source: https://x.dev/code
```

# [Linked](https://x.dev/linked)

By its heading.

---
title: "Fronted"
url: https://x.dev/fronted
---

By front matter.

# No address

Goes with the page above.
"""


def test_llms_full_is_cut_into_pages() -> None:
    """A page starts where its address is said, in any of the usual ways, and never within code."""
    found = parse_llms_full("Before all pages.\n\n" + FULL)
    assert found
    assert [(page.url, page.title) for page in found] == [
        ("https://x.dev/install", "Install"),
        ("https://x.dev/linked", "Linked"),
        ("https://x.dev/fronted", "Fronted"),
    ]
    assert found[0].markdown.startswith("# Install\n\nRun it.")
    assert "Goes with the page above." in found[2].markdown
    assert not any("Before all pages." in page.markdown for page in found)


def test_a_text_without_addresses_is_a_notice(serve: Serve, crawl: Crawl) -> None:
    """A llms-full.txt that names no page is not used, which a person is told."""
    full = Reply("# A\n\nText of A.\n", type="text/plain")
    listing = crawl(serve({"/": page("Home"), "/llms-full.txt": full}).url())
    assert [note for note in listing.notices if "does not say which page its text belongs to" in note]


def test_a_page_that_cannot_be_had_comes_from_llms_full(serve: Serve, crawl: Crawl) -> None:
    """What the site serves wins; the text of llms-full.txt stands in where it serves nothing."""
    full = "# A\nSource: /a\n\nFull text of A.\n\n# B\nSource: /b\n\nFull text of B.\n"
    server = serve({"/": page("Home"), "/a": page("A"), "/llms-full.txt": Reply(full, type="text/plain")})
    listing = crawl(server.url())
    assert [(p.path, p.variant, p.found_by) for p in listing.pages] == [
        ("index.html", "page", ("links",)),
        ("a", "page", ("llms_full",)),
        ("b", "llms_full", ("llms_full",)),
    ]
    assert [(other.variant, other.source_url) for other in listing.pages[1].alternatives] == [
        ("llms_full", server.url("/a"))
    ]


def test_a_text_cannot_take_another_pages_url(serve: Serve, crawl: Crawl) -> None:
    """A URL that a file gives to two texts is given to none, in any spelling, nor is one of another site."""
    forged = ("/victim.html", "/a/../victim.html", "https://other.example/victim.html")
    texts = [("/mine.html", "Mine."), *((url, "Forged.") for url in forged), ("/victim.html", "True.")]
    full = "".join(f"# Page\nSource: {url}\n\n{text}\n\n" for url, text in texts)
    server = serve({"/": page("Home"), "/llms-full.txt": Reply(full, type="text/plain")})
    listing = crawl(server.url())
    assert [(p.path, p.variant) for p in listing.pages] == [("index.html", "page"), ("mine.html", "llms_full")]
    assert "victim.html; none of these texts is used" in listing.notices[-1]


def test_a_page_and_its_markdown_are_one(serve: Serve, crawl: Crawl) -> None:
    """The page has the HTML's URL and the Markdown's text, however each was found."""
    markdown = Reply("# A\n\nFrom Markdown.\n", type="text/markdown")
    routes = {
        "/": page("Home", "/a.html", "/b/"),
        "/a.html": page("A"),
        "/a.md": markdown,
        "/b/": page("B"),
        "/b.md": markdown,
        "/llms.txt": Reply("# Site\n- [A](/a.md)\n", type="text/plain"),
    }
    listing = crawl(serve(routes).url())
    assert [(p.path, p.media_type, p.source_url[-5:]) for p in listing.pages][1:] == [
        ("a.html", "text/markdown", "/a.md"),
        ("b/index.html", "text/markdown", "/b.md"),
    ]
    assert listing.pages[1].found_by == ("llms_txt", "links")


def test_a_declared_twin_is_taken(serve: Serve, crawl: Crawl) -> None:
    """`<link rel=alternate type=text/markdown>` names the page's Markdown."""
    html = '<link rel="alternate" type="text/markdown" href="/raw/home.md"><h1>Home</h1><p>Text.</p>'
    routes = {"/": Reply(html), "/raw/home.md": Reply("# Home\n\nText.\n", type="text/markdown")}
    listing = crawl(serve(routes).url())
    assert [(p.path, p.media_type) for p in listing.pages] == [("index.html", "text/markdown")]


def test_nested_llms_files_are_read(serve: Serve, crawl: Crawl) -> None:
    """A list of lists is followed, in circles too, once each."""
    routes = {
        "/docs/": page("Home"),
        "/docs/llms.txt": Reply("# Site\n- [API](api/llms.txt)\n- [Self](llms.txt)\n", type="text/plain"),
        "/docs/api/llms.txt": Reply("# API\n- [X](x.html)\n- [Up](../llms.txt)\n", type="text/plain"),
        "/docs/api/x.html": page("X"),
    }
    server = serve(routes)
    listing = crawl(server.url("/docs/"), strategies=("llms_txt",))
    assert (paths(listing), listing.title) == (["api/x.html"], "Site")
    assert server.paths.count("/docs/llms.txt") == 1


def test_a_folder_without_its_index_file(serve: Serve, crawl: Crawl) -> None:
    """A server that knows a folder only by its index file is asked for that."""
    routes = {"/": page("Home", "/a/index.html", "/b/index.html"), "/a/index.html": page("A"), "/b/": page("B")}
    assert paths(crawl(serve(routes).url())) == ["", "a/index.html", "b/"]


def test_links_of_html() -> None:
    """Anchors, areas and the base count; fragments, mail, scripts, images and style sheets do not."""
    html = b"""<base href="/docs/"><link rel=stylesheet href=s.css><a href="a.html#x">1</a><a href=" a.html ">2</a>
    <a href="mailto:x@y">3</a><a href="javascript:x()">4</a><a href="#top">5</a><a>6</a><img src=i.png>
    <map><area href="../b"></map><a href="//other.example/x">7</a><a href="http://[bad">8</a>"""
    assert links_of(html, "text/html", "https://x.dev/").urls == (
        "https://x.dev/docs/a.html",
        "https://x.dev/b",
        "https://other.example/x",
    )


def test_links_of_markdown() -> None:
    """Inline links, references and HTML anchors are found."""
    text = b'# T\n\nSee [a](a.md) and [b][r] and <a href="c.html">c</a>.\n\n[r]: ../b.md\n'
    assert links_of(text, "text/markdown", "https://x.dev/d/t.md").urls == (
        "https://x.dev/d/a.md",
        "https://x.dev/b.md",
        "https://x.dev/d/c.html",
    )


@given(st.binary(max_size=400))
def test_no_bytes_break_a_parser(content: bytes) -> None:
    """Whatever a site sends in place of a page or list, the answer is a value, or the one error that is announced."""
    links_of(content, "text/html", "https://x.dev/")
    links_of(content, "text/markdown", "https://x.dev/")
    parse_llms_full(content.decode("utf-8", "replace"))
    parse_llms_txt(content.decode("utf-8", "replace"), "https://x.dev/llms.txt")
    Robots.of(content).allows("https://x.dev/a")
    with suppress(SitemapError):
        parse_sitemap(content)


def test_robots() -> None:
    """Groups are merged, the longest match wins, a byte order mark is no part of the first line; ours beats `*`."""
    rules = b"\xef\xbb\xbfUser-agent: *\nDisallow: /a\nAllow: /a/b$\nCrawl-delay: 1.5\nSitemap: /s.xml\n"
    robots = Robots.of(rules)
    assert [robots.allows(f"https://x.dev{path}") for path in ("/a/c", "/a/b", "/z")] == [False, True, True]
    assert (robots.delay_s, robots.sitemaps) == (1.5, ("/s.xml",))
    assert Robots.of(rules + b"User-agent: pinax-builder\nDisallow:\n").allows("https://x.dev/a/c")


def test_a_server_that_cannot_give_robots_is_left_alone(serve: Serve, crawl: Crawl) -> None:
    """When robots.txt fails, nothing else is asked for."""
    server = serve({"/": page("Home"), "/robots.txt": Reply("", 500)})
    listing = crawl(server.url())
    assert ([r.reason for r in listing.rejections], set(server.paths)) == (["robots_unavailable"], {"/robots.txt"})


@pytest.mark.parametrize(
    ("header", "body", "text"),
    [
        ("text/html; charset=windows-1251", "<h1>Привет</h1>".encode("cp1251"), "Привет"),
        ("text/html; charset=latin-1", "<h1>café</h1>".encode(), "café"),
        ("text/html; charset=nonsense", "<h1>café</h1>".encode(), "café"),
        ("text/html; charset=iso-2022-jp", "<h1>日本</h1>".encode("iso2022_jp"), "日本"),
    ],
)
def test_the_charset_of_the_header(serve: Serve, crawl: Crawl, header: str, body: bytes, text: str, tmp_path) -> None:
    """A charset that only the header names is used, unless the bytes say otherwise."""
    listing = crawl(serve({"/": Reply(body, type=header)}).url())
    with StoreReader(tmp_path / "store.sqlite") as reader:
        assert text in read_page(listing.pages[0], reader).content.decode()
