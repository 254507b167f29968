"""Find content that a page shows and its Markdown lacks, and name the rules that took it.

In:    A page's tree as it was published, the same after what pages share was dropped, and the sections made of it.
Out:   Shown: words outside links and chrome, and the texts of each kind of block. A Fault for each kind that lost
       too much, with the rules that took it; and the elements that lost most words.
Rules: - This module does not use the rules that find content and strip chrome, since those are what is checked. It
         leaves out three things: hidden elements, elements that are named like chrome and are short or made of links,
         and summaries that the text after them repeats.
       - A word that the Markdown has anywhere, even within another word, is not lost. A text of some kind of block is
         lost unless it stands in a block of that kind: a heading in a title, an item in an item, code in code.
       - A page that leads to many places of its own has a section for each.
Why:   docs/decisions/0101
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, islice, pairwise
from urllib.parse import unquote

from lxml import etree
from lxml.html import HtmlElement

from pinax_builder.parse.admonition_kinds import label_of_kind
from pinax_builder.parse.html.page_tree import HEADINGS, anchor_of, text_before
from pinax_builder.parse.plain_text import plain_text, raw_text
from pinax_builder.records import Fault, Page, Section
from pinax_builder.words import count_words, counted_words, letters

_TEXTS = etree.XPath("descendant::text()", smart_strings=False)
_UNSEEN_WORDS = """
    script style noscript noframes template iframe svg object button select textarea math head dialog nav
"""
_UNSEEN = _UNSEEN_WORDS.split()
"""Tags of elements that are not shown or are no content."""
_HIDING = re.compile(r"display:\s*none|visibility:\s*hidden", re.IGNORECASE)
"""What a style hides an element with, whatever else the rules that hide text look at."""
_SCRIPTED = frozenset(("mbrsel", "inheritedMembers", "groupedMembers", "subpackage-spacer"))
"""Ids of scaladoc's filters, of the groups that a script fills, and of its menu, which holds texts of other pages."""
_SUMMARY = re.compile(r"short|brief", re.IGNORECASE)
"""Class of a summary above the whole text."""
_ROLES = frozenset(("banner", "contentinfo"))
"""ARIA roles of chrome that is short or made of links."""
_BESIDE_ROLES = frozenset(("navigation", "search", "dialog", "menu"))
"""ARIA roles, and ids, of boxes beside the content, whatever they hold."""
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
"""Tags and names of elements beside the content, whatever they hold."""
_ASIDE_WORDS = """
    ttc CToolTip annottext sr-only visually-hidden lang method-click-advice tocset RBackgroundLabel noprint no-print
    hide-when-js-enabled
"""
_ASIDE_CLASSES = frozenset(_ASIDE_WORDS.split())
"""Classes of tooltips, languages of code, words read aloud, contents, and what scripts hide or is not printed."""
_NUMBERING = re.compile(r"line|gutter", re.IGNORECASE)
"""Class of numbers of lines."""
_NUMBERS = re.compile(r"[\s\d.:]*")
_MAX_NAMES = 4_096
"""Number of classes that are remembered."""
_ASIDE_TAGS = ("span", "div", "td", "pre", "tt", "summary")
"""Tags of elements that may have such a class."""
_SWITCH_CHARS = 20
"""Length of a label up to which it belongs to a switch (characters)."""
_LINES = etree.XPath("descendant::div[@class='line'][not(ancestor::pre) and not(../@class='line-block')]")
"""Finds lines of code that are boxes outside `pre`."""
_PARTS = ("li", "dl", "table", "figure", "pre", "sup")
"""Tags of elements whose anchors mark a part of a block: a cell, a note, a line of code."""
_ANCHORS = etree.XPath(
    f"descendant::*[@id or self::a/@name][not(ancestor-or-self::{' or ancestor-or-self::'.join(_PARTS)})]"
)
"""Finds elements with anchors outside these."""
_NUMBERED = re.compile(r".*\d$|index-.*")
"""Name of an anchor of a note, a formula, a figure, a line, or what an index leads to."""
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
_NO_CODE = ("pre", "table", "ul", *HEADINGS)
"""Tags of elements in a box that is not code alone."""
_BOXES = ("body", "div", "section", "article", "main")
"""Tags of elements that hold blocks."""
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
LEAST: Mapping[str, tuple[float, int]] = {
    "terms": (0.98, 1),
    "headings": (0.9, 3),
    "sections": (1, 1),
    "code": (0.9, 5),
    "tables": (0.8, 2),
}
"""Kind of block → share of its texts that is kept, and number that is lost, from which on there is a warning."""
SECTION_WORDS = 3_000
"""Number of words of a section above which there is a warning."""
PLACES_LEAST = 5
"""Number of places from which on a page has to have half as many sections."""
_FENCE = re.compile(r"[ >\t]*(?:(?:[-*+]|\d+[.)])[ \t]+)*(`{3,}|~{3,})[^`]*$")
"""A line that opens or closes a code block, in a quote or an item, too."""
_TARGETS = re.compile(r"\](?<!\[\])\([^()\s]*\)")
"""Targets of links in Markdown; `[](0x0)` is a matrix."""
_HEADING, _ROW = re.compile(r"#{1,6} "), re.compile(r"[ \t>]*\|")
"""What a heading and a row of a table begin with in Markdown."""
_INLINE = re.compile(r"`[^`\n]+`")
"""Code within a line of Markdown, which a short block of code may have become."""
_SOUGHT = 300
"""Largest number of lost words or terms that are searched for within other words, which is slow."""
MAX_PATHS = 3
"""Largest number of elements that are reported."""
MAX_WORDS = 20
"""Largest number of lost words that a fault keeps."""
_PIECES = etree.XPath(
    "descendant::text()[not(ancestor::button or ancestor::span[@class='annottext'])] | descendant::br",
    smart_strings=False,
)
_UNSHOWN = re.compile(
    r"`[^`\n]+`|\A\n---\n(?:(?!---\n).*\n)*---\n|<!--(?:[^<-]|-(?!->)|<(?!!--))*-->|</?[A-Za-z][^<>]*>|^\[[^\[\]\n]+\]:.*$|\{[^{}\n]*\}"
    r"|(?<=```)[^`\n]+$|(?<=~~~)[^`\n]+$|^([ \t]*)::: [\w.]+\n(?:\1[ \t]+\S.*\n)+",
    re.MULTILINE,
)
"""What a source in Markdown holds and nobody sees; and code, which stays."""
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
Headings = Sequence[tuple[HtmlElement, HtmlElement]]
"""Headings of a published page, each with its parent."""
Passed = Sequence[tuple[str, str]]
"""(rule, the page's text after it), in the order of the rules; the first is the text before any."""
_WORD = re.compile(r"\w{2,}")
_MIN_LOST = 3
"""Number of lost words below which an element is not reported."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a page shows, outside links and chrome."""

    words: Counter[str]
    texts: Mapping[str, Sequence[str]]
    """Kind of block → the texts of such, reduced to letters and digits: headings that are not just a link, terms
    (`dt`), lines of code, the first cells of tables that hold others."""
    places: int = 0
    """Number of places that the page leads to itself, beside those with a heading."""


