"""Take the permalinks of headings and defined terms, and find their ids and plain titles.

In:    The content, its ids still in place.
Out:   A Label for each heading and each `dt`; and for each, and for the page itself, all ids that lead there or into
       the text that follows, since links use any of them.
Rules: - The ids of a heading are in this order: the one that its permalink names, its own, that of the section that it
         opens, those inside it and those right before it.
       - An id belongs to the heading or term that it labels, else to the last one before it. An id after the end of a
         definition list belongs to the section around the list. Names of links that lead away are no ids where two
         links share one, since they then say what is linked to.
Why:   docs/decisions/0045
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from lxml import etree
from lxml.html import HtmlElement

from pinax_builder.parse.html.elements import BOXES, HEADINGS
from pinax_builder.parse.html.page_tree import PageTree
from pinax_builder.parse.html.sections import Mark, Opening
from pinax_builder.parse.html.symbols import declares_type, symbols_of_heading, symbols_of_term
from pinax_builder.parse.plain_text import plain_text, raw_text, shows_text
from pinax_builder.records import Symbol

_PERMALINK_TEXTS = frozenset(
    ("", "#", "¶", "§", "🔗", "◆", "◆\xa0", "∞", "\uf0c1", "\ue157", "link", "permalink", "copy link", "​")
)
"""Texts of permalinks, in lower case; some platforms use a private character of an icon font."""
_PERMALINK_WORDS = """
    headerlink header-link hash-link header-anchor anchor-link permalink copiable-anchor copiable-link mark
    sl-anchor-link heading-anchor heading-link anchor doc-anchor
"""
_PERMALINK_CLASSES = frozenset(_PERMALINK_WORDS.split())
"""Classes of permalinks."""
_FRAME_WORDS = """
    body content document container main mainContent page header wrapper top main-content main_content doc-content
    docContent primary
"""
_FRAME = frozenset(_FRAME_WORDS.split())
"""Classes and ids of boxes that lay out the page, and whose ids therefore name no section."""
_MAY_OPEN = frozenset(("section", "div", "article", "header", "hgroup", "summary", "details", "li", "ul", "ol"))
"""Tags of elements that may begin with a heading, and whose ids then lead to it."""
_MAY_BE_NAMED = frozenset(("a", "span", "code", "strong", "em", "tt"))
"""Tags of elements in a heading or term whose ids lead to it."""
_ROW_CLASSES = frozenset(("viewcode-link", "viewcode-back", "src", "srclink", "edit-link"))
"""Classes of links that stand in a heading's row and are not part of its title."""
_IDS = etree.XPath("descendant::*/@id")
_NAMES = etree.XPath("descendant::a/@name")
MAX_ID_CHARS = 500
"""Length of the longest id that is kept, in characters; nobody links to a longer one."""
MAX_ALIASES = 10_000
"""Number of ids that are kept of one page."""


@dataclass(frozen=True, slots=True)
class Label:
    """The ids, title and symbols of a heading or term."""

    ids: tuple[str, ...]
    """Ids that lead here, best first; may be empty."""
    title: str
    """Plain text without permalinks."""
    symbols: tuple[Symbol, ...]
    """Names that the heading or term defines."""


def take_permalinks(page: PageTree) -> dict[HtmlElement, list[str]]:
    """Remove the permalinks of all headings and `dt`s, before they would be stripped as chrome.

    Returns:
        For each heading and `dt`, the ids that its permalinks name.
    """
    return {element: _take_permalinks(element) for element in page.all(*HEADINGS, "dt")}


def label_headings(named: dict[HtmlElement, list[str]]) -> dict[HtmlElement, Label]:
    """Label headings and `dt`s, including those that were stripped as chrome, which does no harm.

    Args:
        named: From `take_permalinks`.
    """
    labels: dict[HtmlElement, Label] = {}
    page_title = next((plain_text(e) for e in named if _says_title(e)), "")
    h1 = next((plain_text(e) for e in named if e.tag == "h1"), "")
    owner = ""
    for element, permalinks in named.items():
        for line_end in element.iter("br") if len(element) else ():
            line_end.tail = " " + (line_end.tail or "")
        ids = list(dict.fromkeys((*permalinks, *_ids(element))))
        title = plain_text(element).replace("\u200b", "")
        if element.tag == "dt":
            title = title.removeprefix(": ")  # Texinfo writes so where a definition has no category
            labels[element] = Label(tuple(ids), title, symbols_of_term(element, title))
        else:
            symbols = symbols_of_heading(element, ids, title, page_title)
            if owner:
                symbols = tuple(replace(symbol, name=f"{owner}.{symbol.name}") for symbol in symbols)
            elif declares_type(element, symbols, h1):
                owner = h1
            labels[element] = Label(tuple(ids), title, symbols)
    return labels


