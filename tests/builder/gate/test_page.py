"""Which pages the gate lets through, and why it refuses the others."""

from __future__ import annotations

import tracemalloc

import pytest

from pinax_builder.gate import gate
from pinax_builder.records import Admitted, Fetched, Rejection
from scaling import assert_in_proportion


def fetched(content: bytes, media_type: str = "text/html") -> Fetched:
    return Fetched("a/page.html", "a/page.html", content, media_type)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "empty"),
        (b" \n\t ", "empty"),
        (b"<html><head><title>T</title></head><body><script>x()</script></body></html>", "empty"),
        (b"<!-- nothing -->", "empty"),
        (b"<body><div id=app></div><script src=x.js></script></body>", "javascript_shell"),
        (
            b"<body><noscript><style>h1{}</style><h1>This page requires JavaScript.</h1></noscript><div id=app></div>"
            b"<script src=x.js></script></body>",
            "javascript_shell",
        ),
        (b"%PDF-1.4", "binary"),
        (b"<div>" * 10_000 + b"text", "too_deep"),
        (b"<span id=a>" * 10_000 + b"text", "too_deep"),
        (b'\n{% extends "base.html" %}\n{% block announce %}<p>News.</p>{% endblock %}', "template"),
        (b"{#- Of a theme -#}<p>{{ page.title }}</p>", "template"),
        (b'<!-- Macros -->\n<ul class="a">\n  {% macro icons() %}<li>Icon</li>{% endmacro %}</ul>', "template"),
        (b'{{ define "main" }}<p>{{ .Content }}</p>{{ end }}', "template"),
        (b'<meta http-equiv="Refresh" content="0; URL=\'new/place.html\'"><p>Moved.', "redirect_stub"),
    ],
)
def test_what_cannot_become_a_page_is_refused(content: bytes, reason: str) -> None:
    """Each kind of hopeless input has its own reason, as a value."""
    result = gate(fetched(content))
    assert isinstance(result, Rejection)
    assert (result.url, result.stage, result.reason) == ("a/page.html", "gate", reason)


@pytest.mark.parametrize("content", [b"<p>{% if a %} is Jinja.</p>", b"{{ name }} stands for a name.<p>So it is.</p>"])
def test_a_page_about_templates_is_admitted(content: bytes) -> None:
    """Only a template begins with a statement, or a comment, before any words of a title, paragraph or code."""
    assert isinstance(gate(fetched(content)), Admitted)


def test_a_page_over_the_limit_is_refused_with_its_size() -> None:
    """A page of 50 MB is refused before it is decoded, which would take memory, and the detail gives the figures."""
    page = fetched(b"<p>x</p>" * 6_250_000)
    tracemalloc.start()
    result = gate(page)
    _, most_bytes = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert isinstance(result, Rejection)
    assert result.reason == "too_large"
    assert "50,000,000" in result.detail
    assert most_bytes < 1_000_000


def test_the_page_for_addresses_that_do_not_exist_is_none() -> None:
    """A file 404.html goes if its title says so; a page about that status stays, and one of another name."""
    error = b"<title>Page not found | Docs</title><body><h1>Page not found</h1><p>Try the search.</p>"
    of_status = b"<title>404 in responses</title><body><h1>404</h1><p>The server has no such resource.</p>"
    reasons = [
        found.reason if isinstance(found := gate(Fetched(path, path, content, "text/html")), Rejection) else ""
        for path, content in (("en/404.html", error), ("en/404.html", of_status), ("en/lost.html", error))
    ]
    assert reasons == ["page_404", "", ""]


def test_a_redirect_stub_names_its_target() -> None:
    """The detail of a redirect stub says where it leads."""
    result = gate(fetched(b'<meta http-equiv=refresh content="0;url=../x.html">'))
    assert isinstance(result, Rejection)
    assert "../x.html" in result.detail


def test_a_page_that_sends_away_readers_without_scripts_alone_is_kept() -> None:
    """LibreOffice's help does so in a `noscript`; a page that leads everybody elsewhere has no heading."""
    away = '<head><noscript><meta http-equiv="refresh" content="0; url=new/"></noscript></head>'
    assert isinstance(gate(fetched(f"{away}<h1>Attributes</h1><p>Bold and italic.".encode())), Admitted)
    assert isinstance(gate(fetched(f"{away}<p>Redirecting to <a href='new/'>new</a>.".encode())), Rejection)


@pytest.mark.parametrize("delay", ["", ".5", "0.5", "1.2.3", "00"])
def test_a_delay_is_read_as_browsers_read_it(delay: str) -> None:
    """The whole seconds count; whatever dots and digits follow them is passed over."""
    page = fetched(f'<meta http-equiv=refresh content="{delay} ; url=../x.html">'.encode())
    assert isinstance(gate(page), Rejection)


def test_a_page_that_reloads_itself_is_kept() -> None:
    """A refresh without a target, or on a page that says something itself, refuses nothing."""
    assert isinstance(gate(fetched(b'<meta http-equiv="refresh" content="30"><p>Live status')), Admitted)
    assert isinstance(gate(fetched(b'<meta http-equiv="refresh" content="5;url=x">' + b"<p>Words. " * 200)), Admitted)


