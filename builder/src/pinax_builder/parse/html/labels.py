"""Say what a page and its headings and terms are called: ids, plain titles, the symbols that they declare.

In:    The content, its ids still in place, and the elements as their platform writes them.
Out:   A Label for each heading and each `dt`; and for each, and for the page itself, all ids that lead there or into
       the text that follows, since links use any of them. The page's title.
Rules: - An `h1` that is the second heading, and the same as the first, is the title once more, and goes. So does
         one of another level right below the first.
       - The ids of a heading are in this order: the one that its permalink names, its own, that of the section that it
         opens, those inside it and those right before it, also above line breaks or a rule.
       - An id belongs to the heading or term that it labels, else to the last one before it. An id after the end of a
         definition list belongs to the section around the list. Names of links that lead away are no ids where two
         links share one, since they then say what is linked to.
       - Symbols: platforms are asked first, since their markup says kind and language. Then a heading that is all code,
         or a term that is an option, tells by itself. A name has the qualifiers that the page gives it. There are none
         if the markup does not say that something is defined.
       - The page's title is the first of these that the page does not share with most others: its `h1`, if it is not
         one of several chapters, nor what several pages begin with where the head says more; the title of its head,
         also a shared one on a page called index; its first heading, if the head's is shared, unless several pages
         begin with it; the name in its URL. A heading that the head repeats comes before an `h1` that it does not
         mention, and an `h1` that it repeats before others. The only `h2` right below an `h1` that several pages share
         comes before that, where the head says no more. A manual page is called as its NAME says, where its head names
         all pages of a program alike, or none. If several pages have the same title nevertheless, the name in the URL
         follows it.
Why:   docs/decisions/0045
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice, takewhile

from lxml import etree
from lxml.html import HtmlElement

from pinax_builder.parse.declared import (
    SAID_KINDS,
    is_all_code,
    symbol_by_keyword,
    symbol_in_code,
    symbol_in_text,
    with_owners,
)
from pinax_builder.parse.html.content import Repeated
from pinax_builder.parse.html.page_tree import (
    BOXES,
    DECLARED_KIND,
    HEADINGS,
    PERMALINKS,
    SIGNATURE,
    PageTree,
    leads_back,
    text_before,
    unwrap,
)
from pinax_builder.parse.html.platforms import doxygen, javadoc, qdoc, rdoc, rustdoc, sphinx
from pinax_builder.parse.html.sections import MIN_H1_OF_CHAPTERS, Mark, Opening
from pinax_builder.parse.inventory import cut
from pinax_builder.parse.page_facts import PageFacts, is_index, readable_name
from pinax_builder.parse.plain_text import is_all_of, plain_text, raw_text, shows_anything, shows_text
from pinax_builder.parse.slugs import slugify
from pinax_builder.records import Symbol

_NO_TERMS = frozenset(("footnote", "citation", "field-list"))
"""Classes of definition lists that define nothing."""
_HAS_ID = etree.XPath("boolean(descendant::*[self::a or self::span][@id or @name])")
_OPTION = re.compile(r"(--?(?:\[no-\])?[A-Za-z0-9][\w-]*)|([a-z]\w*(?:\.[\w<>*-]+)+)(?: \(.*\))?$")
"""A command's option, or a dotted setting such as `core.fileMode`; a remark may follow that."""
_FAMILY = re.compile(r"([a-z]\w*(?:\.\w+)*\.)\*$")
"""A term for a family of settings (`advice.*`), which the list in its body names without their prefix."""
_REMARK = re.compile(r" \((?:default\b|[^()]*: ).*\)$", re.IGNORECASE)
"""A remark behind a name, which is no part of it: `mynetworks (default: localhost)`."""
_PARAMETER = re.compile(r" (?=[\[<{|])")
_QUALIFIED_ID = re.compile(r"(?:[\w$]+\.)+[\w$]+")


def symbols_of_term(term: HtmlElement, text: str) -> tuple[Symbol, ...]:
    """Return the symbols that a `dt` with a text defines; an option may have several spellings."""
    identifier = term.get("id") or ""
    parent = term.getparent()
    classes = (parent.get("class") or "").split() if parent is not None else []
    if not text or not _NO_TERMS.isdisjoint(classes):
        return ()
    return sphinx.symbols_of_term(term, text, classes) or _symbols_of_plain_term(term, identifier, classes, text)


