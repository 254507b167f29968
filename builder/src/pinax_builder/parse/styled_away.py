"""Find the elements that a page hides from readers, by the `hidden` attribute or by their own `style`.

In:    An element, or all that is in one.
Out:   Whether it is not shown, too small to read, moved off the page, cut to nothing, or written in the color of its
       own background.
Rules: style sheets are not read. Faded text (`opacity: 0`) is shown, since scripts fade such text in. Where an inner
       element sets the size or the color again, the outer one is shown: that is how gaps between boxes are closed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from lxml import etree
from lxml.html import HtmlElement

_FAR = re.compile(r"-(?:999|\d{4,}).*", re.DOTALL)
"""A move of more than 999 of any unit, to the left or upwards."""
_HIDING = {
    "display": re.compile("none"),
    "visibility": re.compile("hidden"),
    "text-indent": _FAR,
    **dict.fromkeys(("left", "top", "right", "bottom"), _FAR),
    "clip": re.compile(r"rect\((?:\s*[01](?:px)?[\s,]*){4}\)"),
    "clip-path": re.compile(r"inset\(\s*(?:50|100)%\s*\)"),
}
"""Property → its values that hide an element with all that is in it."""
_NO_SIZE = re.compile(r"(?:0|0?\.0+|0\.)(?:[a-z]+|%)?|1px")
"""Sizes in which nothing can be read."""
_SIDES = frozenset(("width", "height", "max-width", "max-height"))
_OVERFLOWS = frozenset(("overflow", "overflow-x", "overflow-y"))
_PADDED = frozenset(("padding-top", "padding-bottom"))
_CUT = frozenset(("hidden", "clip"))
_NAMES = {"white": "#fff", "black": "#000"}
_DOUBLED = re.compile(r"#(.)\1(.)\2(.)\3")
_STYLES = etree.XPath("descendant-or-self::*/@style")
"""Finds attributes that know their elements, in a third of the time of a search for elements that have one."""
_STYLED = etree.XPath("descendant::*[@style]")
_MARKS = etree.XPath("descendant::*/@hidden")
_TARGETS = etree.XPath(
    "descendant::*/@*[name() = 'aria-controls' or name() = 'data-target' or name() = 'data-bs-target'"
    " or name() = 'for' or name() = 'onclick' or (name() = 'href' and starts-with(., '#'))]"
)
_WORD = re.compile(r"[\w:.-]+")


def with_style(element: HtmlElement) -> list[HtmlElement]:
    """Return the elements with a `style` attribute, an element itself included, in document order."""
    return [style.getparent() for style in _STYLES(element)]


def hidden_elements(main: HtmlElement, styled: Iterable[HtmlElement] | None = None) -> list[HtmlElement]:
    """Return the elements within one that readers do not see, and that no click shows, in document order.

    Args:
        main: The element.
        styled: All elements in it that have a `style` attribute, maybe with others; None where nobody has looked.

    Spec: HTML, 6.1 (the hidden attribute; with `until-found` the element is content that folds).
    """
    styled = with_style(main) if styled is None else styled
    found = set(filter(_is_hidden, {*styled, *(mark.getparent() for mark in _MARKS(main))}))
    hidden = list(filter(found.__contains__, main.iterdescendants())) if found else []
    if not hidden:
        return []
    opened = {word for value in _TARGETS(main) for word in _WORD.findall(value)}
    hidden = [element for element in hidden if element.get("role") != "tabpanel" and element.get("id") not in opened]
    return [element for element in hidden if element.tag != "tr" or not _unfolds(element.get("id") or "", opened)]


def _unfolds(identifier: str, opened: set[str]) -> bool:
    """Return whether a click shows a row of a tree: it names the row's place, or that of a row above it.

    >>> _unfolds("row_0_2_1_", {"0_2_"}), _unfolds("row_0_3_", {"0_2_"})
    (True, False)
    """
    place = identifier.partition("_")[2]
    while place:
        if place in opened:
            return True
        place = "".join(place.rstrip("_").rpartition("_")[:2])
    return False


def _is_hidden(element: HtmlElement) -> bool:
    mark = element.get("hidden")
    return mark != "until-found" and (mark is not None or is_styled_away(element))


def is_styled_away(element: HtmlElement) -> bool:
    """Return whether an element's own `style` attribute hides it.

    >>> from lxml.html import fragment_fromstring
    >>> is_styled_away(fragment_fromstring('<p style="color: white; background: #ffffff">x</p>'))
    True
    """
    style = _declarations(element)
    if not style:
        return False
    if any(name in style and hiding.fullmatch(style[name]) for name, hiding in _HIDING.items()):
        return True
    return _is_cut_to_nothing(style) or _is_unreadable(element, style)


def _is_cut_to_nothing(style: dict[str, str]) -> bool:
    """Return whether an element has no size, and what is larger is cut; padding has room, as around a video."""
    if _PADDED.isdisjoint(style) and any(
        not _CUT.isdisjoint(style[name].split()) for name in _OVERFLOWS & style.keys()
    ):
        return any(_NO_SIZE.fullmatch(style[side]) for side in _SIDES & style.keys())
    return False


def _is_unreadable(element: HtmlElement, style: dict[str, str]) -> bool:
    """Return whether an element's letters have no size, or the color of what is behind them."""
    if _NO_SIZE.fullmatch(style.get("font-size", "")):
        return not _is_set_again(element, "font-size", style)
    behind = style.get("background-color") or style.get("background", "").partition(" ")[0]
    if not behind or "color" not in style or _color(style["color"]) != _color(behind):
        return False
    return not _is_set_again(element, "color", style)


def _is_set_again(element: HtmlElement, name: str, style: dict[str, str]) -> bool:
    """Return whether an element within sets an inherited property to another value."""
    return any(_declarations(inner).get(name, style[name]) != style[name] for inner in _STYLED(element))


def _declarations(element: HtmlElement) -> dict[str, str]:
    """Return the properties of an element's `style` attribute, in lower case."""
    style = element.get("style")
    if not style:
        return {}
    pairs = (declaration.partition(":") for declaration in style.lower().split(";"))
    return {name.strip(): " ".join(value.replace("!important", " ").split()) for name, _, value in pairs}


def _color(value: str) -> str:
    """Return one spelling of a color for the common spellings of it."""
    return _DOUBLED.sub(r"#\1\2\3", _NAMES.get(value, value))
