"""Find content that a page shows and its Markdown lacks, and name the rules that took it.

In:    A page's tree as it was published, the same after what pages share was dropped, and the sections made of it.
Out:   Shown: words outside links and chrome, and how much there is of each kind of content. A Fault for each kind of
       which too much is lost, with the rules that took it; and the elements that lost most words.
Rules: - This module does not use the rules that find content and strip chrome, since those are what is checked. It
         leaves out four things: hidden elements, elements that are named like chrome and are short or made of links,
         summaries that the text after them repeats, and what the rule of repeated text dropped.
       - A heading, the text right under one, and a page's only text may repeat and be content.
       - A word that the Markdown has anywhere, even within another word, is not lost.
Why:   docs/decisions/0101
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, islice, pairwise

from lxml import etree
from lxml.html import HtmlElement

from pinax_builder.parse.admonition_kinds import label_of_kind
from pinax_builder.parse.html.page_tree import HEADINGS, anchor_of
from pinax_builder.parse.plain_text import plain_text, raw_text, shows_text
from pinax_builder.records import Fault, Page, Section
from pinax_builder.words import count_words, counted_words, letters

_TEXTS = etree.XPath("descendant::text()", smart_strings=False)
_UNSEEN_WORDS = """
    script style noscript template iframe svg object button select textarea math head dialog nav
