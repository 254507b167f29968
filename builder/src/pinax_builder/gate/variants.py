"""Find the pages that are one page in several versions, or nearly the same page at several places.

In:    PageSummary values of pages that share a title with another one.
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
from urllib.parse import urlsplit

from pinax_builder.candidates import distance
from pinax_builder.records import PageSummary

MAX_DISTANCE = 5
"""Most bits that differ between the fingerprints of pages that are nearly the same."""
MIN_WORDS = 64
"""Number of words below which a page is like no other: reference pages of one sentence differ in one."""
VERSION_DISTANCE = 20
"""Number of bits in which the fingerprints of two versions may differ; of unrelated texts, 32 do."""
MOST_OF_A_TITLE = 50
"""Number of pages above which a shared title, such as "Index", makes no variants."""

_NAMED = ("current", "latest", "stable", "lts", "release")
_UNRELEASED = ("main", "master", "trunk", "dev", "devel", "next", "edge", "nightly", "canary", "unstable", "head")
_VERSION = re.compile(
    rf"(?:v|version-?|release-?)?(?P<numbers>\d{{1,4}}(?:[._-]\d{{1,4}}){{0,3}})(?P<rest>[._-]?(?:x|rc\d*|beta\d*|alpha\d*|dev\d*))?"
    rf"|{'|'.join((*_NAMED, *_UNRELEASED))}",
    re.I,
)
"""A folder that is a version: `v2.1`, `3.11`, `latest`, `main`."""
_IN_TITLE = re.compile(r"\bv?\d+(?:\.\d+)+\S*|\W+")


def title_key(page: PageSummary) -> tuple[str, str]:
    """Return what all variants of a page share with it."""
    return page.language, _plain(page.title)


def group_variants(pages: Iterable[PageSummary]) -> list[tuple[str, ...]]:
    """Group pages.

    Args:
        pages: In any order, unique by URL.

    Returns:
        Groups of two URLs or more, sorted; in a group the page that stands for it first, then by age of version.
    """
    ordered = sorted(pages, key=lambda page: age(page.url))
    leader_of: dict[str, str] = {}
    for key, most in ((versionless, VERSION_DISTANCE), (lambda url: "", MAX_DISTANCE)):  # by path and title, by title
        together: dict[tuple[str, ...], list[PageSummary]] = defaultdict(list)
        for page in ordered:
            if most > MAX_DISTANCE or page.n_words >= MIN_WORDS:
                together[key(page.url), *title_key(page)].append(page)
        for alike in together.values():
            if len(alike) <= MOST_OF_A_TITLE or most > MAX_DISTANCE:
                _join(alike, most, leader_of)
    groups: dict[str, list[str]] = defaultdict(list)
    for page in ordered:
        groups[leader_of.get(page.url, page.url)].append(page.url)
    return sorted(tuple(group) for group in groups.values() if len(group) > 1)


def _join(alike: Sequence[PageSummary], most: int, leader_of: dict[str, str]) -> None:
    """Put each page to the first before it that is near enough and leads its group."""
    leaders: list[PageSummary] = []
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
