"""Read versions from URLs: folders such as `v2.1`, `3.11`, `latest` or `main`."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

_NAMED = ("current", "latest", "stable", "lts", "release")
_UNRELEASED = ("main", "master", "trunk", "dev", "devel", "next", "edge", "nightly", "canary", "unstable", "head")
_VERSION = re.compile(
    rf"(?:v|version-?|release-?)?(?P<numbers>\d{{1,4}}(?:[._-]\d{{1,4}}){{0,3}})(?P<rest>[._-]?(?:x|rc\d*|beta\d*|alpha\d*|dev\d*))?"
    rf"|{'|'.join((*_NAMED, *_UNRELEASED))}",
    re.I,
)


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
