"""Resolve links against the URL of the page that they stand on.

In:    A page's URL, which may be relative to its site, and a reference on the page.
Out:   The URL that the reference leads to, relative if the page's is.
Rules: what is no URL raises nothing; it leads nowhere.
Spec:  RFC 3986, section 5
"""

from __future__ import annotations

import posixpath
import re
from urllib.parse import urljoin, urlsplit

_SCHEME = re.compile(r"^[a-zA-Z][a-zA-Z0-9+.-]*:")
_PLAIN_PATH = re.compile(r"(?!//)[\w./%+~-]*", re.ASCII)
"""A link that is a path and nothing else, so that no part of it can be wrong."""
_OPTIONAL = re.compile(r"/?(?:index)?(?:\.\w*html?)?(?:#.*)?$")
"""End of an address that may be left out."""
_OUTSIDE = re.compile(r"^(?:\.\./)+|^\.$|^\.\.$")
"""What leads out of the site."""


def resolve(url: str, reference: str) -> str | None:
    """Resolve a reference against a page's URL, which may be relative to its site; None if it is no URL.

    >>> resolve("library/asyncio.html", "../c-api/index.html#x")
    'c-api/index.html#x'
    >>> resolve("https://example.com/a/b", "c?d=1")
    'https://example.com/a/c?d=1'
    >>> resolve("https://example.com/a/b", "//[c")
    """
    if not _SCHEME.match(reference) and not _SCHEME.match(url) and _PLAIN_PATH.fullmatch(reference):  # as most are
        return _below(url, reference)
    try:
        parts = urlsplit(reference)
        if _SCHEME.match(reference):
            return reference
        if _SCHEME.match(url):
            return urljoin(url, reference)
    except ValueError:
        return None
    if reference.startswith("//"):
        return f"https:{reference}"
    path = _below(url, parts.path)
    return path + (f"?{parts.query}" if parts.query else "") + (f"#{parts.fragment}" if parts.fragment else "")


def leads_to_itself(url: str, reference: str) -> bool:
    """Return whether a reference on the page at a URL leads to that page.

    >>> leads_to_itself("https://a.org/b/index.html", "../b#c"), leads_to_itself("a.html", "http://[")
    (True, False)
    """
    target = resolve(url, reference)
    return target is not None and _OPTIONAL.sub("", target) == _OPTIONAL.sub("", url)


def _below(url: str, path: str) -> str:
    """Resolve the path of a link against a page's URL, which is relative to its site."""
    if not path:
        return url
    if path.startswith("/"):
        return path.lstrip("/")
    found = posixpath.normpath(posixpath.join(posixpath.dirname(url), path))
    found = _OUTSIDE.sub("", found)
    return f"{found}/" if found and path.endswith(("/", "/.", "/..")) else found
