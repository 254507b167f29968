"""Prove that an element of a page is chrome, by its own word and by what it holds.

An element is chrome if it is hidden, or if its tag, role or name says that it is navigation, a header or a footer and
it holds no more than these do: links, and few words beside them.
"""

from __future__ import annotations

import re

from lxml import html
from unshown import is_about_page, is_small_sidebar, is_unshown

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
ROLES = frozenset(("navigation", "search", "banner", "menu", "menubar", "toolbar", "contentinfo"))
CHROME_NAME = re.compile(
    r"(^|[-_ ])(nav|navbar|navigation|navheader|navfooter|navpath|sidebar|toc|contents|breadcrumbs?|footer|header|"
    r"menu|index|related|tabs?|top|bottom|prev|next|searchbox|links|summary|topnav|bottomnav|subnav)($|[-_ \d])"
)
NAVIGATING = re.compile(r"\b(next|previous|prev|up|home|top|contents|index)\b", re.IGNORECASE)
"""Words of navigation that may stand beside its links."""
INDEX = re.compile(r"(^|[-_ ])index($|[-_ ])")
"""Names of lists of what a page holds."""
BESIDE = re.compile(r"(^|[-_ ])(nav|navigation|sidebar|menu|toc)($|[-_ \d])")
"""Names of menus, whose own headings, and what stands there in bold for the page itself, are labels."""
SCRIPTED_WORDS = """
    mbrsel inheritedMembers groupedMembers subpackage-spacer srstatus annottext hide-when-js-enabled material-icons
    viewcode-back viewcode-link
"""
SCRIPTED = frozenset(SCRIPTED_WORDS.split())
"""Ids and classes of boxes that a script fills or hides, and of words that only a pointer shows: scaladoc's filters,
groups and menu, Doxygen's search, types in Haskell's sources, Haddock's labels of folds, names of icons, and Sphinx's
links to sources.
"""
BOXES = frozenset(("div", "ul", "ol", "table", "p", "aside", "header", "footer", "section", "dl"))
"""Tags of elements whose names tell what they are for."""
HEADER = re.compile(r"(^|[-_ ])(header|top|titlearea|banner|masthead)($|[-_ ])")
"""Names of boxes at the top of a page."""
HEADER_WORDS = 15
"""Number of words outside links up to which a box that is named so, and has no heading, shows the project's name."""
ROW_OF_LINKS = re.compile(r"(^|[-_ ])(\w*nav|nav\w*|navlist|subnavlist|breadcrumbs?|bar)($|[-_ \d])")
"""Names of rows of links, in which the page itself, and what it lacks, stand without a link."""
ROW_CHARS = 300
NUMBER_WORDS = "lineno linenos linenodiv line-number line-numbers gutter ln ttc sourcelineno source-line-no"
LINE_NUMBERS = NUMBER_WORDS.split()
WORD = re.compile(r"\w+")
UNSPACED = re.compile(
    "([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff])"
)
"""Characters of scripts without spaces between words, each of which counts as a word."""
FOOTER_CHARS = 300
LINK_SHARE = 0.6


def words_in(text: str) -> list[str]:
    """List the words of a text; each character of scripts without spaces is one."""
    low = text.lower().replace("^", "").replace("_", "")  # which stand before what is raised or lowered
    return WORD.findall(low if low.isascii() else UNSPACED.sub(r" \1 ", low))


def is_chrome(element: html.HtmlElement) -> bool:
    """Return whether an element is proven to be chrome: hidden, or navigation by its name and what it holds."""
    if element.tag == "a" and squeeze(element) in ("[source]", "source", "(source)", "[src]", "Source"):
        return next(element.iterancestors("pre"), None) is None
    names = f"{element.get('class') or ''} {element.get('id') or ''}".lower()
    if is_unseen(element, names) or is_navigation(element, names) or is_summary(element, names):
        return True
    return element.tag in (*BOXES, "center", *HEADINGS) and is_about_page(element)


