"""Find the part of a page that is its content.

In:    A page's tree, as it was published, and the platform that published it.
Out:   One element that holds the content, and whether the page marked it with `data-pagefind-body`.
Rules: - The content is the first of these that has text: what the page marked, where its platform puts content, `main`,
         `role=main`, `article`, the smallest element outside which stand only links, the body.
       - What stands between a link that skips navigation and its target is navigation by the page's own word, but for
         what holds a heading, code or a paragraph, and what is in an article with the target.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from lxml import etree
from lxml.html import Element, HtmlElement

from pinax_builder.parse.html.elements import HEADINGS, is_link, signs_page
from pinax_builder.parse.html.page_tree import PageTree
from pinax_builder.parse.html.platforms import Platform
from pinax_builder.parse.plain_text import plain_text, raw_text
from pinax_builder.parse.styled_away import is_styled_away
from pinax_builder.words import words_of

_GENERIC_ROOTS = ("main", "[role=main]", "article", "#main-content", ".markdown-body")
_LISTED = frozenset(("article", "main article", "article .markdown"))
"""Those of the roots that a page may have several of, as a list of posts has."""
_GUESSES = _LISTED | {"#main-content", ".markdown-body"}
"""Those of the roots that may hold a part of the content only."""
_BESIDE = frozenset(("nav", "aside", "footer"))
"""Tags of what stands beside the content, headings and all."""
_BANNERS = frozenset(("header", "dialog", "form", "noscript", "template"))
"""Tags of elements outside the content that may show a heading and words."""
_BESIDE_ROLES = frozenset(("navigation", "search", "complementary", "contentinfo", "dialog", "alertdialog"))
"""Roles of the same."""
_BESIDE_NAMES = re.compile(
    r"sidebar|footer|related|comments?|toc|menu|nav(?:bar|igation)?|search|share|newsletter|cookie|modal|dialog|popup"
)
"""Names of the same."""
_SIDEBAR = re.compile(r"(?:^|\s)(?!has-|with-|no-)(?:[\w-]*-)?(?:sidebar|toc)(?:$|\s)")
"""Class of a box beside the content that holds menus."""
_MARKED = "[data-pagefind-body]"
_BOXES = frozenset(("div", "section", "article", "main", "center"))
"""Tags of elements that may hold a page's content."""
_NEVER_SHOWN = frozenset(("script", "style", "noscript", "template", "nav", "link", "meta", "hr", "br"))
"""Tags of elements beside the content that show nothing of it."""
_WORD = re.compile(r"\w+")
_FEW_WORDS = 3
"""Number of words from which on text beside an element is content."""
_PARAGRAPH_WORDS = 8
"""Number of words outside links from which on an element is content, be it in a footer."""
_TITLE_WORDS = 100
"""Largest number of words of a box above the content that holds the page's title."""
_LEAST = 0.5
"""Share of an element's text that a child holds if the content lies in that child."""
_FIRST_PIECES = 12
"""Number of pieces of an element's text in which so much is looked for first."""
_MIN_ROOT_CHARS = 20
"""Length of the shortest text that an element chosen by a selector has, in characters."""
_SKIPPING = re.compile(r"\bskip (?:to |the |main |page )*(?:navigation|nav|navbar|menu|content)\b", re.IGNORECASE)
"""Title or text of a link that skips navigation."""
_NAMED = etree.XPath("descendant::*/@id[. = $name] | descendant::a/@name[. = $name]")
"""Finds what a fragment may lead to; of attributes, XPath asks those alone that are there."""
_CONTENT = ("p", "pre", "dl", "blockquote", "article", *HEADINGS)
"""Tags of elements that no navigation has to have."""


def drop_skipped(page: PageTree) -> None:
    """Remove the links that skip navigation, and what they skip."""
    tree = page.root
    for link in page.all("a") if page.mentions("kip") else ():
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


def find_roots(page: PageTree, platform: Platform | None) -> list[HtmlElement]:
    """Return the elements that may be a page's content by their names, without the body."""
    selectors = (*(platform.roots if platform else ()), *_GENERIC_ROOTS)
    return [element for css in selectors if css != "body" for element in _roots(page, css)]


