"""Choose URLs by `include` and `exclude`, and tell by a URL's ending what cannot be a page.

In:    Globs and `/regex/` patterns; URLs in scope.
Out:   Whether a URL is wanted.
Rules: a glob must match the whole path below the base, as for folders; a regex is searched in path and query. Nothing
       is left out for a word in its path: `/billing`, `/css` and `/build` hold documentation somewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from pinax_builder.crawl.globs import compile_globs

_NO_PAGES = re.compile(
    r"\.(?:7z|aac|apk|atom|avi|avif|bin|bmp|bz2|css|csv|deb|dmg|docx?|eot|epub|exe|flac|gif|gz|ico|iso|jar|jpe?g|json"
    r"|m4[av]|map|mjs|mkv|mobi|mov|mp[34]|mpeg|msi|odt|og[gv]|opus|otf|pdf|pkg|png|pptx?|ps|rar|rpm|rss|rtf|svg|tar|tgz"
    r"|tiff?|ttf|txt|wasm|wav|webm|webmanifest|webp|whl|wmv|woff2?|xlsx?|xml|xz|zip|zst)$",
    re.IGNORECASE,
)
"""Suffixes that pages never have. `.js` is not among them, since pages are called `next.js`."""


class UrlFilter:
    """`include` and `exclude` of one docset."""

    def __init__(self, include: Iterable[str], exclude: Iterable[str]) -> None:
        self._include = _tests(include)
        self._exclude = _tests(exclude)

    def wants(self, below: str) -> bool:
        """Tell whether a URL is wanted, given what follows the base in it."""
        is_included = not self._include or any(test(below) for test in self._include)
        return is_included and not any(test(below) for test in self._exclude)


def extension_of_no_page(url: str) -> str:
    """Return a URL's extension if pages never have it, else an empty string.

    >>> extension_of_no_page("https://x.dev/logo.PNG?v=2"), extension_of_no_page("https://x.dev/guide/next.js")
    ('.png', '')
    """
    found = _NO_PAGES.search(url.partition("?")[0])
    return found[0].lower() if found else ""


def _tests(patterns: Iterable[str]) -> list[Callable[[str], object]]:
    """Make a test of each `/regex/`, and one of all globs."""
    regexes: list[str] = []
    globs: list[str] = []
    for pattern in patterns:
        is_regex = len(pattern) > 2 and pattern.startswith("/") and pattern.endswith("/") and pattern[1] != "*"
        (regexes if is_regex else globs).append(pattern)
    tests: list[Callable[[str], object]] = [re.compile(regex[1:-1]).search for regex in regexes]
    if compiled := compile_globs(globs):
        tests.append(lambda below: compiled.fullmatch(below.partition("?")[0]))
    return tests
