"""Markdown pages: titles, anchors, nesting, metadata, facets, and what is no page."""

from __future__ import annotations

import pytest

from builder.parse.reading import outcome, page_of
from pinax_builder.records import Page, Rejection


def page(text: str, path: str = "guide/page.md", url: str = "") -> Page:
    return page_of(text, path, url)


def outline(text: str, path: str = "guide/page.md") -> list[tuple[int, str, str]]:
    return [(section.depth, section.anchor, section.title) for section in page(text, path).sections]


def test_sections_nest_by_their_headings() -> None:
    """A heading is a child of the last one of a higher level, whatever levels are left out."""
    text = "# Top\n\nintro\n\n## A\n\n#### Deep\n\n### B\n\n## C\n"
    assert outline(text) == [(0, "", "Top"), (1, "a", "A"), (2, "deep", "Deep"), (2, "b", "B"), (1, "c", "C")]


def test_a_section_holds_its_own_text_alone() -> None:
    """No text is in two sections."""
    texts = [section.text for section in page("before\n\n# Top\n\nintro\n\n## A\n\na\n\n### B\n\nb\n").sections]
    assert texts == ["before\n\n# Top\n\nintro", "## A\n\na", "### B\n\nb"]


@pytest.mark.parametrize(
    ("heading", "anchor"),
    [
        ("## Plain words, really!", "plain-words-really"),
        ("## `run()` and *x*", "run-and-x"),
        ("## Über 概要", "über-概要"),
        ("## Given {#my-id}", "my-id"),
        ("## Given { #my-id .wide }", "my-id"),
        ('## Given { id="9.0.1" }', "9.0.1"),
        ("## Given {: #my-id }", "my-id"),
        ("## Given {/* #my-id */}", "my-id"),
        ("## Given {/*my-id*/}", "my-id"),
        ('## <a id="my-id"></a>Given', "my-id"),
        ('<a name="my-id"></a>\n\n## Given', "my-id"),
        ('<h2 id="my-id">Given</h2>', "my-id"),
    ],
)
def test_anchor_is_the_published_one(heading: str, anchor: str) -> None:
    """A heading's anchor is its explicit id, else the slug that generators make."""
    path = "guide/page.mdx" if "/*" in heading else "guide/page.md"
    assert outline(f"# Top\n\nText.\n\n{heading}\n\nText.\n", path)[1][1] == anchor


def test_an_explicit_id_is_not_in_the_text() -> None:
    """Titles and texts do not show the id."""
    section = page("# Top\n\n## Given {#my-id}\n\nText.\n").sections[1]
    assert (section.title, section.text) == ("Given", "## Given\n\nText.")


def test_repeated_headings_are_numbered_as_published() -> None:
    """The second `Usage` is `usage-1`, as on GitHub."""
    assert [anchor for _, anchor, _ in outline("# T\n\n## Usage\n\na\n\n## Usage\n\nb\n\n## Usage\n")] == [
        "",
        "usage",
        "usage-1",
        "usage-2",
    ]


def test_repeated_ids_stay_unique() -> None:
    """Of two headings with one id the first keeps it."""
    anchors = [anchor for _, anchor, _ in outline("# T\n\n## A {#x}\n\na\n\n## B {#x}\n\nb\n")]
    assert anchors[1] == "x"
    assert len(set(anchors)) == 3


def test_an_id_below_an_empty_heading_is_not_the_next_ones() -> None:
    """A heading before which an id stands that is taken has the anchor that its own words give it."""
    source = '# T\n\n## Methods\n<a id="methods"></a>\n\n### send(data)\n\nText.\n'
    assert [anchor for _, anchor, _ in outline(source)] == ["", "methods", "senddata"]


@pytest.mark.parametrize(
    ("text", "path", "title"),
    [
        ("---\ntitle: Given\n---\n# Other\n\ntext", "a.md", "Given"),
        ("# The `code` *way*\n\ntext", "a.md", "The code way"),
        ("text", "guide/01-getting_started.md", "Getting started"),
        ("text", "error-handling/index.md", "Error handling"),
        ("text", "error-handling/README.md", "Error handling"),
        ("# Overview\n\ntext", "networking/overview.md", "networking"),
        ("## Chapter\n\ntext\n\n### Part\n", "ch03-05-chapter.md", "Chapter"),
        ("## One\n\ntext\n\n## Two\n", "ch03-05-two-parts.md", "Two parts"),
        ("1.7.1 (2023-01-09)\n===\n\ntext\n\n1.7.0 (2022-11-05)\n===\n\ntext", "CHANGELOG.md", "CHANGELOG"),
        ("# v2.0.1\n\ntext", "notes/second.md", "v2.0.1"),
    ],
)
def test_title(text: str, path: str, title: str) -> None:
    """The title is the front matter's, the first heading's, or made from the file's name."""
    found = page(text, path).title
    assert found == ("Networking: Overview" if title == "networking" else title)