def find_aliases(main: HtmlElement, labels: dict[HtmlElement, Label]) -> dict[HtmlElement | None, list[str]]:
    """Find the ids that lead into each section, in document order.

    Args:
        main: The content.
        labels: The labels of its headings and terms.

    Returns:
        For each heading and `dt`, its own ids and those of the text up to the next heading or `dt`, or to the end of
        its box or list. Under None, the ids before the first.
    """
    taken = {identifier for label in labels.values() for identifier in label.ids}
    found: dict[HtmlElement | None, list[str]] = {None: []}
    outer: dict[HtmlElement | None, HtmlElement | None] = {None: None}
    scopes: dict[HtmlElement, HtmlElement | None] = {}
    current: HtmlElement | None = None
    names = _NAMES(main)
    of_links = [name for name in names if name.getparent().get("href") is not None]
    are_ids = len(of_links) == len(set(of_links))
    named = {attribute.getparent() for attribute in (*_IDS(main), *names)}.union(labels)
    for element in filter(named.__contains__, main.iterdescendants()):
        while current is not None and (scope := scopes[current]) is not None and not _is_within(element, scope):
            current = outer[current]
        if element in labels:
            scopes[element] = element.getparent() if element.tag == "dt" else next(element.iterancestors(*BOXES), None)
            is_next = current is not None and scopes[current] is scopes[element]
            outer[element] = outer[current] if is_next else current
            current = element
            found[element] = list(labels[element].ids)
            continue
        is_named = element.tag == "a" and (are_ids or element.get("href") is None)
        for own in (element.get("id"), element.get("name") if is_named else None):
            if own and own not in taken and len(own) <= MAX_ID_CHARS and len(taken) < MAX_ALIASES:
                taken.add(own)
                found[current].append(own)
    return found


def assign_aliases(
    aliases: dict[HtmlElement | None, list[str]], opened: dict[HtmlElement, int], marks: list[Mark]
) -> tuple[str, ...]:
    """Add to each mark, in place, the ids that lead into its section.

    Args:
        aliases: From `find_aliases`.
        opened: The number of the mark that each heading or term became. One that opened no section has no number,
            and its ids lead to the section around it.
        marks: The page's marks, by number.

    Returns:
        The ids that lead to the text before the first mark.
    """
    of_mark: dict[int, list[str]] = {}
    current = -1
    for element, identifiers in aliases.items():
        current = opened.get(element, current) if element is not None else -1
        of_mark.setdefault(current, []).extend(identifiers)
    for number, mark in enumerate(marks):
        if isinstance(mark, Opening):
            mark.aliases = tuple(of_mark.get(number, ()))
    return tuple(of_mark.get(-1, ()))


def _says_title(heading: HtmlElement) -> bool:
    """Return whether a heading is the page's title by its class, as javadoc and RDoc write it."""
    said = (heading.get("class") or "") if heading.tag in ("h1", "h2") else ""
    return "title" in said or (said in ("class", "module") and heading.tag == "h1")


def _take_permalinks(element: HtmlElement) -> list[str]:
    """Remove the links of one heading to itself; unwrap links that hold its text.

    Returns:
        The fragments that the links name, and the links' own ids.
    """
    fragments: list[str] = []
    for link in list(element.iter("a")) if len(element) else ():
        href = link.get("href") or ""
        text = raw_text(link).strip().lower()
        classes = (link.get("class") or "").split()
        is_permalink = text in _PERMALINK_TEXTS or not _PERMALINK_CLASSES.isdisjoint(classes)
        if not _ROW_CLASSES.isdisjoint(classes) or _is_unspoken(link, element):
            fragments.extend([href[1:]] if href.startswith("#") and text in _PERMALINK_TEXTS else ())
            link.drop_tree()
        elif (
            href.startswith("#")
            and is_permalink
            and (text in _PERMALINK_TEXTS or "headerlink" in classes or (len(text) == 1 and not text.isalnum()))
            and not _is_all(link, element)
            and next(link.iterchildren("code", "b", "strong"), None) is None  # as in `! command`, where it is a word
        ):
            fragments.append(href[1:])
            fragments.extend(_own_ids(link))
            link.drop_tree()
        elif href.startswith("#") and (element.tag != "dt" or is_permalink):
            if href[1:] in (element.get("id"), *_section_ids(element)):
                fragments.append(href[1:])
            if "toc-backref" not in classes and not any(_ids(element)):  # else it may be called as what it leads to is
                fragments.extend(_own_ids(link))
            link.drop_tag()
    return [fragment for fragment in fragments if fragment]