def find_sections(tree: HtmlElement) -> Headings:
    """Return the headings of a published page that have something under them, and what they stand in."""
    found = ((heading, heading.getparent(), heading.getnext()) for heading in tree.iter(*HEADINGS[1:]))
    return [
        (one, box) for one, box, after in found if box is not None and after is not None and after.tag not in HEADINGS
    ]


def count_shown(tree: HtmlElement, url: str = "", sections: Headings = (), roots: Sequence[HtmlElement] = ()) -> Shown:
    """Count what a page shows; the tree is left as it is.

    Args:
        tree: The page, without what most pages share.
        url: The page's URL, to recognize links within the page.
        sections: What `find_sections` found before that was dropped.
        roots: The elements that may be the page's content by their names.
    """
    body = tree.find("body")
    if body is None:
        body = tree
    outer = {*body.iter(*_UNSEEN), *_asides(body), *filter(_is_chrome, body.iter(*_NAMED_TAGS))}
    inner = {element for chrome in outer for element in chrome.iterdescendants()}
    left_out = outer | inner

    def seen(*tags: str) -> Iterator[HtmlElement]:
        return (element for element in body.iter(*tags) if element not in left_out)

    links = [link for link in body.iter("a") if link.get("href")]
    taken = counted_words("\n".join([*map(raw_text, links), *chain.from_iterable(map(_TEXTS, outer - inner))]))
    words = counted_words("\n".join(_TEXTS(body)))
    texts = {
        "headings": [raw_text(heading) for heading in seen(*HEADINGS) if _opens_section(heading)],
        "sections": [
            raw_text(one) for one, box in sections if one.getparent() is None and _is_content(box, body, roots)
        ],
        "terms": map(_term, seen("dt")),
        "code": _code_lines(body, left_out),
        "tables": map(_first_cell, seen("table")),
    }
    return Shown(
        Counter({word: left for word, number in words.items() if (left := number - taken.get(word, 0)) > 0}),
        {what: [one for one in map(letters, some) if _says(one)] for what, some in texts.items()},
        _places(body, links, url.rpartition("/")[2]),
    )


