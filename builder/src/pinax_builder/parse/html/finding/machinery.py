"""Recognize what a page shows to be used and not to be read: what copies text, switches, and the way to the page.

In:    An element, and the words of its class and id in lower case.
Out:   Whether it is such machinery.
Rules: the parts of a name count (`copy` and `popup` of `copy-popup-wrapper`), and only in an element with little text.
"""

from __future__ import annotations

import re
from functools import lru_cache

from lxml.html import HtmlElement

from pinax_builder.parse.html.headings import HEADINGS
from pinax_builder.parse.plain_text import plain_text, raw_text

_PART = re.compile(r"[^-_\s]+")
"""Part of a class: `tsd-breadcrumb` has two."""
_TRAIL_PARTS = frozenset(("breadcrumb", "breadcrumbs"))
"""Parts of classes of lists that say where in the site a page stands."""
_COPYING_PARTS = frozenset(("copy", "clipboard"))
"""Parts of classes of what copies text; with one of the next set, the element is a part of that machinery."""
_TOOL_PARTS = frozenset(("popup", "tooltip", "button", "btn", "icon", "toast", "hint"))
_RESULT_PARTS = frozenset(("search", "results"))
"""Parts of the class of a box that a search fills."""
_BARS = ("navbar", "navbox")
"""Words of the names of menus, such as `bd-navbar` and `vertical-navbox`."""
SOUGHT_PARTS = ("breadcrumb", *_BARS, *sorted(_COPYING_PARTS | _RESULT_PARTS - {"search"}))
"""Pieces of names without which no name is one of machinery, of a trail or of a bar."""
_TRAIL_CHARS = 300
"""Largest length of a list that says where a page stands (characters)."""
_TRAIL_SIGNS = ("»", "›", "→")
"""Signs between the links of such a list."""
_SWITCHES = frozenset(("view source", "menu", "toggle menu", "navigation", "toggle navigation", "open menu"))
"""Labels of switches that show a menu or code, in lower case."""
_MAX_NAMES = 1024
"""Number of different names that are remembered."""
_MACHINERY_CHARS = 60
"""Length of the longest text of machinery, in characters."""


def has_part(names: list[str], part: str) -> bool:
    """Return whether a part of a class or id is a word.

    >>> has_part(["tsd-panel", "tsd-index-panel"], "index"), has_part(["reindex"], "index")
    (True, False)
    """
    return any(part in name and part in _PART.findall(name) for name in names)


def is_bar(names: list[str]) -> bool:
    """Return whether an element is called a bar of links; content may be, if it is not made of links."""
    return any(has_part(names, bar) for bar in _BARS)


def is_machinery(element: HtmlElement, names: list[str]) -> bool:
    """Return whether an element copies text, or is filled by a search."""
    return any(map(_is_of_machinery, names)) and len(plain_text(element)) <= _MACHINERY_CHARS


def is_switch(label: HtmlElement) -> bool:
    """Return whether a label switches what the page shows."""
    return plain_text(label).lower() in _SWITCHES


@lru_cache(_MAX_NAMES)
def _is_of_machinery(name: str) -> bool:
    """Return whether a class is that of machinery: what copies text, or what a search fills.

    >>> _is_of_machinery("copy-popup-wrapper"), _is_of_machinery("copy-elision")
    (True, False)
    """
    parts = set(_PART.findall(name))
    return (not parts.isdisjoint(_COPYING_PARTS) and not parts.isdisjoint(_TOOL_PARTS)) or parts >= _RESULT_PARTS


def is_trail(element: HtmlElement, names: list[str], *, is_menu: bool) -> bool:
    """Return whether an element is a list of links that says where in the site the page stands."""
    if not any("breadcrumb" in name and _TRAIL_PARTS.intersection(_PART.findall(name)) for name in names):
        text = raw_text(element) if is_menu else ""
        if not any(sign in text for sign in _TRAIL_SIGNS) or next(element.iter("a"), None) is None:
            return False
    return len(plain_text(element)) <= _TRAIL_CHARS and next(element.iter(*HEADINGS, "p"), None) is None
