"""Read definition lists: which terms they define, and whether each definition is a section.

In:    A `dl` with its labels.
Out:   Groups of terms and bodies, and whether they are sections of the page or a mere list in it.
Rules: terms in a row share the body after them. A box after a body stands for itself. A list opens sections if a term
       in it, or in a list within it, has an id or is a signature; also if the list is too long to be read as one
       section. An index opens none, since its terms are defined where they or their bodies link to.
Why:   docs/decisions/0005
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass, field

from lxml import etree
from lxml.html import HtmlElement

from pinax_builder.parse.html.elements import BLOCKS, IS_BLOCK
from pinax_builder.parse.html.flow import Item, add_text
from pinax_builder.parse.html.labels import Label
from pinax_builder.parse.plain_text import plain_text, raw_text, shows_text

_FOOTNOTES = frozenset(("footnote", "citation", "field-list", "footnotes", "option-list", "docutils-fields"))
"""Classes of lists that never open sections."""
_LONG_CHARS = 6_000
"""Length above which a list opens sections although no term has an id, in characters."""
_LONG_GROUPS = 4
"""Number of groups that such a list has at least."""
_MAX_TITLE_CHARS = 160
"""Length of the longest title that joins several terms, in characters."""
_SIGNS = re.compile(r"[_*<>{}=\\|@$^~]|--")
"""Characters that code has and words have not (`<path>`, `a_b`, `int (*f)()`)."""
_INDEX_SHARE = 0.8
"""Share of the groups that begin with a link from which on a list is an index."""
_MARKUP = frozenset(("a", "em", "code", "strong"))
_NO_TAGS: frozenset[str] = frozenset()
"""The tags below an element without children."""
_HAS_ID = etree.XPath("boolean(descendant-or-self::*/@id)")


@dataclass(slots=True)
class Group:
    """Terms and the bodies that define them."""

    terms: list[HtmlElement] = field(default_factory=list)
    bodies: list[HtmlElement] = field(default_factory=list)


def groups(dl: HtmlElement) -> list[Group]:
    """Group a list's terms and bodies, also those in a `div` around a group."""
    found: list[Group] = []
    for child in _members(dl):
        if child.tag == "dt":
            if not found or found[-1].bodies or _is_link(child):
                found.append(Group())
            found[-1].terms.append(child)
        elif isinstance(child.tag, str):
            if not found or (child.tag == "div" and found[-1].bodies):
                found.append(Group())
            found[-1].bodies.append(child)
    split: list[Group] = []
    for group in _continued(found):  # without a body that they could share, each term is a group
        split += [group] if group.bodies else [Group([term]) for term in group.terms]
    return split


def _members(dl: HtmlElement) -> Iterator[HtmlElement]:
    """Yield the terms and bodies of a list, and the boxes between them."""
    for child in dl[:]:
        is_group = child.tag == "div" and any(part.tag in ("dt", "dd") for part in child[:])
        yield from child[:] if is_group else (child,)


def _continued(found: list[Group]) -> list[Group]:
    """Move the bodies of a group whose terms show nothing to the group before it; man2html writes such terms."""
    kept: list[Group] = []
    for group in found:
        if not group.terms or any(map(_shows, group.terms)):
            kept.append(group)
        elif kept:
            kept[-1].bodies += group.bodies
        elif group.bodies:
            kept.append(Group(bodies=group.bodies))
    return kept


def _shows(term: HtmlElement) -> bool:
    """Return whether a term shows anything, or links may lead to it."""
    return shows_text(term) or term.find(".//img") is not None or bool(_HAS_ID(term))


def heads_section(group: Group, above_headings: Set[HtmlElement]) -> bool:
    """Return whether a term, or a body without one, holds a heading: the list then arranges sections."""
    return not above_headings.isdisjoint(group.terms or group.bodies)


def opens_sections(dl: HtmlElement, found: list[Group], labels: dict[HtmlElement, Label]) -> bool:
    """Return whether a list's groups are sections of the page."""
    names = (dl.get("class") or "").split()
    if not _FOOTNOTES.isdisjoint(names):
        return False
    for term in dl.iter("dt"):
        label = labels.get(term)
        if label is None or not (label.ids or "sig" in (term.get("class") or "").split()):
            continue  # as nearly all, where any is
        parent = term.getparent()
        inner = (parent.get("class") or "").split() if parent is not None else []
        if _FOOTNOTES.isdisjoint(inner) and not _in_other_block(term, dl):
            return True
    if len(found) < _LONG_GROUPS or _is_index(found):
        return False
    return len(raw_text(dl)) > _LONG_CHARS


