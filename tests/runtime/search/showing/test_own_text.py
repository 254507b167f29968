"""A hit without text of its own is shown by what says something of it."""

from __future__ import annotations

import pytest

from bundle_maker import MadeDocset, MadePage, MadeSection, make_bundle
from pinax_runtime.search import MemorySource, below_title, open_bundle

PAGE = MadePage(
    "lister.html",
    "lister(1)",
    "LISTER(1) · User Commands · LISTER(1)",
    description="lister - list what is in a folder",
    sections=(
        MadeSection("Options", "", anchor="options"),
        MadeSection("Filtering", "What is left out.", anchor="filtering", depth=2),
        MadeSection("-a, --all", "Show hidden files.", anchor="a", depth=3, kind="definition"),
        MadeSection("Sorting", "In which order.", anchor="sorting", depth=2),
        MadeSection("Colors", "Never by default.", anchor="colors", depth=2),
        MadeSection("Files", "", anchor="files"),
        MadeSection("", "Ends in an error.\nWrites nothing.", anchor="none", kind="definition"),
    ),
)


def excerpt(query: str, anchor: str, page: MadePage = PAGE) -> str:
    """Return the excerpt of a section of a page."""
    found = open_bundle(MemorySource(make_bundle([MadeDocset("d", [page])]))).search(query, sections=True, limit=20)
    return next(hit.excerpt for hit in found.hits if hit.anchor == anchor)


def test_a_page_that_begins_with_its_name_is_shown_by_its_description() -> None:
    """A running head says nothing that the title does not."""
    assert excerpt("lister", "") == "lister - list what is in a folder"


def test_a_page_that_says_something_is_shown_by_its_own_text() -> None:
    """The description stands for a text that is missing, and for no other."""
    page = MadePage("p.html", "Lister", "It lists folders, files and links.", description="A lister.")
    assert excerpt("lister", "", page) == "It lists folders, files and links."


def test_a_heading_without_text_is_shown_by_what_is_below_it() -> None:
    """The first three sections below it tell what it is about."""
    shown = "Filtering What is left out. -a, --all Show hidden files. Sorting In which order."
    assert excerpt("options", "options") == shown


def test_a_heading_with_nothing_below_is_shown_as_it_is() -> None:
    """What follows at its own depth is not below it."""
    assert excerpt("files", "files") == "Files"


def test_a_definition_whose_term_shows_nothing_is_shown_as_a_whole() -> None:
    """Its first line is no title."""
    assert excerpt("error", "none") == "Ends in an error. Writes nothing."


@pytest.mark.parametrize(
    ("text", "below"),
    [
        ("`-a`  \n`--all`\n\nAll.", "All."),
        ("`-a`  \n`-b`  \n`-c`\n\nAll  \nof it.", "All  \nof it."),
        ("`-a`\n\nAll.", "All."),
        ("`-a`  \n`--all`", "`-a`  \n`--all`"),
        ("`-a`  ", "`-a`  "),
    ],
)
def test_all_lines_of_a_definitions_title_are_left_out(text: str, below: str) -> None:
    """What has nothing below its title stays whole."""
    assert below_title(text, is_definition=True) == below