def symbols_of_heading(heading: HtmlElement, ids: list[str], text: str, page_title: str) -> tuple[Symbol, ...]:
    """Return the symbols that a heading with these ids declares; a member is qualified by the page's type."""
    if said := heading.get(DECLARED_KIND):
        code = heading.find("code")
        names = text if code is None else plain_text(code)
        return tuple(Symbol(name, said, "", cut(heading.get(SIGNATURE) or text)) for name in names.split(", "))
    if one := qdoc.symbol_of_heading(heading, ids, text):
        return (one,)
    if (members := doxygen.symbols_of_heading(heading, ids, text)) is not None:
        return members
    one = javadoc.symbol_of_heading(heading, ids, text, page_title) or rdoc.symbol_of_heading(ids, text, page_title)
    if one:
        return (one,)
    named = [sphinx.symbol_of_id(identifier) or rustdoc.symbol_of_id(identifier, text) for identifier in ids]
    return tuple(filter(None, named)) or _symbol_by_words(heading, ids, text)


def declares_type(heading: HtmlElement, symbols: tuple[Symbol, ...], title: str) -> bool:
    """Return whether a heading is the signature of the type that the page is about."""
    is_type = bool(symbols) and symbols[0].kind in ("class", "trait", "interface") and symbols[0].name == title
    return is_type and "signature" in (heading.get("class") or "").split()


def _symbols_of_plain_term(term: HtmlElement, identifier: str, classes: list[str], text: str) -> tuple[Symbol, ...]:
    options = [_OPTION.match(spelling) for spelling in text.split(", ")]
    if options[0]:
        names = [(option[1] or option[2]).replace("[no-]", "") for option in options if option]
        return tuple(Symbol(name, "option", "", cut(text)) for name in dict.fromkeys(names))
    family = _family(term)
    if family and text.isidentifier():
        return (Symbol(family + text, "option", "", cut(text)),)
    if "glossary" in classes or not (identifier or (len(term) > 0 and _HAS_ID(term))):
        return (_term(text),) if identifier else ()
    strong = next(term.iterdescendants("strong"), None) if "def" in classes else None
    if strong is not None:  # Texinfo: category, result, **name**, arguments
        return (Symbol(plain_text(strong), "function", "", cut(text)),)
    return (_term(text, _typed(term)),)


def _term(text: str, typed: str = "") -> Symbol:
    """Return the symbol of a term that no language declares; the name is what is typed as it stands, if that is known.

    >>> _term('mynetworks (default: see "postconf -d" output)').name, _term("abs (x)").name
    ('mynetworks', 'abs (x)')
    """
    name = typed or _REMARK.sub("", text)
    return Symbol(cut(name), "term", "", cut(text) if name != text else "")


def _typed(term: HtmlElement) -> str:
    """Return what stands before the first parameter of a term in code; empty for other terms, and without parameters.

    A parameter is emphasized within the code, or it is in brackets: `<code>hold time <i>number</i></code>`.
    """
    code = next(term.iterdescendants("code", "tt"), None)
    if code is None or plain_text(code) != plain_text(term):
        return ""
    before = code.text or ""
    for element in code.iterdescendants():
        if element.tag in ("i", "em", "var"):
            break
        before += (element.text or "") + (element.tail or "")
    return _PARAMETER.split(" ".join(before.split()), maxsplit=1)[0]


def _family(term: HtmlElement) -> str:
    """Return the prefix of the names in a list, if the list is the body of a family of settings; else empty."""
    for body in term.iterancestors("dd"):
        outer = body.getprevious()
        found = _FAMILY.match(plain_text(outer)) if outer is not None and outer.tag == "dt" else None
        return found[1] if found else ""
    return ""


def _symbol_by_words(heading: HtmlElement, ids: list[str], text: str) -> tuple[Symbol, ...]:
    """Return the symbol that a heading declares by its words, as Node's do: `path.basename(path[, suffix])`."""
    classes = (heading.get("class") or "").split()
    code = heading if "signature" in classes else next(heading.iterdescendants("code"), None)
    if code is None:
        one = symbol_in_text(text)
        return (one,) if one else ()
    signature = plain_text(code)
    marked = list(code.iterdescendants("strong", "b"))
    is_marked = len(marked) == 1 and (marked[0].tail or "").startswith("(") and is_all_code(text, signature)
    if is_marked or code is heading:
        one = symbol_by_keyword(text, signature)
        if one is None and is_marked:  # before the name stands the type of the result
            one = Symbol(plain_text(marked[0]), "function", "", cut(signature))
    else:
        one = symbol_in_code(text, signature, partial(_by_id, ids=ids)) or symbol_in_text(text)
        kind = next((SAID_KINDS[word] for word in classes if word in SAID_KINDS), "")
        one = replace(one, kind=kind) if one and kind else one
    return (replace(one, name=_by_id(one.name, ids)),) if one else ()