"""
_UNSEEN = _UNSEEN_WORDS.split()
"""Tags of elements that are not shown or are no content."""
_HIDING = re.compile(r"display:\s*none|visibility:\s*hidden", re.IGNORECASE)
"""What a style hides an element with, whatever else the rules that hide text look at."""
_SCRIPTED = frozenset(("mbrsel", "inheritedMembers", "groupedMembers", "subpackage-spacer"))
"""Ids of scaladoc's filters, of the groups that a script fills, and of its menu, which holds texts of other pages."""
_SUMMARY = re.compile(r"short|brief", re.IGNORECASE)
"""Class of a summary above the whole text."""
_ROLES = frozenset(("navigation", "search", "dialog", "banner", "contentinfo", "menu"))
"""ARIA roles of chrome."""
_CHROME_TAGS = ("header", "footer", "address", "small")
"""Tags of elements that are chrome if they are short."""
_NAMED_TAGS = ("div", "ul", "ol", "table", "p", "section", "aside", "form", *_CHROME_TAGS)
"""Tags of elements whose attributes may say that they are chrome or hidden."""
_CHROME_NAME = re.compile(
    r"nav|foot(?!n)|header|toc|menu|breadcrumb|sidebar|contents|related|search|permalink|copyright|headline|banner|popup|modal"
    r"|tooltip|source-file|last-updated|(?<![a-z])index(?![a-z])",
    re.IGNORECASE,
)
_BESIDE = re.compile(r"nav|footer|menu|breadcrumb|side|toc\b|search", re.IGNORECASE)
"""Names of elements beside the content, whatever they hold."""
_ASIDE_WORDS = """
    ttc sr-only visually-hidden lang method-click-advice method-source-code tocset RBackgroundLabel
"""
_ASIDE_CLASSES = frozenset(_ASIDE_WORDS.split())
"""Classes of tooltips and languages of code, words read aloud, sources that unfold, and contents."""
_NUMBERING = re.compile(r"line|gutter", re.IGNORECASE)
"""Class of numbers of lines."""
_NUMBERS = re.compile(r"[\s\d.:]*")
_MAX_NAMES = 4_096
"""Number of classes that are remembered."""
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
_JOINED = etree.XPath("descendant::code[following-sibling::node()[1][self::code][starts-with(., '(')]]")
"""Finds code right before other code."""
_ANCHORS = etree.XPath(
    "count(descendant::a[@name][not(ancestor::p or ancestor::pre or ancestor::li or ancestor::dd)]"
    "[not(parent::div/@class='line' or following-sibling::node()[self::* or normalize-space()][1][self::a][@name])]"
    " | descendant::dt[@id])"
)
"""Counts the places of a page that may begin a section, of several side by side one; text, items and code have none."""
_BESIDE_TERMS = frozenset(("source", "permalink", "link"))
"""Texts of links that stand in a term's row, reduced to letters."""
_CALL_OUT = re.compile(
    r"admonition|alert|callout|custom-block|(?<![\w-])(?:note|tip|important|warning|caution|danger)(?![\w-])",
    re.IGNORECASE,
)
"""Class of a box whose title becomes no heading."""
_CALL_OUT_LEVELS = 2
"""Number of elements above a heading of which one may be such a box."""
_NO_HEADING = ("p", "pre", "table", "ul", "math", "script", *HEADINGS)
"""Tags of elements in a heading that was never closed, or whose formula is written in another way."""
_TITLES = etree.XPath("//title//text() | descendant::h1//text()", smart_strings=False)
_LINK_SHARE = 0.6
"""Share of characters in links from which on an element that is named like chrome is chrome."""
_SHORT_CHARS = 300
"""Length of text up to which an element that is named like chrome is chrome (characters)."""
_FOOTER_CHARS = 1_500
"""Length of text up to which an element that is named like a footer is chrome (characters)."""
_MIN_TERM_CHARS = 2
"""Smallest length of a term that is counted (characters); mere numbers are not, since a list's items may be terms."""
_LEFT_WORDS = 8
"""Number of words below titles up to which nothing is left of a page."""
_LEFT_LINKS = 3
"""Number of links up to which a page with nothing but headings is empty."""
WORDS_NOTICE = 0.01
"""Share of lost words above which there is a notice."""
WORDS_WARNING = 0.03
"""Share of lost words above which there is a warning."""
WORDS_MANY = 0.15
"""Share of lost words above which there is a warning, however short the page is."""
WORDS_NOTED = 8
"""Number of lost words below which there is no notice; a paragraph of so many is never taken for chrome."""
WORDS_LEAST = 25
"""Number of lost words below which there is no warning."""
LEAST: Mapping[str, tuple[float, int]] = {
    "terms": (0.98, 1),
    "headings": (0.8, 3),
    "sections": (1, 1),
    "code": (0.9, 5),
    "items": (0.8, 10),
    "tables": (0.8, 2),
    "formulas": (0.8, 3),
    "links": (0.8, 10),
}
"""Kind of content → share of it that is kept, and number that is lost, from which on there is a warning."""
SECTION_WORDS = 3_000
"""Number of words of a section above which there is a warning."""
NESTED_LEAST = 3
"""Number of headings in list items from which on there is a warning."""
TORN_LEAST = 3
"""Number of lines that are mere brackets from which on there is a warning."""
UNDIVIDED_WORDS = 400
"""Number of words of a page without sections from which on there is a warning, if it has anchors."""
UNDIVIDED_ANCHORS = 5
"""Number of anchors in such a page from which on there is a warning."""
MEMBERS_LEAST = 10
"""Number of boxes of one class with anchors from which on half of them have to be sections."""
_FENCED = re.compile(r"\n[ >\-\d.]*(`{3,}|~{3,})[^`\n]*\n(.*?)^[ >]*\1\s*$", re.MULTILINE | re.DOTALL)
_TARGETS = re.compile(r"\](?<!\[\])\([^()\s]*\)")
"""Targets of links in Markdown; `[](0x0)` is a matrix."""
_INLINE = re.compile(r"`[^`\n]+`")
"""Code within a line of Markdown."""
_ITEM = re.compile(r"\n[ \t>|]*(?:[-*+]|\d+[.)])[ \t]+\S")
_FORMULA = re.compile(r"\$\$(?:[^$]|\\\$)+\$\$|\$(?:[^$\n]|\\\$)+\$")
_COMMENTED = re.compile(r"(?<!\\)%[^\n]*\S")
"""A comment in a formula, and what it hides in its line."""
_NESTED = re.compile(r"(?:[ \t>]*(?:[-*+]|\d+[.)])[ \t]+|[ \t]{2,})#{1,6} \S")
"""A line that begins with a heading in a list item."""
_TORN = re.compile(r"^[ \t>]*(?:[-*+][ \t]+)?\\?[()][ \t]*$|\|[ \t]*\\?[()][ \t]*(?=\||$)", re.MULTILINE)
"""A line or a cell that is a mere bracket."""
_MARKED_TITLE = re.compile(r"\[[^\[\]]+\]\((?:https?:|\.{0,2}[/#]|[^()\s]*\.html?\b)[^()\s]*\)")
"""A link in a title."""
_TITLE_LINE = re.compile(r"^#.*$", re.MULTILINE)
_CELL = re.compile(r"^[ \t>]*\|([^|\n]*)\|", re.MULTILINE)
"""The first cell of a row."""
_SOUGHT = 300
"""Largest number of lost words or terms that are searched for within other words, which is slow."""
_MARKED = 3
"""Characters of Markdown for a letter of a term; of the beginning of a line, more need not be looked at."""
MAX_PATHS = 3
"""Largest number of elements that are reported."""
MAX_WORDS = 20
"""Largest number of lost words that a fault keeps."""
_PIECES = etree.XPath("descendant::text() | descendant::br", smart_strings=False)
_ATX = re.compile(r"^#{1,6}[ \t](.+)$", re.MULTILINE)
_UNSHOWN = re.compile(
    r"\A\n---\n(?:(?!---\n).*\n)*---\n|<!--(?:[^<-]|-(?!->)|<(?!!--))*-->|</?[A-Za-z][^<>]*>|^\[[^\[\]\n]+\]:.*$|\{[^{}\n]*\}"
    r"|(?<=```)[^`\n]+$|(?<=~~~)[^`\n]+$|^([ \t]*)::: [\w.]+\n(?:\1[ \t]+\S.*\n)+",
    re.MULTILINE,
)
"""What a source in Markdown holds and nobody sees."""
_REFERENCES = re.compile(r"(?<=\])\[[^\[\]\n]*\]")
"""Labels of targets that a source in Markdown gives elsewhere."""
_COMPONENT = re.compile(
    r"^[ \t]*<[A-Z][\w.]*(?:[ \t][^\n<>]*)?\n(?:(?![ \t]*(?:/?>|```|~~~)).*\n)*+[ \t]*/>", re.MULTILINE
)
"""The tag of a component of MDX on several lines, without content."""
_RECORDS = re.compile(r"=\{\s*[\[{(]")
"""An attribute whose value has members."""
_QUOTED = re.compile(r"""(["'`])(?:(?!\1)[^\\]|\\[\s\S])*+\1""")
_DIRECTIVE = re.compile(
    r"^[ \t]*(?P<fence>`{3,}|~{3,})\{(?P<name>[a-z][\w:-]*)\}.*\n(?P<body>(?:(?![ \t]*(?P=fence)[ \t]*$).*\n)*+)"
    r"[ \t]*(?P=fence)[ \t]*$",
    re.MULTILINE,
)
"""A directive of MyST, which looks like code."""
_LISTS = frozenset(("bibliography", "contents", "index", "tableofcontents", "toctree"))
"""Directives that a site replaces by lists of its own."""
_TEXT_ROLE = re.compile(r"\{(?:abbr|any|doc|download|guilabel|menuselection|numref|ref|term)\}`([^`\n]+)`")
"""A role of MyST whose words are no code."""
WRITING = "writing"
"""What lost a word that no rule took."""
Flow = Sequence[tuple[HtmlElement, HtmlElement]]
"""Elements of a published page, with their parents."""
Passed = Sequence[tuple[str, str]]
"""(rule, the page's text after it), in the order of the rules; the first is the text before any."""
_WORD = re.compile(r"\w{2,}")
_MIN_LOST = 3
"""Number of lost words below which an element is not reported."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a page shows, outside links and chrome."""

    words: Counter[str]
    counts: Mapping[str, int]
    """Kind of content → how much there is of it."""
    texts: Mapping[str, Sequence[str]]
    """Kind of content → what there is of it, reduced to letters and digits: terms (`dt`), headings that are not just a
    link, the first cells of tables, headings of sections that were dropped because most pages have them."""
    linked: Sequence[str] = ()
    """Texts of links."""
    joined: Sequence[str] = ()
    """Texts of two pieces of code side by side, without space between them."""
    title_words: frozenset[str] = frozenset()
    """Words of `title` and `h1`, parted where elements are."""


