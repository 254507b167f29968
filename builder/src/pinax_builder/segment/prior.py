"""Tell pages that list, or that tell of changes, from pages that explain.

Indexes, site maps, tables of contents and lists of functions hold every word that a reader may ask for, and answer none
of their questions; they crowd out the page that does. What gives them away, on any site, is that nearly all their
words are links; that an index goes from letter to letter in short lines; and where a generator lists names with a
sentence each, the path that it puts such pages under.

Change logs and release notes name what is explained elsewhere, often in the very words of a question. A page that
holds what several other pages hold (the whole manual on one page) says nothing that they do not say better.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence, Set
from dataclasses import replace

from pinax_builder.records import PageSummary, SpilledPart

FULL = 100
"""Prior of a page that explains (percent)."""
LEAST = 45
"""Prior of a page that is all links."""
LISTING_SHARE = 0.6
"""Up to this share of words in links a page is one that explains."""
CHANGES = 85
"""Prior of a page that tells of changes."""
COMPILED_SHARE = 0.8
"""A page is compiled from others if this share of its words stands in them as well …"""
LARGEST_SOURCE = 0.5
"""… and no single one has more than this share of those: then the two are variants of one page."""
INDEX_LETTERS = 8
INDEX_LINE_WORDS = 8
"""An index has headings of one letter, so many at least, and its middle line is so long at most (words)."""

_GENERATED = re.compile(
    r"(?:^|/)(?:"
    r"index-files/index-|class-use/|package-(?:use|tree)\.html|overview-tree\.html|all(?:classes|packages)-\w+\.html"
    r"|deprecated-list\.html|constant-values\.html|serialized-form\.html"  # javadoc
    r"|genindex(?:-\w+)?\.html|(?:py|c|np|cpp)-modindex\.html|_modules/"  # Sphinx
    r"|(?:functions|globals|namespacemembers)_\w+\.html|[\w-]+-members\.html"  # Doxygen, QDoc
    r")"
)
"""Paths that documentation generators, and they alone, give to pages that list names; as of their releases of 2024."""

_TELLS_OF_CHANGES = re.compile(
    r"(?:change-?logs?|changes|release-?notes|releases|rel-?notes|release-?log|what-?s-?new|news|deprecat(?:ions?|ed)|release[-_.]?v?\d)[-_.v\d]*"
)
"""Folders, or files without their extension, in lower case."""

_LETTER = re.compile(r"^#{1,6} \w$", re.M)
_LINK = re.compile(r"\[((?:[^\[\]\\]|\\.|\[[^\[\]]*\])*)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)")
_FENCED = re.compile(r"^(`{3,}).*?^\1", re.M | re.S)
_WORD = re.compile(r"\w+")


def page_prior(path: str, texts: Sequence[str]) -> int:
    """Give a page's prior (percent, LEAST to FULL).

    Args:
        path: Of the page, or its URL.
        texts: Markdown of its sections.

    >>> page_prior("a.html", ["[one](a.html) [two](b.html)"]), page_prior("a.html", ["See [two](b.html) for it."])
    (45, 100)
    >>> page_prior("api/java/util/class-use/Map.html", ["Uses of Map"])
    45
    >>> page_prior("docs/release-15-2.html", ["Repair it."]), page_prior("docs/releasing.html", ["How to release."])
    (85, 100)
    """
    markdown = "\n".join(texts)
    if _GENERATED.search(path) or _is_index(markdown):
        return LEAST
    share = link_share(markdown)
    beyond = max(0.0, share - LISTING_SHARE) / (1 - LISTING_SHARE)
    most = CHANGES if _tells_of_changes(path) else FULL
    return round(most - beyond * (most - LEAST))


def _is_index(markdown: str) -> bool:
    if len(_LETTER.findall(markdown)) < INDEX_LETTERS:
        return False
    lengths = sorted(len(_WORD.findall(line)) for line in _LINK.sub(r"\1", markdown).splitlines() if line.strip())
    return lengths[len(lengths) // 2] <= INDEX_LINE_WORDS


def _tells_of_changes(path: str) -> bool:
    *folders, file = path.lower().strip("/").split("/")
    names = (*folders, file.rsplit(".", 1)[0] if "." in file else file)
    return any(_TELLS_OF_CHANGES.fullmatch(name) for name in names)


def compiled_pages(pages: Iterable[PageSummary]) -> frozenset[str]:
    """Give the URLs of the pages that are compiled from others (`all.html`, `print.html`).

    Args:
        pages: All of a docset that stay.
    """
    pages = list(pages)
    holders: dict[bytes, list[str]] = defaultdict(list)
    for page in pages:
        for digest in {digest for digest, _ in page.sections}:
            holders[digest].append(page.url)
    return frozenset(page.url for page in pages if _is_compiled(page, holders))


def _is_compiled(page: PageSummary, holders: dict[bytes, list[str]]) -> bool:
    n_words = sum(words for _, words in page.sections)
    shared: Counter[str] = Counter()
    elsewhere = 0
    for digest, words in page.sections:
        others = [url for url in holders[digest] if url != page.url]
        elsewhere += words if others else 0
        shared.update(dict.fromkeys(others, words))
    return elsewhere > COMPILED_SHARE * n_words and max(shared.values(), default=0) <= LARGEST_SOURCE * elsewhere


def demote(part: SpilledPart, urls: Set[str]) -> SpilledPart:
    """Give a part in which some pages have the least prior."""
    priors = (LEAST if page.url in urls else prior for page, prior in zip(part.pages, part.priors, strict=True))
    return replace(part, priors=bytes(priors))


def link_share(markdown: str) -> float:
    """Give the share of words that stand in links, fenced code left out (0 to 1).

    >>> link_share("[one](a.html)[two](b.html)[three](c.html)"), link_share("[one](a.html) or another one")
    (1.0, 0.25)
    """
    if "](" not in markdown:
        return 0.0
    text = _FENCED.sub("", markdown)
    linked = sum(len(_WORD.findall(label)) for label in _LINK.findall(text))
    words = len(_WORD.findall(_LINK.sub(r"\1", text)))
    return min(1.0, linked / words) if words else 0.0  # words of links side by side run together
