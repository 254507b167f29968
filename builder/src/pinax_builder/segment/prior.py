"""Choose the prior of each page, a factor on its score: less than 100 percent for pages that explain nothing.

In:    A page's path and the Markdown of its sections; for compiled pages, all pages of a docset.
Out:   Percent, from LEAST to FULL.

Source code has CODE: it repeats the words of its manual. These kinds of pages hold the words of many
questions and answer few:

- Lists: indexes, site maps, tables of contents, lists of functions. Nearly all their words are links, or their headings
  are single letters with short lines below, or they are called an index and have many links, or their path is one that
  a generator gives to such pages.
- Compiled pages, such as a whole manual on one page, whose sections are also on several other pages.
- Asides. Change logs, release notes and guides for a move to one version name things that other pages explain. Guides
  for contributors, internals and records of decisions are for those who work on the project. Tests, benchmarks and what
  they read use what others define. Paths say so; a change log also has versions for headings.
- Asides among source code: tests, benchmarks, examples, and copies of other projects' code, by their paths; stubs
  (`.pyi`, `.d.ts`) that repeat what their sources declare, and explain none of it.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from heapq import nsmallest
from operator import itemgetter

from pinax_builder.candidates import duplicates
from pinax_builder.records import PageSummary, SpilledPart
from pinax_builder.words import words_of
from pinax_runtime.text import LINK, without_fenced

FULL = 100
"""Prior of a page that explains, in percent."""
CODE = 60
"""Prior of source code, in percent: a manual of it explains more, and comes first where both tell of the same."""
CODE_ASIDE = 50
"""Prior of tests, examples, copies and stubs among source code, in percent."""
LEAST = 45
"""Prior of a page that is all links, an index or compiled, in percent."""
LISTING_SHARE = 0.6
"""Share of a page's words in links up to which the page explains; above it, the prior falls evenly to LEAST."""
_WORD_CHARS = 20
"""Characters for each linked word in which enough other words are looked for first."""
ASIDE = 65
"""Prior of a page beside those that explain, in percent."""
LEAST_VERSIONS = 4
"""Number of headings that are versions from which on a page may be a change log."""
VERSIONS_SHARE = 0.6
"""Share of the headings of one level that are versions, above which the page is a change log."""
SMALLER = 0.75
"""Length of a page from which another one may be compiled, as a share of that one's; a longer one is its variant."""
COMPILED_SHARE = 0.8
"""Share of a page's words that are also on smaller pages, above which the page is compiled from them."""
LARGEST_SOURCE = 0.5
"""Share of these words that a single page may hold; with more, the longer page rather extends the other one."""
WHOLLY_COMPILED_SHARE = 0.95
"""Share of words on smaller pages above which a page has next to nothing of its own, whichever page holds most."""
MOST_SOURCES = 100
"""Number of pages that are looked at as sources of one section: the smallest of all that have it. Each page that has
the section is compared with each of these, so a section that stands on all pages would take time by their square."""
INDEX_SHARE = 0.3
"""Share of words in links from which on a page that is called an index is one; its terms are in none."""
INDEX_LETTERS = 8
"""Number of headings of a single letter from which on a page may be an index."""
INDEX_LINE_WORDS = 8
"""Length of the median line of an index at most, in words."""

STUB_SHARE = 0.15
"""Share of a stub's words in comments from which on it explains. Those of matplotlib and attrs have 0 to 0.12, the
documented ones of postcss 0.2 to 0.6."""

_GENERATED = re.compile(
    r"(?:^|/)(?:"
    r"index-files/index-|class-use/|package-(?:use|tree)\.html|overview-tree\.html|all(?:classes|packages)-\w+\.html"
    r"|deprecated-list\.html|constant-values\.html|serialized-form\.html"  # javadoc
    r"|genindex(?:-\w+)?\.html|(?:py|c|np|cpp)-modindex\.html|_modules/"  # Sphinx
    r"|(?:functions|globals|namespacemembers)_\w+\.html|[\w-]+-members\.html"  # Doxygen, QDoc
    r")"
)
"""Paths that only documentation generators give, to pages that list names; as of their releases of 2024."""