def find_flow(tree: HtmlElement) -> Flow:
    """Return what is no chrome just because most pages have it: text, lists, headings and what stands under them."""
    followed = ((heading, heading.getnext()) for heading in tree.iter(*HEADINGS[1:]))
    headings = [(heading, after) for heading, after in followed if after is not None and after.tag not in HEADINGS]
    found = (*chain.from_iterable(headings), *tree.iter("p", "ul", "ol"))
    return [(one, parent) for one in found if (parent := one.getparent()) is not None]


def count_shown(tree: HtmlElement, flow: Flow = (), roots: Sequence[HtmlElement] = ()) -> Shown:
    """Count what a page shows; the tree is left as it is.

    Args:
        tree: The page, without what most pages share.
        flow: What `find_flow` found before that was dropped.
        roots: The elements that may be the page's content by their names.
    """
    body = tree.find("body")
    if body is None:
        body = tree
    gone = [(one, parent) for one, parent in flow if body not in one.iterancestors() and _is_in_flow(parent, roots)]
    parts = [body, *(one for one, above in gone if one.getparent() is None and body in (above, *above.iterancestors()))]
    shown = _count(parts)
    titles = sum(len(raw_text(heading).split()) for part in parts for heading in part.iter(*HEADINGS))
    if not gone or shown.words.total() > titles or shown.counts["links"] > _LEFT_LINKS:
        return shown
    dropped = {one for one, _ in gone}
    return _count([body, *(one for one, _ in gone if dropped.isdisjoint(one.iterancestors()))])


