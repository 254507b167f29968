"""Choose URLs by `include` and `exclude`, and tell by a URL's ending what cannot be a page.

In:    Globs and `/regex/` patterns; URLs in scope.
Out:   Whether a URL is wanted.
Rules: a glob must match the whole path below the base, as for folders; a regex is searched in path and query. Nothing
       is left out for a word in its path: `/billing`, `/css` and `/build` hold documentation somewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

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
        self._include = _compile(include)
        self._exclude = _compile(exclude)

    def wants(self, below: str) -> bool:
        """Tell whether a URL is wanted, given what follows the base in it."""
        if self._include and not any(_matches(pattern, below) for pattern in self._include):
            return False
        return not any(_matches(pattern, below) for pattern in self._exclude)


def extension_of_no_page(url: str) -> str:
    """Return a URL's extension if pages never have it, else an empty string.

    >>> extension_of_no_page("https://x.dev/logo.PNG?v=2"), extension_of_no_page("https://x.dev/guide/next.js")
    ('.png', '')
    """
    found = _NO_PAGES.search(url.partition("?")[0])
    return found[0].lower() if found else ""


def is_regex(pattern: str) -> bool:
    """Tell whether a pattern is written as `/regex/`."""
    return len(pattern) > 2 and pattern.startswith("/") and pattern.endswith("/") and not pattern.startswith("/*")


def _compile(patterns: Iterable[str]) -> list[tuple[bool, re.Pattern[str]]]:
    """Compile patterns; the flag says which are regular expressions."""
    given = list(patterns)
    compiled = [(True, re.compile(pattern[1:-1])) for pattern in given if is_regex(pattern)]
    globs = compile_globs(pattern for pattern in given if not is_regex(pattern))
    return [*compiled, *([(False, globs)] if globs else [])]


def _matches(pattern: tuple[bool, re.Pattern[str]], below: str) -> bool:
    is_expression, compiled = pattern
    if is_expression:
        return compiled.search(below) is not None
    return compiled.fullmatch(below.partition("?")[0]) is not None
