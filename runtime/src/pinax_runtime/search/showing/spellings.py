"""Recognize the spellings of one address: `HTTPS://Host:443/%c3%bc` is `https://host/ü` and `https://host/%C3%BC`.

So is `https://host/u%CC%88`, in which the accent is a character of its own, as in names of files on macOS.

Spec:  RFC 3986, section 6.2 (case, percent-encoding, default ports); RFC 5891 (names of hosts in other scripts);
       Unicode Standard Annex 15 (NFC and NFD).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from urllib.parse import quote, unquote, urlsplit

_PORTS = {"http": 80, "https": 443}
_UNQUOTED = "/:@!$&'()*+,;=~?"


def below(url: str, base: str) -> str | None:
    """Return what of a URL follows a base URL, however both are spelled; None if it lies elsewhere.

    >>> below("HTTPS://Docs.Example.org:443/en/a.md", "https://docs.example.org/en/")
    'a.md'
    >>> below("https://bücher.example/a", "https://xn--bcher-kva.example/"), below("https://other.example/a", "https://x.dev/")
    ('a', None)
    """
    if url.startswith(base):
        return url[len(base) :]
    if "://" not in base:
        return None
    for spelled, root in zip(_spellings(_normal(url)), _spellings(_normal(base)), strict=True):
        if spelled.startswith(root):
            return spelled[len(root) :]
    return None


def encodings(path: str) -> Iterator[str]:
    """Yield a path as it is, percent-encoded as browsers do it, without encoding; and composed and decomposed.

    >>> list(map(ascii, encodings("%c3%bc")))
    ["'%c3%bc'", "'%C3%BC'", "'\\\\xfc'", "'u%CC%88'", "'u\\\\u0308'"]
    """
    yield from dict.fromkeys((path, *_spellings(path)))


def _spellings(text: str) -> list[str]:
    plain = unquote(text)
    forms = plain, unicodedata.normalize("NFC", plain), unicodedata.normalize("NFD", plain)
    return [spelled for form in forms for spelled in (quote(form, safe=_UNQUOTED), form)]


def _normal(url: str) -> str:
    """Spell scheme and host as usual and leave out a default port."""
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").encode("idna").decode("ascii")
        port = f":{parts.port}" if parts.port not in (None, _PORTS.get(parts.scheme)) else ""
    except (ValueError, UnicodeError):
        return url
    rest = url.partition("://")[2].partition("/")[2]
    return f"{parts.scheme}://{host}{port}/{rest}"