def _is_in_flow(parent: HtmlElement, roots: Sequence[HtmlElement]) -> bool:
    """Return whether what an element held belongs to the content."""
    above = [parent, *parent.iterancestors()]
    names = (str(name) for one in above for name in (one.tag, one.get("class"), one.get("id"), one.get("role")))
    return (not roots or any(root in above for root in roots)) and not any(map(_BESIDE.search, names))


def _count(parts: Sequence[HtmlElement]) -> Shown:
    """Count what a page's body shows, and what was dropped from it."""
    asides = [aside for part in parts for aside in _asides(part)]
    outer = {*chain.from_iterable(part.iter(*_UNSEEN) for part in parts), *asides}
    outer.update(chrome for part in parts for chrome in part.iter(*_NAMED_TAGS) if _is_chrome(chrome))
    inner = {element for chrome in outer for element in chrome.iterdescendants()}
    left_out = outer | inner

    def seen(*tags: str) -> list[HtmlElement]:
        return [element for part in parts for element in part.iter(*tags) if element not in left_out]

    links = [link for part in parts for link in part.iter("a") if link.get("href")]
    linked = list(map(raw_text, links))
    taken = _words([*linked, *chain.from_iterable(map(_TEXTS, outer - inner))])
    words = _words([text for part in parts for text in _TEXTS(part)])
    headings = [letters(raw_text(heading)) for heading in seen(*HEADINGS) if _opens_section(heading)]
    codes = [code for part in parts for code in _JOINED(part) if code not in left_out and raw_text(code)[-1:] == ")"]
    terms = map(_term, seen("dt"))
    cells = map(_first_cell, seen("table"))
    return Shown(
        Counter({word: left for word, number in words.items() if (left := number - taken.get(word, 0)) > 0}),
        {
            "code": sum(_code_lines(part, left_out, asides) for part in parts),
            "items": sum(item not in inner for part in parts for item in _ITEMS(part)),
            "formulas": sum(1 for one in outer - inner if one.tag == "math"),
            "links": sum(1 for link in links if link not in left_out and link.get("href", "#")[0] != "#"),
            "anchors": int(_ANCHORS(parts[0])),
            "members": _members(parts[0], left_out),
        },
        {
            "terms": [term for term in terms if len(term) >= _MIN_TERM_CHARS and not term.isdigit()],
            "headings": [heading for heading in headings if heading and not heading.isdigit()],
            "tables": [cell for cell in cells if cell],
            "sections": [letters(raw_text(part)) for part in parts if part.tag in HEADINGS],
        },
        [text for link, text in zip(links, linked, strict=True) if link not in left_out],
        [raw_text(code) + raw_text(after) for code in codes if (after := code.getnext()) is not None],
        frozenset(_words(_TITLES(parts[0]))),
    )


