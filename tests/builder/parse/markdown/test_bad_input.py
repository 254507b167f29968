"""Markdown that is broken, hostile or strange: a page or a rejection, soon, and no word lost."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.parse.reading import markdown as whole_text
from builder.parse.reading import outcome, page_of
from pinax_builder.records import Page, Rejection
from scaling import assert_in_proportion


def parse(text: str, path: str = "a.md") -> Page | Rejection:
    return outcome(text, path)


def page(text: str, path: str = "a.md") -> Page:
    return page_of(text, path)


@pytest.mark.parametrize(
    "front",
    [
        "title: a: b\nother: [",
        "title: a\n\tx: b",
        "title: 'a",
        "title: a\nx: {",
        "title: a\nx: *unknown\n: [",
        "title: a\n\x01: !!",
    ],
)
def test_bad_front_matter_keeps_the_page(front: str) -> None:
    """Malformed front matter is reported, its simple lines are read, and the text stays."""
    parsed = page(f"---\n{front}\n---\n\nText.\n")
    assert parsed.title.startswith("a")
    assert "Text." in whole_text(parsed)
    assert len(parsed.notices) <= 1


def test_bad_front_matter_is_reported() -> None:
    """The notice says what is wrong and where."""
    (notice,) = page("---\ntitle: a: b\n---\n\nText.\n").notices
    assert notice.startswith("The front matter is malformed (mapping values are not allowed")
    assert "line 2" in notice


@pytest.mark.parametrize("inside", ["- one\n- two", "just words", "[one, two]"])
def test_what_stands_between_rules_and_is_no_mapping_is_text(inside: str) -> None:
    """A list between two rules is no front matter, and no word of it is lost."""
    parsed = page(f"---\n{inside}\n---\n\nText.\n")
    assert all(
        word in whole_text(parsed) for word in (*inside.strip("[]").replace("- ", "").replace(",", "").split(), "Text.")
    )


def test_huge_front_matter_is_not_parsed() -> None:
    """Front matter above the limit costs its values, not the page."""
    parsed = page("---\ntitle: T\nx: " + "a" * 50_000 + "\n---\n\nText.\n")
    assert (parsed.title, len(parsed.notices)) == ("T", 1)


@pytest.mark.parametrize(
    "front",
    [
        "a: &a [x, x]\n" + "".join(f"b{n}: &b{n} [*a, *a]\n" for n in range(50)),
        "a: &a {x: 1}\n" + "".join(f"b{n}: {{<<: [*a, *a]}}\n" for n in range(50)),
        "a: " + "[" * 30_000,
        "a: " + "{a: " * 7_000,
        "- " * 15_000 + "a",
        "a: " + "9" * 30_000,
        "".join(f"k{n}: v\n" for n in range(3_000)),
    ],
)
def test_yaml_bombs(front: str) -> None:
    """Aliases (which would double for ever), nesting and numbers in front matter take no process down."""
    assert "Text." in whole_text(page(f"---\n{front}\n---\n\nText.\n"))


def test_a_rule_at_the_top_is_no_front_matter() -> None:
    """Text between two rules stays text."""
    assert "Some text, no mapping" in whole_text(page("---\nSome text, no mapping\n\n---\n\nMore.\n"))


HOSTILE: dict[str, tuple[Callable[[int], str], int]] = {
    "quotes": (lambda n: ">" * n + " deep", 10_000),
    "lists": (lambda n: "- " * n + "deep", 10_000),
    "colons": (lambda n: ":::note\n" * n + "deep\n" + ":::\n" * n, 5_000),
    "tags": (lambda n: "<div>" * n + "deep", 10_000),
    "components": (lambda n: "<Card>\n" * n + "deep", 10_000),
    "brackets": (lambda n: "[" * n + "deep", 20_000),
    "images": (lambda n: "![" * n + "deep", 20_000),
    "braces": (lambda n: "{" * n + "deep", 20_000),
    "open tags": (lambda n: "<a " * n + "deep", 20_000),
    "comments": (lambda n: "<!-- " * n + "deep", 10_000),
    "ticks": (lambda n: "`` ` " * n + "deep", 10_000),
    "fences": (lambda n: "```\n" * (n | 1) + "deep", 10_000),
    "alerts": (lambda n: "> [!NOTE]\n" * n + "deep", 5_000),
    "imports": (lambda n: "import a\n" * n + "deep", 5_000),
    "headings": (lambda n: "## same\n\n" * n + "deep", 3_000),
    "cells": (lambda n: "| a " * n + "\n" + "|---" * n + "\ndeep", 2_000),
}


@pytest.mark.parametrize("path", ["a.md", "a.mdx"])
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_takes_time_in_proportion(name: str, path: str) -> None:
    """Deep nesting and openings without end give a value and cost no more than their length."""
    text_of, times = HOSTILE[name]

    def work(size: int) -> None:
        assert isinstance(parse(text_of(size), path), Page | Rejection)

    assert_in_proportion(work, times)


@pytest.mark.parametrize("path", ["a.md", "a.mdx"])
@pytest.mark.parametrize(
    "text",
    [
        "\n".join(" " * 2 * depth + "- item" for depth in range(500)),
        "\n".join(" " * 4 * depth + "!!! note" for depth in range(300)) + "\n\ndeep",
    ],
    ids=["lists", "admonitions"],
)
def test_nesting_by_indentation_is_parsed(text: str, path: str) -> None:
    """Hundreds of blocks, each within the one before, give a value; here the text itself grows by the square."""
    assert isinstance(parse(text, path), Page | Rejection)


def test_line_ends_marks_and_controls() -> None:
    """A byte order mark, any line ends and control characters leave no trace."""
    parsed = page("\ufeff---\r\ntitle: T\r\n---\r\n\r\nOne\x00 two\x1e\r\n\r\n## A\r\n```\r\nx\ty\r\n```\r\n")
    assert [section.text for section in parsed.sections] == ["# T\n\nOne two", "## A\n\n```\nx\ty\n```"]


def test_unclosed_comment_and_script_end_with_the_page() -> None:
    """What HTML would hide to the end of the page is hidden, what stands before is not."""
    assert whole_text(page("Text.\n\n<!-- open\n\nhidden\n")) == "Text."


def test_fences_are_balanced() -> None:
    """A fence that the page does not close is closed at its end and never leaks into other sections."""
    parsed = page("# T\n\ntext\n\n## A\n\n````js\n```\n# b\n")
    assert [section.text for section in parsed.sections] == ["# T\n\ntext", "## A\n\n````js\n```\n# b\n````"]


WORDS = st.text(alphabet="abcdefghijklmnopqrstuvwxyzäß概", min_size=3, max_size=8)
SYNTAX = """
    # ## ### - 1. > >> ` ``` ~~~ * ** _ [ ] ]( ) ](x.md) ![ ! < > / </ <b> </b> <div> </div> <Tab <Tabs> </Tabs> label=
    { } {# :::note ::: :::: !!! === /// {{< >}} | |---| --- +++ <!-- --> {/* */} import export from [^1]: [a]: : &amp; &
    \\ " ' =
"""
PIECES = st.sampled_from([*SYNTAX.split(), "\n", "\n\n", " ", "    ", "\t", "\r", "\x00", "\ufeff"])


@settings(max_examples=300)
@given(st.lists(st.one_of(PIECES, WORDS), max_size=40).map("".join), st.sampled_from(["a.md", "a.mdx", "b/index.md"]))
def test_any_text_is_a_page_or_a_rejection(text: str, path: str) -> None:
    """Whatever the text, the result is a page with unique anchors and nested depths, or a rejection."""
    parsed = parse(text, path)
    if isinstance(parsed, Page):
        anchors = [section.anchor for section in parsed.sections]
        depths = [section.depth for section in parsed.sections]
        assert len(set(anchors)) == len(anchors)
        assert depths[0] == 0
        assert all(0 < depth <= before + 1 for before, depth in zip(depths, depths[1:], strict=False))
        assert "\x01" not in whole_text(parsed)
        assert "\x02" not in whole_text(parsed)


BLOCKS = st.sampled_from(
    [
        "{}\n\n",
        "# {}\n\n",
        "### {} ###\n\n",
        "{}\n===\n\n",
        "- {}\n",
        "1. {}\n\n   {}\n\n",
        "> {}\n> {}\n\n",
        ":::note {}\n{}\n:::\n\n",
        '!!! tip "{}"\n\n    {}\n\n',
        '=== "{}"\n\n    {}\n\n',
        "> [!NOTE]\n> {}\n\n",
        "    {}\n\n",
        "```js\n{}\n```\n\n",
        "| {} | {} |\n|---|---|\n| a | {} |\n\n",
        "<div>{}</div>\n\n",
        "<details><summary>{}</summary>\n\n{}\n\n</details>\n\n",
        "**{}** *{}* [{}](x.md) ![{}](y.png) `{}` <b>{}</b>\n\n",
        "{}\n:   {}\n\n",
        "[{}][ref] {}\n\n[ref]: x.md\n\n",
        "<!-- c -->{}\n\n",
    ]
)


@settings(max_examples=200)
@given(st.lists(st.tuples(BLOCKS, st.lists(WORDS, min_size=6, max_size=6)), min_size=1, max_size=8))
def test_no_word_is_lost(blocks: list[tuple[str, list[str]]]) -> None:
    """Every word of prose and code in well-formed blocks of every flavour is in the page's text."""
    source = "".join(block.format(*words) for block, words in blocks)
    parsed = parse(source)
    expected = [word for block, words in blocks for word in words[: block.count("{}")]]
    if isinstance(parsed, Rejection):
        assert re.fullmatch(r"\s*(#+ .*|.*\n=+)\s*", source)
        return
    text = whole_text(parsed)
    assert [word for word in expected if word not in text] == []
