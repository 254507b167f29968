"""Pagefind's attributes mean here what they mean there."""

from __future__ import annotations

from builder.parse.reading import page_of
from pinax_builder.records import Page, Weighted


def parse(body: str) -> Page:
    return page_of(f"<body>{body}</body>")


def test_the_marked_body_is_the_content() -> None:
    """All parts marked as body, and nothing else, are the page; its metadata says that it was marked."""
    page = parse("<p>out</p><div data-pagefind-body><p>one</p></div><main>main</main><p data-pagefind-body>two</p>")
    assert page.sections[0].text == "one\n\ntwo"
    assert page.marks_body is True
    assert parse("<main>text of the page</main>").marks_body is False


def test_ignored_parts_go() -> None:
    """Both kinds of ignore leave the text out; only `all` silences the attributes within."""
    page = parse(
        "<p>kept</p><div data-pagefind-ignore><i data-pagefind-filter='a:1'>x</i></div>"
        "<div data-pagefind-ignore='all'><i data-pagefind-filter='b:1'>y</i></div>"
    )
    assert page.sections[0].text == "kept"
    assert page.facets["a"] == ("1",)
    assert "b" not in page.facets


def test_filters_are_facets() -> None:
    """A filter's value is its text, what follows its colon, or an attribute; one page may have several."""
    page = parse(
        '<p data-pagefind-filter="author">Ann  Lee</p><p data-pagefind-filter="tag:b, kind[data-kind]"'
        ' data-kind="how">t</p><i data-pagefind-filter="tag:a">x</i>'
    )
    assert (page.facets["author"], page.facets["tag"], page.facets["kind"]) == (("Ann Lee",), ("a", "b"), ("how",))


def test_metadata_defaults_and_sorts() -> None:
    """Metadata takes the same forms; a default gives way; sort keys are metadata of their own."""
    page = parse(
        '<h1 data-pagefind-meta="title">Own</h1><img data-pagefind-meta="image[src]" src="/a.png" alt="x">'
        '<i data-pagefind-default-meta="title:Default, level:low">t</i>'
        '<b data-pagefind-sort="date[data-d]" data-d="2024">d</b>'
    )
    assert dict(page.meta) == {"title": "Own", "image": "/a.png", "level": "low", "sort:date": "2024"}
    assert page.title == "Own"


def test_weights_belong_to_their_sections() -> None:
    """A weight counts more or less than once, in each section that its element reaches into."""
    page = parse(
        '<h1>T</h1><p data-pagefind-weight="3">three</p><div data-pagefind-weight="0.5">a<h2 id="s">Sub</h2><p>b'
        ' <b data-pagefind-weight="10">ten</b> c</p></div>'
    )
    top, sub = page.sections
    assert top.weighted == (Weighted("three", 2.0), Weighted("a", -0.5))
    assert sorted(w.extra for w in sub.weighted) == [-0.5, 9.0]
    assert {w.text for w in sub.weighted} == {"Subb c", "ten"}
    assert (top.text, sub.text) == ("# T\n\nthree\n\na", "## Sub\n\nb **ten** c")


def test_indexed_attributes_are_weighted_text() -> None:
    """The values of `index-attrs` count, but are not shown."""
    page = parse('<p>See <img src="/a.png" alt="" title="A chart" data-pagefind-index-attrs="title,data-x"> here</p>')
    assert page.sections[0].weighted == (Weighted("A chart", 1.0),)
    assert "chart" not in page.sections[0].text
