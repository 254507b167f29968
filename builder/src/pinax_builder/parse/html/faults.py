"""Find content that a page shows and its Markdown lacks.

In:    A page's tree, without what the docset repeats, and later the sections that were made of it.
Out:   Shown: words outside links and chrome, terms, headings, words of titles, the numbers of lines of code, list items
       and anchors. A Fault for each kind of content of which too much is lost; and the elements that lost most words.
Rules: - This module does not use the rules that find content and strip chrome, since those are what is checked. It
         leaves out four things: navigation and footers by their tags, hidden elements, elements that are named like
         chrome and are short or made of links, and summaries that the text after them repeats.
       - A word that the Markdown has anywhere, even within another word, is not lost.
Why:   docs/decisions/0101
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from lxml import etree
from lxml.html import HtmlElement

from pinax_builder.parse.html.elements import HEADINGS
from pinax_builder.parse.plain_text import plain_text, raw_text
from pinax_builder.parse.styled_away import is_styled_away
from pinax_builder.records import Fault, Section
from pinax_builder.words import count_words, counted_words, has_more_words, letters, letters_of_lines

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
_LINK_SHARE = 0.6
"""Share of characters in links from which on an element that is named like chrome is chrome."""
_SHORT_CHARS = 300
"""Length of text up to which an element that is named like chrome is chrome (characters)."""
_FOOTER_CHARS = 1_500
"""Length of text up to which an element that is named like a footer is chrome (characters)."""
_MIN_TERM_CHARS = 2
"""Smallest length of a term that is counted (characters); mere numbers are not, since a list's items may be terms."""
WORDS_NOTICE = 0.01
"""Share of lost words above which there is a notice."""
WORDS_WARNING = 0.03
"""Share of lost words above which there is a warning."""
WORDS_NOTED = 8
"""Number of lost words below which there is no notice; a paragraph of so many is never taken for chrome."""
WORDS_LEAST = 25
"""Number of lost words below which there is no warning."""
TERMS_KEPT = 0.98
"""Share of kept terms of definition lists below which there is a warning."""
HEADINGS_KEPT = 0.8
"""Share of kept headings below which there is a warning."""
HEADINGS_LEAST = 3
"""Number of lost headings below which there is no warning."""
CODE_KEPT = 0.9
"""Share of kept lines of code below which there is a warning."""
CODE_LEAST = 5
"""Number of lost lines of code below which there is no warning."""
SECTION_WORDS = 3_000
"""Number of words of a section above which there is a warning."""
ITEMS_KEPT = 0.8
"""Share of kept list items below which there is a warning."""
ITEMS_LEAST = 10
"""Number of lost list items below which there is no warning."""
NESTED_LEAST = 3
"""Number of headings in list items from which on there is a warning."""
UNDIVIDED_WORDS = 400
"""Number of words of a page without sections from which on there is a warning, if it has anchors."""
UNDIVIDED_ANCHORS = 5
"""Number of anchors in such a page from which on there is a warning."""
_FENCED = re.compile(r"\n[ >\-\d.]*(`{3,})[^`\n]*\n(.*?)^[ >]*\1\s*$", re.MULTILINE | re.DOTALL)
_TARGETS = re.compile(r"\](?<!\[\])\([^()\s]*\)")
"""Targets of links in Markdown; `[](0x0)` is a matrix."""
_INLINE = re.compile(r"`[^`\n]+`")
"""Code within a line of Markdown."""
_ITEM = re.compile(r"\n[ \t>|]*(?:[-*+]|\d+[.)])[ \t]+\S")
_NESTED = re.compile(r"(?:[ \t>]*(?:[-*+]|\d+[.)])[ \t]+|[ \t]{2,})#{1,6} \S")
"""A line that begins with a heading in a list item."""
_SOUGHT = 300
"""Largest number of lost words or terms that are searched for within other words, which is slow."""
_MARKED = 3
"""Characters of Markdown for a letter of a term; of the beginning of a line, more need not be looked at."""
MAX_PATHS = 3
"""Largest number of elements that are reported."""
_WORD = re.compile(r"\w{2,}")
_MIN_LOST = 3
"""Number of lost words below which an element is not reported."""


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