def count_in_markdown(text: str) -> Shown:
    """Count what a page in Markdown shows, HTML in it aside."""
    plain = _COMPONENT.sub(_shown_of_component, _TEXT_ROLE.sub(r"\1", f"\n{text}"))
    shown = _REFERENCES.sub("", _UNSHOWN.sub(" ", _DIRECTIVE.sub(_shown_of_directive, plain)))
    titles = map(letters, _ATX.findall(_TARGETS.sub("]", _FENCED.sub("\n", shown))))
    counts = {what: count(shown) for what, count in _IN_MARKDOWN.items() if what != "links"}
    return Shown(counted_words(_TARGETS.sub("]", shown)), counts, {"headings": [title for title in titles if title]})


def _shown_of_component(found: re.Match[str]) -> str:
    """Return what a component with records may show: the texts among its attributes."""
    if not _RECORDS.search(found[0]):
        return found[0]
    return " ".join(quoted[0] for quoted in _QUOTED.finditer(found[0]))


def _shown_of_directive(found: re.Match[str]) -> str:
    """Return what a directive shows: its text where that is prose, and of a list that the site makes nothing."""
    if found["name"] in _LISTS:
        return ""
    return found["body"] if label_of_kind(found["name"]) is not None else found[0]


def compare_with_source(page: Page, text: str) -> Page:
    """Return a page with the faults that it has beside its source in Markdown."""
    shown = count_in_markdown("\n".join(text.splitlines()))
    return replace(page, faults=find_faults(shown, page.sections), is_compared=True)


def find_faults(shown: Shown, sections: Sequence[Section], passed: Passed = ()) -> tuple[Fault, ...]:
    """Return the faults of a page's sections.

    Args:
        shown: What the page shows.
        sections: The page's sections.
        passed: (rule, the page's text after it), in the order of the rules; the first is the text before any.
    """
    markdown = "\n\n".join(("", *(section.text for section in sections)))  # patterns find a line by the end before it
    lost = lost_words(shown, markdown)
    faults = (
        *_of_words(shown, lost),
        *_of_kinds(shown, sections, markdown),
        *_of_form(shown, sections, markdown),
    )
    if not passed or not faults:
        return faults
    if any(fault.what in ("links", "sections") for fault in faults):
        lost += _words(list(shown.linked)) - counted_words(markdown)
    rules = _rules(lost, passed)
    return tuple(replace(fault, rules=rules) for fault in faults)


def _rules(lost: Counter[str], passed: Passed) -> tuple[tuple[str, int], ...]:
    """Return how many of the lost words each rule took; what no rule took, writing lost."""
    texts = [(rule, text.lower()) for rule, text in passed]
    taken: Counter[str] = Counter()
    for word, number in lost.most_common(_SOUGHT):
        for (_, before), (rule, after) in pairwise(texts):
            took = min(number, max(0, before.count(word) - after.count(word)))
            taken[rule] += took
            number -= took
        taken[WRITING] += number
    return tuple((rule, number) for rule, number in taken.most_common() if number >= _MIN_LOST)


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


def where_lost_in_markdown(text: str, sections: Sequence[Section]) -> tuple[str, ...]:
    """Return the headings of a source in Markdown under which words stand that the sections lack, as `where_lost`."""
    known = set(_WORD.findall("\n".join(section.text for section in sections).lower()))
    lost: Counter[str] = Counter()
    for part in re.split(r"^(?=#{1,6}[ \t])", "\n".join(text.splitlines()), flags=re.MULTILINE):
        words = count_in_markdown(part).words
        lost[part.partition("\n")[0] if part[:1] == "#" else "top"] += sum(
            number for word, number in words.items() if word not in known
        )
    return tuple(path for path, words in lost.most_common(MAX_PATHS) if words >= _MIN_LOST)


