"""Find the part of a page that is its content.

In:    A page's tree and its platform's profile.
Out:   One element that holds the content, and whether the page marked it with `data-pagefind-body`.
Rules: the first of these that has text: what the page marked, where its platform puts content, `main`, `role=main`,
       `article`, the smallest element that holds most of the text, the body.
"""

from __future__ import annotations

from lxml.html import Element, HtmlElement

from pinax_builder.parse.html.css_selectors import selector
from pinax_builder.parse.html.finding.profiles import Profile
from pinax_builder.parse.plain_text import plain_text

_GENERIC_ROOTS = ("main", "[role=main]", "article", "#main-content", ".markdown-body")
_MARKED = selector("[data-pagefind-body]")
_BOXES = frozenset(("div", "section", "article", "main", "center"))
"""Tags of elements that may hold a page's content."""
_MOST = 0.8
"""Share of an element's prose that one child holds if the content lies in that child."""
_MIN_ROOT_CHARS = 20
"""Length of the shortest text that an element chosen by a selector has, in characters."""


def find_main(tree: HtmlElement, profile: Profile | None) -> tuple[HtmlElement, bool]:
    """Find a page's content.

    Returns:
        The element, and whether the page marked it. The element is still in its tree, unless the page marked several
        parts; a new element then holds them.
    """
    marked = [element for element in _MARKED(tree) if not _inside_another(element)]
    if marked:
        return _together(marked), True
    body = tree.find("body")
    if body is None:
        body = tree
    for css in (*(profile.roots if profile else ()), *_GENERIC_ROOTS):
        found = [body] if css == "body" else selector(css)(tree)
        if css == "article" and len(found) > 1:
            continue  # a list of posts or comments, none of which is the page's content alone
        for element in found:
            if len(plain_text(element)) >= _MIN_ROOT_CHARS:
                return element, False
    return _densest(body), False


def _inside_another(element: HtmlElement) -> bool:
    return any(above.get("data-pagefind-body") is not None for above in element.iterancestors())


def _together(elements: list[HtmlElement]) -> HtmlElement:
    """Move the marked parts of a page, in document order, into one element."""
    if len(elements) == 1:
        return elements[0]
    container = Element("div")
    for element in elements:
        element.tail = None
        container.append(element)
    return container


def _densest(body: HtmlElement) -> HtmlElement:
    """Return the innermost element that still holds most of the body's prose and its title."""
    current = body
    headings = [heading for heading in body.iter("h1") if not _is_link(heading)]
    while True:
        total_chars = _prose_chars(current)
        for child in current:
            is_most = child.tag in _BOXES and _prose_chars(child) >= _MOST * total_chars > 0
            if is_most and _holds_title(child, headings) and not _is_one_of_several(child, current, headings):
                current = child
                break
        else:
            return current


def _is_link(heading: HtmlElement) -> bool:
    """Return whether a heading is a mere link, as the site's name is and the page's title is not."""
    return plain_text(heading) == "".join(plain_text(a) for a in heading.iter("a"))


def _holds_title(element: HtmlElement, headings: list[HtmlElement]) -> bool:
    """Return whether an element holds an `h1`, or the page has none."""
    return not headings or any(above is element for heading in headings for above in heading.iterancestors())


def _is_one_of_several(element: HtmlElement, around: HtmlElement, headings: list[HtmlElement]) -> bool:
    """Return whether a sibling with the same tag and class has an `h1` too: both are then parts of one page."""
    kind = element.tag, element.get("class")
    alike = (other for other in around if (other.tag, other.get("class")) == kind)
    return bool(headings) and any(_holds_title(other, headings) for other in alike if other is not element)


def _prose_chars(element: HtmlElement) -> int:
    """Return the number of characters of text, less twice those in links, so that a menu counts for nothing."""
    linked = sum(len(plain_text(a)) for a in element.iter("a"))
    return max(0, len(plain_text(element)) - 2 * linked)
