"""Write selectors the short way: a small part of CSS, compiled to XPath.

In:    `div.body`, `#content main`, `[role=main]`, `ul.toc > li`, and several of them separated by commas.
Out:   A compiled XPath that finds the descendants of an element that match, in document order.
Rules: classes and ids match whole, attribute values too, or by prefix with `^=`; `p:has(a)` has no space within.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from lxml import etree
from lxml.html import HtmlElement

Selector = Callable[[HtmlElement], list[HtmlElement]]

_HAS = re.compile(r":has\(([^()]*)\)$")
_STEP = re.compile(r"([.#])([\w-]+)|\[([\w-]+)(?:(\^?=)([^\]]*))?\]|^([\w-]+|\*)")


@cache
def selector(css: str) -> Selector:
    """Compile a selector; an empty one finds nothing.

    Raises:
        ValueError: The selector uses a part of CSS that is not known here.
    """
    if not css.strip():
        return lambda element: []
    return etree.XPath(" | ".join(_path(one) for one in css.split(",")))


def _path(css: str) -> str:
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
