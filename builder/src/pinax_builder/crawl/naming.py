"""Name files and pages: by public URLs, or by paths in printable characters."""

from __future__ import annotations

import os
import re
from urllib.parse import quote

_URL_SAFE = "/-._~!$&'()*+,;=:@"
"""Characters of a path that stand unescaped in a URL (RFC 3986, section 3.3)."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


def page_url(path: str, base_url: str) -> str:
    """Name a page by its public URL, or by its path where no base URL is known.

    >>> page_url("library/index.html", "https://docs.example/3")
    'https://docs.example/3/library/'
    >>> page_url("library/index.html", "")
    'library/index.html'
    """
    if not base_url:
        return path
    if path == "index.html" or path.endswith("/index.html"):
        path = path[: -len("index.html")]
    return base_url.rstrip("/") + "/" + quote(path, safe=_URL_SAFE)


def is_clean(path: str) -> bool:
    """Tell whether a path is UTF-8 without control characters."""
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return not _CONTROL.search(path)


def printable(path: str) -> str:
    """Percent-encode what is not printable: bytes that are not UTF-8 and control characters."""
    if is_clean(path):
        return path
    return quote(os.fsencode(path), safe=_URL_SAFE + " ")


def extension_of(name: str) -> str:
    """Return the extension of a file's name with its dot, in lower case; empty if it has none.

    >>> extension_of("Logo.PNG"), extension_of("Makefile")
    ('.png', '')
    """
    extension = os.path.splitext(name)[1].lower()
    return extension if is_clean(extension) else "(bad name)"
