"""Find the elements that a page hides from readers, by the `hidden` attribute or by their own `style`.

Strategy. A style is parsed as browsers parse it, so that no escape or comment hides what it says. Each declaration is
judged by what it means: lengths become pixels, whatever their unit, sums are added up, and colors are compared as
colors.

In:    An element, or all that is in one.
Out:   Whether it is not shown, too small to read, moved off the page, cut to nothing, or written in no color or in that
       of its own background.
Rules: style sheets are not read here, nor variables. Where boxes of one class stand side by side and a style shows the
       first, the others are panels, and shown: what opens them may be gone. Faded text (`opacity: 0`) is shown, since
       scripts fade such text in. Where an inner element sets the size or the color again, the outer one is shown: that
       is how gaps between boxes are closed.
Spec:  https://www.w3.org/TR/css-syntax-3/; the names of properties stand in the modules of CSS.
Why:   docs/decisions/0267
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import add, mul, sub, truediv
from typing import Any

import tinycss2
from lxml import etree
from lxml.html import HtmlElement
from tinycss2.color4 import parse_color

Style = Mapping[str, Sequence[Any]]
"""Property, in lower case → tokens of its value (`tinycss2.ast`), without white space."""

_FAR = 999.0
"""Smallest distance to the left or upwards that is off every page (pixels, or percent)."""
_READABLE = 1.0
"""Largest size in which nothing can be read (pixels)."""
_PIXELS = {
    **{"px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 37.8, "mm": 3.78, "q": 0.945},
    **{"em": 16.0, "rem": 16.0, "ic": 16.0, "cap": 11.0, "ex": 8.0, "ch": 8.0, "lh": 20.0, "rlh": 20.0},
    **dict.fromkeys(("vw", "vi", "vmax", "cqw", "cqi", "cqmax"), 12.8),
    **dict.fromkeys(("vh", "vb", "vmin", "cqh", "cqb", "cqmin"), 7.2),
}
"""Unit → pixels, in a window of 1280 by 720 with letters of 16. `svw` and the like count as `vw`."""
_TURNS = {"deg": 1.0, "grad": 0.9, "rad": 57.29578, "turn": 360.0}
"""Unit of an angle → degrees."""
_NOT_SHOWN = {"display": {"none"}, "visibility": {"hidden", "collapse"}, "content-visibility": {"hidden"}}
_MOVING = re.compile(r"text-indent|left|top|right|bottom|inset(?:-.+)?|margin(?:-.+)?|translate")
_SIDES = frozenset(("width", "height", "max-width", "max-height", "inline-size", "block-size"))
_OVERFLOWS = frozenset(("overflow", "overflow-x", "overflow-y"))
_PADDED = frozenset(("padding-top", "padding-bottom"))
_CUT = frozenset(("hidden", "clip"))
_PAINTED = frozenset(("background-clip", "-webkit-background-clip", "-webkit-text-fill-color", "text-shadow"))
"""Properties that show letters of no color by what is behind or around them."""
_DRAWN_WORDS = "scale transform clip clip-path font font-size color background background-color"
_HEEDED = _NOT_SHOWN.keys() | _SIDES | _OVERFLOWS | _PADDED | _PAINTED | frozenset(_DRAWN_WORDS.split())
"""Properties that tell whether an element is seen, beside those that move it."""
_OPERATORS: Mapping[str, Callable[[float, float], float]] = {"+": add, "-": sub, "*": mul, "/": truediv}
_CHOOSING: Mapping[str, Callable[..., float]] = {
    "min": min,
    "max": max,
    "clamp": lambda low, at, high: max(low, min(at, high)),
}
_MAX_DEPTH = 16
"""Depth of a sum within sums."""
_MAX_CHARS = 20_000
"""Length of a style, addresses aside; what is longer nobody wrote for readers."""
_ADDRESS = re.compile(r"url\([^()]{200,}\)")
_MAX_CACHED = 4_096
"""Number of styles whose declarations are kept."""
_ASKED = etree.XPath("descendant::*/@style | descendant::*/@hidden")
"""Finds attributes that know their elements, in a third of the time of a search for elements that have one."""
_STYLED = etree.XPath("descendant::*[@style]")
_TARGETS = etree.XPath(
    "descendant::*/@*[name() = 'aria-controls' or name() = 'data-target' or name() = 'data-bs-target'"
    " or name() = 'for' or name() = 'onclick'"
    " or (name() = 'href' and (starts-with(., '#') or starts-with(., 'javascript:')))]"
)
_WORD = re.compile(r"[\w:.-]+")
_ARGUMENT = re.compile(r"\(\s*['\"]([\w:.-]{2,})['\"]\s*[,)]")
"""First argument of a call in a script. What it opens has this id, or a longer one."""
_OPENERS = etree.XPath(
    "descendant::*[contains(@onclick, '(this')] | descendant::a[@href = '#'][starts-with(local-name(..), 'h')]"
    " | descendant::tr[td/button[@onclick] or td/img[@onclick]]"
)
"""Finds the elements that start a script and give it nothing but themselves, links of headings to nowhere, and rows."""


def hidden_elements(main: HtmlElement, styled: Iterable[HtmlElement] | None = None) -> list[HtmlElement]:
    """Return the elements within one that readers do not see, and that no click shows, in document order.

    Args:
        main: The element.
        styled: All elements in it that have one of these attributes, maybe with others; None where nobody has looked.

    Spec: HTML, 6.1 (the hidden attribute; with `until-found` the element is content that folds).
    """
    asked = (attribute.getparent() for attribute in _ASKED(main)) if styled is None else styled
    found = {element for element in asked if _is_hidden(element) and main in element.iterancestors()}
    if not found:
        return []
    choices = {box for box in {one.getparent() for one in found} if _offers_choices(box, found)}
    chosen = {one for one in found if one.getparent() in choices}
    found -= {one for one in chosen if one.getnext() is None or one.find("p") is not None}
    hidden = [one for one in main.iterdescendants() if one in found]
    targets = _TARGETS(main) if any(one.get("id") for one in hidden) else ()  # they name what they show by its id
    opened = {word for value in targets for word in _WORD.findall(value)}
    opened |= {value.getparent().get("id", "").rpartition("_")[0] for value in targets} - {""}  # of `x_LINK`
    hidden = [element for element in hidden if element.get("role") != "tabpanel" and element.get("id") not in opened]
    around = {one: (one, next(one.iterancestors())) for one in hidden}  # scripts show components, as Runestone's
    hidden = [one for one in hidden if all(box.get("data-component") is None for box in around[one])]
    panels: set[HtmlElement] = set()
    for element in hidden:
        if _is_next_panel(element, panels):
            panels.add(element)
    hidden = [element for element in hidden if element not in panels or _is_twin(element)]
    hidden = [element for element in hidden if element.tag != "tr" or not _unfolds(element.get("id") or "", opened)]
    openers = set(_OPENERS(main)) if hidden else set()
    names = [f"{name}-" for opener in openers if (name := opener.get("id"))]
    names += [name for value in targets for name in _ARGUMENT.findall(value)]
    gone: list[HtmlElement] = []
    for element in hidden:
        if _is_twin(element) or not _follows(element, openers, tuple(names)):
            gone.append(element)
        elif element.tag == "tr":
            openers.add(element)  # the rows after it show with it
    return gone


def _offers_choices(box: HtmlElement | None, hidden: Collection[HtmlElement]) -> bool:
    """Return whether all that a part of a line has is hidden. A script shows one, the last if it knows no better.

    >>> from lxml.html import fragment_fromstring
    >>> box = fragment_fromstring("<span><b hidden>LibreOffice - Preferences</b><b hidden>Tools - Options</b></span>")
    >>> _offers_choices(box, list(box)), _offers_choices(box, [box[0]])
    (True, False)
    """
    if box is None or box.tag != "span" or any((one.tail or "").strip() for one in box):
        return False
    return (len(box) > 1 or box[0].find("p") is not None) and all(map(hidden.__contains__, box))


def _is_next_panel(element: HtmlElement, panels: Collection[HtmlElement]) -> bool:
    """Return whether an element stands right behind one of its class that a style shows, or behind such a panel.

    >>> from lxml.html import fragment_fromstring
    >>> box = '<div><p class="tab" style="display: block">C#</p><p class="tab" style="display: none">VB</p></div>'
    >>> _is_next_panel(fragment_fromstring(box)[1], ())
    True
    """
    before = element.getprevious()
    if before is None or before.tag != element.tag or not before.get("class"):
        return False
    if before.get("class") != element.get("class") or _display(element) != {"none"}:
        return False
    if before.find(".//pre") is not None and element.find(".//pre") is None:
        return False  # it says that code in this language is missing
    return before in panels or _display(before) == {"block"}


def _is_twin(element: HtmlElement) -> bool:
    """Return whether an element stands right behind one of its class and text, as Sandcastle's code without colors."""
    before = element.getprevious()
    if before is None or before.tag != element.tag or before.get("class") != element.get("class"):
        return False
    return "".join(before.itertext()) == "".join(element.itertext()) != ""