_TELLS_OF_CHANGES = re.compile(
    r"(?:change-?logs?|changes|release-?notes|releases|rel-?notes|release-?log|what-?s-?new|news|deprecat(?:ions?|ed)"
    r"|release[-_.]?v?\d|released[-_]version|(?:new|old|removed)[-_]features)(?:[-_.v\d]|[-_]in)*"
    r"|(?:migrat|upgrad)\w+[-_.](?:guide[-_.])?(?:(?:to|from)[-_.])?(?:[a-z]+[-_.])?v?\d[\w.-]*"
)
"""Name of a folder, or of a file without its extension, in lower case."""
_FOR_CONTRIBUTORS = re.compile(
    r"dev|(?:(?:my|your)[-_]?)?(?:first[-_]?)?contribut(?:e|ing|ions?|ors?)(?:[-_]guide)?|hacking"
    r"|(?:coding|reviewing|contribut(?:ing|ion|or)|documentation)[-_]?(?:styles?|guidelines?|conventions?|standards?)"
    r"|submitting[-_]?patches|code[-_]of[-_]conduct|maintainers?"
)
"""The same for guides to work on the project itself."""
_RECORDS = re.compile(
    r"(?:(?:architectur(?:e|al)|design)[-_]?)?decisions?(?:[-_](?:records?|log))?|adrs?|design[-_]?(?:docs?|notes?|records?)"
    r"|internals?|proposals|rfcs?|post-?mortems|meeting[-_]?(?:notes|minutes)|\d{4}-[a-z][\w-]+"
)
"""The same for internals, and for numbered or dated records of decisions and discussions."""
_FIXTURES = re.compile(
    r"unit-?tests?|test-?(?:data|files?|cases|suites?|fixtures?|templates?|html?s?)|fixtures?|bench(?:marks?)?",
    re.ASCII,
)
"""Name of a folder, in lower case and with hyphens, that holds what tests and measurements read."""
_CODE_ASIDE = re.compile(
    r"(?:unit|integration|functional)?-?(?:tests?|testing|specs?)|e2e|t|--(?:tests|mocks|fixtures)--|mocks?|fixtures?"
    r"|test-?(?:data|files?|cases|suites?|fixtures?|utils?|support|helpers?)|fuzz(?:ers?|ing)?|bench(?:marks?)?"
    r"|(?:\w+-)?(?:examples?|samples?|demos?)|docs?(?:-?src)?|vendor(?:ed)?|third-?party|3rd-?party|externals?|deps|node-modules"
)
"""Name of a folder of source code, in lower case and with hyphens, with tests, examples, or code of other projects."""
_TESTING_FILE = re.compile(
    r"(?:test|bench)[-_.].*|.*[-_.](?:tests?|spec|bench(?:mark)?)|conftest|\w*[a-z\d](?:Tests?|TestCase|Spec)"
)
"""Name of a file of source code, without its extension, that tests or measures other code."""
_STUB = re.compile(r".*\.(?:pyi|d\.[cm]?ts)")
"""Name of a file that only declares."""
_LABEL = re.compile(r"^(?:#.*|`[^`\n]*`)$", re.M)
"""Line with the path of a file, or the name of a definition."""
_MONTH = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*"
_VERSION_HEADING = re.compile(
    r"\n(?P<level>#{1,6}) \W*(?:(?!section|chapter|figure|table|rule|part|appendix|example|listing)[a-z][\w'’-]* ){0,3}"
    r"v?\d+(?:\.\d+)+(?:[-.]?[a-z]+\.?\d*)?"
    r"(?:[^\w\n]+(?:released?|unreleased|final|stable|beta|on|date|" + _MONTH + r"|\d+(?:st|nd|rd|th)?))*[^\w\n]*$",
    re.M | re.I,
)
"""A heading that says a version, with its date or without: `Release 0.16 (2020-01-12)`. It begins with the end of the
line before, since a pattern that begins with `^` is tried at every character."""

_INDEX_TITLE = re.compile(r"\s*#{1,3} (?:\d+\.? )?(?:[a-z]+ ){0,2}index\W*\n", re.I)
"""First line of a page that is called an index: `## Concept Index`."""

_LETTER = re.compile(r"\n#{1,6} \w$", re.M)
_LINK = re.compile(LINK.removeprefix("!?").replace("?P<target>", "?:"))
"""LINK without an image's first sign, since a pattern that begins with one character is found much faster. Its only
group is `label`."""


def page_prior(path: str, texts: Sequence[str], is_code: bool = False) -> int:
    """Return a page's prior, in percent from LEAST to FULL.

    Args:
        path: The page's path or URL.
        texts: The Markdown of its sections.
        is_code: Whether the page is a file of source code.

    >>> page_prior("a.html", ["[one](a.html) [two](b.html)"]), page_prior("a.html", ["See [two](b.html) for it."])
    (45, 100)
    >>> page_prior("api/java/util/class-use/Map.html", ["Uses of Map"])
    45
    >>> page_prior("docs/release-15-2.html", ["Repair it."]), page_prior("docs/releasing.html", ["How to release."])
    (65, 100)
    >>> page_prior("src/test_queue.py", [], is_code=True), page_prior("src/queue.py", [], is_code=True)
    (50, 60)
    """
    if is_code:
        return _prior_of_code(path, texts)
    markdown = "\n".join(texts)
    if _GENERATED.search(path) or _is_index(markdown):
        return LEAST
    if _INDEX_TITLE.match(markdown) and link_share(markdown, INDEX_SHARE) > INDEX_SHARE:
        return LEAST
    share = link_share(markdown, LISTING_SHARE)
    beyond = max(0.0, share - LISTING_SHARE) / (1 - LISTING_SHARE)
    most = _most(path, markdown)
    return round(most - beyond * (most - LEAST))