def find_faults(shown: Shown, sections: Sequence[Section]) -> tuple[Fault, ...]:
    """Return the faults of a page's sections."""
    markdown = "\n\n".join(("", *(section.text for section in sections)))  # patterns find a line by the end before it
    return (
        *_of_words(shown, markdown),
        *_of_terms(shown, markdown),
        *_of_headings(shown, sections),
        *_of_code(shown, markdown),
        *_of_items(shown, markdown),
        *_of_nested_headings(markdown),
        *_of_title(shown, sections[0].title),
        *_of_sections(shown, sections),
    )


def where_lost(tree: HtmlElement, sections: Sequence[Section]) -> tuple[str, ...]:
    """Return the elements whose own text the sections lack, those that lost most first.

    Args:
        tree: The page's tree, before anything was removed from it.
        sections: The page's sections.

    Returns:
        Paths of two elements, such as `div.fragment > div.line`.
    """
    known = set(_WORD.findall("\n".join(section.text for section in sections).lower()))
    body = tree.find("body")
    lost: Counter[str] = Counter()
    for element in body.iterdescendants() if body is not None else ():
        if not isinstance(element.tag, str) or element.tag in ("script", "style"):
            continue
        text = " ".join((element.text or "", *((child.tail or "") for child in element)))
        missing = sum(word not in known for word in _WORD.findall(text.lower()))
        if missing:
            lost[_path(element)] += missing
    return tuple(path for path, words in lost.most_common(MAX_PATHS) if words >= _MIN_LOST)


def _asides(body: HtmlElement) -> list[HtmlElement]:
    """Find short labels of switches, and elements with one of the classes above; XPath takes ten times as long."""
    named = ((element, element.get("class")) for element in body.iter(*_ASIDE_TAGS))
    asides = [element for element, names in named if names and not _ASIDE_CLASSES.isdisjoint(names.split())]
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


def _is_of_summary(name: str) -> bool:
    return _SUMMARY.search(name) is not None


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


def lost_words(shown: Shown, markdown: str) -> Counter[str]:
    """Count the words that the Markdown has less often than the page."""
    found = counted_words(markdown)
    lost = Counter({word: n - found[word] for word, n in shown.words.items() if n > found[word]})
    if lost.total() <= WORDS_NOTICE * shown.words.total():
        return lost
    low = markdown.lower()
    for word, number in list(lost.items())[:_SOUGHT]:
        missing = number + found[word] - low.count(word)
        lost[word] = max(0, missing)
    return +lost


def _of_words(shown: Shown, markdown: str) -> Iterator[Fault]:
    total = shown.words.total()
    lost = lost_words(shown, markdown).total()
    if lost > WORDS_NOTICE * total and lost >= WORDS_NOTED:
        is_warning = lost > WORDS_WARNING * total and lost >= WORDS_LEAST
        yield Fault("words", total - lost, total, is_warning)


def _of_terms(shown: Shown, markdown: str) -> Iterator[Fault]:
    if not shown.terms:
        return
    lines = _TARGETS.sub("]", markdown).split("\n")
    longest = _MARKED * max(map(len, shown.terms))
    begun = sorted({*letters_of_lines(line[:longest] for line in lines if line)})  # nearly all terms begin a line
    elsewhere = [term for term in shown.terms if not begun[bisect_left(begun, term) % len(begun)].startswith(term)]
    whole = letters("".join(lines)) if elsewhere else ""
    sought = elsewhere[:_SOUGHT]
    lost = len(elsewhere) * sum(term not in whole for term in sought) // max(1, len(sought))
    kept = len(shown.terms) - lost
    if kept < TERMS_KEPT * len(shown.terms):
        yield Fault("terms", kept, len(shown.terms), is_warning=True)