def _display(element: HtmlElement) -> set[str]:
    return _words(_declarations(element).get("display", ()))


def _follows(element: HtmlElement, openers: Collection[HtmlElement], names: tuple[str, ...]) -> bool:
    """Return whether an element stands right after what opens it, or a line that begins with that; or its id says so.

    >>> from lxml.html import fragment_fromstring
    >>> box = fragment_fromstring('<div><a onclick="toggle(this)">Members</a><p style="display: none">x</p></div>')
    >>> _follows(box[1], [box[0]], ())
    True
    """
    if (element.get("id") or "").startswith(names):
        return True
    before = element.getprevious()
    return before is not None and (before in openers or (len(before) > 0 and before[0] in openers))


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
    if any(not _words(style.get(name, ())).isdisjoint(values) for name, values in _NOT_SHOWN.items()):
        return True
    if any(_MOVING.fullmatch(name) and _is_far(value) for name, value in style.items()):
        return True
    is_text = element.tag != "img"  # what stands for an image has a color, but the image is shown
    return _is_transformed_away(style) or _is_cut_to_nothing(style) or (is_text and _is_unreadable(element, style))


def _words(value: Iterable[Any]) -> set[str]:
    return {token.lower_value for token in value if token.type == "ident"}


def _is_far(value: Iterable[Any]) -> bool:
    """Return whether a length leads off the page, to the left or upwards."""
    return any(length is not None and length <= -_FAR for length in map(_length, value))


