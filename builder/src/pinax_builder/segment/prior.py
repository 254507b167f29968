"""Tell pages that list from pages that explain.

Indexes, site maps, tables of contents and lists of functions hold every word that a reader may ask for, and answer none
of their questions; they crowd out the page that does. What gives them away, on any site, is that nearly all their words
are links.
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

_LINK = re.compile(r"\[((?:[^\[\]\\]|\\.|\[[^\[\]]*\])*)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)")
_FENCED = re.compile(r"^(`{3,}).*?^\1", re.M | re.S)
_WORD = re.compile(r"\w+")


def listing_prior(texts: Sequence[str]) -> int:
    """Give a page's prior from the Markdown of its sections (percent, LEAST to FULL).

    >>> listing_prior(["[one](a.html) [two](b.html)"]), listing_prior(["See [two](b.html) for what it is."])
    (45, 100)
    """
    share = link_share("\n".join(texts))
    beyond = max(0.0, share - LISTING_SHARE) / (1 - LISTING_SHARE)
    return round(FULL - beyond * (FULL - LEAST))


def link_share(markdown: str) -> float:
    """Give the share of words that stand in links, fenced code left out (0 to 1)."""
    text = _FENCED.sub("", markdown)
    linked = sum(len(_WORD.findall(label)) for label in _LINK.findall(text))
    words = len(_WORD.findall(_LINK.sub(r"\1", text)))
    return linked / words if words else 0.0