def test_a_page_hidden_from_robots_is_kept() -> None:
    """The owner of a site may index pages that search engines should not."""
    assert isinstance(gate(fetched(b'<meta name="robots" content="noindex"><p>Text')), Admitted)


def test_an_xml_declaration_is_no_obstacle() -> None:
    """XHTML with a declaration parses, and its declared encoding does not override what the bytes are."""
    page = (
        '<?xml version="1.0" encoding="ISO-8859-1"?><html xmlns="http://www.w3.org/1999/xhtml"><body>é日</body></html>'
    )
    result = gate(fetched(page.encode()))
    assert isinstance(result, Admitted)
    assert result.tree is not None
    assert result.tree.text_content() == "é日"


@pytest.mark.parametrize(
    ("before", "title"),
    [
        ("html2\n", None),
        ("\ufeffhtml2 \n", None),
        ("---\nlayout: docs\ntitle: 'Oil <b>'\n---\n", "Oil <b>"),
        ("---\nlayout: docs\n---\n<!doctype html>", None),
        ('<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "a" [\n <!ENTITY math "http://math.org/">\n]>\n', None),
    ],
)
def test_what_stands_before_a_page_is_no_part_of_it(before: str, title: str | None) -> None:
    """A generator of sites reads front matter, with perhaps the only title; entities are no text, other words slips."""
    result = gate(fetched(f"{before}<html><body><p>Text.</p></body></html>".encode()))
    assert isinstance(result, Admitted)
    assert result.tree is not None
    assert result.tree.find("body").text_content() == "Text."
    assert result.tree.findtext("head/title") == title


@pytest.mark.parametrize(
    ("start", "repeated", "times"),
    [
        (b"", b"<", 500_000),
        (b"<p>", b"QUJD", 1_000_000),
        (b"<p a='", b"b", 1_000_000),
        (b"", b"&", 500_000),
        (b"", b"<table><tr><td>", 80),
        (b"remark.create(", b"<textarea id=source>---\n", 20_000),
        (b"---\na: b\n", b"title: -\n", 200_000),
        (b"", b"<!doctype [", 200_000),
    ],
)
def test_odd_input_is_judged_in_proportion_to_its_size(start: bytes, repeated: bytes, times: int) -> None:
    """Broken markup and giant tokens give a value, and cost no more than their length."""
    assert isinstance(gate(fetched(start + repeated * times)), Admitted | Rejection)
    assert_in_proportion(lambda size: gate(fetched(start + repeated * size)), times)


@pytest.mark.parametrize("nest", [b"<span id=a>", b'<font size="2">', b"<b><i>"])
def test_inline_elements_that_nest_deep_are_unwrapped(nest: bytes) -> None:
    """A page with hundreds of anchors around a word, or of fonts that never end, is admitted with its text."""
    result = gate(fetched(b"<p>Before.</p><pre>" + nest * 600 + b"text</pre><p>After.</p>"))
    assert isinstance(result, Admitted)
    assert result.tree is not None
    assert result.tree.text_content() == "Before.textAfter."


def test_what_follows_the_end_of_a_document_is_part_of_it() -> None:
    """A layout may end the document above the content, which browsers show."""
    result = gate(fetched(b"<html><body><nav>Menu</nav></body></html>\n<h1>Title</h1><p>Text.</p></body></html>\n"))
    assert isinstance(result, Admitted)
    assert result.tree is not None
    assert [element.tag for element in result.tree.iterfind("body/*")] == ["nav", "h1", "p"]


def test_a_page_without_body_tags_has_a_body() -> None:
    """Tags that minifiers leave out are made up for, before an element that HTML 4 did not know too."""
    result = gate(fetched(b"<!doctype html><title>T</title><base href='/'><main><h1>Text</h1></main>"))
    assert isinstance(result, Admitted)
    assert result.tree is not None
    assert [element.tag for element in result.tree.find("body")] == ["main"]


def test_a_cell_in_an_open_head_begins_the_body() -> None:
    """Browsers show the text of a page whose head never ends, though it begins with a cell of no table."""
    result = gate(fetched(b"<head><title>T</title>\n<td><br><h3>Overview</h3><p>Text.</p>"))
    assert isinstance(result, Admitted)
    assert result.tree is not None
    assert result.tree.findtext("body//h3") == "Overview"


def test_slides_of_remark_are_a_page_of_markdown() -> None:
    """The Markdown stands in a `textarea`; how a slide looks is left out, and no line between two makes a heading."""
    slides = b'<textarea id="source">\nclass: center\n\n# One &amp; <%= two %>\n\nText\n---\nlayout: true\n# Two\n'
    admitted = gate(fetched(slides + b"</textarea><script>var show = remark.create({})</script>"))
    assert isinstance(admitted, Admitted)
    assert admitted.media_type == "text/markdown"
    assert admitted.text == "\n\n# One & <%= two %>\n\nText\n\n---\n\n# Two\n"


def test_markdown_is_only_decoded() -> None:
    """Markdown comes through as text, without a tree."""
    result = gate(fetched("\ufeff# Tïtle".encode(), "text/markdown"))
    assert isinstance(result, Admitted)
    assert (result.text, result.tree) == ("# Tïtle", None)
