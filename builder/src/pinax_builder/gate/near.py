"""Find pages that nearly repeat another: the same title, and texts that differ in a few words.

In:    PageFigures of a docset's pages.
Out:   A Rejection, `near_duplicate`, for each page to drop, in URL order.
Rules: what is dropped depends on the set alone. Of a group of variants the shortest URL stays, then the first. A page
       is compared with those that stay only, so that a long row of small changes is no group. Pages of few words are
       never variants: reference pages of one sentence differ in the one word that counts. Nor are versions of one page
       (folders such as `v2`) dropped here: who uses an old version asks for it; a search shows one of them.

Strategy: fingerprints at a distance of 5 agree in at least one of six bands, so only pages of one title that share a
band are compared. The title makes up for a distance that is larger than the usual 3.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from pinax_builder.gate.figures import PageFigures
from pinax_builder.gate.simhash import BITS, distance
from pinax_builder.gate.versions import versionless
from pinax_builder.records import Rejection

MAX_DISTANCE = 5
"""Number of bits in which the fingerprints of near-duplicates may differ."""
MIN_WORDS = 64
"""Number of words below which a page is never a near-duplicate."""
_BANDS = MAX_DISTANCE + 1
"""Number of bands of a fingerprint: one more than the bits that may differ, so one band is always equal."""
_BAND_BITS = -(-BITS // _BANDS)
"""Bits of a band."""

_Key = tuple[str, str, int, int]


def collapse_near(pages: Iterable[PageFigures]) -> list[Rejection]:
    """Choose the pages to drop.

    Args:
        pages: In any order, unique by URL, exact duplicates already left out.

    Returns:
        `list[Rejection]` sorted by URL.
    """
    kept: dict[_Key, list[PageFigures]] = defaultdict(list)
    dropped = []
    for page in sorted(pages, key=lambda page: (len(page.url), page.url)):
        if page.n_words < MIN_WORDS:
            continue
        keys = _keys(page)
        twin = _twin(page, keys, kept)
        if twin is None:
            for key in keys:
                kept[key].append(page)
        else:
            detail = f"The page differs from {twin.url} in a few words only, and has its title."
            dropped.append(Rejection(page.url, "gate", "near_duplicate", detail, twin.url))
    return sorted(dropped, key=lambda rejection: rejection.url)


def _keys(page: PageFigures) -> list[_Key]:
    bands = ((page.simhash >> number * _BAND_BITS) % (1 << _BAND_BITS) for number in range(_BANDS))
    return [(*title_key(page), number, band) for number, band in enumerate(bands)]


def title_key(page: PageFigures) -> tuple[str, str]:
    """Return what all pages have in common that nearly repeat each other: the language and the title."""
    return page.declared_language, " ".join(page.title.split()).casefold()


def _twin(page: PageFigures, keys: list[_Key], kept: dict[_Key, list[PageFigures]]) -> PageFigures | None:
    """Find the best page that stays and of which this one is a variant."""
    likely = (other for key in keys for other in kept.get(key, ()) if versionless(other.url) != versionless(page.url))
    near = [other for other in likely if distance(page.simhash, other.simhash) <= MAX_DISTANCE]
    return min(near, key=lambda other: (len(other.url), other.url), default=None)