def _by_id(name: str, ids: list[str]) -> str:
    """Return a name with the qualifiers that an id of its heading gives it, as pydoctor's do.

    >>> _by_id("start", ["start", "task.LoopingCall.start"]), _by_id("start", ["method.start"])
    ('task.LoopingCall.start', 'start')
    """
    for identifier in ids:
        qualifiers, _, last = identifier.rpartition(".")
        if last == name and qualifiers not in SAID_KINDS and _QUALIFIED_ID.fullmatch(identifier):
            return identifier
    return name


_MIN_LETTERS = 8
"""Least number of links to single letters in a heading that is the row of an index."""
_UP = frozenset("↑▲»")
"""Signs of links in headings that lead back to a list of them, or to the top."""
_PERMALINK_TEXTS = frozenset(
    ("", "#", "¶", "§", "🔗", "◆", "◆\xa0", "∞", "\uf0c1", "\ue157", "link", "permalink", "copy link", "​")
)
"""Texts of permalinks, in lower case; some platforms use a private character of an icon font."""
_ALWAYS_PERMALINKS = frozenset(("¶", "🔗"))
"""Those of them that nothing else is called, wherever it leads: a script may find the place."""
_PERMALINK_CLASSES = PERMALINKS | {"mark", "anchor", "doc-anchor"}
"""Classes of permalinks; in a heading, these are some more."""
_FRAME_WORDS = """
    body content document container main mainContent page header wrapper top main-content main_content doc-content
    docContent primary
"""
_FRAME = frozenset(_FRAME_WORDS.split())
"""Classes and ids of boxes that lay out the page, and whose ids therefore name no section."""
_MAY_OPEN = frozenset(("section", "div", "article", "header", "hgroup", "summary", "details", "li", "ul", "ol", "a"))
"""Tags of elements that may begin with a heading, and whose ids then lead to it."""
_MAY_BE_NAMED = frozenset(("a", "span", "code", "strong", "em", "tt"))
"""Tags of elements in a heading or term whose ids lead to it."""
_ROW_WORDS = "viewcode-link viewcode-back src srclink edit-link summary_toggle constants_summary_toggle top"
_ROW_CLASSES = frozenset(_ROW_WORDS.split())
"""Classes of links that stand in a heading's row and are not part of its title."""
_BEFORE = ("a", "span", "br", "hr")
"""Tags of elements before a heading or term among which its anchors are: these, and what sets them apart from it."""
_NAMING = frozenset(("id", "name"))
"""Attributes that give an element an id; `name` does so to an `a` alone."""
MAX_ID_CHARS = 500
"""Length of the longest id that is kept, in characters; nobody links to a longer one."""
MAX_ALIASES = 10_000
"""Number of ids that are kept of one page."""
_MAX_LINKS = 64
"""Number of links of a heading or term that may be its permalinks."""
_MAX_BEFORE = 64
"""Number of empty elements before a heading; with as many, it does not begin its box."""


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
    named = {element: _take_permalinks(element) for element in page.all(*HEADINGS, "dt")}
    for heading in named:
        for link in heading.iter("a") if len(heading) and heading.tag != "dt" else ():
            if "#toc" in (link.get("href") or ""):  # where contents list the heading: it is a mere anchor
                del link.attrib["href"]
    return named


def unite_titles(main: HtmlElement, named: dict[HtmlElement, list[str]]) -> None:
    """Remove the second heading of a page if it is the first again; the first has its ids then, too."""
    titles = list(islice(filter(shows_text, main.iter(*HEADINGS)), 2))
    if len(titles) < 2 or titles[0].tag not in ("h1", titles[1].tag):
        return
    first, again = titles
    title, has_picture = plain_text(first), next(again.iter("img"), None) is not None
    if title.lower() == plain_text(again).lower() and _is_name(title) and not has_picture and _is_near(first, again):
        named[first] = [*named[first], *named.pop(again), *_ids(again)]
        again.drop_tree()


def _is_near(first: HtmlElement, again: HtmlElement) -> bool:
    """Return whether nothing is shown between two headings; two titles may have a byline between them."""
    before = again.getprevious()
    while before is not None and before is not first and _is_blank(before) and not (before.tail or "").strip():
        before = before.getprevious()
    return first.tag == again.tag == "h1" or (before is first and not (first.tail or "").strip())


