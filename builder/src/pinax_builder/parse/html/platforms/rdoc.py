"""RDoc documents Ruby's classes, in several themes; the id of a heading says what it declares."""

from __future__ import annotations

import re

from pinax_builder.parse.html.page_tree import PageTree
from pinax_builder.parse.html.platforms.record import Platform
from pinax_builder.parse.inventory import cut
from pinax_builder.records import Symbol

RDOC = Platform(
    "rdoc",
    signs="div.method-detail div.method-heading, main[role=main] .method-section",
)
_RELATIONS = "#parent-class-section, #includes-section, #extends-section"
"""Selects the boxes of a side column that say what a class inherits and includes, which stands nowhere else."""
_RDOC_ID = re.compile(r"(?:method|attribute)-[ci]-.|(class|module)-(\w+(?:::\w+)*)$")
"""Id of a member, or of the page's own class or module, as RDoc writes it."""
_RDOC_NAME = re.compile(r"[^\s(\[{]+(?:\[\]=?)?|\[\]=?")
"""Name of a member with which RDoc's line about it begins."""
_RDOC_OWNER = re.compile(r"(?:class|module) (\w+(?:::\w+)*)")
"""Title of a page of RDoc."""


def take_in_relations(page: PageTree) -> None:
    """Move what a class inherits and includes from the side column below the page's title, as definitions."""
    boxes = page.select(_RELATIONS)
    title = next(page.root.iter("h1"), None) if boxes else None
    for box in reversed(boxes):
        if title is None or box in title.iterancestors():
            continue
        box.tag, box.tail = "dl", None
        for part in box.iterchildren("*"):
            part.tag = "dt" if part.tag == "h3" else "dd"
        title.addnext(box)


def symbol_of_heading(ids: list[str], text: str, page_title: str) -> Symbol | None:
    """Return the symbol of a heading of RDoc: what its page is about, or a member qualified by that."""
    found = next(filter(None, map(_RDOC_ID.match, ids)), None)
    if found is None:
        return None
    if found[1]:
        said = text.split()
        is_ruby = len(said) > 1 and said[:2] == [found[1], found[2]]
        return Symbol(found[2], found[1], "ruby", cut(text)) if is_ruby else None
    owner, name = _RDOC_OWNER.match(page_title), _RDOC_NAME.match(text)
    if owner is None or name is None:
        return None
    kind = "property" if found[0].startswith("attribute") else "method"
    separator = "#" if found[0].partition("-")[2].startswith("i") else "."
    return Symbol(f"{owner[1]}{separator}{name[0]}", kind, "ruby", cut(text))
