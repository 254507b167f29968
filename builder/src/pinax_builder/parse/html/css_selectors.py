"""Find elements by selectors, written in a small part of CSS.

In:    `div.body`, `#content main`, `[role=main]`, `ul.toc > li`, or several of them separated by commas.
Out:   A function that finds the matching descendants of an element.
Rules: classes, ids and attribute values match as a whole; attribute values also by prefix, with `^=`. The inside of
       `p:has(a)` holds no space.

Strategy: most selectors in use are a class, or a tag with a class, and match nothing on most pages. So the classes and
ids of a tree are read first, and elements are asked only if one that is sought is among them. Other selectors become
XPath, which takes several times as long for each element as Python does while the elements are held.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache

from lxml import etree
from lxml.html import HtmlElement

from pinax_builder.records import RARE_WORDS

Selector = Callable[[HtmlElement], list[HtmlElement]]

_HAS = re.compile(r":has\(([^()]*)\)$")
_STEP = re.compile(r"([.#])([\w-]+)|\[([\w-]+)(?:(\^?=)([^\]]*))?\]|^([\w-]+|\*)")
_SIMPLE = re.compile(r"([\w-]*)\.([\w-]+)")
_CLASSES = etree.XPath("descendant::*/@class", smart_strings=False)
_NAME = re.compile(r"[.#]([\w-]+)")
_ATTRIBUTE = re.compile(r"\[[^\]]*\]")
_RARE = "[{}]"
"""How a rare word is written among classes and ids, none of which has brackets here."""
_remembered: dict[HtmlElement, frozenset[str]] = {}
"""Element → every class, id and rare word in and below it, when it was last looked at; see `remember_names`."""
_MAX_CACHED_PATHS = 256
"""Number of compiled XPaths that are kept, one for each set of alternatives of a selector."""


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
    last: tuple[frozenset[str], etree.XPath | None, set[str]] | None = None  # what a page's names leave of the selector

    def remaining(names: frozenset[str]) -> tuple[frozenset[str], etree.XPath | None, set[str]]:
        return names, _union(tuple(one for one in others if could_match(one, names))), simple.keys() & names

    def find(element: HtmlElement) -> list[HtmlElement]:
        nonlocal last
        if not len(element):
            return []
        names = _names_around(element)
        if names is None:
            xpath, present = _union(tuple(others)), simple.keys() & classes_in(element)
        else:
            last = last if last is not None and last[0] is names else remaining(names)
            _, xpath, present = last
        found: list[HtmlElement] = list(xpath(element)) if xpath else []
        if present:
            known = set(found)
            tags = {tag for name in present for tag in simple[name]}
            candidates = element.iterdescendants() if "" in tags else element.iterdescendants(*tags)
            found.extend(e for e in candidates if _matches(e, simple) and e not in known)
        return found

    return find


def remember_names(tree: HtmlElement, rare: frozenset[str] = RARE_WORDS) -> list[HtmlElement]:
    """Read the classes and ids of a tree once for all selectors, instead of once for each.

    They are good until the next call: parsing removes classes and ids, and adds none that a selector names.

    Args:
        tree: A page's tree.
        rare: Those of RARE_WORDS that may stand in an attribute of it.

    Returns:
        The tree's elements. While these are held, lxml need not make each Python object anew at every visit.
    """
    _remembered.clear()
    elements = list(tree.iter())
    written = {element.get("class") for element in elements} | {element.get("id") for element in elements}
    _remembered[tree] = frozenset((*" ".join(filter(None, written)).split(), *map(_RARE.format, rare)))
    return elements


def remember_for(part: HtmlElement, tree: HtmlElement) -> None:
    """Take the names that were read below a tree for those below a part of it; they may be too many, never too few."""
    _remembered[part] = _remembered[tree]


def _names_around(element: HtmlElement) -> frozenset[str] | None:
    """Return the names that were read for an element, or for the tree that it is in."""
    known = _remembered.get(element)
    return known if known is not None else _remembered.get(element.getroottree().getroot())


def may_mention(element: HtmlElement, rare: str) -> bool:
    """Return whether one of RARE_WORDS may stand in an attribute below an element; False is sure."""
    known = _names_around(element)
    return known is None or _RARE.format(rare) in known


def may_have_class(element: HtmlElement, names: frozenset[str]) -> bool:
    """Return whether an element may be above one of a class among these; False is sure."""
    known = _names_around(element)
    return not names.isdisjoint(classes_in(element) if known is None else known)


def classes_in(element: HtmlElement) -> set[str]:
    """Return every class of an element's descendants."""
    return set(" ".join(_CLASSES(element)).split())


def names_in(tree: HtmlElement) -> frozenset[str]:
    """Return every class and id of a tree, for `could_match`."""
    if tree not in _remembered:
        remember_names(tree)
    return _remembered[tree]


def could_match(css: str, names: frozenset[str]) -> bool:
    """Return whether a selector can match in a tree with these classes and ids; much faster than a search."""
    return any(names.issuperset(needed) for needed in _needed(css))


@cache
def _needed(css: str) -> tuple[tuple[str, ...], ...]:
    """Return, for each alternative of a selector, the classes, ids and rare words that it names."""
    return tuple((*_NAME.findall(_ATTRIBUTE.sub("", one)), *_rare_in(one)) for one in css.split(","))


def _rare_in(css: str) -> list[str]:
    attributes = " ".join(_ATTRIBUTE.findall(css))
    return [_RARE.format(word) for word in sorted(RARE_WORDS) if word in attributes]


@lru_cache(_MAX_CACHED_PATHS)
def _union(alternatives: tuple[str, ...]) -> etree.XPath | None:
    """Compile a search for what any of several alternatives matches; None if there are none."""
    return etree.XPath(" | ".join(map(_path, alternatives))) if alternatives else None


def _matches(element: HtmlElement, simple: dict[str, set[str]]) -> bool:
    classes = element.get("class")
    for name in classes.split() if classes else ():
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
