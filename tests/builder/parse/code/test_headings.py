"""Headings in the documentation of a definition open sections, where there is enough text."""

from __future__ import annotations

import pytest

from builder.parse.reading import page_of
from pinax_builder.records import Page

LONG = "It opens a port and waits for a client. " * 40


def commented(text: str, sign: str) -> str:
    """Put a sign before each line."""
    return "".join(f"{sign} {line}".rstrip() + "\n" for line in text.split("\n"))


def outline(page: Page) -> list[tuple[int, str, str]]:
    """List each section's depth, anchor and first line."""
    return [(section.depth, section.anchor, section.text.split("\n")[0]) for section in page.sections]


def test_headings_of_a_files_documentation_are_sections_with_their_ids() -> None:
    """A link such as `#crate-features` finds its section. All are below the page's title."""
    text = (
        f"Ports of the net.\n\n{LONG}\n\n# Usage\n\nCall it.\n\n## In `async` code\n\nSo.\n\n# Crate features\n\nNone."
    )
    page = page_of(f"{commented(text, '//!')}\nuse std::net;\n\npub fn listen() {{}}\n", "src/lib.rs")
    assert outline(page) == [
        (0, "", "# src/lib.rs"),
        (1, "usage", "## Usage"),
        (2, "in-async-code", "### In `async` code"),
        (1, "crate-features", "## Crate features"),
        (1, "~listen", "`listen`"),
    ]
    assert page.sections[0].text.endswith("```rust\nuse std::net;\n\n…\n```")
    assert page.sections[2].title == "In async code"
    assert page.description == "Ports of the net."


def test_headings_of_a_definitions_documentation_are_below_it() -> None:
    """The id that a documentation tool gives is an alias, since another definition may have the same heading."""
    text = f"Opens.\n\n{LONG}\n\n# Errors\n\nIf it is taken.\n\n# Example\n```\nlisten()\n```"
    function = f"{commented(text, '///')}pub fn %s() {{}}\n\n"
    page = page_of(function % "listen" + function % "connect", "src/lib.rs")
    assert [anchor for _, anchor, _ in outline(page)[1:]] == [
        "~listen", "~listen/errors", "~listen/example", "~connect", "~connect/errors", "~connect/example",
    ]  # fmt: skip
    assert page.sections[2].aliases == ("errors",)
    assert page.sections[5].aliases == ()
    assert page.sections[3].text == "## Example\n```\nlisten()\n```"


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("src/lib.rs", "/// Opens.\n///\n/// # Errors\n///\n/// If it is taken.\npub fn listen() {}\n"),
        ("net.py", f'def listen():\n    """Opens.\n\n    {LONG}\n\n    # of a server\n    listen()\n    """\n'),
        ("src/lib.rs", commented(f"# Ports\n\n{LONG}", "//!") + "\npub fn listen() {}\n"),
    ],
    ids=["short", "a comment in code", "a title"],
)
def test_other_headings_open_no_section(path: str, source: str) -> None:
    """A short text stays whole. A comment in an example is no heading, and one at the beginning is the text's title."""
    assert len(page_of(source, path).sections) == 2


def test_a_heading_that_opens_no_section_is_below_the_pages_title() -> None:
    """One page has one heading of the first level."""
    page = page_of("/// Opens.\n///\n/// # Errors\n///\n/// If it is taken.\npub fn listen() {}\n", "src/lib.rs")
    assert "\n\n## Errors\n\n" in page.sections[1].text
