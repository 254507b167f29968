"""Tell pages that list from pages that explain.

Indexes, site maps, tables of contents and lists of functions hold every word that a reader may ask for, and answer none
of their questions; they crowd out the page that does. What gives them away, on any site, is that nearly all their
words are links; and where a generator lists names with a sentence each, the path that it puts such pages under.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

FULL = 100
"""Prior of a page that explains (percent)."""
LEAST = 45
"""Prior of a page that is all links."""
LISTING_SHARE = 0.6
"""Up to this share of words in links a page is one that explains."""

_GENERATED = re.compile(
    r"(?:^|/)(?:"
    r"index-files/index-|class-use/|package-(?:use|tree)\.html|overview-tree\.html|all(?:classes|packages)-\w+\.html"
    r"|deprecated-list\.html|constant-values\.html|serialized-form\.html"  # javadoc
    r"|genindex(?:-\w+)?\.html|(?:py|c|np|cpp)-modindex\.html|_modules/"  # Sphinx
    r"|(?:functions|globals|namespacemembers)_\w+\.html|[\w-]+-members\.html"  # Doxygen, QDoc
    r")"
)
"""Paths that documentation generators, and they alone, give to pages that list names; as of their releases of 2024."""

_LINK = re.compile(r"\[((?:[^\[\]\\]|\\.|\[[^\[\]]*\])*)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)")
_FENCED = re.compile(r"^(`{3,}).*?^\1", re.M | re.S)
_WORD = re.compile(r"\w+")


def listing_prior(path: str, texts: Sequence[str]) -> int:
    """Give a page's prior (percent, LEAST to FULL).

    Args:
        path: Of the page, or its URL.
        texts: Markdown of its sections.

    >>> listing_prior("a.html", ["[one](a.html) [two](b.html)"]), listing_prior("a.html", ["See [two](b.html) for it."])
    (45, 100)
    >>> listing_prior("api/java/util/class-use/Map.html", ["Uses of Map"])
    45
    """
    if _GENERATED.search(path):
        return LEAST
    share = link_share("\n".join(texts))
    beyond = max(0.0, share - LISTING_SHARE) / (1 - LISTING_SHARE)
    return round(FULL - beyond * (FULL - LEAST))


def link_share(markdown: str) -> float:
    """Give the share of words that stand in links, fenced code left out (0 to 1)."""
    text = _FENCED.sub("", markdown)
    linked = sum(len(_WORD.findall(label)) for label in _LINK.findall(text))
    words = len(_WORD.findall(_LINK.sub(r"\1", text)))
    return linked / words if words else 0.0