def _is_unspoken(link: HtmlElement, heading: HtmlElement) -> bool:
    """Return whether programs that read a page aloud leave out a link, as one to the entry in the contents ("TOC")."""
    return link.get("aria-hidden") == "true" and plain_text(link) != plain_text(heading)


def _is_all(link: HtmlElement, element: HtmlElement) -> bool:
    """Return whether a link is all the text of a term or heading, which may be called "link" or `!`, but not `#`."""
    text = plain_text(link)
    is_sign = text in _PERMALINK_TEXTS and not text.isalpha()
    return bool(text) and not is_sign and text == plain_text(element)


def _ids(element: HtmlElement) -> list[str]:
    """Return the ids that lead to a heading or term, best first."""
    ids = _own_ids(element)
    if element.tag != "dt":
        ids += _section_ids(element)
    elif (group := element.getparent()) is not None and group.tag == "div" and element.getprevious() is None:
        ids += _own_ids(group)
    for inner in element.iterdescendants() if len(element) else ():
        if inner.tag in _MAY_BE_NAMED and (own := _own_ids(inner)) and inner.get("href") is None:
            ids += own  # a link that has a name leads away
    return ids + _ids_before(_before(element), is_heading=element.tag != "dt")


def _ids_before(before: HtmlElement | None, *, is_heading: bool) -> list[str]:
    """Return the ids of `before` and the empty elements before it, nearest first."""
    ids: list[str] = []
    while before is not None and before.tag in ("a", "span") and not (before.tail or "").strip() and _is_blank(before):
        for inner in before.iter():
            ids += _own_ids(inner)
        before = before.getprevious()
    if before is not None and before.tag == "p" and is_heading and _is_blank(before):
        for inner in before.iter("a", "span"):
            ids += _own_ids(inner)
    return ids


def _before(element: HtmlElement) -> HtmlElement | None:
    """Return the element before a heading or term; before the list, for a declaration that is the list's first."""
    before, parent = element.getprevious(), element.getparent()
    if before is None and parent is not None and "sig" in (element.get("class") or "").split():
        return parent.getprevious()
    return before


def _section_ids(element: HtmlElement) -> list[str]:
    """Return the ids of the elements around a heading in which no text precedes it, innermost first."""
    ids: list[str] = []
    current = element
    while (above := current.getparent()) is not None and above.tag in _MAY_OPEN and not (above.text or "").strip():
        before = current.getprevious()
        while before is not None:
            if (before.tail or "").strip() or not _is_blank(before):
                return ids
            before = before.getprevious()
        if above.get("role") == "main" or not _opens_section(above):
            return ids
        ids += _own_ids(above)
        ids += _ids_before(above.getprevious(), is_heading=True)
        current = above
    return ids


def _opens_section(element: HtmlElement) -> bool:
    """Return whether an element is a section of the text and not part of the page's layout."""
    names = [] if element.tag in ("section", "article") else (element.get("class") or "").split()
    return _FRAME.isdisjoint((*names, element.get("id") or ""))


def _own_ids(element: HtmlElement) -> list[str]:
    """Return an element's `id`, and its `name` if it is an `a`."""
    own = element.get("id")
    name = element.get("name") if element.tag == "a" else None
    return [identifier for value in (own, name) if value and (identifier := value.strip())] if own or name else []


def _is_blank(element: HtmlElement) -> bool:
    """Return whether an element shows nothing but at most a rule."""
    if not isinstance(element.tag, str):
        return True
    if element.tag == "hr":
        return True
    return not shows_text(element) and next(element.iter("img"), None) is None


def _is_within(element: HtmlElement, ancestor: HtmlElement | None) -> bool:
    above = element.getparent()
    while above is not None and above is not ancestor:
        above = above.getparent()
    return above is not None
