"""Name the tags of headings, lists and other blocks, and ask one element what several phases ask."""

from __future__ import annotations

from lxml.html import HtmlElement

from pinax_builder.parse.plain_text import plain_text

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
"""Tags of headings, by level."""
LISTS = ("ul", "ol", "menu", "dir")
"""Tags of lists."""
_BLOCK_WORDS = """
    address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer
    form header hgroup hr html legend li main nav p pre section summary table tbody td tfoot th thead tr
"""
BLOCKS = (*_BLOCK_WORDS.split(), *HEADINGS, *LISTS)
"""Tags of elements that begin a line of their own, as a tuple, which lxml asks for."""
IS_BLOCK = frozenset(BLOCKS)
"""The same tags as a set, for a quick look-up."""
SIGNATURE = "data-pinax-signature"
"""Attribute of a heading that holds the signature of the member below it."""
DECLARED_KIND = "data-pinax-kind"
"""Attribute of a heading whose text is the names, with commas between, of what it declares: the kind of these."""


def level_of(heading: HtmlElement) -> int:
    """Return the level of a heading, 1 to 6."""
    return HEADINGS.index(str(heading.tag)) + 1


def heading_tag(level: int) -> str:
    """Return the tag of a heading of a level, or of the nearest level that HTML has."""
    return HEADINGS[min(max(level, 1), len(HEADINGS)) - 1]


def anchor_of(element: HtmlElement) -> str:
    """Return the id of an element, or the name of an `a`; empty if it has neither."""
    return element.get("id") or (element.get("name") if element.tag == "a" else "") or ""


def is_link(heading: HtmlElement) -> bool:
    """Return whether a heading is a mere link, as the site's name is and the page's title is not."""
    return plain_text(heading) == "".join(map(plain_text, heading.iter("a")))