def _asides(body: HtmlElement) -> list[HtmlElement]:
    """Find short labels of switches, and elements with one of the classes above; XPath takes ten times as long."""
    named = ((element, element.get("class")) for element in body.iter(*_ASIDE_TAGS))
    asides = [one for one, names in named if names and _is_like_aside(names) and _is_aside(one, names)]
    asides += [element for element in body.iter("span") if element.get("hidden") is not None]
    labels = (label for label in body.iter("label") if label.get("for") is not None)
    return asides + [label for label in labels if len(plain_text(label)) <= _SWITCH_CHARS]


def _first_cell(table: HtmlElement) -> str:
    """Return the first cell, reduced to letters and digits, of a table that holds others and has headings."""
    rows = table.xpath("tr | */tr") if next(table.iterdescendants("table"), None) is not None else ()
    if all(row.find("th") is None for row in rows):
        return ""
    return next(filter(None, (letters(raw_text(cell)) for row in rows for cell in row.iterchildren("td"))), "")


def _members(body: HtmlElement, left_out: set[HtmlElement]) -> int:
    """Return the most boxes of one class that may be linked to, show code and are described, but have no heading."""
    boxes: dict[str, list[HtmlElement]] = {}
    for box in body.iter("div", "section", "li"):
        if (name := box.get("class")) and (box.get("id") or (len(box) and box[0].tag == "a" and anchor_of(box[0]))):
            boxes.setdefault(name, []).append(box)
    many = (members for members in boxes.values() if len(members) >= MEMBERS_LEAST)
    return max((sum(box not in left_out and _is_member(box) for box in members) for members in many), default=0)


def _is_member(box: HtmlElement) -> bool:
    after = box.getnext()
    described = [box] if after is None else [box, after]
    if not any(next(one.iter("p", "dd"), None) is not None for one in described):
        return False
    names = (element.get("class") or "" for element in box.iter())
    is_code = next(box.iter("code", "pre"), None) is not None or any("sig" in name or "decl" in name for name in names)
    is_block = box.find("pre") is not None and len(box) == 1
    return is_code and not is_block and next(box.iter(*HEADINGS), None) is None


@lru_cache(_MAX_NAMES)
def _is_like_aside(names: str) -> bool:
    return _NUMBERING.search(names) is not None or not _ASIDE_CLASSES.isdisjoint(names.split())


def _is_aside(element: HtmlElement, names: str) -> bool:
    """Return whether an element has a class of asides, or one of lines' numbers and no letter."""
    return not _ASIDE_CLASSES.isdisjoint(names.split()) or _NUMBERS.fullmatch(raw_text(element)) is not None


def _words(texts: list[str]) -> Counter[str]:
    return counted_words("\n".join(texts))


def _is_chrome(element: HtmlElement) -> bool:
    """Return whether an element is hidden, or says that it is chrome and is made of links or short."""
    attributes = dict(element.items())
    if not attributes and element.tag not in _CHROME_TAGS:
        return False
    names = attributes.get("class", ""), attributes.get("id", "")
    if "hidden" in attributes or _HIDING.search(attributes.get("style", "")) or names[1] in _SCRIPTED:
        return True
    if _SUMMARY.search(names[0]) and _is_repeated(element):
        return True
    is_named = element.tag in _CHROME_TAGS or attributes.get("role") in _ROLES or any(map(_CHROME_NAME.search, names))
    if not is_named:
        return False
    text = plain_text(element)
    linked = sum(len(plain_text(link)) for link in element.iter("a") if link.get("href"))
    is_footer = element.tag == "footer" or "foot" in " ".join(names).lower()
    is_short = len(text) <= (_FOOTER_CHARS if is_footer else _SHORT_CHARS)
    return linked >= _LINK_SHARE * len(text) or (is_short and next(element.iter("h1"), None) is None)


def _is_repeated(element: HtmlElement) -> bool:
    """Return whether the element after a summary begins with it."""
    after = element.getnext()
    return after is not None and plain_text(after).startswith(plain_text(element))


