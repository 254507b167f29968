"""Count what a page shows, before it is converted.

In:    A page's tree, without what the docset repeats.
Out:   Shown: words outside links and chrome, terms, headings, words of titles, the numbers of lines of code, list items
       and anchors.
Rules: this module does not use the rules that find content and strip chrome, since those are what is checked. It leaves
       out four things: navigation and footers by their tags, hidden elements, elements that are named like chrome and
       are short or made of links, and summaries that the text after them repeats.
Why:   docs/decisions/0101
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice

from lxml import etree
from lxml.html import HtmlElement

from pinax_builder.parse.html.css_selectors import of_classes
from pinax_builder.parse.html.headings import HEADINGS
from pinax_builder.parse.plain_text import plain_text, raw_text
from pinax_builder.parse.styled_away import is_styled_away
from pinax_builder.words import counted_words, letters

_TEXTS = etree.XPath("descendant::text()", smart_strings=False)
_UNSEEN_WORDS = """
    script style noscript template iframe svg object button select textarea nav footer math head dialog
"""
_UNSEEN = _UNSEEN_WORDS.split()
"""Tags of elements that are not shown or are no content."""
_SCRIPTED = frozenset(("mbrsel", "inheritedMembers", "groupedMembers", "subpackage-spacer"))
"""Ids of scaladoc's filters, of the groups that a script fills, and of its menu, which holds texts of other pages."""
_SUMMARY = re.compile(r"short|brief", re.IGNORECASE)
"""Class of a summary above the whole text."""
_ROLES = frozenset(("navigation", "search", "dialog", "banner", "contentinfo", "menu"))
"""ARIA roles of chrome."""
_NAMED_TAGS = ("div", "ul", "ol", "table", "p", "section", "aside", "header", "form")
"""Tags of elements whose attributes may say that they are chrome or hidden."""
_CHROME_NAME = re.compile(
    r"nav|footer|header|toc|menu|breadcrumb|sidebar|contents|related|search|permalink|copyright|headline|banner|popup|modal"
    r"|source-file|last-updated|(?<![a-z])index(?![a-z])",
    re.IGNORECASE,
)
_ASIDE_WORDS = """
    lineno linenos linenodiv line-number line-numbers lines gutter ttc sr-only visually-hidden lang
    method-click-advice method-source-code tocset RBackgroundLabel
"""
_ASIDE_CLASSES = frozenset(_ASIDE_WORDS.split())
"""Classes of numbers of lines, tooltips and languages of code, words read aloud, sources that unfold, and contents."""
_ASIDE_TAGS = ("span", "div", "td", "pre")
"""Tags of elements that may have such a class."""
_SWITCH_CHARS = 20
"""Length of a label up to which it belongs to a switch (characters)."""
_LINES = etree.XPath("descendant::div[@class='line'][not(ancestor::pre) and not(../@class='line-block')]")
"""Finds lines of code that are boxes outside `pre`."""
_ITEMS = etree.XPath(
    "descendant::li[text()[normalize-space()] or p/text()[normalize-space()]]"
    "[not(ancestor::table)][not(*[1][self::a][@id][not(node())])]"
)
"""Finds list items with text of their own; what begins with an empty anchor may be a member, which has a section."""
_ANCHORS = etree.XPath(
    "count(descendant::a[@name][not(ancestor::p or ancestor::pre or parent::div/@class='line')] | descendant::dt[@id])"
)
"""Counts the places of a page that may be linked to, lines of code aside."""
_BESIDE_TERMS = frozenset(("source", "permalink", "link"))
"""Texts of links that stand in a term's row, reduced to letters."""
_CALL_OUT = re.compile(r"admonition|alert|callout|custom-block", re.IGNORECASE)
"""Class of a box whose title becomes no heading."""
_CALL_OUT_LEVELS = 2
"""Number of elements above a heading of which one may be such a box."""
_TITLES = etree.XPath("//title//text() | descendant::h1//text()", smart_strings=False)
_MAX_NAMES = 4096
"""Number of classes and ids that are remembered."""
_LINK_SHARE = 0.6
"""Share of characters in links from which on an element that is named like chrome is chrome."""
_SHORT_CHARS = 300
"""Length of text up to which an element that is named like chrome is chrome (characters)."""
_FOOTER_CHARS = 1_500
"""Length of text up to which an element that is named like a footer is chrome (characters)."""
_MIN_TERM_CHARS = 2
"""Smallest length of a term that is counted (characters); mere numbers are not, since a list's items may be terms."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a page shows, outside links and chrome."""

    words: Counter[str]
    terms: tuple[str, ...]
    """Terms of definition lists (`dt`), reduced to letters and digits."""
    headings: tuple[str, ...]
    """Headings that are not just a link, reduced to letters and digits."""
    code_lines: int
    title_words: frozenset[str]
    """Words of `title` and `h1`, parted where elements are."""
    items: int
    """List items with text of their own."""
    anchors: int


