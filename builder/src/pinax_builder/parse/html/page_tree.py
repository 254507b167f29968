"""Answer what the steps ask of one page's tree: what has a class, a role, a tag or a style, what a selector matches.

In:    A page's tree, and the rare words that its source may have.
Out:   Elements of the page's content, in document order; of the whole page as long as the content is not found.
Rules: - Names are those with which the page was published, and so are the elements that have them: steps remove
         classes, ids and elements. A name that a step adds is found by `select` alone, and only if the page had it.
       - Of `_RARE_TAGS` it is known which the content lacks. No step adds an element of one before those that look for
         them have looked, but for `dl`, of a `dt` that is there, and `table`, of boxes, for which `tables.py` looks
         itself.

Strategy: most selectors name classes or ids that a page does not have. So all names are read in one pass, and a
selector is only tried where the page has every name in it. A class, or a tag with a class, needs no search then.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cache, lru_cache
from operator import attrgetter

import cssselect
from lxml import etree
from lxml.html import HtmlElement

from pinax_builder.parse.plain_text import raw_text
from pinax_builder.records import RARE_WORDS

_RARE_TAG_WORDS = """
    br button dl dt form img input listing math {http://www.w3.org/1998/Math/MathML}math plaintext script svg table td
    tr video xmp
"""
_RARE_TAGS = frozenset(_RARE_TAG_WORDS.split())
"""Tags that the content of many pages has none of."""

_SIMPLE = re.compile(r"([\w-]*)(?:\.([\w-]+)|(\[role=[\w-]+\]))")
"""A selector that is a class or a role, maybe with a tag."""
_NAME = re.compile(r"[.#]([\w-]+)")
_ATTRIBUTE = re.compile(r"\[[^\]]*\]")
_ROLE = "[role={}]"
"""How a role is written among names."""
_RARE = "[{}]"
"""How a rare word is written among names; no class and no id that a selector has contains brackets."""
_MAX_CACHED_PATHS = 256
"""Number of compiled searches that are kept, one for each set of alternatives of a selector."""
_TRANSLATOR = cssselect.GenericTranslator()
_TAG = attrgetter("tag")


class PageTree:
    """One page's tree, which steps ask and change."""

    def __init__(self, root: HtmlElement, rare: Collection[str] = RARE_WORDS) -> None:
        """Read the names of a tree, whose attributes may have those of RARE_WORDS that are given."""
        self.root = root
        self.content = root
        """The element that holds the page's content, once that is found."""
        self.ids: list[tuple[str, HtmlElement]] = []
        """Each `id` of the published page, with its element, which may be gone."""
        self.styled: list[HtmlElement] = []
        """The elements that had a `style` attribute, which may be gone."""
        self.passed: list[tuple[str, str]] = []
        """(rule, the content's text after it), where somebody asks for it."""
        self._elements = list(root.iter())  # while they are held, lxml need not make each object anew at every visit
        self._named: dict[str, list[HtmlElement]] = {}
        self._absent: frozenset[str] = frozenset()
        self._possible: dict[str, tuple[_Alternative, ...]] = {}
        classed: defaultdict[str, list[HtmlElement]] = defaultdict(list)
        for element in self._elements:
            for attribute, value in element.items():  # all at once, in the time that lxml takes to look up two
                if attribute == "class":
                    classed[value].append(element)
                elif attribute == "id":
                    self.ids.append((value, element))
                elif attribute == "style":
                    self.styled.append(element)
                elif attribute == "role":
                    self._named.setdefault(_ROLE.format(value), []).append(element)
        for classes, elements in classed.items():
            for name in classes.split():
                self._named.setdefault(name, []).extend(elements)
        ids = " ".join([name for name, _ in self.ids]).split()
        self._names = frozenset((*self._named, *ids, *map(_RARE.format, rare)))

    def enter(self, content: HtmlElement) -> None:
        """Answer about the page's content from now on."""
        self.content = content
        self._absent = _RARE_TAGS.difference(map(_TAG, content.iter(*_RARE_TAGS)))

    def note(self, rule: str) -> None:
        """Remember what a rule left of the content's text, where somebody asks for it."""
        if self.passed:
            self.passed.append((rule, raw_text(self.content)))

    def all(self, *tags: str) -> list[HtmlElement]:
        """Return the elements of some tags, the content itself included."""
        return [] if self.lacks(*tags) else list(self.content.iter(*tags))

    def lacks(self, *tags: str) -> bool:
        """Return whether it is sure that the content has no element of some rare tags."""
        return self._absent.issuperset(tags)

    def mentions(self, rare: str) -> bool:
        """Return whether one of RARE_WORDS may stand in an attribute; False is sure."""
        return _RARE.format(rare) in self._names

    def has_class(self, *names: str) -> bool:
        """Return whether an element of the page may have one of some classes; False is sure."""
        return not self._names.isdisjoint(names)

    def of_class(self, is_sought: Callable[[str], bool]) -> set[HtmlElement]:
        """Return the elements that had a class of some kind; they may be anywhere in the page."""
        return {e for name, elements in self._named.items() if is_sought(name) and name[0] != "[" for e in elements}

    def of_role(self, roles: Collection[str]) -> set[HtmlElement]:
        """Return the elements that had one of some roles; they may be anywhere in the page."""
        return {e for role in map(_ROLE.format, roles) if role in self._named for e in self._named[role]}

    def in_order(self, found: Collection[HtmlElement]) -> list[HtmlElement]:
        """Return those of some elements that are below the content, in document order."""
        if len(found) > 1:
            return list(filter(set(found).__contains__, self.content.iterdescendants()))
        return [one for one in found if self.content in one.iterancestors()]

    def may_match(self, css: str) -> bool:
        """Return whether the page has all names of an alternative of a selector."""
        return bool(self._alternatives(css))

    def select(self, css: str, within: HtmlElement | None = None) -> list[HtmlElement]:
        """Return the elements below the content, or below another element, that a selector matches."""
        possible = self._alternatives(css)
        if not possible:
            return []
        if within is None and all(one.name for one in possible):
            return self.in_order({e for one in possible for e in self._named.get(one.name, ()) if one.matches(e)})
        found: list[HtmlElement] = _search(possible)(self.content if within is None else within)
        return found

    def _alternatives(self, css: str) -> tuple[_Alternative, ...]:
        """Return the alternatives of a selector of which the page has all names."""
        possible = self._possible.get(css)
        if possible is None:
            possible = tuple([one for one in _read_selector(css) if one.needed <= self._names])
            self._possible[css] = possible
        return possible


@dataclass(frozen=True, slots=True)
class _Alternative:
    """One of the alternatives that a selector lists between commas."""

    path: str
    """The same as XPath."""
    needed: frozenset[str]
    """Classes, ids, roles and rare words that a page has to have."""
    name: str
    """The class or role that it asks for, if it asks for nothing else but a tag; else empty."""
    tag: str
    """The tag that it asks for then; empty if any will do."""

    def matches(self, element: HtmlElement) -> bool:
        """Return whether an element that had the name still has it, and is of the tag."""
        is_here = self.name[0] == "[" or self.name in (element.get("class") or "").split()
        return is_here and self.tag in ("", element.tag)


@cache
def _read_selector(css: str) -> tuple[_Alternative, ...]:
    alternatives: list[_Alternative] = []
    for parsed in cssselect.parse(css) if css else ():
        written = parsed.canonical()
        attributes = " ".join(_ATTRIBUTE.findall(written))
        roles = re.findall(r"\[role=[^\]]*\]", attributes)
        rare = [_RARE.format(word) for word in RARE_WORDS if word in attributes]
        needed = frozenset((*_NAME.findall(_ATTRIBUTE.sub("", written)), *roles, *rare))
        simple = _SIMPLE.fullmatch(written)
        name, tag = (simple[2] or simple[3], simple[1]) if simple else ("", "")
        path = _TRANSLATOR.selector_to_xpath(parsed, prefix="descendant::")
        alternatives.append(_Alternative(path, needed, name, tag))
    return tuple(alternatives)


@lru_cache(_MAX_CACHED_PATHS)
def _search(alternatives: tuple[_Alternative, ...]) -> etree.XPath:
    """Compile a search for what any of several alternatives matches."""
    return etree.XPath(" | ".join([one.path for one in alternatives]))