def title_of(labels: list[Label]) -> str:
    """Return the title of a definition: all its terms, or the first if together they are too long.

    A long value is no part of a title: of `NAMES = {0: 'one', …}` only the name is.
    """
    titles = list(dict.fromkeys(_without_value(label.title) for label in labels if label.title))
    joined = ", ".join(titles)
    return joined if len(joined) <= _MAX_TITLE_CHARS or len(titles) <= 1 else titles[0]


def _without_value(title: str) -> str:
    name, sign, _ = title.partition(" = ")
    return name if sign and len(title) > _MAX_TITLE_CHARS and "(" not in name else title


def declares(element: HtmlElement, labels: dict[HtmlElement, Label]) -> bool:
    """Return whether an element holds a signature; a quote that does only indents, as in older Sphinx."""
    return any(_is_signature(term, labels.get(term)) for term in element.iter("dt"))


def _is_signature(term: HtmlElement, label: Label | None) -> bool:
    """Return whether a term is a declaration in a language, rather than words."""
    if label is None:
        return False
    for symbol in label.symbols:
        if symbol.kind != "term":
            return True
    return "sig" in (term.get("class") or "").split()


def write_terms(group: Group, labels: dict[HtmlElement, Label], *, in_lines: bool) -> list[Item]:
    """Write a group's terms: a signature as code, another term with its own markup, or in bold if it has none.

    Args:
        group: The group; its terms become inline elements.
        labels: The labels of all terms of the page.
        in_lines: Whether each term has a line of its own; else all share one.
    """
    written: list[Item] = []
    declared = [labels[term] for term in group.terms if _is_signature(term, labels.get(term))]
    are_options = bool(declared) and all({symbol.kind for symbol in label.symbols} == {"option"} for label in declared)
    for term in group.terms:
        if not shows_text(term):
            continue
        tags = {inner.tag for inner in term.iterdescendants()} if len(term) else _NO_TAGS
        for inner in list(term.iterchildren("dt")) if "dt" in tags else ():  # never closed before it
            inner.tag = "span"
            inner.addprevious(inner.makeelement("br"))
        if written and in_lines:
            written.append(term.makeelement("br"))
        elif written:
            add_text(written, ", ")
        written.append(term)
        is_code = bool(declared) and not (are_options and "code" in tags)
        if is_code or (_MARKUP.isdisjoint(tags) and _SIGNS.search(raw_text(term)) is not None):
            label = labels.get(term)
            text = label.title if label else plain_text(term)
            term.clear()
            term.tag, term.text = "code", text
            continue
        is_marked = "code" in tags or "strong" in tags or ("a" in tags and _is_link(term))
        is_marked = is_marked or not (in_lines or group.bodies)  # a term without body is an item of a list
        if not IS_BLOCK.isdisjoint(tags):
            etree.strip_tags(term, *BLOCKS)
        term.tag = "span" if is_marked else "strong"
        if not is_marked and "em" in tags:
            etree.strip_tags(term, "em")
        _trim(term)
    return written


def _trim(term: HtmlElement) -> None:
    """Strip white space from both ends of a term's inline content."""
    if (text := term.text) and (text[0].isspace() or text[-1].isspace()):
        term.text = text.lstrip() if len(term) else text.strip()
    if len(term) and (tail := term[-1].tail) and tail[-1].isspace():
        term[-1].tail = tail.rstrip()


def _is_link(term: HtmlElement) -> bool:
    """Return whether a term is one link, as in a table of contents, where no two terms share a body."""
    link = next(term.iter("a"), None)
    return link is not None and bool(link.get("href")) and plain_text(link) == plain_text(term)


def _is_index(found: list[Group]) -> bool:
    """Return whether a list's terms link to where they are defined, or bodies do, as those of a generated index do."""
    leading = sum(bool(group.terms) and (_leads_away(group.terms[0]) or _are_links(group.bodies)) for group in found)
    return leading >= _INDEX_SHARE * len(found)


def _leads_away(term: HtmlElement) -> bool:
    """Return whether a term begins with a link."""
    link = next(term.iter("a"), None)
    return link is not None and bool(link.get("href")) and plain_text(term).startswith(plain_text(link))


def _are_links(bodies: list[HtmlElement]) -> bool:
    """Return whether bodies have links, and nothing but signs beside them."""
    links = [link for body in bodies for link in body.iter("a") if link.get("href")]
    return bool(links) and sum(map(_n_letters, links)) == sum(map(_n_letters, bodies))


def _n_letters(element: HtmlElement) -> int:
    return sum(map(str.isalnum, raw_text(element)))


def _in_other_block(term: HtmlElement, dl: HtmlElement) -> bool:
    """Return whether a term lies in a list item, cell or quote within the list, where it opens no section."""
    for above in term.iterancestors():
        if above is dl:
            return False
        if above.tag in ("li", "td", "th", "blockquote"):
            return True
    return False
