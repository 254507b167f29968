"""Tell whether a box is made of links, and where these lead.

In:    An element of a page's content.
Out:   True or False; nothing is changed.
Rules: the share of the box's characters that stand in links decides. The headings of a sidebar do not count.
"""

from __future__ import annotations

from lxml.html import HtmlElement

from pinax_builder.parse.html.headings import HEADINGS
from pinax_builder.parse.plain_text import plain_text

_MENU_CHARS = 300
"""Length of the longest row of links and of labels without one (characters)."""
_BESIDE_WORDS = "search-results sidebar side-bar sidenav side-nav menu nav navbar navigation toc"
_BESIDE = frozenset(_BESIDE_WORDS.split())
"""Names of what stands beside the content and may show the site's name as an `h1`."""
_LINK_SHARE = 0.6
"""Share of an element's characters in links from which on it is made of links."""
_LABEL_CHARS = 40
"""Length of the longest label of a table of contents, in characters."""
_WITHIN_SHARE = 0.8
"""Share of a table of contents' links that lead within the page, if it is the page's own."""


def is_links(element: HtmlElement) -> bool:
    """Return whether an element's text is mostly links, or empty; with an `h1` or code, a sidebar alone may be.

    The headings of a sidebar, and what stands in bold there for the page itself, do not count.
    """
    stands_beside = is_beside(element)
    if not stands_beside and next(element.iter("h1", "pre"), None) is not None:
        return False
    chars = len(plain_text(element))
    if stands_beside:
        labels = [label for label in element.iter("b", "strong", *HEADINGS) if label.find(".//a") is None]
        chars -= sum(len(plain_text(label)) for label in labels)
    linked = sum(len(plain_text(a)) for a in element.iter("a"))
    return linked >= _LINK_SHARE * chars


def is_beside(element: HtmlElement) -> bool:
    """Return whether an element is called a sidebar, and the page has an `h1`, or any heading at all, outside it."""
    names = {*(element.get("class") or "").lower().split(), (element.get("id") or "").lower()}
    if element.tag not in ("nav", "aside") and _BESIDE.isdisjoint(names):
        return False
    within = sum(1 for _ in element.iter(*HEADINGS))
    return within < sum(1 for _ in element.getroottree().iter(*HEADINGS))


def is_row_of_links(element: HtmlElement) -> bool:
    """Return whether an element is short, has links, and no block that only content has."""
    if next(element.iter("p", "pre", "dl", "dd", *HEADINGS), None) is not None:
        return False
    return len(plain_text(element)) <= _MENU_CHARS and any(link.get("href") for link in element.iter("a"))


def is_contents(element: HtmlElement) -> bool:
    """Return whether an element is a list of links; the list may be shorter than its label."""
    lists = [inner for inner in element if inner.tag in ("ul", "ol", "dl")]
    label = len(plain_text(element)) - sum(len(plain_text(inner)) for inner in lists)
    return is_links(element) or (bool(lists) and label <= _LABEL_CHARS and all(map(is_links, lists)))


def leads_within(element: HtmlElement, file: str) -> bool:
    """Return whether most of an element's links lead into the page itself."""
    targets = [link.get("href") or "" for link in element.iter("a") if link.get("href")]
    within = sum(1 for target in targets if target.startswith("#") or (file and target.startswith(f"{file}#")))
    return within >= _WITHIN_SHARE * len(targets)
