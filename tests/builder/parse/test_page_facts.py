"""Titles, languages and what else a page says of itself."""

from __future__ import annotations

import pytest

from pinax_builder.gate import gate
from pinax_builder.parse.html.from_html import parse_html
from pinax_builder.parse.page_facts import language_of_path, readable_name
from pinax_builder.records import Admitted, Fetched, Page


def parse(source: str, url: str = "guide/page.html") -> Page:
    admitted = gate(Fetched(url, url, source.encode(), "text/html"))
    assert isinstance(admitted, Admitted)
    page = parse_html(admitted)
    assert isinstance(page, Page)
    return page


@pytest.mark.parametrize(
    ("head", "title"),
    [
        ("asyncio — Coroutines — Python 3.11", "asyncio — Coroutines"),
        ("Path | Node.js v18", "Path"),
        ("Install - Tool", "Install"),
        ("Set-up of X", "Set-up of X"),
        ("No site", "No site"),
    ],
)
def test_a_title_without_h1_is_the_head_title_without_the_site(head: str, title: str) -> None:
    """Without an h1 the head's title counts, its last part, the site's name, cut off."""
    assert parse(f"<title>{head}</title><p>Text</p>").title == title


def test_the_first_h1_is_the_title() -> None:
    """An h1 wins over the head's title."""
    assert parse("<title>Other | Site</title><h1>The <em>real</em> one</h1><p>Text</p>").title == "The real one"


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("guide/getting-started.html", "Getting started"),
        ("guide/index.html", "Guide"),
        ("https://example.com/a_b/", "A b"),
        ("https://example.com/", "example.com"),
        ("caf%C3%A9.html", "Café"),
    ],
)
def test_a_page_without_any_title_is_named_by_its_url(url: str, name: str) -> None:
    """The last segment is made readable; of an index, its folder."""
    assert readable_name(url) == name
    assert parse("<p>Text</p>", url).title == name


def test_language_description_and_canonical_are_read() -> None:
    """The language is the primary subtag; the canonical stays as written."""
    page = parse(
        '<html lang="de-AT"><head><meta name="description" content=" Kurz\n gesagt "><link rel="canonical" href="/x">'
        "</head><body><p>Text</p></body></html>"
    )
    assert (page.language, page.description, page.canonical) == ("de", "Kurz gesagt", "/x")
    assert page.facets["language"] == ("de",)
    assert parse('<html xml:lang="en"><body>Text').language == "en"
    assert parse("<p>Text").language == ""


@pytest.mark.parametrize(
    ("path", "head", "language"),
    [
        ("fr-FR/a.html", "", "fr"),
        ("docs/zh_Hant/b/a.html", "", "zh"),
        ("fr-FR/a.html", '<meta http-equiv="content-language" content="de">', "de"),
        ("fr-fr/a.html", "", ""),
        ("it/a.html", "", ""),
        ("fr-FR.html", "", ""),
    ],
)
def test_a_folder_may_tell_the_language(path: str, head: str, language: str) -> None:
    """A page that does not say its language has that of a folder with language and country in its name."""
    html = f"<html><head><title>T</title>{head}</head><body><main><h1>T</h1><p>Some words.</p></main></body></html>"
    assert parse(html, path).language == language
    assert language_of_path(path) == ("fr" if path.startswith("fr-FR/") else language)


def test_automatic_facets_tell_code_and_kind() -> None:
    """Fenced code and the nearest telling folder become facets."""
    page = parse('<pre class="cpp">int i;</pre><pre>plain</pre>', "docs/tutorials/one.html")
    assert page.facets == {
        "content_type": ("documentation",),
        "has_code": ("true",),
        "code_languages": ("cpp",),
        "type": ("tutorial",),
    }