def label_headings(named: dict[HtmlElement, list[str]]) -> dict[HtmlElement, Label]:
    """Label what `take_permalinks` returned, including what was stripped as chrome, which does no harm."""
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
    headings = [element for element in labels if element.tag != "dt"]
    owned = with_owners([(int(str(e.tag)[1]), labels[e].title, labels[e].symbols) for e in headings], h1 or page_title)
    for element, symbols in zip(headings, owned, strict=True):
        if symbols != labels[element].symbols:  # of few
            labels[element] = replace(labels[element], symbols=symbols)
    return labels


def find_aliases(main: HtmlElement, labels: dict[HtmlElement, Label]) -> dict[HtmlElement | None, list[str]]:
    """Find the ids that lead into each section of the content, in document order.

    Returns:
        For each heading and `dt`, its own ids and those of the text up to the next heading or `dt`, or to the end of
        its box or list. Under None, the ids before the first.
    """
    taken = {identifier for label in labels.values() for identifier in label.ids}
    found: dict[HtmlElement | None, list[str]] = {None: []}
    outer: dict[HtmlElement | None, HtmlElement | None] = {None: None}
    scopes: dict[HtmlElement, HtmlElement | None] = {}
    current: HtmlElement | None = None
    # Most elements have no attribute, and no second look is needed.
    having = [(one, keys) for one in main.iterdescendants() if (keys := one.keys()) or one in labels]
    named = [one for one, keys in having if one in labels or not _NAMING.isdisjoint(keys)]
    links = [link for link in named if link.tag == "a" and link.get("href") is not None]
    of_links = [name for link in links if (name := link.get("name")) is not None]
    are_ids = len(of_links) == len(set(of_links))
    for element in named:
        while current is not None and (scope := scopes[current]) is not None and scope not in element.iterancestors():
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
    """Add to each mark, in place, the ids that lead into its section; return those of the text before the first mark.

    A heading or term that opened no section has no number of a mark, and its ids lead to the section around it.
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
    if len(element) and _is_way_back(element[-1]) and plain_text(element) != plain_text(element[-1]):
        element[-1].drop_tree()
    for link in _links_of_title(element):
        href = link.get("href") or ""
        text = raw_text(link).strip().lower()
        classes = (link.get("class") or "").split()
        is_permalink = text in _PERMALINK_TEXTS or not _PERMALINK_CLASSES.isdisjoint(classes)
        if (not _ROW_CLASSES.isdisjoint(classes) and not is_all_of(link, element)) or _is_unspoken(link, element):
            fragments.extend([href[1:]] if href.startswith("#") and text in _PERMALINK_TEXTS else ())
            around = next(link.iterancestors())
            link.drop_tree()
            if around is not element and not any(map(str.isalnum, raw_text(around))):
                around.drop_tree()  # with the brackets that the link stood in
        elif href[:1] == "#" and text in _UP and not _own_ids(link) and not _is_all(link, element):
            link.drop_tree()
        elif (
            (href.startswith("#") or text in _ALWAYS_PERMALINKS)
            and is_permalink
            and (text in _PERMALINK_TEXTS or "headerlink" in classes or (len(text) == 1 and not text.isalnum()))
            and not _is_all(link, element)
            and not any(inner.tag in ("code", "b", "strong") for inner in link)  # as in `! command`, where it is a word
        ):
            fragments.append(href[1:] if href.startswith("#") else "")
            fragments.extend(_own_ids(link))
            link.drop_tree()
        elif href.startswith("#") and (element.tag != "dt" or is_permalink):
            if href[1:] in (element.get("id"), *_section_ids(element)):
                fragments.append(href[1:])
            if "toc-backref" not in classes and not any(_ids(element)):  # else it may be called as what it leads to is
                fragments.extend(_own_ids(link))
            unwrap(link)
    return [fragment for fragment in fragments if fragment]


def _links_of_title(heading: HtmlElement) -> list[HtmlElement]:
    """Return the links of a heading, unless it is the row of links to the letters of an index."""
    links = list(islice(heading.iter("a"), _MAX_LINKS)) if len(heading) else []
    is_row = len(links) >= _MIN_LETTERS and all(len(raw_text(link).strip()) == 1 for link in links)
    return [] if is_row else links


def _is_way_back(end: HtmlElement) -> bool:
    """Return whether the end of a heading leads back to the contents or the top of the page, and says so."""
    if (end.tail or "").strip() or text_before(end).rstrip().endswith(",") or not leads_back(raw_text(end).strip()):
        return False
    links = list(end.iter("a"))
    return bool(links) and all((link.get("href") or "").startswith("#") for link in links)


def _is_unspoken(link: HtmlElement, heading: HtmlElement) -> bool:
    """Return whether programs that read a page aloud leave out a link, as one to the entry in the contents ("TOC")."""
    return link.get("aria-hidden") == "true" and not is_all_of(link, heading)


def _is_all(link: HtmlElement, element: HtmlElement) -> bool:
    """Return whether a link is all the text of a term or heading, which may be called "link" or `!`, but not `#`."""
    text = plain_text(link)
    is_sign = text in _PERMALINK_TEXTS and not text.isalpha()
    return bool(text) and not is_sign and is_all_of(link, element)


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
    while before is not None and before.tag in _BEFORE and not (before.tail or "").strip() and _is_blank(before):
        for inner in before.iter():
            ids += _own_ids(inner)
        before = before.getprevious()
    if before is not None and before.tag == "p" and is_heading:
        for inner in before.iter("a", "span") if _is_blank(before) else filter(_is_on_last_line, before[-1:]):
            ids += _own_ids(inner)
    return ids


def _is_on_last_line(anchor: HtmlElement) -> bool:
    """Return whether an anchor is all of the last line of a paragraph, which may have no end tag: a heading ends it."""
    begins_line = text_before(anchor).rstrip(" \t").endswith("\n")
    return anchor.tag == "a" and begins_line and _is_blank(anchor) and not (anchor.tail or "").strip()


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
        for n_before, one in enumerate(current.itersiblings(preceding=True), 1):
            if n_before == _MAX_BEFORE or (one.tail or "").strip() or not _is_blank(one):
                return ids
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
    return not isinstance(element.tag, str) or element.tag == "hr" or not shows_anything(element)


_MANUAL_TITLE = re.compile(r"((?:\S+ ){0,3}\S*?)\((\w+)\)(?:\(.*\))?")
"""Title of a manual page with its section, such as `LS(1)` or `restic backup(1)`; some have no name."""
_MANUAL_NAME = re.compile(r"([\w.+:@-]++(?: [\w.+:@-]++){0,4})((?:, .*?)?) +(?:-|–|—|\\-) ")
"""What a manual page says under NAME, up to the dash."""


def choose_title(
    labels: dict[HtmlElement, Label], facts: PageFacts, url: str, main: HtmlElement, repeated: Repeated
) -> str:
    """Return the page's title."""
    title = _choose(labels, facts, url, main, repeated)
    is_common = facts.whole_title in repeated.titles and slugify(title) in slugify(facts.whole_title)
    if not is_common or is_index(url):
        return title
    name = _name_beside(title, url)
    return f"{title}: {name}" if name else title


