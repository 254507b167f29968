"""Find the pages that are one page in several versions, or nearly the same page at several places.

In:    Fingerprint values of pages that share a path but for its version, or a title.
Out:   Groups of URLs, each led by the page that a search shows. No page is in two groups.
Rules: all pages of a group stay in the bundle; a search shows one of them. Versions are recognized by folders named
       after versions, and only if the pages have one title, version numbers aside, and related texts: release notes of
       two versions are not one page. Without such folders the texts may differ in a few words only.
Why:   docs/decisions/0040.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple
from urllib.parse import urlsplit

from pinax_builder.gate.simhash import distance, simhash

MAX_DISTANCE = 5
"""Most bits that differ between the fingerprints of pages that are nearly the same."""
MIN_WORDS = 64
"""Number of words below which a page is like no other: reference pages of one sentence differ in one."""
VERSION_DISTANCE = 20
"""Number of bits in which the fingerprints of two versions may differ; of unrelated texts, 32 do."""
MOST_OF_A_TITLE = 50
"""Number of pages above which a shared title, such as "Index", makes no variants."""
MOST_CHARS = 200_000
"""Number of characters of a page that are compared: of a longer one, half from its beginning and half from its end."""

_NAMED = ("current", "latest", "stable", "lts", "release")
_UNRELEASED = ("main", "master", "trunk", "dev", "devel", "next", "edge", "nightly", "canary", "unstable", "head")
_VERSION = re.compile(
    rf"(?:v|version-?|release-?)?(?P<numbers>\d{{1,4}}(?:[._-]\d{{1,4}}){{0,3}})(?P<rest>[._-]?(?:x|rc\d*|beta\d*|alpha\d*|dev\d*))?"
    rf"|{'|'.join((*_NAMED, *_UNRELEASED))}",
    re.I,
)
"""A folder that is a version: `v2.1`, `3.11`, `latest`, `main`."""
_IN_TITLE = re.compile(r"\bv?\d+(?:\.\d+)+\S*|\W+")
_WORD = re.compile(r"\w+")


class Fingerprint(NamedTuple):
    """What tells whether two pages say the same."""

    url: str
    language: str
    title: str
    n_words: int
    """Number of words that are compared."""
    simhash: int


def fingerprint(url: str, language: str, title: str, texts: Sequence[str]) -> Fingerprint:
    """Take a page's fingerprint from the Markdown of its sections."""
    text = "\n".join(texts)
    if len(text) > MOST_CHARS:  # an index of a hundred thousand words takes as long as a hundred pages
        text = f"{text[: MOST_CHARS // 2]}\n{text[-MOST_CHARS // 2 :]}"
    words = _WORD.findall(text.lower())
    return Fingerprint(url, language, title, len(words), simhash(words))


def alike_at_sight(pages: Iterable[tuple[str, str, str]]) -> set[str]:
    """Return the URLs of pages that may be variants by (URL, language, title), so that only their texts are read."""
    by_key: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for page in pages:
        for key in sights(page):
            by_key[key].append(page[0])
    groups = ((key, urls) for key, urls in by_key.items() if len(urls) > 1)
    return {url for (_, kind, _), urls in groups if kind == "path" or len(urls) <= MOST_OF_A_TITLE for url in urls}


def sights(page: tuple[str, str, str]) -> tuple[tuple[str, str, str], ...]:
    """Return what a page (URL, language, title) may have in common with its variants."""
    url, language, title = page
    return (language, "path", versionless(url)), (language, "title", _plain(title))


def group_variants(pages: Iterable[Fingerprint]) -> list[tuple[str, ...]]:
    """Group pages.

    Args:
        pages: In any order, unique by URL.

    Returns:
        Groups of two URLs or more, sorted; in a group the page that stands for it first, then by age of version.
    """
    ordered = sorted(pages, key=lambda page: age(page.url))
    leader_of: dict[str, str] = {}
    for key, most in ((versionless, VERSION_DISTANCE), (lambda url: "", MAX_DISTANCE)):  # by path and title, by title
        together: dict[tuple[str, ...], list[Fingerprint]] = defaultdict(list)
        for page in ordered:
            if most > MAX_DISTANCE or page.n_words >= MIN_WORDS:
                together[page.language, key(page.url), _plain(page.title)].append(page)
        for alike in together.values():
            if len(alike) <= MOST_OF_A_TITLE or most > MAX_DISTANCE:
                _join(alike, most, leader_of)
    groups: dict[str, list[str]] = defaultdict(list)
    for page in ordered:
        groups[leader_of.get(page.url, page.url)].append(page.url)
    return sorted(tuple(group) for group in groups.values() if len(group) > 1)


def _join(alike: Sequence[Fingerprint], most: int, leader_of: dict[str, str]) -> None:
    """Put each page to the first before it that is near enough and leads its group."""
    leaders: list[Fingerprint] = []
    led = set(leader_of.values())
    for page in alike:
        near = next((leader for leader in leaders if distance(leader.simhash, page.simhash) <= most), None)
        if near and page.url not in leader_of and page.url not in led:
            leader_of[page.url] = near.url
            led.add(near.url)
        elif page.url not in leader_of:
            leaders.append(page)


def _plain(title: str) -> str:
    """Return a title without versions and punctuation.

    >>> _plain("Queues — Lantern 2.4.1 manual")
    'queues lantern manual'
    """
    return " ".join(_IN_TITLE.sub(" ", title.casefold()).split())


def _split(url: str) -> tuple[list[str], list[str]]:
    """Cut a URL's path into (what is no version, folders that are versions)."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return [url], []
    *folders, last = f"{parts.netloc}{parts.path}?{parts.query}".split("/")
    versions = [folder for folder in folders if _VERSION.fullmatch(folder)]
    return [*(folder for folder in folders if not _VERSION.fullmatch(folder)), last], versions


def versionless(url: str) -> str:
    """Return a URL without the folders that are versions.

    >>> versionless("https://x.dev/docs/v2.1/guide.html") == versionless("https://x.dev/docs/latest/guide.html")
    True
    """
    return "/".join(_split(url)[0])


def age(url: str) -> tuple[tuple[int, ...], int, str]:
    """Return a key that sorts the versions of a page: none, current, numbered from the newest, unreleased."""
    ages: tuple[int, ...] = ()
    for version in _split(url)[1]:
        found = _VERSION.fullmatch(version)
        if found and found["numbers"]:
            numbers = re.split(r"[._-]", found["numbers"])
            ages += (2, *(-int(number) for number in numbers), 1 if found["rest"] else 0)
        else:
            ages += (1,) if version.lower() in _NAMED else (3,)
    return ages, len(url), url