def count_shown(tree: HtmlElement) -> Shown:
    """Count what a page shows; the tree is left as it is."""
    body = tree.find("body")
    if body is None:
        body = tree
    asides = _asides(body)
    named = (element for element in body.iter(*_NAMED_TAGS) if element.attrib)
    outer = {*body.iter(*_UNSEEN), *filter(_is_chrome, named), *asides}
    inner = {element for chrome in outer for element in chrome.iterdescendants()}
    left_out = outer | inner
    words = _words(_TEXTS(body))
    linked = (raw_text(link) for link in body.iter("a") if link.get("href"))
    taken = _words([*linked, *chain.from_iterable(map(_TEXTS, outer - inner))])
    headings = (
        heading
        for heading in body.iter(*HEADINGS)
        if heading not in inner and not _is_link(heading) and not _titles_call_out(heading)
    )
    terms = (_term(term) for term in body.iter("dt") if term not in inner)
    return Shown(
        Counter({word: left for word, number in words.items() if (left := number - taken.get(word, 0)) > 0}),
        tuple(term for term in terms if len(term) >= _MIN_TERM_CHARS and not term.isdigit()),
        tuple(heading for heading in map(letters, map(raw_text, headings)) if heading),
        _code_lines(body, left_out, asides),
        frozenset(_words(_TITLES(body))),
        sum(item not in inner for item in _ITEMS(body)),
        int(_ANCHORS(body)),
    )


def _asides(body: HtmlElement) -> list[HtmlElement]:
    """Find short labels of switches, and elements with one of the classes above; XPath takes ten times as long."""
    classed = of_classes(body, _ASIDE_CLASSES.__contains__)
    asides = [element for element in body.iter(*_ASIDE_TAGS) if element in classed] if classed else []
    labels = (label for label in body.iter("label") if label.get("for") is not None)
    return asides + [label for label in labels if len(plain_text(label)) <= _SWITCH_CHARS]


def _words(texts: list[str]) -> Counter[str]:
    return counted_words("\n".join(texts))


def _is_chrome(element: HtmlElement) -> bool:
    """Return whether an element is hidden, or says that it is chrome and is made of links or short."""
    attributes = dict(element.items())
    names = attributes.get("class", ""), attributes.get("id", "")
    if "hidden" in attributes or ("style" in attributes and is_styled_away(element)) or names[1] in _SCRIPTED:
        return True
    if _is_of_summary(names[0]) and _is_repeated(element):
        return True
    is_named = attributes.get("role") in _ROLES or any(map(_is_chrome_name, names))
    if not is_named or next(element.iter("h1"), None) is not None:
        return False
    text = plain_text(element)
    linked = sum(len(plain_text(link)) for link in element.iter("a") if link.get("href"))
    is_footer = "footer" in " ".join(names).lower()
    return len(text) <= (_FOOTER_CHARS if is_footer else _SHORT_CHARS) or linked >= _LINK_SHARE * len(text)


def _is_repeated(element: HtmlElement) -> bool:
    """Return whether the element after a summary begins with it."""
    after = element.getnext()
    return after is not None and plain_text(after).startswith(plain_text(element))


@lru_cache(_MAX_NAMES)
def _is_of_summary(name: str) -> bool:
    return _SUMMARY.search(name) is not None


@lru_cache(_MAX_NAMES)
def _is_chrome_name(name: str) -> bool:
    return _CHROME_NAME.search(name) is not None


def _is_link(heading: HtmlElement) -> bool:
    """Return whether a heading is just a link to another page."""
    text = plain_text(heading)
    return text == "".join(plain_text(link) for link in heading.iter("a") if not link.get("href", "#").startswith("#"))


def _term(term: HtmlElement) -> str:
    """Return the text of a term without the links beside it, reduced to letters and digits."""
    text = raw_text(term)
    for link in term.iter("a"):
        if letters(raw_text(link)) in _BESIDE_TERMS:
            text = text.replace(raw_text(link), "")
    return letters(text)


def _titles_call_out(heading: HtmlElement) -> bool:
    above = islice(heading.iterancestors(), _CALL_OUT_LEVELS)
    return any(_CALL_OUT.search(element.get("class") or "") for element in above)


def _code_lines(body: HtmlElement, left_out: set[HtmlElement], asides: list[HtmlElement]) -> int:
    numbered = {above for aside in asides for above in aside.iterancestors("pre")}
    boxes = sum(1 for line in _LINES(body) if raw_text(line).strip("\xa0\n 0123456789"))
    blocks = (pre for pre in body.iter("pre") if pre not in left_out and next(pre.iterdescendants("pre"), None) is None)
    return boxes + sum(_lines(pre, is_numbered=pre in numbered) for pre in blocks) + _broken_lines(body)


def _broken_lines(body: HtmlElement) -> int:
    """Count the lines of code that is no `pre` and has several."""
    broken = Counter(above for line in body.iter("br") if (above := line.getparent()) is not None)
    codes = (code for code, breaks in broken.items() if code.tag in ("code", "tt") and breaks > 1)
    return sum(broken[code] for code in codes if next(code.iterancestors("pre"), None) is None)


def _lines(pre: HtmlElement, *, is_numbered: bool) -> int:
    lines = raw_text(pre).split("\n")
    return sum(1 for line in lines if (line.strip("\xa0 0123456789") if is_numbered else line.strip()))