def _name_beside(title: str, url: str) -> str:
    """Return the name in a URL without the title that it may begin with; the folder's name if nothing is left.

    >>> _name_beside("Namespace Members", "html/namespacemembers_enum.html")
    'enum'
    >>> _name_beside("toString", "interval/to-string.html"), _name_beside("Globals", "html/globals.html")
    ('Interval', '')
    """
    words = readable_name(url).split()
    for number in range(1, len(words) + 1):
        if slugify("".join(words[:number])) == slugify("".join(title.split())):
            folder = url.rpartition("/")[0]
            is_named = folder != "" and not url.endswith(f".{folder.rpartition('/')[2]}")
            return " ".join(words[number:]) or (readable_name(folder) if is_named else "")
    return " ".join(words)


def _choose(labels: dict[HtmlElement, Label], facts: PageFacts, url: str, main: HtmlElement, repeated: Repeated) -> str:
    headings = [(element, label.title) for element, label in labels.items() if element.tag in HEADINGS and label.title]
    own = [(element, title) for element, title in headings if title not in repeated.headings]
    h1s = [title for element, title in own if element.tag == "h1"]
    is_below = h1s and (facts.head_title in h1s or not _is_mentioned(h1s[0], facts))
    if is_below and facts.head_title != "Top" and _is_among(own, facts.head_title):  # Texinfo's first node
        return facts.head_title
    if h1s and (
        found := _title_below(own, main, facts, url, repeated.beginnings) or _manual_title(facts.head_title, headings)
    ):
        return found
    is_shared = bool(h1s) and h1s[0] in repeated.beginnings and facts.head_title != ""
    if h1s and not is_shared and sum(element.tag == "h1" for element, _ in headings) < MIN_H1_OF_CHAPTERS:
        return h1s[0]
    if facts.head_title:
        return facts.head_title
    if facts.whole_title and is_index(url):
        return facts.whole_title
    shown = [one for one in headings if main in one[0].iterancestors()]
    named = _described_name(shown) or (_first_own(shown, main, repeated) if facts.whole_title else "")
    return named or readable_name(url)