def _of_headings(shown: Shown, sections: Sequence[Section]) -> Iterator[Fault]:
    titles = "\n".join(letters(section.title) for section in sections)
    known = set(titles.split("\n"))
    kept = sum(heading in known or heading in titles for heading in shown.headings)
    total = len(shown.headings)
    if kept < HEADINGS_KEPT * total and total - kept >= HEADINGS_LEAST:
        yield Fault("headings", kept, total, is_warning=True)


def _of_code(shown: Shown, markdown: str) -> Iterator[Fault]:
    if shown.code_lines < CODE_LEAST:
        return
    fenced = sum(sum(1 for line in found[2].split("\n") if line.strip()) for found in _FENCED.finditer(markdown))
    if fenced >= CODE_KEPT * shown.code_lines:
        return
    # Short code blocks may have become code within a line, which is not lost.
    kept = fenced + len(_INLINE.findall(_FENCED.sub("", markdown)))
    if kept < CODE_KEPT * shown.code_lines and shown.code_lines - kept >= CODE_LEAST:
        yield Fault("code", kept, shown.code_lines, is_warning=True)


def _of_items(shown: Shown, markdown: str) -> Iterator[Fault]:
    if shown.items < ITEMS_LEAST:
        return
    kept = len(_ITEM.findall(markdown))
    if kept < ITEMS_KEPT * shown.items and shown.items - kept >= ITEMS_LEAST:
        yield Fault("items", kept, shown.items, is_warning=True)


def _of_nested_headings(markdown: str) -> Iterator[Fault]:
    if (" #" not in markdown and "\t#" not in markdown) or _headings_in_items(markdown) < NESTED_LEAST:
        return  # so it is with most pages
    nested = _headings_in_items(_FENCED.sub("", markdown))
    if nested >= NESTED_LEAST:
        yield Fault("nested_headings", 0, nested, is_warning=True)


def _headings_in_items(markdown: str) -> int:
    return sum(1 for line in markdown.split("\n") if "# " in line and _NESTED.match(line))


def _of_title(shown: Shown, title: str) -> Iterator[Fault]:
    """Find a word in the title that the page shows as several."""
    for word in counted_words(title):
        parts = [part for part in shown.title_words if part in word and part != word]
        if word not in shown.title_words and parts and _is_made_of(word, parts):
            yield Fault("glued_title", 0, 1, is_warning=True)
            return


def _is_made_of(word: str, parts: Sequence[str]) -> bool:
    """Return whether a word consists of several others, side by side."""
    return not word or any(word.startswith(part) and _is_made_of(word[len(part) :], parts) for part in parts)


def _of_sections(shown: Shown, sections: Sequence[Section]) -> Iterator[Fault]:
    long = (section.text for section in sections if has_more_words(section.text, SECTION_WORDS))
    longest = max(long, key=count_words, default="")
    if longest:
        words = count_words(longest)
        rows = "\n".join(line for line in longest.split("\n") if line.startswith("|"))  # no table can be cut
        yield Fault("long_section", SECTION_WORDS, words, words - count_words(rows) > SECTION_WORDS)
    if len(sections) == 1 and shown.anchors >= UNDIVIDED_ANCHORS and shown.words.total() >= UNDIVIDED_WORDS:
        yield Fault("undivided", 0, shown.anchors, is_warning=True)


def _path(element: HtmlElement) -> str:
    """Return the element and the next above it that has a class or an id, as CSS writes them."""
    own = _name(element)
    above = next((a for a in element.iterancestors() if a.get("class") or a.get("id") or a.tag == "body"), None)
    return own if above is None else " > ".join((_name(above), own))


def _name(element: HtmlElement) -> str:
    names = (element.get("class") or "").split()
    tag, identifier = str(element.tag), element.get("id")
    return ".".join((tag, names[0])) if names else "#".join((tag, identifier)) if identifier else tag
