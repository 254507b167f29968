"""Resources: docsets, pages and sections by address."""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest

from pinax_runtime.search import Library
from pinax_runtime.server import Served, read_resource
from pinax_runtime.tools import call_tool, estimate
from runtime.serve.protocol.conftest import ask

PAGE = "docs://lantern/guide/schedules.md"


def test_docsets_are_listed(library: Library) -> None:
    """Each docset is a resource with its title and date; its text says which sections it has."""
    resources = ask(Served(library), lambda client: client.list_resources()).resources
    listed = {resource.uri: resource for resource in resources}
    assert list(listed) == ["docs://lantern", "docs://lantern-api", "docs://patched", "docs://world"]
    assert listed["docs://lantern"].title == "Lantern user guide"
    assert listed["docs://lantern"].annotations.last_modified == library.docsets["lantern"].entry.fetched_at
    assert (
        read_resource(library, "docs://lantern").text == call_tool(library, "list_sections", {"docs": ["lantern"]}).text
    )


def test_pages_and_sections_are_read(library: Library) -> None:
    """A page's text is what get_page gives with all links; with an anchor it is that section's."""
    page = call_tool(library, "get_page", {"url": "guide/schedules.md", "links": "full"})
    assert read_resource(library, PAGE).text == page.text
    section = read_resource(library, f"{PAGE}#overlap").text
    assert "## Overlap" in section
    assert "## Cron" not in section


@pytest.mark.parametrize("docset", ["lantern", "lantern-api", "world"])
def test_every_page_has_an_address(library: Library, docset: str) -> None:
    """Every page is read under its path, as it stands and escaped as clients do."""
    base = library.docsets[docset].entry.url
    for _, _, page in library.docsets[docset].documents():
        path = page.url.removeprefix(base)
        plain = read_resource(library, f"docs://{docset}/{path}")
        assert not plain.is_error, plain.text
        assert page.url in plain.text
        assert read_resource(library, f"docs://{docset}/{quote(path, safe='')}").text == plain.text


def test_a_long_page_keeps_the_ceiling_and_says_how_to_go_on(library: Library) -> None:
    """What does not fit is read on with get_page, under the words of the last line."""
    reply = read_resource(library, PAGE, ceiling=400)
    note = reply.text.rsplit("\n\n", 1)[1]
    assert estimate(reply.text) <= 400
    assert """in get_page with url 'lantern:guide/schedules.md', docs ["lantern"] and links "full\"""" in note
    cursor = note.split('"')[1]
    arguments = {"url": "lantern:guide/schedules.md", "docs": ["lantern"], "links": "full", "cursor": cursor}
    assert not call_tool(library, "get_page", arguments).is_error


@pytest.mark.parametrize(
    ("uri", "code", "words"),
    [
        ("docs://lantern/guide/scedules.md", "not_found", "Did you mean lantern:guide/schedules.md"),
        (f"{PAGE}#overlp", "not_found", "Did you mean #overlap"),
        ("docs://lantren", "not_found", "Did you mean 'lantern'"),
        ("docs://", "not_found", "No docset ''"),
        ("https://example.org/", "not_found", "docs://DOCSET/PAGE#SECTION"),
        ("docs://lantern/" + "a" * 20_000, "invalid_args", "10,000 characters"),
        ("docs://lantern/%ff%00", "not_found", "No page"),
    ],
)
def test_what_there_is_not(library: Library, uri: str, code: str, words: str) -> None:
    """An address of nothing is refused with what is nearest."""
    reply = read_resource(library, uri)
    assert reply.is_error
    error = json.loads(reply.text)["error"]
    assert error["code"] == code
    assert words in error["message"]
