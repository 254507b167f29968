"""Read Pagefind's attributes, so that a site prepared for Pagefind needs no change.

In:    A page's tree, unchanged so far.
Out:   PagefindFacts (facets, metadata, sort keys), and marks in the tree where weighted text begins.
Rules: filters, metadata and sort keys count anywhere in the page, also outside its content, but not below
       `data-pagefind-ignore="all"`.
Spec:  https://pagefind.app/docs/ (filtering, metadata, weighting, sorts, indexing attributes)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml import etree
from lxml.html import HtmlElement

from pinax_builder.parse.html.page_tree import PageTree
from pinax_builder.records import Weighted

_IGNORED = "[data-pagefind-ignore]"
_WEIGHTED = "[data-pagefind-weight], [data-pagefind-index-attrs]"
_BREAKS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6", "dt"))
"""Tags that may open a section, so that weighted text is cut before them."""
_HOST_WORDS = "pre code a em strong b i span img kbd samp var table ul ol dl"
_MARKED_BEFORE = frozenset(_HOST_WORDS.split())
"""Tags of elements whose mark is inserted before them, since inside it would break code, a list or a table."""

_MAX_WEIGHT = 10.0
"""Highest factor of `data-pagefind-weight`, as in Pagefind."""

WEIGHT_MARK = "pinax-weight"
"""Tag of the empty element where weighted text begins; its attribute `n` is the mark's number."""


def is_prepared(page: PageTree) -> bool:
    """Return whether a page has any of Pagefind's attributes; most have none and need no further search."""
    return "data-pagefind-" in " ".join(page.attributes)


@dataclass(slots=True)
class PagefindFacts:
    """The facets and metadata in a page's Pagefind attributes."""

    facets: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Values by facet, sorted."""
    meta: dict[str, str] = field(default_factory=dict)
    """Metadata by key; a sort key's value is under `sort:<key>`."""


def read_attributes(tree: HtmlElement) -> PagefindFacts:
    """Read a page's filters, metadata and sort keys."""
    facets: dict[str, set[str]] = {}
    meta: dict[str, str] = {}
    for element in tree.iter(etree.Element):
        if any(_ignores_all(above) for above in (element, *element.iterancestors())):
            continue
        for key, value in _pairs(element, "data-pagefind-filter"):
            facets.setdefault(key, set()).add(value)
        for key, value in _pairs(element, "data-pagefind-meta"):
            meta.setdefault(key, value)
        for key, value in _pairs(element, "data-pagefind-sort"):
            meta.setdefault(f"sort:{key}", value)
    for element in tree.xpath("//*[@data-pagefind-default-meta]"):
        for key, value in _pairs(element, "data-pagefind-default-meta"):
            meta.setdefault(key, value)
    return PagefindFacts({key: tuple(sorted(values)) for key, values in facets.items()}, meta)


def drop_ignored(page: PageTree) -> None:
    """Remove the elements that `data-pagefind-ignore` excludes from the index."""
    for element in page.select(_IGNORED):
        if element.get("data-pagefind-ignore", "").strip().lower() not in ("off", "false") and (
            element.getparent() is not None
        ):
            element.drop_tree()


def mark_weights(page: PageTree) -> list[Weighted]:
    """Insert a mark where each weighted text begins.

    Returns:
        The weighted text of each mark, by the mark's number. A weighted element with headings in it has a mark before
        and after each of them, so that every section gets its own share.
    """
    found: list[Weighted] = []
    for element in page.select(_WEIGHTED):
        weight = _weight(element)
        if weight is not None and weight != 1.0:
            for host, text in _chunks(element):
                if text:
                    _insert_mark(host, len(found))
                    found.append(Weighted(text, round(weight - 1.0, 4)))
        for name in filter(None, re.split(r"[,\s]+", element.get("data-pagefind-index-attrs", ""))):
            text = _squeeze(element.get(name, ""))
            if text:
                _insert_mark(element, len(found))
                found.append(Weighted(text, 1.0))
    return found


def _chunks(element: HtmlElement) -> Iterator[tuple[HtmlElement, str]]:
    """Cut a weighted element's text at the headings in it, and leave out text with a weight of its own.

    Yields:
        Each piece of text with the element in which it begins.
    """
    host, parts = element, list[str]()
    for event, node in etree.iterwalk(element, events=("start", "end")):
        if not isinstance(node.tag, str):
            if event == "end" and node is not element:
                parts.append(node.tail or "")
            continue
        if event == "start":
            if node is not element and node.get("data-pagefind-weight") is not None:
                continue
            if node is not element and node.tag in _BREAKS:
                yield host, _squeeze("".join(parts))
                host, parts = node, []
            if not _below_other(node, element):
                parts.append(node.text or "")
        elif node is not element and not _below_other(node.getparent(), element):
            parts.append(node.tail or "")
    yield host, _squeeze("".join(parts))


def _below_other(node: HtmlElement | None, element: HtmlElement) -> bool:
    """Return whether a node is, or lies in, another weighted element within `element`."""
    while node is not None and node is not element:
        if node.get("data-pagefind-weight") is not None:
            return True
        node = node.getparent()
    return False


def _insert_mark(element: HtmlElement, number: int) -> None:
    """Insert a weight mark at the beginning of an element, or before it if its inside can hold none."""
    mark = etree.SubElement(element, WEIGHT_MARK, n=str(number))
    if element.tag in _MARKED_BEFORE and element.getparent() is not None:
        element.addprevious(mark)
        return
    mark.tail = element.text
    element.text = None
    element.insert(0, mark)


def _weight(element: HtmlElement) -> float | None:
    """Return an element's weight (a factor of 0 or more); None if it is not a number."""
    try:
        return min(_MAX_WEIGHT, max(0.0, float(element.get("data-pagefind-weight", ""))))
    except ValueError:
        return None


def _pairs(element: HtmlElement, attribute: str) -> Iterator[tuple[str, str]]:
    """Yield the keys and values of an attribute that lists `key`, `key:value` or `key[attr]` between commas."""
    for one in element.get(attribute, "").split(","):
        key, colon, value = one.strip().partition(":")
        if not colon and key.endswith("]") and "[" in key:
            key, _, name = key[:-1].partition("[")
            value = element.get(name.strip(), "") if name.strip() else ""
        elif not colon:
            value = "".join(element.itertext())
        key, value = key.strip(), _squeeze(value)
        if key and value:
            yield key, value


def _ignores_all(element: HtmlElement) -> bool:
    return element.get("data-pagefind-ignore", "").strip().lower() == "all"


def _squeeze(text: str) -> str:
    return " ".join(text.split())
