"""Which sentence describes a page whose head has no description."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.made_pages import parts
from pinax_builder.records import Page, Section
from pinax_runtime.format import wire

MANUAL = "# NAME\n\ndf - report file system space usage"
END = Section(1, "end", "End", "heading", "## End\n\nThis is said at the end of the page.")

CASES = {
    "a manual's NAME line": (MANUAL, "df - report file system space usage"),
    "a manual's NAME line of few words": ("# NAME\n\nmkdir - make directories", "mkdir - make directories"),
    "several names in a NAME line": ("# NAME\n\ngzip, gunzip – shrink files", "gzip, gunzip – shrink files"),
    "a manual's running head first": (
        "LS(1) · General Commands Manual for Users · LS(1)\n\n# NAME\n\nls - list directory contents",
        "ls - list directory contents",
    ),
    "the first of two sentences": (
        "# A\n\nA queue holds items in order. It is safe.",
        "A queue holds items in order.",
    ),
    "a sentence that is set apart": (
        "# A\n\n*✨ A queue holds items in order. ✨*\n\nText.",
        "✨ A queue holds items in order.",
    ),
    "too few words for a sentence": (
        "# A\n\nSource code: a.py\n\nThis module copies files and folders.",
        "This module copies files and folders.",
    ),
    "a list and a table first": (
        "# A\n\n- one item of a long list\n\n| a | b |\n\nCopies files from place to place.",
        "Copies files from place to place.",
    ),
    "an item of two paragraphs first": (
        "# Map<K,V>\n\n- **Type Parameters:** `K` - the type of keys\n\n  `V` - the type of values\n\n"
        "Maps keys to values of a type.",
        "Maps keys to values of a type.",
    ),
    "code with an empty line first": (
        "# A\n\n```\nx = 1\n\nthis is no prose at all\n```\n\nIt sets `x` to one, once.",
        "It sets x to one, once.",
    ),
    "a synopsis first": (
        "# A\n\ndf [OPTION] [-a | -b] [FILE] more of it\n\nShows how full each disk is.",
        "Shows how full each disk is.",
    ),
    "remarks first": (
        "# A\n\nNote: this command is unaware of workspaces.\n\nAdds packages to the cache of a user.",
        "Adds packages to the cache of a user.",
    ),
    "a declaration first": (
        "# A\n\npublic class Streams extends Object\n\nHelps with streams of many items.",
        "Helps with streams of many items.",
    ),
    "names of parents first": (
        "# A\n\nProduct, Equals, Type, AnyRef, Any\n\nStands for a type of values.",
        "Stands for a type of values.",
    ),
    "a sentence in parentheses": ("# A\n\n(It is kept for old programs.)", "(It is kept for old programs.)"),
    "nothing but a title": ("# A", "This is said at the end of the page."),
}


def description(page: Page, folder: Path) -> str:
    """Return the description of a page that is indexed."""
    (part,) = parts([page], folder)
    ((record, _),) = wire.decode_stream(part.records)
    return record.get("description", "")


@pytest.mark.parametrize(("text", "expected"), CASES.values(), ids=CASES)
def test_the_first_sentence_of_prose_describes_a_page(text: str, expected: str, tmp_path: Path) -> None:
    """Headings, lists, tables, code and fragments are passed over."""
    assert description(made(Section(0, "", "A", "page", text), END), tmp_path) == expected


def test_what_the_head_says_goes_first(tmp_path: Path) -> None:
    """A page that describes itself is described so."""
    own = Section(0, "", "A", "page", MANUAL)
    assert description(made(own, END, description="Own words"), tmp_path) == "Own words"


def test_a_page_of_one_section_gets_none(tmp_path: Path) -> None:
    """What a short page says first is no more about it than the rest is."""
    assert description(made(Section(0, "", "A", "page", MANUAL)), tmp_path) == ""


def test_a_long_sentence_is_cut(tmp_path: Path) -> None:
    """A sentence is cut after 25 words."""
    said = "# A\n\n" + "word " * 60 + "end."
    assert description(made(Section(0, "", "A", "page", said), END), tmp_path).split() == ["word"] * 25


def made(*sections: Section, description: str = "") -> Page:
    """Make a page of sections."""
    return Page("a.html", "a.html", "A", description, "en", sections)
