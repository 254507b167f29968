"""Titles, languages and what else a page says of itself."""

from __future__ import annotations

import pytest
from lxml import html

from builder.parse.reading import page_of
from pinax_builder.parse import Repeated, find_repeated
from pinax_builder.records import Page

TWO_SECTIONS = "<main><h1>A</h1><p>Text</p><h2>B</h2><p>More</p></main>"


def parse(source: str, url: str = "guide/page.html", repeated: Repeated | None = None) -> Page:
    return page_of(source.encode(), "guide/page.html" if url.endswith("/") else url, url, repeated)


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


@pytest.mark.parametrize("head", ["&lt;no title&gt; — Lamps 2.1 documentation", "Untitled Document"])
def test_a_title_that_says_there_is_none_is_none(head: str) -> None:
    """The URL names pages whose makers wrote that they have no title."""
    assert parse(f"<title>{head}</title><p>Text</p>").title == "Page"


def test_the_first_h1_is_the_title() -> None:
    """An h1 wins over the head's title."""
    assert parse("<title>Other | Site</title><h1>The <em>real</em> one</h1><p>Text</p>").title == "The real one"


def test_the_first_node_of_a_manual_is_titled_as_the_manual() -> None:
    """Texinfo calls the first node of a manual Top, also below the manual's title."""
    page = parse("<title>Top (Lamps Manual)</title><h1>Lamps Manual</h1><a name='Top'></a><h1>Top</h1><p>Text</p>")
    assert page.title == "Lamps Manual"


def test_a_numbered_chapter_is_titled_with_its_manual() -> None:
    """The head's title may name the manual before the chapter's words; its number stays in the text."""
    page = parse("<title>Lamp HOWTO: Poles</title><h2>2. Poles</h2><p>Text</p><h2>2.1 Wood</h2><p>Text</p>")
    assert page.title == "Lamp HOWTO: Poles"
    assert page.sections[0].text.startswith("## 2. Poles")


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


def test_automatic_facets_tell_code_and_kind() -> None:
    """Fenced code and the nearest telling folder become facets."""
    page = parse('<pre class="cpp">int i;</pre><pre>plain</pre>', "docs/tutorials/one.html")
    assert page.facets == {
        "content_type": ("documentation",),
        "has_code": ("true",),
        "code_languages": ("cpp",),
        "type": ("tutorial",),
    }


HEADS = {
    "the title again": ("Access via Handle (GNU Octave)", "<title>Access via Handle (GNU Octave)</title>", ""),
    "labels and names": (
        "declaration: module: java.base, class: Queue",
        "<title>Queue (Java SE 17)</title>",
        "",
    ),
    "a phrase around the title": ("Reference for Gtk.Box", "<title>Gtk.Box</title>", ""),
    "a summary": ("Lays widgets out in a row", "<title>Gtk.Box</title>", "Lays widgets out in a row"),
}


@pytest.mark.parametrize(("described", "title", "expected"), HEADS.values(), ids=HEADS)
def test_a_description_that_says_nothing_beside_the_title_is_none(described: str, title: str, expected: str) -> None:
    """What a page says of itself is looked for in its text then; see `segment/summary.py`."""
    page = parse(f'<head>{title}<meta name="description" content="{described}"></head><body>{TWO_SECTIONS}</body>')
    assert page.description == expected


def test_a_page_of_one_section_keeps_its_description() -> None:
    """No sentence is taken from a short page, so that there is nothing better."""
    head = '<head><title>Lists (Manual)</title><meta name="description" content="Lists (Manual)"></head>'
    assert parse(f"{head}<body><main><h1>Lists</h1><p>A list holds items.</p></main></body>").description == (
        "Lists (Manual)"
    )


@pytest.mark.parametrize("body", [TWO_SECTIONS, "<main><h1>Lists</h1><p>A list holds items.</p></main>"])
def test_a_description_that_several_pages_have_is_none(body: str) -> None:
    """Exim's manual describes the program on each of its pages, and MkDocs the site on those without a description."""
    head = '<head><meta name="description" content="A transfer agent for all mail"></head>'
    trees = [html.document_fromstring(f"{head}<body><h1>{at}</h1></body>") for at in range(5)]
    assert parse(f"{head}<body>{body}</body>", repeated=find_repeated(trees)).description == ""