def _opens_section(heading: HtmlElement) -> bool:
    """Return whether a heading should open a section: it is no link, titles no call-out and was closed."""
    text, links = plain_text(heading), [link for link in heading.iter("a") if link.get("href", "#")[:1] != "#"]
    if text == "".join(map(plain_text, links)) or next(heading.iterdescendants(*_NO_HEADING), None) is not None:
        return False
    above = islice(heading.iterancestors(), _CALL_OUT_LEVELS)
    return not any(_CALL_OUT.search(element.get("class") or "") for element in above)


def _term(term: HtmlElement) -> str:
    """Return the text of a term without the links beside it, reduced to letters and digits."""
    text = raw_text(term)
    for link in term.iter("a"):
        if letters(raw_text(link)) in _BESIDE_TERMS:
            text = text.replace(raw_text(link), "")
    return letters(text)


def _code_lines(part: HtmlElement, left_out: set[HtmlElement], asides: list[HtmlElement]) -> int:
    numbered = {above for aside in asides for above in aside.iterancestors("pre")}
    lines = sum(1 for line in _LINES(part) if raw_text(line).strip("\xa0\n 0123456789"))
    blocks = [pre for pre in part.iter("pre") if pre not in left_out and next(pre.iterdescendants("pre"), None) is None]
    headings = sum(1 for pre in blocks for heading in pre.iterdescendants(*HEADINGS) if shows_text(heading))
    boxes = [box for box in part.iter("code", "tt") if len(box) and box.find("br") is not None]
    boxes += [box for box in part.iter("div", "p") if (name := box.get("class")) and "code" in name.split()]
    boxes = [box for box in boxes if box not in left_out and next(box.iter("pre", "table", "ul"), None) is None]
    boxes = [box for box in boxes if next(box.iterancestors("pre"), None) is None and not _LINES(box)]
    shown = sum(_lines(raw_text(pre), is_numbered=pre in numbered) for pre in blocks)
    return lines + shown - headings + sum(number for box in boxes if (number := _lines_of_box(box)) > 1)


def _lines_of_box(box: HtmlElement) -> int:
    """Count the lines of code that is no `pre`; where none is broken, its line breaks show nothing."""
    if next(box.iter("br"), None) is None:
        return _lines(raw_text(box), is_numbered=False) if box.tag == "div" else 0
    return _lines("".join(text if isinstance(text, str) else "\n" for text in _PIECES(box)), is_numbered=False)


def _lines(text: str, *, is_numbered: bool) -> int:
    return sum(1 for line in text.split("\n") if (line.strip("\xa0 0123456789") if is_numbered else line.strip()))


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


def _of_words(shown: Shown, words: Counter[str]) -> Iterator[Fault]:
    lost, total = words.total(), shown.words.total()
    if lost > WORDS_NOTICE * total and lost >= WORDS_NOTED:
        is_many = lost > WORDS_MANY * total and lost > WORDS_NOTED
        is_warning = is_many or (lost > WORDS_WARNING * total and lost >= WORDS_LEAST)
        most = tuple(word for word, _ in words.most_common(MAX_WORDS))
        yield Fault("words", total - lost, total, is_warning, words=most)


def _of_kinds(shown: Shown, sections: Sequence[Section], markdown: str) -> Iterator[Fault]:
    """Compare how much of each kind a page shows and its Markdown has."""
    for what, (share, least) in LEAST.items():
        texts = shown.texts.get(what, ())
        total = len(texts) or shown.counts.get(what, 0)
        if total < least:
            continue
        lost = _LOST[what](texts, sections, markdown) if texts else total - _IN_MARKDOWN[what](markdown)
        if lost >= least and total - lost < share * total:
            yield Fault(what, total - lost, total, is_warning=True)


def _lost_terms(terms: Sequence[str], sections: Sequence[Section], markdown: str) -> int:
    lines = _TARGETS.sub("]", markdown).split("\n")
    longest = _MARKED * max(map(len, terms))
    begun = sorted({letters(line[:longest]) for line in lines if line})  # nearly all terms begin a line
    elsewhere = [term for term in terms if not begun[bisect_left(begun, term) % len(begun)].startswith(term)]
    whole = letters("".join(lines)) if elsewhere else ""
    sought = elsewhere[:_SOUGHT]
    return len(elsewhere) * sum(term not in whole for term in sought) // max(1, len(sought))