def _is_content(box: HtmlElement, body: HtmlElement, roots: Sequence[HtmlElement]) -> bool:
    """Return whether an element is part of a page's content, and does not stand beside it by its names."""
    above = [box, *box.iterancestors()]
    names = (str(name) for one in above for name in (one.tag, one.get("class"), one.get("id"), one.get("role")))
    return any(one in above for one in (roots or [body])) and not any(map(_BESIDE.search, names))


def _says(text: str) -> bool:
    return len(text) >= _MIN_TERM_CHARS and not text.isdigit()


def _places(body: HtmlElement, links: Sequence[HtmlElement], file: str) -> int:
    """Count the places that a page leads to itself, notes and parts of other blocks aside."""
    parted = (link.get("href", "").partition("#") for link in links)
    sought = {unquote(name) for page, _, name in parted if page in ("", file) and not _NUMBERED.fullmatch(name)}
    if len(sought) < PLACES_LEAST:
        return 0
    return len(sought.intersection(map(anchor_of, _ANCHORS(body))))


def count_in_markdown(text: str) -> Shown:
    """Count what a page in Markdown shows, HTML in it aside."""
    plain = _COMPONENT.sub(_shown_of_component, _TEXT_ROLE.sub(r"\1", f"\n{text}"))
    directed = _DIRECTIVE.sub(_shown_of_directive, plain)
    shown = _REFERENCES.sub("", _UNSHOWN.sub(lambda found: found[0] if found[0][0] == "`" else " ", directed))
    return Shown(
        counted_words(_TARGETS.sub("]", shown)), {**_texts_of(shown), "code": _texts_of(directed)["code"], "terms": ()}
    )


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
    """Return the faults of a page's sections, with the rules that took what is lost."""
    markdown = "\n\n".join(section.text for section in sections)
    lost = lost_words(shown, markdown)
    faults = (
        *_of_words(shown, lost),
        *_of_kinds(shown, sections, markdown),
        *_of_sections(shown, sections),
    )
    if not passed or not faults:
        return faults
    rules = _rules(lost, passed)
    return tuple(replace(fault, rules=fault.rules or rules) for fault in faults)


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
    """Return the elements of a published page whose own text its sections lack, those that lost most first.

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


@lru_cache(_MAX_NAMES)
def _is_like_aside(names: str) -> bool:
    return _NUMBERING.search(names) is not None or not _ASIDE_CLASSES.isdisjoint(names.split())


def _is_aside(element: HtmlElement, names: str) -> bool:
    """Return whether an element has a class of asides, or one of lines' numbers and no letter."""
    return not _ASIDE_CLASSES.isdisjoint(names.split()) or _NUMBERS.fullmatch(raw_text(element)) is not None


def _is_chrome(element: HtmlElement) -> bool:
    """Return whether an element is hidden, or says that it is chrome and is made of links or short."""
    attributes = dict(element.items())
    if not attributes and element.tag not in _CHROME_TAGS:
        return False
    names = attributes.get("class", ""), attributes.get("id", "")
    if "hidden" in attributes or _HIDING.search(attributes.get("style", "")) or names[1] in _SCRIPTED:
        return True
    if not _BESIDE_ROLES.isdisjoint((attributes.get("role"), names[1])):
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
    titles = HEADINGS if element.tag == "header" else ("h1",)
    return linked >= _LINK_SHARE * len(text) or (is_short and next(element.iter(*titles), None) is None)


def _is_repeated(element: HtmlElement) -> bool:
    """Return whether the element after a summary begins with it."""
    after = element.getnext()
    return after is not None and letters(plain_text(after)).startswith(letters(plain_text(element)))


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


def _code_lines(body: HtmlElement, left_out: set[HtmlElement]) -> Iterator[str]:
    """Yield the lines of code, in `pre` or in boxes that are code by their tag or class, without their numbers."""
    boxes = list(body.iter("pre"))
    inline = (box for box in body.iter("code", "tt") if next(box.iterancestors()).tag != "dt")
    boxes += [box for box in inline if any(inner.tag == "br" for inner in box) or _is_alone(box)]
    boxes += [box for box in body.iter("div", "p") if "code" in (box.get("class") or "").split()]
    for box in boxes:
        if box in left_out or next(box.iterdescendants(*_NO_CODE), None) is not None or _LINES(box):
            continue
        lines = "".join(text if isinstance(text, str) else "\n" for text in _PIECES(box)).split("\n")
        if box.tag == "pre" or (len(lines) > 1 and next(box.iterancestors("pre"), None) is None):
            yield from (line.strip("\xa0 0123456789") for line in lines)
    yield from (raw_text(line).strip("\xa0\n 0123456789") for line in _LINES(body))


