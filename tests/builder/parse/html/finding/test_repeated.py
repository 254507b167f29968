"""What most pages of a docset have in common is chrome."""

from __future__ import annotations

import pytest
from lxml import html

from pinax_builder.gate import gate
from pinax_builder.parse import find_repeated, parse
from pinax_builder.records import Admitted, Fetched, Page

MENU = '<div class="side"><a href="a.html">Alpha</a> <a href="b.html">Beta</a></div>'
FOOT = "<div>Written by many people over many years.</div>"


def source(number: int, *, body: str = "") -> str:
    own = body or f"<h1>Page {number}</h1><p>What number {number} alone says, and that is more than the rest.</p>"
    return f"<html><head><title>Lib: Page {number} | Docs</title></head><body>{MENU}{own}{FOOT}</body></html>"


def markdown(page: Page) -> str:
    return "\n\n".join(section.text for section in page.sections)


def read(text: str, sources: list[str]) -> Page:
    admitted = gate(Fetched("p.html", "p.html", text.encode(), "text/html"))
    assert isinstance(admitted, Admitted)
    page = parse(admitted, find_repeated([html.document_fromstring(one) for one in sources]))
    assert isinstance(page, Page)
    return page


def test_menus_and_footers_of_most_pages_are_left_out() -> None:
    """Blocks of links, and text at the edges, that stand the same on most pages are no content."""
    sources = [source(number) for number in range(6)]
    own = "What number 0 alone says, and that is more than the rest."
    assert markdown(read(sources[0], sources)) == f"# Page 0\n\n{own}"


def test_few_pages_have_nothing_in_common() -> None:
    """With fewer than five pages nothing is taken for chrome."""
    sources = [source(number) for number in range(4)]
    assert "Written by many people" in markdown(read(sources[0], sources))


@pytest.mark.parametrize(
    "shared",
    [
        "<h2>Options of every command</h2>",
        "<pre>the same code in all of them</pre>",
        "<dl><dt>--help</dt><dd>Show this message and exit, please.</dd></dl>",
        "<p>This very paragraph stands between what is different.</p>",
    ],
)
def test_content_that_is_repeated_stays(shared: str) -> None:
    """A heading, code, definitions, or text between the page's own, is content however often it stands there."""
    sources = [source(n, body=f"<h1>P{n}</h1><p>Before {n}.</p>{shared}<p>After {n}.</p>") for n in range(6)]
    assert html.fromstring(shared).text_content().split()[-1].strip(".") in markdown(read(sources[0], sources))


def test_a_page_that_is_like_the_others_keeps_its_text() -> None:
    """Where a page has hardly anything of its own, it is a variant, and what it shares is its content."""
    text = "<div>All of the text of this page is the text of all the other pages as well.</div>"
    sources = [f"<html><body><h1>V{n}</h1>{text}</body></html>" for n in range(6)]
    assert "all the other pages" in markdown(read(sources[0], sources))


def test_the_title_is_what_differs() -> None:
    """The parts of `<title>` that most pages share are cut off, wherever they stand."""
    sources = [source(n, body=f"<p>Only words, number {n}.</p>") for n in range(6)]
    assert read(sources[2], sources).title == "Page 2"


def test_a_heading_of_all_pages_is_no_title() -> None:
    """An h1 that names the project on each page leaves the title to the head."""
    sources = [source(n, body=f"<h1>Lib</h1><p>Only words, number {n}.</p>") for n in range(6)]
    assert read(sources[3], sources).title == "Page 3"
