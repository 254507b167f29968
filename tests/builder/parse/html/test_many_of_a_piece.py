"""A hostile page has thousands of the same: whatever the piece, reading them takes time in proportion."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis.strategies import DataObject, data, sampled_from
from lxml.html import HtmlComment, document_fromstring, tostring

from builder.parse.html.test_cases import load
from builder.parse.reading import outcome
from scaling import assert_in_proportion

_SOURCES = [case.values[0] for case in load()]
_MAX_PIECE = 600
"""Length of the largest piece that is repeated, in characters of HTML."""
_MOST_COPIES = 2_000
_MOST_CHARS = 300_000
"""Length up to which the copies of a piece go."""


@settings(max_examples=20)
@given(data())
def test_pieces_of_a_page_are_read_in_proportion(drawn: DataObject) -> None:
    """Any element of any case may stand in its place again and again."""
    tree = document_fromstring(f"<title>T</title><body><p>Text.</p>{drawn.draw(sampled_from(_SOURCES))}")
    elements = [element for element in tree.find("body").iterdescendants() if isinstance(element.tag, str)]
    elements = [element for element in elements if len(tostring(element)) <= _MAX_PIECE]
    element = drawn.draw(sampled_from(elements))
    piece = tostring(element, encoding="unicode")
    element.addprevious(HtmlComment("here"))
    element.drop_tree()
    before, after = tostring(tree, encoding="unicode").split("<!--here-->")
    copies = min(_MOST_COPIES, _MOST_CHARS // len(piece))
    assert_in_proportion(lambda times: outcome(f"{before}{piece * times}{after}"), copies)


@settings(max_examples=10)
@given(sampled_from(_SOURCES))
def test_pages_in_a_row_are_read_in_proportion(source: str) -> None:
    """All of a case may stand again and again in one page, with the same anchors each time."""
    copies = max(8, _MOST_CHARS // len(source))
    assert_in_proportion(lambda times: outcome(f"<title>T</title><body><p>Text.</p>{source * times}"), copies)
