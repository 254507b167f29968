"""Read definition lists: what is defined, and by what.

In:    A `dl` with its labels.
Out:   Groups of terms and bodies, and whether they are sections of the page or a mere list in it.
Rules: terms that follow each other share the body that follows them. A list opens sections when a term in it, or in a
       list within it, has an id or is a signature; or when it is so long that as one piece it would be of no use.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from lxml import etree
from lxml.html import Element, HtmlElement

from pinax_builder.parse.headings import Label
from pinax_builder.parse.plain_text import plain_text

_FOOTNOTES = frozenset(("footnote", "citation", "field-list", "footnotes", "option-list", "docutils-fields"))
_LONG_CHARS = 6_000
_LONG_GROUPS = 4
_MAX_TITLE_CHARS = 160
_PROSE = re.compile(r"^[^\W\d_]+(?:[ '’-][^\W\d_]+)*$")


@dataclass(slots=True)
class Group:
    """Terms and what they mean."""

    terms: list[HtmlElement] = field(default_factory=list)
    bodies: list[HtmlElement] = field(default_factory=list)


def groups(dl: HtmlElement) -> list[Group]:
    """Group a list's terms and bodies; a `div` around a group is looked through."""
    found: list[Group] = []
    for child in dl.xpath("*[not(self::div)] | div/*"):
        if child.tag == "dt":
            if not found or found[-1].bodies or _is_link(child):
                found.append(Group())
            found[-1].terms.append(child)
        elif isinstance(child.tag, str):
            if not found:
                found.append(Group())
            found[-1].bodies.append(child)
    return [part for group in found for part in _apart(group)]


def _apart(group: Group) -> list[Group]:
    """Part the terms that share nothing, since no body follows them."""
    return [group] if group.bodies else [Group([term]) for term in group.terms]


def opens_sections(dl: HtmlElement, found: list[Group], labels: dict[HtmlElement, Label]) -> bool:
    """Tell whether a list's groups are sections of the page."""
    names = (dl.get("class") or "").split()
    if not _FOOTNOTES.isdisjoint(names):
        return False
    for term in dl.iter("dt"):
        parent = term.getparent()
        inner = (parent.get("class") or "").split() if parent is not None else []
        is_declared = term in labels and (labels[term].ids or "sig" in (term.get("class") or "").split())
        if is_declared and _FOOTNOTES.isdisjoint(inner) and not _in_other_block(term, dl):
            return True
    if len(found) < _LONG_GROUPS:
        return False
    return sum(len(text) for text in dl.itertext()) > _LONG_CHARS


def title_of(labels: list[Label]) -> str:
    """Title a definition: all its terms, or the first where that is too much."""
    titles = list(dict.fromkeys(label.title for label in labels if label.title))
    joined = ", ".join(titles)
    return joined if len(joined) <= _MAX_TITLE_CHARS or len(titles) <= 1 else titles[0]


def term_line(group: Group, labels: list[Label]) -> HtmlElement | None:
    """Write the lines that a definition's text begins with: each term as code, or in bold where it is plain words."""
    paragraph = Element("p")
    for term, label in zip(group.terms, labels, strict=True):
        if not label.title:
            continue
        if len(paragraph):
            etree.SubElement(paragraph, "br")
        is_prose = _is_prose(term, label.title)
        etree.SubElement(paragraph, "strong" if is_prose else "code").text = label.title
    return paragraph if len(paragraph) else None


def _is_prose(term: HtmlElement, title: str) -> bool:
    """Tell whether a term is words of a language: in a glossary, or several words without signs."""
    parent = term.getparent()
    if parent is not None and "glossary" in (parent.get("class") or "").split():
        return True
    return " " in title and not title.isupper() and bool(_PROSE.match(title))


def _is_link(term: HtmlElement) -> bool:
    """Tell whether a term is one link, as in a table of contents, where no two terms share a body."""
    link = next(term.iter("a"), None)
    return link is not None and bool(link.get("href")) and plain_text(link) == plain_text(term)


def _in_other_block(term: HtmlElement, dl: HtmlElement) -> bool:
    """Tell whether a term lies in a list item, cell or quote within the list, where it opens no section."""
    for above in term.iterancestors():
        if above is dl:
            return False
        if above.tag in ("li", "td", "th", "blockquote"):
            return True
    return False
