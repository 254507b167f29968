"""Find elements by selectors, written in a small part of CSS.

In:    `div.body`, `#content main`, `[role=main]`, `ul.toc > li`, or several of them separated by commas.
Out:   A function that finds the matching descendants of an element.
Rules: classes, ids and attribute values match as a whole; attribute values also by prefix, with `^=`. The inside of
       `p:has(a)` holds no space.

Strategy: most selectors in use are a class, or a tag with a class, and match nothing on most pages. So the classes and
ids of a tree are read first, and elements are asked only if one that is sought is among them. A search then asks those
that had the class when it was read. Other selectors become XPath.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from operator import attrgetter, itemgetter

from lxml import etree
from lxml.html import HtmlElement

from pinax_builder.parse.styled_away import with_style
from pinax_builder.records import RARE_WORDS

Selector = Callable[[HtmlElement], list[HtmlElement]]

_HAS = re.compile(r":has\(([^()]*)\)$")
_STEP = re.compile(r"([.#])([\w-]+)|\[([\w-]+)(?:(\^?=)([^\]]*))?\]|^([\w-]+|\*)")
_SIMPLE = re.compile(r"([\w-]*)(?:\.([\w-]+)|(\[role=[\w-]+\]))")
_CLASSES = etree.XPath("descendant::*/@class", smart_strings=False)
_TAG = attrgetter("tag")
_ROLE = "[role={}]"
"""How a selector writes a role."""
_ROLE_IN = re.compile(r"\[role=[^\]]*\]")
_NAME = re.compile(r"[.#]([\w-]+)")
_ATTRIBUTE = re.compile(r"\[[^\]]*\]")
_RARE = "[{}]"
"""How a rare word is written among classes and ids, none of which has brackets here."""
_MAX_CACHED_NAMES = 64
"""Number of sets of names that each selector remembers."""
_MAX_CACHED_PATHS = 256
"""Number of compiled XPaths that are kept, one for each set of alternatives of a selector."""


_RARE_TAGS = """
    br button dl dt form img input listing math {http://www.w3.org/1998/Math/MathML}math plaintext script svg table td
    tr video xmp
"""
RARE_TAGS = frozenset(_RARE_TAGS.split())
"""Tags that the content of many pages has none of.

No step makes an element of one before those that look for them have looked, but for `dl`, of a `dt` that is there.
"""


@dataclass(frozen=True, slots=True)
class _Known:
    """What a tree held when it was read; see `remember_names`."""

    elements: list[HtmlElement]
    """All of them. While they are held, lxml need not make each Python object anew at every visit."""
    names: frozenset[str]
    """Every class and id, and how a selector writes each role and each rare word."""
    named: Mapping[str, list[HtmlElement]]
    """Class, or how a selector writes a role → the elements that have it."""
    ids: list[tuple[str, HtmlElement]]
    """Each id, with the element that has it."""
    styled: list[HtmlElement]
    """The elements with a `style` attribute."""
    absent: frozenset[str] = frozenset()
    """Those of RARE_TAGS that no element has; none of them where nobody has looked."""


_remembered: dict[HtmlElement, _Known] = {}
"""The tree of the page that is parsed, and the part of it that is its content → what was read."""


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
            simple.setdefault(match[2] or match[3], set()).add(match[1])
        else:
            others.append(one)
    asks_role = any(map(_ROLE_IN.match, simple))
    asks_role_alone = all(map(_ROLE_IN.match, simple))  # roles are never added, not even to a part of the content
    sought = frozenset(simple).union(*(needed for one in others for needed in _needed(one)))

    @lru_cache(_MAX_CACHED_NAMES)
    def remaining(names: frozenset[str]) -> tuple[etree.XPath | None, set[str]]:
        """Return what is left of the selector where only some of the names that are sought are there."""
        return _union(tuple(one for one in others if could_match(one, names))), simple.keys() & names

    def find(element: HtmlElement) -> list[HtmlElement]:
        if not len(element):
            return []
        known = _known_around(element)
        if known is None:
            xpath, present = _union(tuple(others)), set(simple)
        else:
            xpath, present = remaining(sought & known.names)
        found: list[HtmlElement] = list(xpath(element)) if xpath else []
        if present:
            tags = {tag for name in present for tag in simple[name]}
            candidates: Iterable[HtmlElement] = element.iterdescendants(*(() if "" in tags else tags))
            if known is not None and (element in _remembered or asks_role_alone):
                named = {one for name in present for one in known.named[name]}
                lone = next(iter(named)) if len(named) == 1 else None
                if lone is None:
                    candidates = filter(named.__contains__, candidates)
                else:  # its few ancestors are looked at sooner than all that is below the element
                    candidates = (lone,) if element in lone.iterancestors() else ()
            others_found = set(found)
            matching = [e for e in candidates if _matches(e, simple, asks_role=asks_role)]
            found.extend(e for e in matching if e not in others_found)
        return found

    return find


def remember_names(tree: HtmlElement, rare: frozenset[str] = RARE_WORDS) -> None:
    """Read the classes, ids and roles of a tree once for all selectors, instead of once for each.

    They are good until `forget_names`: parsing removes such names, and adds none that a selector looks for in all of a
    page's content.

    Args:
        tree: A page's tree.
        rare: Those of RARE_WORDS that may stand in an attribute of it.
    """
    elements = list(tree.iter())
    written: defaultdict[str, list[HtmlElement]] = defaultdict(list)
    named: defaultdict[str, list[HtmlElement]] = defaultdict(list)
    ids: list[tuple[str, HtmlElement]] = []
    styled: list[HtmlElement] = []
    for element in elements:
        for attribute, value in element.items():  # all at once, in the time that lxml takes to look up two
            if attribute == "class":
                written[value].append(element)
            elif attribute == "id":
                ids.append((value, element))
            elif attribute == "style":
                styled.append(element)
            elif attribute == "role":
                named[_ROLE.format(value)].append(element)
    for classes, having in written.items():
        for name in classes.split():
            named[name] += having
    names = frozenset((*named, *" ".join(map(itemgetter(0), ids)).split(), *map(_RARE.format, rare)))
    _remembered.clear()
    _remembered[tree] = _Known(elements, names, named, ids, styled)


def remember_for(part: HtmlElement, tree: HtmlElement) -> None:
    """Take the names that were read below a tree for those below a part of it; they may be too many, never too few.

    Which rare tags the part holds is looked up, in one search instead of one for each.
    """
    absent = RARE_TAGS.difference(map(_TAG, part.iter(*RARE_TAGS)))
    _remembered[part] = replace(_remembered[tree], absent=absent)


def forget_names() -> None:
    """Let go of the tree whose names are remembered."""
    _remembered.clear()


def _known_around(element: HtmlElement) -> _Known | None:
    """Return what was read of an element, or of the tree that it is in."""
    known = _remembered.get(element)
    return known if known is not None else _remembered.get(element.getroottree().getroot())


def _names_around(element: HtmlElement) -> frozenset[str] | None:
    known = _known_around(element)
    return None if known is None else known.names


def may_mention(element: HtmlElement, rare: str) -> bool:
    """Return whether one of RARE_WORDS may stand in an attribute below an element; False is sure."""
    known = _names_around(element)
    return known is None or _RARE.format(rare) in known


def may_hold(element: HtmlElement, *tags: str) -> bool:
    """Return whether an element may be above an element of these tags, or be one; False is sure."""
    known = _known_around(element)
    return known is None or not known.absent.issuperset(tags)


def may_have_class(element: HtmlElement, names: frozenset[str]) -> bool:
    """Return whether an element may be above one of a class among these; False is sure."""
    known = _names_around(element)
    return not names.isdisjoint(classes_in(element) if known is None else known)


def of_classes(element: HtmlElement, is_sought: Callable[[str], bool]) -> set[HtmlElement]:
    """Return the elements that had a class of some kind when the page was read; they may be anywhere in it."""
    known = _known_around(element)
    if known is None:
        return {e for e in element.iter() if any(map(is_sought, (e.get("class") or "").split()))}
    return {e for name, having in known.named.items() if is_sought(name) and name[0] != "[" for e in having}


def of_roles(element: HtmlElement, roles: frozenset[str]) -> set[HtmlElement]:
    """Return the elements that had one of some roles when the page was read; they may be anywhere in it."""
    known = _known_around(element)
    if known is None:
        return {e for e in element.iter() if e.get("role") in roles}
    return {e for name in known.named.keys() & set(map(_ROLE.format, roles)) for e in known.named[name]}


def identified(element: HtmlElement) -> list[tuple[str, HtmlElement]]:
    """Return the ids that elements had when the page was read, with the elements, which may be anywhere in it."""
    known = _known_around(element)
    return [(e.get("id") or "", e) for e in element.iter()] if known is None else known.ids


def styled_elements(element: HtmlElement) -> list[HtmlElement]:
    """Return the elements that had a `style` attribute when the page was read; they may be anywhere in it."""
    known = _known_around(element)
    return with_style(element) if known is None else known.styled


def classes_in(element: HtmlElement) -> set[str]:
    """Return every class of an element's descendants."""
    return set(" ".join(_CLASSES(element)).split())


def names_in(tree: HtmlElement) -> frozenset[str]:
    """Return every class and id of a tree, for `could_match`."""
    if tree not in _remembered:
        remember_names(tree)
    return _remembered[tree].names


def could_match(css: str, names: frozenset[str]) -> bool:
    """Return whether a selector can match in a tree with these classes and ids; much faster than a search."""
    return any(names.issuperset(needed) for needed in _needed(css))


@cache
def _needed(css: str) -> tuple[tuple[str, ...], ...]:
    """Return, for each alternative of a selector, the classes, ids and rare words that it names."""
    return tuple((*_NAME.findall(_ATTRIBUTE.sub("", one)), *_rare_in(one)) for one in css.split(","))


def _rare_in(css: str) -> list[str]:
    attributes = " ".join(_ATTRIBUTE.findall(css))
    words = [_RARE.format(word) for word in sorted(RARE_WORDS) if word in attributes]
    return words + _ROLE_IN.findall(css)


@lru_cache(_MAX_CACHED_PATHS)
def _union(alternatives: tuple[str, ...]) -> etree.XPath | None:
    """Compile a search for what any of several alternatives matches; None if there are none."""
    return etree.XPath(" | ".join(map(_path, alternatives))) if alternatives else None


def _matches(element: HtmlElement, simple: dict[str, set[str]], *, asks_role: bool) -> bool:
    classes = element.get("class")
    for name in classes.split() if classes else ():
        tags = simple.get(name)
        if tags is not None and ("" in tags or element.tag in tags):
            return True
    tags = simple.get(_ROLE.format(element.get("role"))) if asks_role else None
    return tags is not None and ("" in tags or element.tag in tags)


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
    """Translate the part of a selector between two spaces to XPath.

    A condition on the attribute's own node is asked of the elements that have the attribute alone.
    """
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
            has_word = f"contains(concat(' ', normalize-space(.), ' '), ' {name} ')"
            conditions += f"[@class[contains(., '{name}') and {has_word}]]"
        elif mark == "#":
            conditions += f"[@id[.='{name}']]"
        elif how == "^=":
            conditions += f"[@{attribute}[starts-with(., '{value}')]]"
        else:
            conditions += f"[@{attribute}[.='{value}']]" if how else f"[@{attribute}]"
    if end != len(css):
        raise ValueError(f"{css!r}: only tag, .class, #id, [attribute], [attribute=value], ^= and :has() are known")
    return tag + conditions