def _prior_of_code(path: str, texts: Sequence[str]) -> int:
    *folders, file = path.strip("/").split("/")
    is_aside = any(_CODE_ASIDE.fullmatch(name.lower().replace("_", "-")) for name in folders)
    is_aside = is_aside or bool(_TESTING_FILE.fullmatch(file.rsplit(".", 1)[0]))
    return CODE_ASIDE if is_aside or (_STUB.fullmatch(file) and _only_declares("\n".join(texts))) else CODE


def _only_declares(markdown: str) -> bool:
    """Return whether the comments of a stub are few."""
    return len(words_of(_LABEL.sub("", without_fenced(markdown)))) < STUB_SHARE * len(words_of(markdown))


def _most(path: str, markdown: str) -> int:
    """Return the prior of a page by what its path and its headings say of it."""
    *folders, file = path.strip("/").split("/")
    names = [name.lower() for name in (*folders, file.rsplit(".", 1)[0] if "." in file else file)]
    is_aside = (
        any(_FIXTURES.fullmatch(name.replace("_", "-")) for name in names[:-1])
        or any(kind.fullmatch(name) for kind in (_TELLS_OF_CHANGES, _FOR_CONTRIBUTORS, _RECORDS) for name in names)
        or _lists_versions(markdown)
    )
    return ASIDE if is_aside else FULL


def _lists_versions(markdown: str) -> bool:
    """Return whether most headings of one level are versions."""
    levels = Counter(heading["level"] for heading in _VERSION_HEADING.finditer(f"\n{markdown}"))
    level, count = max(levels.items(), key=itemgetter(1), default=("", 0))
    return count >= LEAST_VERSIONS and count > VERSIONS_SHARE * markdown.count(f"\n{level} ")


def _is_index(markdown: str) -> bool:
    if markdown.count("\n#") + 1 < INDEX_LETTERS or len(_LETTER.findall(f"\n{markdown}")) < INDEX_LETTERS:
        return False
    lengths = sorted(len(words_of(line)) for line in _LINK.sub(r"\g<label>", markdown).splitlines() if line.strip())
    return lengths[len(lengths) // 2] <= INDEX_LINE_WORDS


def compiled_pages(pages: Iterable[PageSummary]) -> frozenset[str]:
    """Return the URLs of the pages that are compiled from others (`all.html`, `print.html`).

    Args:
        pages: All pages of a docset, without duplicates; gone through up to four times.
    """
    shared = _shared(pages)
    if not shared:
        return frozenset()
    holders: dict[bytes, list[str]] = defaultdict(list)
    for page in pages:
        for digest in shared.intersection(digest for digest, _ in page.section_digests()):
            holders[digest].append(page.url)
    holding = {url for urls in holders.values() for url in urls}
    sizes = {page.url: sum(n for _, n in page.section_digests()) for page in pages if page.url in holding}
    smallest = {digest: nsmallest(MOST_SOURCES, urls, key=sizes.__getitem__) for digest, urls in holders.items()}
    return frozenset(page.url for page in pages if page.url in holding and _is_compiled(page, smallest, sizes))


def _shared(pages: Iterable[PageSummary]) -> set[bytes]:
    """Return the digests of the sections that are there twice; as numbers, they take little memory."""
    numbers = array("Q", (int.from_bytes(digest, "big") for page in pages for digest, _ in page.section_digests()))
    return {number.to_bytes(8, "big") for number in duplicates(numbers)}


def _is_compiled(page: PageSummary, holders: Mapping[bytes, Sequence[str]], sizes: Mapping[str, int]) -> bool:
    n_words = sizes[page.url]
    shared: Counter[str] = Counter()
    elsewhere = 0
    for digest, words in page.section_digests():
        sources = [url for url in holders.get(digest, ()) if sizes[url] <= SMALLER * n_words]
        elsewhere += words if sources else 0
        shared.update(dict.fromkeys(sources, words))
    has_several = max(shared.values(), default=0) <= LARGEST_SOURCE * elsewhere
    return elsewhere > (COMPILED_SHARE if has_several else WHOLLY_COMPILED_SHARE) * n_words


def demote(part: SpilledPart, urls: Set[str]) -> SpilledPart:
    """Return a part in which the pages with these URLs have the lowest prior."""
    if not urls:
        return part
    priors = (LEAST if page.url in urls else prior for page, prior in zip(part.pages, part.priors, strict=True))
    return replace(part, priors=bytes(priors))


def link_share(markdown: str, least: float = 0.0) -> float:
    """Return the share of a text's words that are in links, fenced code left out (0 to 1).

    Args:
        markdown: The text.
        least: Share up to which it does not matter, and 0 may be returned.

    >>> link_share("[one](a.html)[two](b.html)[three](c.html)"), link_share("[one](a.html) or another one")
    (1.0, 0.25)
    """
    if "](" not in markdown:
        return 0.0
    pieces = _LINK.split(without_fenced(markdown))  # labels, and what is between links
    linked = len(words_of("\n".join(pieces[1::2])))
    shown_text = "".join(pieces)
    if linked <= least * len(words_of(shown_text[: _WORD_CHARS * linked])):  # so it is for most, and soon counted
        return 0.0
    words = len(words_of(shown_text))
    return min(1.0, linked / words) if words else 0.0  # words of links side by side run together
