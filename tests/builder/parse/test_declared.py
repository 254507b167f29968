"""Which symbol a heading declares, in any format: by its code, or by words that nobody writes in prose."""

from __future__ import annotations

from html import escape

import pytest

from builder.parse.reading import page_of

DECLARED = {
    "`path.join(...paths)`": "path.join function",
    "`fs.constants.R_OK`": "fs.constants.R_OK constant",
    "`ignore-scripts`": "ignore-scripts term",
    "`npm install`": "",
    "`class Job`": "Job class",
    "Class: `Job`": "Job class",
    "Event: `'close'`": "close event",
    "`logger.child(bindings) => logger`": "logger.child function",
    "`nick: str`": "nick term",
    "Method: `Job.run()`": "Job.run method",
    "open(path[, flags])": "open function",
    "new Agent(url, options = {})": "Agent function",
    "AxiosHeaders#get(header);": "AxiosHeaders#get function",
    "route(handler: (request) => void): Promise": "route function",
    "Class: RetryAgent": "RetryAgent class",
    "Function: retry<T>(work)": "retry function",
    "Event: a conference": "",
    "Type: string": "",
    "bodyLimit": "bodyLimit term",
    "max_connections": "max_connections term",
    "JavaScript": "",
    "macOS": "",
    "jQuery": "",
    "package.json": "",
    "Author(s)": "",
    "AUTHOR(S)": "",
    "ls(1)": "",
    "Call open() first": "",
    "reply.redirect() has a new signature": "",
    "Notes (draft)": "",
}
"""A heading of Markdown → the name and kind that it declares."""


def declared(markdown: str, path: str = "guide/page.md") -> list[str]:
    """Return name and kind of each symbol of a page."""
    return [f"{one.name} {one.kind}" for section in page_of(markdown, path).sections for one in section.symbols]


@pytest.mark.parametrize(("heading", "symbol"), DECLARED.items())
def test_a_heading_of_markdown_declares(heading: str, symbol: str) -> None:
    """A heading that is code, a call or an identifier declares that; prose declares nothing."""
    assert declared(f"# Guide\n\n## {heading}\n\nText.\n") == ([symbol] if symbol else [])


@pytest.mark.parametrize("heading", [heading for heading in DECLARED if "`" not in heading])
def test_the_same_heading_of_html_declares_the_same(heading: str) -> None:
    """What a heading without code declares does not depend on the format."""
    body = f"<h1>Guide</h1><p>Text.</p><h2>{escape(heading)}</h2><p>Text.</p>"
    assert declared(f"<html><body><main>{body}</main></body></html>", "guide/page.html") == (
        [DECLARED[heading]] if DECLARED[heading] else []
    )


def test_members_belong_to_the_heading_above_them() -> None:
    """A member has the name of the nearest heading above it that names something, else that of the page."""
    page = "# Reply\n\nText.\n\n## Methods\n\n### .send(data)\n\nText.\n\n## Hook\n\n### `.run()`\n\nText.\n"
    assert declared(page) == ["Reply.send function", "Hook.run function"]


def test_a_member_without_an_owner_has_its_own_name() -> None:
    """Where neither a heading nor the page names what it belongs to, a member loses its dot."""
    assert declared("# All methods of a reply\n\nText.\n\n## .send(data)\n\nText.\n") == ["send function"]


def test_names_with_a_dot_are_members_beside_calls_alone() -> None:
    """`.body` is a property where the page has a member that is called; `.gitignore` alone is a file."""
    assert declared("# Request\n\n## .body\n\nText.\n\n## .header(name)\n\nText.\n") == [
        "Request.body property",
        "Request.header function",
    ]
    assert declared("# Files\n\n## .gitignore\n\nText.\n") == []
