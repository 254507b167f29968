"""Find elements by selectors, written in a small part of CSS.

In:    `div.body`, `#content main`, `[role=main]`, `ul.toc > li`, or several of them separated by commas.
Out:   A function that finds the matching descendants of an element.
Rules: classes, ids and attribute values match as a whole; attribute values also by prefix, with `^=`. The inside of
       `p:has(a)` holds no space.

Strategy: most selectors in use are a class, or a tag with a class, and match nothing on most pages. An element that
lxml hands to Python costs many times what a string costs. So the classes of the tree are read first, as strings, and
elements are fetched only if one of the classes is sought. All other selectors become XPath.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache

from lxml import etree
from lxml.html import HtmlElement

Selector = Callable[[HtmlElement], list[HtmlElement]]

_HAS = re.compile(r":has\(([^()]*)\)$")
_STEP = re.compile(r"([.#])([\w-]+)|\[([\w-]+)(?:(\^?=)([^\]]*))?\]|^([\w-]+|\*)")
_SIMPLE = re.compile(r"([\w-]*)\.([\w-]+)")
_NAMES = etree.XPath("//@class | //@id", smart_strings=False)
_NAMES_BELOW = etree.XPath("descendant::*/@*[name() = 'class' or name() = 'id']", smart_strings=False)
_CLASSES = etree.XPath("descendant::*/@class", smart_strings=False)
_remembered: dict[HtmlElement, frozenset[str]] = {}
"""Element → every class and id below it, when it was last looked at; see `remember_names`."""
_MAX_CACHED_PATHS = 256
"""Number of compiled XPaths that are kept, one for each set of classes."""


@cache
def selector(css: str) -> Selector:
    """Compile a selector; an empty one finds nothing.

    Returns:
        A function from an element to its matching descendants, each once. They are in document order where the selector
        has one alternative.

    Raises:
        ValueError: The selector uses a part of CSS that is not known here.
    """
    simple: dict[str, set[str]] = {}
    others: list[str] = []
    for one in filter(None, (part.strip() for part in css.split(","))):
        match = _SIMPLE.fullmatch(one)
        if match:
            simple.setdefault(match[2], set()).add(match[1])
        else:
            others.append(one)
    xpath = etree.XPath(" | ".join(map(_path, others))) if others else None
    of_others = ",".join(others)

    def find(element: HtmlElement) -> list[HtmlElement]:
        names = _remembered.get(element)
        can_match = xpath is not None and (names is None or could_match(of_others, names))
        found: list[HtmlElement] = list(xpath(element)) if xpath and can_match else []
        present = simple.keys() & (classes_in(element) if names is None else names) if simple else None
        if present:
            known = set(found)
            candidates = _candidates(frozenset(present))(element)
            found.extend(e for e in candidates if e not in known and _matches(e, simple))
        return found

    return find


def remember_names(*elements: HtmlElement) -> None:
    """Read the classes and ids below some elements once for all selectors, instead of once for each.

    They are good until the next call: parsing removes classes and ids, and adds none that a selector names.
    """
    _remembered.clear()
    _remembered.update((element, frozenset(" ".join(_NAMES_BELOW(element)).split())) for element in elements)


def classes_in(element: HtmlElement) -> set[str]:
    """Return every class of an element's descendants."""
    return set(" ".join(_CLASSES(element)).split())


def names_in(tree: HtmlElement) -> frozenset[str]:
    """Return every class and id of a tree, for `could_match`."""
    return frozenset(" ".join(_NAMES(tree)).split())


def could_match(css: str, names: frozenset[str]) -> bool:
    """Return whether a selector can match in a tree with these classes and ids; much faster than a search."""
    return any(names.issuperset(needed) for needed in _needed(css))


@cache
def _needed(css: str) -> tuple[tuple[str, ...], ...]:
    """Return, for each alternative of a selector, the classes and ids that it names."""
    return tuple(tuple(re.findall(r"[.#]([\w-]+)", re.sub(r"\[[^\]]*\]", "", one))) for one in css.split(","))


@lru_cache(_MAX_CACHED_PATHS)
def _candidates(classes: frozenset[str]) -> etree.XPath:
    """Compile a search for elements that may have one of the classes: cheap, in document order, and never too few."""
    sought = " or ".join(f"contains(@class, '{name}')" for name in sorted(classes))
    return etree.XPath(f"descendant::*[@class][{sought}]")


def _matches(element: HtmlElement, simple: dict[str, set[str]]) -> bool:
    for name in element.get("class", "").split():
        tags = simple.get(name)
        if tags is not None and ("" in tags or element.tag in tags):
            return True
    return False


def _path(css: str) -> str:
    """Translate one alternative of a selector to XPath."""
    xpath = ""
    axis = "descendant::"
    for part in css.split():
        if part == ">":
            axis = "child::"
            continue
        xpath += ("/" if xpath else "") + axis + _step(part)
        axis = "descendant::"
    return xpath


def _step(css: str) -> str:
    """Translate the part of a selector between two spaces to XPath."""
    has = _HAS.search(css)
    if has:
        return f"{_step(css[: has.start()])}[{_path(has[1])}]"
    tag, conditions, end = "*", "", 0
    for match in _STEP.finditer(css):
        if match.start() != end:
            break
        end = match.end()
        mark, name, attribute, how, value, element = match.groups()
        if element:
            tag = element
        elif mark == ".":
            conditions += f"[contains(concat(' ', normalize-space(@class), ' '), ' {name} ')]"
        elif mark == "#":
            conditions += f"[@id='{name}']"
        elif how == "^=":
            conditions += f"[starts-with(@{attribute}, '{value}')]"
        else:
            conditions += f"[@{attribute}='{value}']" if how else f"[@{attribute}]"
    if end != len(css):
        raise ValueError(f"{css!r}: only tag, .class, #id, [attribute], [attribute=value], ^= and :has() are known")
    return tag + conditions
