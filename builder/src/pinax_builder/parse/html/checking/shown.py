"""Count what a page shows, before it is converted.

In:    A page's tree, without what the docset repeats.
Out:   Shown: words outside links and chrome, terms, headings, words of titles, the numbers of lines of code, list items
       and anchors.
Rules: this module does not use the rules that find content and strip chrome, since those are what is checked. It leaves
       out three things: navigation and footers by their tags, hidden elements, and elements that are named like chrome
       and are short or made of links.
Why:   docs/decisions/0101
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import islice

from lxml import etree
from lxml.html import HtmlElement

from pinax_builder.parse.html.headings import HEADINGS
from pinax_builder.parse.plain_text import plain_text, raw_text
from pinax_builder.parse.styled_away import is_styled_away
from pinax_builder.words import UNSPACED

_TEXTS = etree.XPath("descendant::text()", smart_strings=False)
_UNSEEN_WORDS = """
    script style noscript template iframe svg object button select textarea nav footer math head dialog
"""
_UNSEEN = _UNSEEN_WORDS.split()
"""Tags of elements that are not shown or are no content."""
_ROLES = frozenset(("navigation", "search", "dialog", "banner", "contentinfo", "menu"))
"""ARIA roles of chrome."""
_NAMED_TAGS = ("div", "ul", "ol", "table", "p", "section", "aside", "header", "form")
_NAMED = etree.XPath(
    f"descendant::*[@class or @id or @role or @style or @hidden][{' or '.join(f'self::{t}' for t in _NAMED_TAGS)}]"
)
"""Finds the elements whose attributes may say that they are chrome or hidden."""
_CHROME_NAME = re.compile(
    r"nav|footer|header|toc|menu|breadcrumb|sidebar|contents|related|search|permalink|copyright|headline|banner|popup|modal"
    r"|source-file|last-updated|(?<![a-z])index(?![a-z])",
    re.IGNORECASE,
)
_ASIDE_WORDS = """
    lineno linenos linenodiv line-number line-numbers lines gutter ttc sr-only visually-hidden lang
"""
_ASIDES = etree.XPath(
    "descendant::*[self::span or self::div or self::td or self::pre]["
    + " or ".join(f"contains(concat(' ', @class, ' '), ' {name} ')" for name in _ASIDE_WORDS.split())
    + "] | descendant::label[@for][string-length(normalize-space()) <= 20]"
)
"""Finds short labels of switches, numbers of lines, tooltips and languages of code, and words that are read aloud."""
_LINES = etree.XPath("descendant::div[@class='line'][not(ancestor::pre) and not(../@class='line-block')]")
"""Finds lines of code that are boxes outside `pre`."""
_BROKEN_CODE = etree.XPath("descendant::*[self::code or self::tt][count(br) > 1][not(ancestor::pre)]")
"""Finds code of several lines that is no `pre`."""
_ITEMS = etree.XPath("descendant::li[text()[normalize-space()] or p/text()[normalize-space()]][not(ancestor::table)]")
"""Finds list items with text of their own."""
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
_WORD = re.compile(r"\w{2,}")
_UNSPACED = re.compile(rf"[{UNSPACED}]")
_CHARACTER = re.compile(rf"[{UNSPACED}]|[^\W{UNSPACED}]{{2,}}")
_NO_LETTERS = re.compile(r"[\W_]+")
_LINK_SHARE = 0.6
"""Share of characters in links from which on an element that is named like chrome is chrome."""
_SHORT_CHARS = 300
"""Length of text up to which an element that is named like chrome is chrome (characters)."""
_FOOTER_CHARS = 1_500
"""Length of text up to which an element that is named like a footer is chrome (characters)."""
_MIN_TERM_CHARS = 2
"""Smallest length of a term that is counted (characters)."""


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
    skipped = [*body.iter(*_UNSEEN), *filter(_is_chrome, _NAMED(body)), *_ASIDES(body)]
    outer = set(skipped)
    words = _words(_TEXTS(body))
    words.subtract(_words([raw_text(link) for link in body.iter("a") if link.get("href")]))
    for element in skipped:
        if not _is_inside(element, outer):
            words.subtract(_words(_TEXTS(element)))
    headings = (
        heading
        for heading in body.iter(*HEADINGS)
        if not _is_link(heading) and not _titles_call_out(heading) and not _is_inside(heading, outer)
    )
    terms = (_term(term) for term in body.iter("dt") if not _is_inside(term, outer))
    return Shown(
        Counter({word: number for word, number in words.items() if number > 0}),
        tuple(term for term in terms if len(term) >= _MIN_TERM_CHARS),
        tuple(heading for heading in map(letters, map(raw_text, headings)) if heading),
        _code_lines(body, outer),
        frozenset(_words(_TITLES(body))),
        sum(not _is_inside(item, outer) for item in _ITEMS(body)),
        int(_ANCHORS(body)),
    )


def _is_inside(element: HtmlElement, outer: set[HtmlElement]) -> bool:
    return any(above in outer for above in element.iterancestors())


def letters(text: str) -> str:
    """Reduce text to its letters and digits, in lower case."""
    return _NO_LETTERS.sub("", text).lower()


def _words(texts: list[str]) -> Counter[str]:
    return Counter(comparable_words("\n".join(texts)))


def comparable_words(text: str) -> list[str]:
    """Return a text's words of two characters or more; of scripts without spaces, each character."""
    low = text.lower()
    is_spaced = low.isascii() or _UNSPACED.search(low) is None  # the search costs far less than the other pattern
    return _WORD.findall(low) if is_spaced else _CHARACTER.findall(low)


def _is_chrome(element: HtmlElement) -> bool:
    """Return whether an element is hidden, or says that it is chrome and is made of links or short."""
    if "hidden" in element.attrib or is_styled_away(element):
        return True
    is_named = element.get("role") in _ROLES or _CHROME_NAME.search(f"{element.get('class')} {element.get('id')}")
    if not is_named or next(element.iter("h1"), None) is not None:
        return False
    text = plain_text(element)
    linked = sum(len(plain_text(link)) for link in element.iter("a") if link.get("href"))
    is_footer = "footer" in f"{element.get('class')} {element.get('id')}".lower()
    return len(text) <= (_FOOTER_CHARS if is_footer else _SHORT_CHARS) or linked >= _LINK_SHARE * len(text)


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


def _code_lines(body: HtmlElement, outer: set[HtmlElement]) -> int:
    numbered = {above for aside in _ASIDES(body) for above in aside.iterancestors("pre")}
    broken = sum(len(code.findall("br")) for code in _BROKEN_CODE(body))
    boxes = sum(1 for line in _LINES(body) if raw_text(line).strip("\xa0\n 0123456789"))
    blocks = (pre for pre in body.iter("pre") if pre not in outer and not _is_inside(pre, outer))
    return boxes + sum(_lines(pre, is_numbered=pre in numbered) for pre in blocks) + broken


def _lines(pre: HtmlElement, *, is_numbered: bool) -> int:
    lines = raw_text(pre).split("\n")
    return sum(1 for line in lines if (line.strip("\xa0 0123456789") if is_numbered else line.strip()))