def _described_name(headings: list[tuple[HtmlElement, str]]) -> str:
    """Return the name that stands with a description below a first heading `NAME`, as in Perl's manuals."""
    first, title = headings[0] if headings else (None, "")
    line = first.getnext() if first is not None and title.upper() == "NAME" else None
    name = _MANUAL_NAME.match(plain_text(line)) if line is not None else None
    return name[1].strip() if name else ""


def _first_own(headings: list[tuple[HtmlElement, str]], main: HtmlElement, repeated: Repeated) -> str:
    """Return the first heading that can name a page; empty below one that most pages have, and that is as high."""
    above: set[object] = set()
    for element, title in headings:
        if title in repeated.headings or title in repeated.beginnings:
            above.add(element.tag)
        elif _is_name(title):
            is_first = element.tag in ("h1", "h2") or plain_text(main).startswith(plain_text(element))
            return title if is_first and element.tag not in above else ""
    return ""


def _title_below(
    own: list[tuple[HtmlElement, str]], main: HtmlElement, facts: PageFacts, url: str, shared: frozenset[str]
) -> str:
    """Return the second heading if the head's title begins with the first, a project's name, and ends with it.

    So is the only `h2` right below the first, if several pages share that, as a chapter's, and the head says no more.
    """
    within = list(islice((title for element, title in own if main in element.iterancestors()), 2))
    if len(within) < 2 or slugify(within[0]) == slugify(within[1]):
        return ""
    if not facts.head_title and not is_index(url) and within[0] in shared and within[1] not in shared:
        is_only = [title for element, title in own if element.tag == "h2"] == within[1:]
        is_right_below = "".join("".join(within).split()) in "".join(plain_text(main).split())
        return within[1] if is_only and is_right_below else ""
    head = slugify(facts.whole_title)
    is_both = head.startswith(f"{slugify(within[0])}-") and head.endswith(f"-{slugify(within[1])}")
    return within[1] if is_both else ""


def headings_above(labels: dict[HtmlElement, Label], title: str) -> frozenset[str]:
    """Return the `h1`s that are not the page's title: those above the heading that is; NAME of a manual page."""
    headings = [(element, label.title) for element, label in labels.items() if element.tag in HEADINGS]
    if _is_among(headings, title):
        headings = list(takewhile(lambda one: slugify(one[1]) != slugify(title), headings))
        return frozenset(text for element, text in headings if element.tag == "h1")
    names = frozenset(text for element, text in headings if element.tag == "h1" and text.upper() == "NAME")
    return names if _MANUAL_TITLE.fullmatch(title) else frozenset()


def _is_mentioned(h1: str, facts: PageFacts) -> bool:
    """Return whether the head mentions an `h1`, or the `h1` ends with what the head has (`Class Reader`, `Reader`)."""
    return slugify(h1) in slugify(facts.whole_title) or slugify(h1).endswith(f"-{slugify(facts.head_title)}")


def _is_among(headings: list[tuple[HtmlElement, str]], title: str) -> bool:
    """Return whether one of the headings is a title."""
    return bool(title) and any(slugify(text) == slugify(title) for _, text in headings)


def _is_name(title: str) -> bool:
    """Return whether a heading can name a page, as a letter of an index cannot."""
    return sum(map(str.isalnum, title)) > 1


def _manual_title(head_title: str, headings: list[tuple[HtmlElement, str]]) -> str:
    """Return the title of a manual page: what its head says, or its NAME if that is another; empty for other pages."""
    head = _MANUAL_TITLE.fullmatch(head_title)
    section = next((element for element, title in headings[:2] if title.upper() == "NAME"), None) if head else None
    text = section.getnext() if section is not None else None
    if head is None or section is None:
        return ""
    name = _MANUAL_NAME.match(plain_text(text)) if text is not None else None
    if name is None or head[1].lower() in re.split(r"[, ]+", f"{name[1]}{name[2]}".lower()):
        return head_title
    return f"{name[1].strip()}({head[2]})"