def test_a_folder_tells_the_language_of_a_page_that_does_not() -> None:
    """A translation in a folder such as fr-FR is in that language, unless its front matter says another."""
    assert page("# A\n\ntext", "fr-FR/a.md").language == "fr"
    assert page("---\nlang: de\n---\n# A\n\ntext", "fr-FR/a.md").language == "de"


def test_headings_of_level_one_are_sections_when_the_title_is_another() -> None:
    """With a title in the front matter, several headings of level 1 are sections side by side."""
    text = "---\ntitle: Given\n---\n\n# A\n\na\n\n# B\n\nb\n"
    assert outline(text) == [(0, "", "Given"), (1, "a", "A"), (1, "b", "B")]


def test_front_matter_gives_metadata_and_facets() -> None:
    """Known keys fill the page's fields; other plain values are facets; long ones, dates and slugs are metadata."""
    long = "x" * 100
    parsed = page(
        f"---\ndescription: 'About\n  it'\nlang: pt-BR\ncanonical: https://x.org/a\nslug: /b\ndate: 2024-01-02\n"
        f"tags: [b, a, b]\nversion: 3.10\nstable: True\nnested: {{a: 1}}\nempty:\nlong: {long}\n"
        "sidebar_position: 3\n---\ntext\n"
    )
    assert (parsed.description, parsed.language, parsed.canonical) == ("About it", "pt", "https://x.org/a")
    assert parsed.meta == {"date": "2024-01-02", "long": long, "slug": "/b"}
    assert {key: parsed.facets[key] for key in ("tags", "version", "stable")} == {
        "tags": ("a", "b"),
        "version": ("3.10",),
        "stable": ("true",),
    }
    assert not {"nested", "empty", "long", "sidebar_position", "date"} & set(parsed.facets)


def test_a_page_cannot_claim_the_builds_facets() -> None:
    """What only the build knows is not taken from front matter; the page's own type wins over its folder's."""
    facets = page("---\ndocset: other\nhas_code: maybe\ntype: deploy\n---\ntext", "guide/a.md").facets
    assert (facets.get("docset"), facets["has_code"], facets["type"]) == (None, ("false",), ("deploy",))


def test_toml_front_matter() -> None:
    """Front matter between `+++` is TOML."""
    parsed = page('+++\ntitle = "Given"\ntags = ["a"]\ndraft = false\n[x]\ny = 1\n+++\ntext\n')
    assert (parsed.title, parsed.facets["tags"], parsed.facets["draft"]) == ("Given", ("a",), ("false",))


def test_links_are_absolute_below_a_base_url() -> None:
    """Where the page's URL is absolute, its links are."""
    text = page("[a](../b.md#c) [d](#e)", url="https://x.org/docs/guide/page.md").sections[0].text
    assert text == "[a](https://x.org/docs/b.md#c) [d](https://x.org/docs/guide/page.md#e)"


@pytest.mark.parametrize(
    "text",
    [
        *("", " \n\n", "---\ntitle: T\n---\n", "# Title\n", "<!-- nothing -->", "![](a.png)\n", "---\n\n***\n"),
        "---\ndescription: About it\n---\n{/* Generated from `app/about`. */}\n",
    ],
)
def test_a_page_without_text_is_refused(text: str) -> None:
    """A title alone is no content."""
    parsed = outcome(text, "a.md")
    assert isinstance(parsed, Rejection)
    assert (parsed.stage, parsed.reason) == ("parse", "no_content")


def test_automatic_facets_are_there() -> None:
    """Pages have the facets that every page has."""
    facets = page("```py\nx\n```\n", "guide/a.md").facets
    assert (facets["has_code"], facets["code_languages"], facets["type"]) == (("true",), ("py",), ("guide",))