def is_unseen(element: html.HtmlElement, names: str) -> bool:
    """Return whether an element is hidden, is shown at a click, numbers lines, or is filled by a script."""
    style = "".join((element.get("style") or "").lower().split())
    if element.get("hidden") is not None or "display:none" in style or "visibility:hidden" in style:
        return True
    before = element.getprevious()
    opens = "" if before is None else f"{before.get('data-toggle')} {before.get('data-bs-toggle')}"
    if ("dropdown" in opens and "dropdown" in names) or is_unshown(element, names):
        return True
    return not {element.get("id"), *names.split()}.isdisjoint((*LINE_NUMBERS, *SCRIPTED))


def is_navigation(element: html.HtmlElement, names: str) -> bool:
    """Return whether an element says that it is navigation, a header or a footer, and holds what these hold."""
    if element.get("role") in ROLES or "navheader" in names or "navfooter" in names:
        return True
    if (BESIDE.search(names) and is_side_menu(element)) or (element.tag == "td" and is_menu_cell(element)):
        return True
    if (element.tag in ("footer", "address") or "footer" in names.split()) and len(squeeze(element)) < FOOTER_CHARS:
        return True
    if element.tag not in BOXES:
        return False
    if ROW_OF_LINKS.search(names) and is_row_of_links(element):
        return True
    if HEADER.search(names) and is_bare_header(element):
        return True
    if "header" in names and any(squeeze(e) and not is_links(e) for e in element.iter(*HEADINGS)):
        return False
    return is_made_of_links(element, names)


def is_made_of_links(element: html.HtmlElement, names: str) -> bool:
    """Tell whether an element is named like chrome and holds links, or an index of the page itself."""
    if INDEX.search(names) and is_menu(element) and leads_within(element):
        return True
    return CHROME_NAME.search(names) is not None and is_links(element)


def is_summary(element: html.HtmlElement, names: str) -> bool:
    """Return whether the text right after an element repeats it."""
    text, after = squeeze(element) if "short" in names else "", element.getnext()
    return bool(text) and after is not None and squeeze(after).startswith(text)


def is_links(element: html.HtmlElement) -> bool:
    whole = len(NAVIGATING.sub("", squeeze(element)))
    return sum(len(squeeze(a)) for a in element.iter("a") if a.get("href")) >= LINK_SHARE * whole


def is_side_menu(element: html.HtmlElement) -> bool:
    return is_menu(element) or is_small_sidebar(element, HEADINGS)


def leads_within(element: html.HtmlElement) -> bool:
    return all((link.get("href") or "#").startswith("#") for link in element.iter("a"))


def is_row_of_links(element: html.HtmlElement) -> bool:
    """Return whether an element is short, holds links, and no block that only content has."""
    if next(element.iter("p", "pre", "dl", "dd", *HEADINGS), None) is not None:
        return False
    return len(squeeze(element)) <= ROW_CHARS and any(a.get("href") for a in element.iter("a"))


def is_bare_header(element: html.HtmlElement) -> bool:
    """Return whether a box has no heading, and next to no words but those of links."""
    if next(element.iter("pre", "dl", *HEADINGS), None) is not None:
        return False
    linked = sum(len(words_in(squeeze(a))) for a in element.iter("a") if a.get("href"))
    return len(words_in(squeeze(element))) - linked <= HEADER_WORDS


def is_menu_cell(cell: html.HtmlElement) -> bool:
    """Return whether a cell holds four links or more, and all else in it is bold or a heading."""
    labels = [e for e in cell.iter("b", "strong", "th", *HEADINGS) if e.find(".//a") is None]
    links = [a for a in cell.iter("a") if a.get("href")]
    shown_chars = sum(len(squeeze(e)) for e in (*labels, *links))
    is_all = shown_chars >= 0.9 * len(squeeze(cell)) and next(cell.iter("p"), None) is None
    return is_all and bool(labels) and len(links) >= 4


def is_menu(element: html.HtmlElement) -> bool:
    """Tell whether all that is no link, in an element that is named a menu, are headings and words in bold."""
    links = sum(1 for a in element.iter("a") if a.get("href"))
    labels = [e for e in element.iter(*HEADINGS, "strong", "b") if e.find(".//a") is None]
    rest = len(squeeze(element)) - sum(len(squeeze(e)) for e in labels)
    return links > 0 and sum(len(squeeze(a)) for a in element.iter("a") if a.get("href")) >= LINK_SHARE * rest


def squeeze(element: html.HtmlElement) -> str:
    return " ".join("".join(element.itertext()).split())
