"""The extractor that the runtime finds: one page through gate and parse, as in a build."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bundle_maker import MadeDocset, MadePage, make_bundle
from pinax_builder.extraction import extract
from pinax_runtime.live import Conversion, Extractor, LivePages, PageCache, find_extractor
from pinax_runtime.search import MemorySource, open_library
from pinax_runtime.tools import call_tool
from site_server import Reply, SiteServer, page

API = Path(__file__).parents[2] / "examples" / "site" / "api" / "client.html"


def test_html_becomes_sections() -> None:
    """A page of HTML gives its sections with anchors, titles and Markdown."""
    sections = extract(API.read_bytes(), "text/html", "https://x.dev/api/client.html")
    anchors = [anchor for _, anchor, _, _ in sections]
    assert sections[0][0] == 0
    assert "lantern.Client.job" in anchors
    assert all(text for _, _, _, text in sections)


def test_markdown_becomes_sections() -> None:
    """Markdown is divided, too."""
    text = b"# Title\n\nSome words to read here.\n\n## Part\n\nMore."
    assert [section[:3] for section in extract(text, "text/markdown", "https://x.dev/a.md")] == [
        (0, "", "Title"),
        (1, "part", "Part"),
    ]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "nothing but white space"),
        (b"\x00\x01\x02" * 50, "are not text"),
        (b"<html><head><title>404 Not Found</title></head><body><h1>404 Not Found</h1></body></html>", "error"),
        (
            b"<html><body><div id=root></div><script src=a.js></script>" + b"<!-- -->" * 2_000 + b"</body></html>",
            "empty until its scripts run",
        ),
    ],
    ids=["empty", "binary", "error", "shell"],
)
def test_what_is_no_page(content: bytes, reason: str) -> None:
    """What a build would reject is refused with the reason."""
    with pytest.raises(ValueError, match=reason):
        extract(content, "text/html", "https://x.dev/a")


def test_the_runtime_finds_it(tmp_path: Path) -> None:
    """Where both are installed, a live page of HTML is read through this extractor."""
    find_extractor.cache_clear()
    assert find_extractor().extract == Conversion("pinax_builder.extraction:extract")
    with SiteServer({"/docs/a.html": page("Fresh page")}) as site:
        docset = MadeDocset("guide", [MadePage(site.url("/docs/a.html"), "Old")], url=site.url("/docs/"))
        library = open_library([MemorySource(make_bundle([docset]))])
        live = LivePages(PageCache(tmp_path / "pages.db"), allow_private=True)
        reply = call_tool(library, "get_page", {"url": "a.html", "live": True}, live=live)
        site.routes["/docs/a.html"] = Reply("<title>Sign in</title><form><input type=password></form>")
        old = LivePages(None, allow_private=True)
        refused = call_tool(library, "get_page", {"url": "a.html", "live": True}, live=old)
        live.close()
        old.close()
    assert "(guide, live, fetched " in reply.text
    assert "This page explains Fresh page" in reply.text
    assert "not live: The page" in refused.text


HOSTILE = {
    "deep": (b"<div>" * 200_000 + b"text", "text/html"),
    "cells": (b"<h1>T</h1><p>Some words.<table>" + b"<tr><td>a<td>b" * 200_000, "text/html"),
    "attributes": (b"<h1>T</h1><p " + b"a" * 60 + b"=1 " * 300_000 + b">Some words to read here.", "text/html"),
    "unclosed": (b"<h1>T</h1><p>Some words to read." + b"<a href='" * 300_000, "text/html"),
    "brackets": (b"# T\n\nSome words.\n\n" + b"[" * 1_000_000, "text/markdown"),
    "quotes": (b"# T\n\n" + b"> " * 500_000 + b"deep", "text/markdown"),
    "emphasis": (b"# T\n\nSome words.\n\n" + b"**a_b*c_" * 200_000, "text/markdown"),
    "entities": (b"<h1>T</h1><p>Some words to read here." + b"&amp;#" * 400_000, "text/html"),
}


@pytest.mark.parametrize(("content", "media_type"), HOSTILE.values(), ids=HOSTILE)
def test_hostile_pages_end_in_bounds(content: bytes, media_type: str) -> None:
    """A page that is made to keep a parser busy gives sections or a reason, and is given a second to do so."""
    convert = Conversion("pinax_builder.extraction:extract", cpu_s=1, wall_s=300)
    reason, sections = "", []
    try:
        sections = convert(content, media_type, "https://x.dev/a")
    except ValueError as error:
        reason = str(error)
    texts = "".join(text for *_, text in sections)
    assert re.search("1 s of computing|page", reason) or "words" in texts or "deep" in texts


def test_the_bundles_copy_is_given_where_a_page_takes_too_much() -> None:
    """An agent that asks for such a page gets what the bundle has, and is told why."""
    with SiteServer({"/docs/a.html": page("Fresh page")}) as site:
        docset = MadeDocset("guide", [MadePage(site.url("/docs/a.html"), "Old", "Old text.")], url=site.url("/docs/"))
        library = open_library([MemorySource(make_bundle([docset]))])
        hasty = Extractor("test", Conversion("pinax_builder.extraction:extract", wall_s=0.001))
        live = LivePages(None, allow_private=True, extractor=lambda: hasty)
        reply = call_tool(library, "get_page", {"url": "a.html", "live": True}, live=live)
        live.close()
    assert "; not live: it could not be converted within 0.001 s)" in reply.text
    assert "Old text." in reply.text