def find_main(
    page: PageTree, platform: Platform | None, shared: frozenset[str] = frozenset(), *, may_be_marked: bool = True
) -> tuple[HtmlElement, bool]:
    """Find a page's content.

    Args:
        page: The page.
        platform: The platform that published the page, if it is known.
        shared: Headings that most pages of the docset have.
        may_be_marked: Whether the page has any of Pagefind's attributes.

    Returns:
        The element, and whether the page marked it. The element is still in its tree, unless the page marked several
        parts; a new element then holds them.
    """
    tree = page.root
    found = page.select(_MARKED) if may_be_marked else []
    marked = [
        element
        for element in found
        if not any("data-pagefind-body" in above.attrib for above in element.iterancestors())
    ]
    if marked:
        return _together(marked), True
    body = tree.find("body")
    if body is None:
        body = tree
    for css in (*(platform.roots if platform else ()), *_GENERIC_ROOTS):
        found = [body] if css == "body" else _roots(page, css)
        if css in _LISTED and len(found) > 1:
            continue  # a list of posts or comments, none of which is the page's content alone
        for element in found:
            if _has_text(element) and not _leaves_out(element, body, shared, is_guess=css in _GUESSES):
                if css in _GENERIC_ROOTS:
                    _take_in_title(element, body, shared)
                return element, False
    return _innermost(body), False


def _roots(page: PageTree, css: str) -> list[HtmlElement]:
    return list(page.root.iter(css)) if css == "main" else page.select(css)


def take_in_asides(main: HtmlElement, shared: frozenset[str]) -> None:
    """Move the `aside`s that follow the content and have headings and words of this page alone to its end.

    Args:
        main: The content; the first page of a package has its license and authors beside it.
        shared: Headings that most pages of the docset have.
    """
    for aside in list(main.itersiblings("aside")):
        headings = {plain_text(heading) for heading in aside.iter(*HEADINGS)}
        if not headings or not headings.isdisjoint(shared) or next(aside.iter("nav", "form"), None) is not None:
            continue
        linked = sum(len(words_of(raw_text(part))) for part in aside.iter("a", *HEADINGS))
        if len(words_of(raw_text(aside))) - linked >= _PARAGRAPH_WORDS:
            aside.tag = "section"
            main.append(aside)


def _has_text(element: HtmlElement) -> bool:
    """Return whether an element has the text of a root; the first pieces of it are enough for most."""
    first = "".join(islice(element.itertext(etree.Element), _FIRST_PIECES))
    return len(" ".join(first.split())) >= _MIN_ROOT_CHARS or len(plain_text(element)) >= _MIN_ROOT_CHARS


def _take_in_title(main: HtmlElement, body: HtmlElement, shared: frozenset[str]) -> None:
    """Move the `h1` into the content if it stands above that, with the few words of its box.

    Of several `h1`, the first is the page's title if a paragraph follows it in its box.
    """
    h1s = [h1 for h1 in body.iter("h1") if plain_text(h1)]
    if not h1s or main in h1s[0].iterancestors() or is_link(h1s[0]) or _is_beside(h1s[0]):
        return
    if len(h1s) > 1 and not (
        _holds_paragraph(h1s[0].getparent()) and all(main in h1.iterancestors() for h1 in h1s[1:])
    ):
        return
    box = h1s[0].getparent()
    if plain_text(h1s[0]) in shared or box is None:
        return
    is_short = box.tag in ("div", "header", "hgroup", "section") and box not in main.iterancestors()
    words = len(_WORD.findall(raw_text(box)))
    main.insert(0, box if is_short and words <= _TITLE_WORDS and not _is_dispensable(box) else h1s[0])
    if main.text:
        main[0].tail, main.text = main.text, None


def _holds_paragraph(box: HtmlElement | None) -> bool:
    paragraphs = box.iterchildren("p") if box is not None else ()
    return any(len(words_of(raw_text(paragraph))) >= _PARAGRAPH_WORDS for paragraph in paragraphs)


