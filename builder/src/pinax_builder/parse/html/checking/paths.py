"""Find the elements of a page that lost most words, for the report."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from lxml.html import HtmlElement

from pinax_builder.records import Section

MAX_PATHS = 3
"""Largest number of elements that are reported."""
_WORD = re.compile(r"\w{2,}")
_MIN_LOST = 3
"""Number of lost words below which an element is not reported."""


def where_lost(tree: HtmlElement, sections: Sequence[Section]) -> tuple[str, ...]:
    """Return the elements whose own text the sections lack, those that lost most first.

    Args:
        tree: The page's tree, before anything was removed from it.
        sections: The page's sections.

    Returns:
        Paths of two elements, such as `div.fragment > div.line`.
    """
    known = set(_WORD.findall("\n".join(section.text for section in sections).lower()))
    body = tree.find("body")
    lost: Counter[str] = Counter()
    for element in body.iterdescendants() if body is not None else ():
        if not isinstance(element.tag, str) or element.tag in ("script", "style"):
            continue
        text = " ".join((element.text or "", *((child.tail or "") for child in element)))
        missing = sum(word not in known for word in _WORD.findall(text.lower()))
        if missing:
            lost[_path(element)] += missing
    return tuple(path for path, words in lost.most_common(MAX_PATHS) if words >= _MIN_LOST)


def _path(element: HtmlElement) -> str:
    """Return the element and the next above it that has a class or an id, as CSS writes them."""
    own = _name(element)
    above = next((a for a in element.iterancestors() if a.get("class") or a.get("id") or a.tag == "body"), None)
    return own if above is None else " > ".join((_name(above), own))


def _name(element: HtmlElement) -> str:
    names = (element.get("class") or "").split()
    tag, identifier = str(element.tag), element.get("id")
    return ".".join((tag, names[0])) if names else "#".join((tag, identifier)) if identifier else tag
