"""What is read of a page's elements once, so that no step has to search for what is not there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from lxml import html

from pinax_builder.parse.html.css_selectors import (
    RARE_TAGS,
    forget_names,
    identified,
    may_hold,
    remember_for,
    remember_names,
)

PAGE = "<body><nav id=menu><form></form></nav><main><p id=first>Text<br>Text</p><ul></ul></main></body>"


@pytest.fixture
def main() -> Iterator[html.HtmlElement]:
    """The content of a page whose names are remembered."""
    tree = html.document_fromstring(PAGE)
    content = tree.find("body/main")
    assert content is not None
    remember_names(tree)
    remember_for(content, tree)
    yield content
    forget_names()


def test_a_tag_that_the_content_lacks_is_not_searched_for(main: html.HtmlElement) -> None:
    """The form stands outside of the content."""
    assert not may_hold(main, "form")
    assert not may_hold(main, *(RARE_TAGS - {"br"}))


def test_a_tag_that_the_content_has_is_searched_for(main: html.HtmlElement) -> None:
    """It is enough that one of several tags is there."""
    assert may_hold(main, "br")
    assert may_hold(main, "form", "br")


def test_a_tag_that_nobody_looked_for_may_be_there(main: html.HtmlElement) -> None:
    """Only the rare ones were looked for, and in the whole page not even these."""
    assert "ul" not in RARE_TAGS
    assert may_hold(main, "ul")
    assert may_hold(main, "ol")
    assert may_hold(main.getroottree().getroot(), "video")


def test_what_was_never_read_may_hold_anything() -> None:
    """A tree of which nothing is remembered is searched."""
    assert may_hold(html.fragment_fromstring("<p>Text</p>"), "video")


def test_ids_are_told_with_their_elements(main: html.HtmlElement) -> None:
    """Those of the whole page are told, whoever asks; without what was read, those below an element."""
    assert [(name, element.tag) for name, element in identified(main)] == [("menu", "nav"), ("first", "p")]
    forget_names()
    assert [name for name, _ in identified(main) if name] == ["first"]