def _is_transformed_away(style: Style) -> bool:
    """Return whether an element is drawn off the page, without size, or from its edge."""
    if any(_number(token) == 0 for token in style.get("scale", ())):
        return True
    for function in style.get("transform", ()):
        if function.type != "function":
            continue
        name, given = function.lower_name, _significant(function.arguments)
        numbers = [_number(token) for token in given if not _is_comma(token)]
        if name.startswith("translate") and _is_far(given):
            return True
        if name.startswith("scale") and name != "scalez" and 0 in numbers[:2]:
            return True
        if name == "matrix" and (numbers[:2] == [0, 0] or numbers[2:4] == [0, 0]):
            return True
        if name in ("rotatex", "rotatey") and any(abs(_turn(token) % 180 - 90) < 1 for token in given):
            return True
    return False


def _is_cut_to_nothing(style: Style) -> bool:
    """Return whether an element is clipped, or has no size and what is larger is cut.

    Padding has room, as around a video.
    """
    for function in (*style.get("clip", ()), *style.get("clip-path", ())):
        if function.type == "function" and _is_clipped(function.lower_name, _significant(function.arguments)):
            return True
    if not _PADDED.isdisjoint(style) or not any(_words(style[name]) & _CUT for name in _OVERFLOWS & style.keys()):
        return False
    return any(_is_nothing(style[side][:1]) for side in _SIDES & style.keys())


def _is_clipped(shape: str, given: Sequence[Any]) -> bool:
    given = [token for token in given if not _is_comma(token)]
    if shape == "rect":
        return len(given) == 4 and all(_is_nothing([token]) for token in given)
    if shape == "inset":
        sides = [length or 0.0 for length in map(_length, given)][:4]
        return bool(sides) and sides[0] + sides[2 if len(sides) > 2 else 0] >= 100 and given[0].type == "percentage"
    return shape in ("circle", "ellipse") and _is_nothing(given[:1])


def _is_nothing(value: Sequence[Any]) -> bool:
    """Return whether a size is one in which nothing can be seen."""
    lengths = [(_length(token), 0.0 if token.type == "percentage" else _READABLE) for token in value]
    return bool(lengths) and all(length is not None and abs(length) <= most for length, most in lengths)


def _is_unreadable(element: HtmlElement, style: Style) -> bool:
    """Return whether an element's letters have no size, no color, or the color of their background."""
    if _is_nothing(_font_size(style)):
        return all(_is_nothing(size) for size in filter(None, map(_font_size, _styles_within(element))))
    color = _color(style.get("color", ()))
    behind = _color(style.get("background-color") or style.get("background", ()))
    if color is None or not _PAINTED.isdisjoint(style) or not (color[-1] == 0 or color == behind):
        return False
    return all(_color(inner["color"]) == color for inner in _styles_within(element) if "color" in inner)


