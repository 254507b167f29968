"""Remove the navigation that a page lets its readers skip.

In:    A page's tree.
Out:   Nothing; the tree is changed in place.
Rules: a link that says by its title or text that it skips navigation leads to an element after it. What stands between
       the two is navigation by the page's own word, but for what holds a heading, code or a paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree
from lxml.html import HtmlElement

from pinax_builder.parse.html.css_selectors import may_mention
from pinax_builder.parse.html.headings import HEADINGS
from pinax_builder.parse.plain_text import raw_text

_SKIPPING = re.compile(r"\bskip (?:to |the |main |page )*(?:navigation|nav|navbar|menu|content)\b", re.IGNORECASE)
"""Title or text of a link that skips navigation."""
_BY_ID = etree.XPath("id($name)")
_NAMED = etree.XPath("descendant::*/@id[. = $name] | descendant::a/@name[. = $name]")
"""Finds what a fragment may lead to; of attributes, XPath asks those alone that are there."""
_CONTENT = ("p", "pre", "dl", "blockquote", "article", *HEADINGS)
"""Tags of elements that no navigation has to have."""


def drop_skipped(tree: HtmlElement) -> None:
    """Remove the links that skip navigation, and what they skip."""
    for link in list(tree.iter("a")) if may_mention(tree, "kip") else ():
        href = link.get("href")
        if not href or href[0] != "#":
            continue
        said = f"{link.get('title') or ''} {raw_text(link)}"
        if "kip " not in said.lower() or not _SKIPPING.search(said):  # most links are told without a pattern
            continue
        target = _target(tree, href[1:])
        if target is None:
            continue
        skipped = _between(link, target)
        for element in skipped:
            if element.tag not in _CONTENT and next(element.iterdescendants(*_CONTENT), None) is None:
                element.drop_tree()
        if skipped:
            link.drop_tree()


def _target(tree: HtmlElement, name: str) -> HtmlElement | None:
    """Return the element that a fragment leads to.

    libxml2 knows each id, and each name of an `a`, from when it read the page. It also knows elements that are gone.
    """
    is_word = name.split() == [name]  # it would look for each word
    listed: list[HtmlElement] = _BY_ID(tree, name=name) if is_word else []
    if listed and tree in listed[0].iterancestors():
        return listed[0]
    found = _NAMED(tree, name=name) if name else ()
    return found[0].getparent() if found else None


def _between(link: HtmlElement, target: HtmlElement) -> list[HtmlElement]:
    """Return the outermost elements that begin after a link and end before its target; none if that is not after it."""
    around = {target, *target.iterancestors()}
    found: list[HtmlElement] = []
    for start in (link, *link.iterancestors()):
        for after in start.itersiblings():
            if after in around:
                return [*found, *_before(target, after)]
            if isinstance(after.tag, str):
                found.append(after)
        if start in around:
            break
    return []


def _before(target: HtmlElement, above: HtmlElement) -> Iterator[HtmlElement]:
    """Yield the outermost elements below `above` that end before the target."""
    around = {target, *target.iterancestors()}
    while above is not target:
        for child in above:
            if child in around:
                above = child
                break
            if isinstance(child.tag, str):
                yield child
