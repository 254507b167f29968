"""Find every id that leads into a section of a page: links use any of them, not only the section's own.

In:    The element that holds a page's content, its ids still in place, and the labels of its headings and terms.
Out:   For each heading and term, and for the page itself, the ids that lead there or into the text that follows.
Rules: an id belongs to the heading or term that it labels, else to the last one before it. An id after the end of a
       definition list belongs to the section around the list. Names of links that lead away are no ids where two links
       share one, since they then say what is linked to.
Why:   docs/decisions/0045
"""

from __future__ import annotations

from lxml import etree
from lxml.html import HtmlElement

from pinax_builder.parse.html.headings import Label
from pinax_builder.parse.html.outline import Mark, Opening

_IDS = etree.XPath("descendant::*/@id")
_NAMES = etree.XPath("descendant::a/@name")
MAX_CHARS = 500
"""Length of the longest id that is kept, in characters; nobody links to a longer one."""
MAX_ALIASES = 10_000
"""Number of ids that are kept of one page."""


def find_aliases(main: HtmlElement, labels: dict[HtmlElement, Label]) -> dict[HtmlElement | None, list[str]]:
    """Find the ids that lead into each section, in document order.

    Args:
        main: The content.
        labels: The labels of its headings and terms.

    Returns:
        For each heading and `dt`, its own ids and those of the text up to the next heading or `dt`. Under None, the
        ids before the first.
    """
    taken = {identifier for label in labels.values() for identifier in label.ids}
    found: dict[HtmlElement | None, list[str]] = {None: []}
    outer: dict[HtmlElement | None, HtmlElement | None] = {None: None}
    current: HtmlElement | None = None
    names = _NAMES(main)
    of_links = [name for name in names if name.getparent().get("href") is not None]
    are_ids = len(of_links) == len(set(of_links))
    named = {attribute.getparent() for attribute in (*_IDS(main), *names)}.union(labels)
    for element in filter(named.__contains__, main.iterdescendants()):
        while current is not None and current.tag == "dt" and not _is_within(element, current.getparent()):
            current = outer[current]
        if element in labels:
            is_next = current is not None and current.tag == "dt" and current.getparent() is element.getparent()
            outer[element] = outer[current] if is_next else current
            current = element
            found[element] = list(labels[element].ids)
            continue
        is_named = element.tag == "a" and (are_ids or element.get("href") is None)
        for own in (element.get("id"), element.get("name") if is_named else None):
            if own and own not in taken and len(own) <= MAX_CHARS and len(taken) < MAX_ALIASES:
                taken.add(own)
                found[current].append(own)
    return found


def assign_aliases(
    aliases: dict[HtmlElement | None, list[str]], opened: dict[HtmlElement, int], marks: list[Mark]
) -> tuple[str, ...]:
    """Add to each mark, in place, the ids that lead into its section.

    Args:
        aliases: From `find_aliases`.
        opened: The number of the mark that each heading or term became. One that opened no section has no number,
            and its ids lead to the section around it.
        marks: The page's marks, by number.

    Returns:
        The ids that lead to the text before the first mark.
    """
    of_mark: dict[int, list[str]] = {}
    current = -1
    for element, identifiers in aliases.items():
        current = opened.get(element, current) if element is not None else -1
        of_mark.setdefault(current, []).extend(identifiers)
    for number, mark in enumerate(marks):
        if isinstance(mark, Opening):
            mark.aliases = tuple(of_mark.get(number, ()))
    return tuple(of_mark.get(-1, ()))


def _is_within(element: HtmlElement, ancestor: HtmlElement | None) -> bool:
    above = element.getparent()
    while above is not None and above is not ancestor:
        above = above.getparent()
    return above is not None