def _lost_headings(headings: Sequence[str], sections: Sequence[Section], markdown: str) -> int:
    titles = "\n".join(letters(section.title) for section in sections)
    known = set(titles.split("\n"))
    return sum(heading not in known and heading not in titles for heading in headings)


def _lost_tables(cells: Sequence[str], sections: Sequence[Section], markdown: str) -> int:
    """Count the tables whose first cell begins no row."""
    rows = set(map(letters, _CELL.findall(_TARGETS.sub("]", markdown))))
    return sum(cell not in rows for cell in cells)


_LOST: Mapping[str, Callable[[Sequence[str], Sequence[Section], str], int]] = {
    "terms": _lost_terms,
    "headings": _lost_headings,
    "sections": _lost_headings,
    "tables": _lost_tables,
}
"""Kind of content → what counts those of its texts that are lost."""


def _lines_of_code(markdown: str) -> int:
    """Count the lines of code blocks, and code within a line, which short code blocks may have become."""
    fenced = (line for found in _FENCED.finditer(markdown) for line in found[2].split("\n"))
    return sum(1 for line in fenced if line.strip()) + len(_INLINE.findall(_FENCED.sub("", markdown)))


def _formulas(markdown: str) -> int:
    """Count formulas, those aside of which a comment hides the rest."""
    return sum(1 for formula in _FORMULA.findall(markdown) if not _COMMENTED.search(formula[:-2]))


_IN_MARKDOWN: Mapping[str, Callable[[str], int]] = {
    "code": _lines_of_code,
    "items": lambda markdown: len(_ITEM.findall(markdown)),
    "formulas": _formulas,
    "links": lambda markdown: len(markdown) if count_words(_TITLE_LINE.sub("", markdown)) > _LEFT_WORDS else 0,
}
"""Kind of content → what counts it in Markdown."""


def _of_form(shown: Shown, sections: Sequence[Section], markdown: str) -> Iterator[Fault]:
    """Find what no documentation shows on purpose."""
    yield from _of_nested_headings(markdown)
    yield from _of_title(shown, sections[0].title)
    yield from _of_sections(shown, sections)
    torn = sum(pair in markdown for pair in shown.joined)
    if _TORN.search(markdown):
        torn += len(_TORN.findall(_FENCED.sub("", markdown)))
    if torn >= TORN_LEAST:
        yield Fault("torn", 0, torn, is_warning=True)
    marked = sum(_MARKED_TITLE.search(section.title) is not None for section in sections)
    if marked:
        yield Fault("marked_title", 0, marked, is_warning=True)


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
    anchors, members = shown.counts.get("anchors", 0), shown.counts.get("members", 0)
    long = (section.text for section in sections if count_words(section.text) > SECTION_WORDS)
    longest = max(long, key=count_words, default="")
    if longest:
        words = count_words(longest)
        rows = "\n".join(line for line in longest.split("\n") if line.startswith("|"))  # no table can be cut
        yield Fault("long_section", SECTION_WORDS, words, words - count_words(rows) > SECTION_WORDS)
    is_whole = len(sections) == 1 and anchors >= UNDIVIDED_ANCHORS and shown.words.total() >= UNDIVIDED_WORDS
    if is_whole or (members >= MEMBERS_LEAST and len(sections) < members / 2):
        yield Fault("undivided", len(sections) - 1, max(anchors, members), is_warning=True)


def _path(element: HtmlElement) -> str:
    """Return the element and the next above it that has a class or an id, as CSS writes them."""
    own = _name(element)
    above = next((a for a in element.iterancestors() if a.get("class") or a.get("id") or a.tag == "body"), None)
    return own if above is None else " > ".join((_name(above), own))


def _name(element: HtmlElement) -> str:
    names = (element.get("class") or "").split()
    tag, identifier = str(element.tag), element.get("id")
    return ".".join((tag, names[0])) if names else "#".join((tag, identifier)) if identifier else tag