def _styles_within(element: HtmlElement) -> Iterator[Style]:
    return map(_declarations, _STYLED(element))


def _font_size(style: Style) -> Sequence[Any]:
    """Return the token of a style's size of letters; none where it has none."""
    if "font-size" in style:
        return style["font-size"][:1]
    sizes = [one for one in style.get("font", ()) if one.type in ("dimension", "percentage") or _number(one) == 0]
    return sizes[:1]


def _color(value: Sequence[Any]) -> tuple[float, ...] | None:
    """Return the first color among tokens as red, green, blue and alpha (0 to 1); None where there is none."""
    for token in value:
        found = parse_color(token)
        if found is None or found == "currentcolor":
            continue
        try:
            red, green, blue = (round(part or 0.0, 3) for part in found.to("srgb").coordinates)
        except NotImplementedError:  # tinycss2 does not convert this color space; two colors of it still compare
            red, green, blue = (part or 0.0 for part in found.coordinates)
        return red, green, blue, found.alpha
    return None


def _length(token: Any, depth: int = 0) -> float | None:
    """Return a length in pixels, or a percentage unchanged; None if the token is neither."""
    if token.type == "dimension":
        unit = token.lower_unit
        pixels = _PIXELS.get(unit) or (_PIXELS.get(unit[1:]) if unit[:1] in ("s", "l", "d") else None)
        return token.value * pixels if pixels else None
    if token.type in ("number", "percentage"):
        return float(token.value)
    if depth < _MAX_DEPTH and token.type in ("function", "() block"):
        return _calculated(token, depth + 1)
    return None


def _calculated(block: Any, depth: int) -> float | None:
    """Return what a function of CSS makes of its arguments, such as `calc(-100vw - 2em)`; None if that is not known."""
    if block.type == "() block":
        return _sum(_significant(block.content), depth)
    parts: list[list[Any]] = [[]]
    for token in _significant(block.arguments):
        if _is_comma(token):
            parts.append([])
        else:
            parts[-1].append(token)
    values = [value for value in (_sum(part, depth) for part in parts) if value is not None]
    if block.lower_name == "calc" or len(values) < len(parts):
        return values[0] if values else None
    choose = _CHOOSING.get(block.lower_name)
    return choose(*values) if choose and len(values) == (3 if block.lower_name == "clamp" else len(values)) else None


def _sum(tokens: Sequence[Any], depth: int) -> float | None:
    """Add up values and operators that take turns; products come first."""
    terms: list[float] = []
    operator = "+"
    for at, token in enumerate(tokens):
        if at % 2:
            operator = token.value if token.type == "literal" else ""
            continue
        value = _length(token, depth)
        if value is None or operator not in _OPERATORS or (operator == "/" and not value):
            return None
        if operator in "*/":
            terms[-1] = _OPERATORS[operator](terms[-1], value)
        else:
            terms.append(_OPERATORS[operator](0.0, value))
    return sum(terms) if terms else None


def _number(token: Any) -> float | None:
    return float(token.value) if token.type in ("number", "percentage") else None


def _turn(token: Any) -> float:
    """Return an angle in degrees; 0 if the token is no angle."""
    return token.value * _TURNS.get(token.lower_unit, 0.0) if token.type == "dimension" else 0.0


def _is_comma(token: Any) -> bool:
    return bool(token.type == "literal" and token.value == ",")


def _significant(tokens: Iterable[Any]) -> list[Any]:
    return [token for token in tokens if token.type not in ("whitespace", "comment")]


def _declarations(element: HtmlElement) -> Style:
    """Return the declarations of an element's `style` attribute that count and tell whether it is seen."""
    style = element.get("style")
    return _parsed(style) if style else {}


@lru_cache(_MAX_CACHED)
def _parsed(style: str) -> Style:
    if len(style) > _MAX_CHARS:
        style = _ADDRESS.sub("none", style)
        style = style if len(style) <= _MAX_CHARS else "display: none"
    found: dict[str, Sequence[Any]] = {}
    important: set[str] = set()
    for one in tinycss2.parse_blocks_contents(style, skip_comments=True, skip_whitespace=True):
        if one.type == "declaration" and (one.important or one.lower_name not in important):
            found[one.lower_name] = _significant(one.value)
            important |= {one.lower_name} if one.important else set()
    return {name: value for name, value in found.items() if name in _HEEDED or _MOVING.fullmatch(name)}
