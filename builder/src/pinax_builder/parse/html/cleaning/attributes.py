"""Honor Pagefind's attributes, so that a site prepared for it needs nothing new.

In:    A page's tree, untouched.
Out:   PagefindFacts (facets, metadata, sort keys), and weights marked in the tree for the outline to find.
Rules: filters, metadata and sort keys count wherever they stand in the page, but not below
       `data-pagefind-ignore="all"`; they may also stand in what is otherwise left out.
Spec:  https://pagefind.app/docs/ (filtering, metadata, weighting, sorts, indexing attributes)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml import etree
from lxml.html import HtmlElement

from pinax_builder.parse.html.css_selectors import selector
from pinax_builder.records import Weighted

_ANY = etree.XPath("boolean(//@*[starts-with(name(), 'data-pagefind-')])")
_IGNORED = selector("[data-pagefind-ignore]")
_WEIGHTED = selector("[data-pagefind-weight], [data-pagefind-index-attrs]")
_BREAKS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6", "dt"))
_HOST_WORDS = "pre code a em strong b i span img kbd samp var table ul ol dl"
_MARKED_BEFORE = frozenset(_HOST_WORDS.split())
"""Elements whose mark stands before them, since within it would break code, a list or a table."""

_MAX_WEIGHT = 10.0

WEIGHT_MARK = "pinax-weight"
"""Tag of the empty element that says where the n-th weighted text begins."""


def is_prepared(tree: HtmlElement) -> bool:
    """Tell whether a page has any of Pagefind's attributes; most have none, and there is nothing to look for."""
    return bool(_ANY(tree))


@dataclass(slots=True)
class PagefindFacts:
    """What a page's Pagefind attributes say."""

    facets: dict[str, tuple[str, ...]] = field(default_factory=dict)
    meta: dict[str, str] = field(default_factory=dict)
    """Metadata, and sort keys as `sort:<key>`."""


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


def drop_ignored(main: HtmlElement) -> None:
    """Remove what `data-pagefind-ignore` leaves out of the index."""
    for element in _IGNORED(main):
        if element.get("data-pagefind-ignore", "").strip().lower() not in ("off", "false") and (
            element.getparent() is not None
        ):
            element.drop_tree()


def mark_weights(main: HtmlElement) -> list[Weighted]:
    """Put a mark where each weighted text begins.

    Returns:
        What each mark stands for, by the mark's number. A weighted element with headings in it has a mark in each of
        its parts, so that every section gets its own share.
    """
    found: list[Weighted] = []
    for element in _WEIGHTED(main):
        weight = _weight(element)
        if weight is not None and weight != 1.0:
            for host, text in _chunks(element):
                if text:
                    _place(host, len(found))
                    found.append(Weighted(text, round(weight - 1.0, 4)))
        for name in filter(None, re.split(r"[,\s]+", element.get("data-pagefind-index-attrs", ""))):
            text = _squeeze(element.get(name, ""))
            if text:
                _place(element, len(found))
                found.append(Weighted(text, 1.0))
    return found


def _chunks(element: HtmlElement) -> Iterator[tuple[HtmlElement, str]]:
    """Cut a weighted element's own text at the headings in it; text under another weight is that one's."""
    host, parts = element, list[str]()
    for event, node in etree.iterwalk(element, events=("start", "end")):
        if not isinstance(node.tag, str):
            if event == "end" and node is not element:
                parts.append(node.tail or "")
            continue
        if event == "start":
            if node is not element and _is_other(node, element):
                continue
            if node is not element and node.tag in _BREAKS:
                yield host, _squeeze("".join(parts))
                host, parts = node, []
            if not _below_other(node, element):
                parts.append(node.text or "")
        elif node is not element and not _below_other(node.getparent(), element):
            parts.append(node.tail or "")
    yield host, _squeeze("".join(parts))


def _is_other(node: HtmlElement, element: HtmlElement) -> bool:
    return node is not element and node.get("data-pagefind-weight") is not None


def _below_other(node: HtmlElement | None, element: HtmlElement) -> bool:
    while node is not None and node is not element:
        if node.get("data-pagefind-weight") is not None:
            return True
        node = node.getparent()
    return False


def _place(element: HtmlElement, number: int) -> None:
    mark = etree.SubElement(element, WEIGHT_MARK, n=str(number))
    if element.tag in _MARKED_BEFORE and element.getparent() is not None:
        element.addprevious(mark)
        return
    mark.tail = element.text
    element.text = None
    element.insert(0, mark)


def _weight(element: HtmlElement) -> float | None:
    try:
        return min(_MAX_WEIGHT, max(0.0, float(element.get("data-pagefind-weight", ""))))
    except ValueError:
        return None


def _pairs(element: HtmlElement, attribute: str) -> Iterator[tuple[str, str]]:
    """Read `key`, `key:value` and `key[attr]`, several of them separated by commas."""
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
