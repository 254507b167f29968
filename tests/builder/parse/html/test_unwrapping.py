"""An element that is unwrapped leaves what it held in its place, as lxml's own function has it."""

from __future__ import annotations

from copy import deepcopy

import pytest
from lxml.html import HtmlElement, document_fromstring, tostring

from builder.parse.html.test_cases import load
from pinax_builder.parse.html.page_tree import unwrap


@pytest.mark.parametrize("source", [case.values[0] for case in load()][::10])
def test_unwrapping_does_what_lxml_does(source: str) -> None:
    """Whichever element of a page is unwrapped, the page is the one that lxml's `drop_tag` leaves."""
    tree = document_fromstring(f"<body>{source}")
    for place in range(len(_elements(tree))):
        ours, theirs = deepcopy(tree), deepcopy(tree)
        unwrap(_elements(ours)[place])
        _elements(theirs)[place].drop_tag()
        assert tostring(ours) == tostring(theirs)


def _elements(tree: HtmlElement) -> list[HtmlElement]:
    return [element for element in tree.find("body").iterdescendants() if isinstance(element.tag, str)]