def _leaves_out(element: HtmlElement, body: HtmlElement, shared: frozenset[str], *, is_guess: bool) -> bool:
    """Return whether headings or code of the content stand outside an element."""
    if element is body:
        return False
    within = set(element.iter("pre", *HEADINGS))
    outside = [found for found in body.iter("pre", *HEADINGS) if found not in within and plain_text(found)]
    return any(
        not is_link(found) and not _is_beside(found) and (is_guess or _opens_text(found, element, shared))
        for found in outside
    )


def _opens_text(heading: HtmlElement, root: HtmlElement, shared: frozenset[str]) -> bool:
    """Return whether words of a page stand right below one of its headings, before a root or the next heading."""
    if heading.tag not in HEADINGS or plain_text(heading) in shared:
        return False
    around = {root, *root.iterancestors()}
    words = 0
    for after in heading.itersiblings(etree.Element):
        if after.tag in HEADINGS or after in around or words >= _PARAGRAPH_WORDS:
            break
        if after.tag not in _NEVER_SHOWN:
            words += len(words_of(raw_text(after))) - sum(len(words_of(raw_text(link))) for link in after.iter("a"))
    if words < _PARAGRAPH_WORDS:
        return False
    return not any(above.tag in _BANNERS or is_styled_away(above) for above in heading.iterancestors())


def _is_beside(element: HtmlElement) -> bool:
    """Return whether an element stands in a sidebar, a footer or the like."""
    return any(
        above.tag in _BESIDE
        or above.get("role") in _BESIDE_ROLES
        or any(
            _BESIDE_NAMES.fullmatch(word) for name in ("class", "id") for word in _WORD.findall(above.get(name) or "")
        )
        for above in element.iterancestors()
        if above.tag not in ("body", "html")
    )


def _together(elements: list[HtmlElement]) -> HtmlElement:
    """Move the marked parts of a page, in document order, into one element."""
    if len(elements) == 1:
        return elements[0]
    container = Element("div")
    for element in elements:
        element.tail = None
        container.append(element)
    return container


def _innermost(body: HtmlElement) -> HtmlElement:
    """Descend from the body while all that stays outside is links, or nothing."""
    current = body
    while not _holds_words(current.text) and not any(_holds_words(child.tail) for child in current):
        inner = [child for child in current if isinstance(child.tag, str) and not _is_dispensable(child)]
        if len(inner) != 1 or inner[0].tag not in _BOXES:
            break
        if len(plain_text(inner[0])) < _LEAST * len(plain_text(current)):
            break  # a page of links, as an index is, with a few words below
        current = inner[0]
    return current


def _holds_words(text: str | None) -> bool:
    return len(words_of(text or "")) >= _FEW_WORDS


def _is_dispensable(element: HtmlElement) -> bool:
    """Return whether an element beside the content is no content: it shows nothing, or is made of links."""
    if element.tag in _NEVER_SHOWN:
        return True
    own = [heading for heading in element.iter(*HEADINGS) if not is_link(heading)]
    headings = [heading for heading in own if not signs_page(plain_text(heading))]
    if headings and (not _SIDEBAR.search(element.get("class") or "") or any(h.tag == "h1" for h in headings)):
        return False
    if next(element.iter("pre", "dl", "img"), None) is not None:
        return False
    words = words_of(raw_text(element))
    linked = sum(len(words_of(raw_text(a))) for a in (*own, *element.iter("a")) if a.tag != "a" or a.get("href"))
    return not words or (linked > 0 and len(words) - linked < _PARAGRAPH_WORDS)


def _target(tree: HtmlElement, name: str) -> HtmlElement | None:
    """Return the element that a fragment leads to."""
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
    """Yield the outermost elements below `above` that end before the target and are in no article with it."""
    around = {target, *target.iterancestors()}
    while above is not target and above.tag != "article":  # Material skips to an article's first heading with an id
        for child in above:
            if child in around:
                above = child
                break
            if isinstance(child.tag, str):
                yield child