def _is_alone(code: HtmlElement) -> bool:
    """Return whether code of several lines, without links, stands between blocks: style sheets show it as one.

    A signature is one line, however its source is broken.
    """
    box = code.getparent()
    if box is None or box.tag not in _BOXES or text_before(code).strip() or (code.tail or "").strip():
        return False
    if "signature" in (code.get("class") or ""):
        return False
    return "\n" in raw_text(code).strip() and next(code.iterdescendants("a"), None) is None


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
        is_warning = lost > WORDS_WARNING * total and lost >= WORDS_LEAST
        most = tuple(word for word, _ in words.most_common(MAX_WORDS))
        yield Fault("words", total - lost, total, is_warning, words=most)


def _of_kinds(shown: Shown, sections: Sequence[Section], markdown: str) -> Iterator[Fault]:
    """Look for the texts of each kind of block that a page shows in the blocks of that kind that its Markdown has."""
    made = _texts_of(markdown) if any(shown.texts.values()) else {}
    made["headings"] = made["sections"] = [letters(section.title) for section in sections]
    for what, (share, least) in LEAST.items():
        texts = shown.texts.get(what, ())
        inline = made.get("inline", ()) if what == "code" else ()
        lost = _n_lost(texts, made.get(what, ()), inline) if len(texts) >= least else 0
        if lost >= least and len(texts) - lost < share * len(texts):
            rules = (("repeated text", lost),) if what == "sections" else ()
            yield Fault(what, len(texts) - lost, len(texts), is_warning=True, rules=rules)


def _n_lost(texts: Sequence[str], made: Sequence[str], inline: Sequence[str]) -> int:
    """Return how many texts the page lost; of many texts a sample is looked at, and the number is estimated from it."""
    sample = texts[:: len(texts) // _SOUGHT + 1]
    known = {*made, *inline}
    missing = [text for text in sample if text not in known]
    whole = "".join(made) if missing else ""
    missing = [text for text in missing if text not in whole]
    lost = sum(not any(_is_but_for_a_bit(text, one) for one in made) for text in missing)
    return len(texts) * lost // max(1, len(sample))


def _is_but_for_a_bit(text: str, made: str) -> bool:
    """Return whether a text is another with a little more at one end, as a heading with a button is."""
    return len(text) <= 3 * len(made) and (text.startswith(made) or text.endswith(made))


def _texts_of(markdown: str) -> dict[str, list[str]]:
    """Return the texts of each kind of block of Markdown, reduced to letters and digits; any line may show a term."""
    texts: dict[str, list[str]] = {kind: [] for kind in (*LEAST, "inline")}
    fence = ""
    for line in markdown.split("\n"):
        sign = _FENCE.match(line) if "```" in line or "~~~" in line else None
        if sign and sign[1].startswith(fence):
            fence = "" if fence else sign[1]
            continue
        text = letters(_TARGETS.sub("]", line) if "](" in line and not fence else line)
        if not text:
            continue
        texts["terms"].append(text)
        if fence:
            texts["code"].append(text)
            continue
        texts["inline"].extend(map(letters, _INLINE.findall(line)))
        if _HEADING.match(line):
            texts["headings"].append(text)
        elif _ROW.match(line):
            texts["tables"].append(letters(line.split("|")[1]))
    return texts


def _of_sections(shown: Shown, sections: Sequence[Section]) -> Iterator[Fault]:
    long = (section.text for section in sections if count_words(section.text) > SECTION_WORDS)
    longest = max(long, key=count_words, default="")
    if longest:
        words = count_words(longest)
        rows = "\n".join(line for line in longest.split("\n") if line.startswith("|"))  # no table can be cut
        yield Fault("long_section", SECTION_WORDS, words, words - count_words(rows) > SECTION_WORDS)
    if shown.places >= PLACES_LEAST and len(sections) - 1 < shown.places / 2:
        yield Fault("undivided", len(sections) - 1, shown.places, is_warning=True)


def _path(element: HtmlElement) -> str:
    """Return the element and the next above it that has a class or an id, as CSS writes them."""
    own = _name(element)
    above = next((a for a in element.iterancestors() if a.get("class") or a.get("id") or a.tag == "body"), None)
    return own if above is None else " > ".join((_name(above), own))


def _name(element: HtmlElement) -> str:
    names = (element.get("class") or "").split()
    tag, identifier = str(element.tag), element.get("id")
    return ".".join((tag, names[0])) if names else "#".join((tag, identifier)) if identifier else tag
