"""Normalize URLs, judge which lie in scope, and pair pages with their Markdown twins (`guide.md` beside `guide/`).

In:    URLs as sites write them: in links, sitemaps, redirects.
Out:   Canonical URLs; UrlError for those that are refused. Names of twins, in both directions.
Rules: scheme and host in lower case, no default port, no fragment, escapes in one spelling, no tracking parameters, a
       folder's index file under the folder's URL. Refused are credentials, a `..` that leads nowhere, bytes that are
       not UTF-8, backslashes and control characters: no honest link needs them, and servers disagree on their meaning.
       Scope is judged on the parsed URL by whole path segments, never by prefix.
Spec:  RFC 3986, sections 5 and 6.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import quote, unquote, unquote_to_bytes, urljoin, urlsplit

from pinax_builder.formats import HTML, MARKDOWN, SITE_FORMATS

MAX_CHARS = 4096
"""Length (characters) above which a URL is refused."""

PORTS = {"http": 80, "https": 443}
"""Scheme → its default port."""
_CLEAN = re.compile(r"https?://[a-z0-9.-]+(?::\d+)?/[A-Za-z0-9/_~-]*(?:[A-Za-z0-9/_~-]\.[A-Za-z0-9_~-]+)*")
"""URLs that are canonical already but for index file and port: a fast path for nearly all links."""
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
_KEPT_LITERAL = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!'()*,:@$")
_SAFE = "/%-._~!$&'()*+,;=:@"
_SAFE_QUERY = _SAFE + "?"
_CONTROL = re.compile(r"[\x00-\x1f\x7f\\]")
_TRACKING = re.compile(r"(?:utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|_ga)(?:=|$)")
_INDEX = re.compile(r"/index\.html?$")
_FILE_SUFFIXES = (*(suffix for known in SITE_FORMATS for suffix in known.suffixes), ".txt", ".xml")
_FILE = re.compile(rf"(?:{'|'.join(map(re.escape, _FILE_SUFFIXES))}|\.php|\.aspx?|\.jsp)$", re.IGNORECASE)
"""The end of a path that names a file and not a folder."""


class UrlError(ValueError):
    """A URL is refused; the message is the end of a sentence that starts with the URL."""


def canonical(url: str, base: str = "") -> str:
    """Return a URL's canonical form, without an index file.

    Raises:
        UrlError: The URL is refused.

    >>> canonical("../b/index.html?utm_source=x#top", "HTTPS://Docs.Example:443/a/c.html")
    'https://docs.example/b/'
    >>> canonical("https://docs.example/caf\u00e9%7e%2f")
    'https://docs.example/caf%C3%A9~%2F'
    """
    return _INDEX.sub("/", as_sent(url, base)) if "/index.htm" in url else as_sent(url, base)


def as_sent(url: str, base: str = "") -> str:
    """Return a URL's canonical form with its index file, for servers that know a folder only by that.

    Raises:
        UrlError: The URL is refused.
    """
    try:
        joined = urljoin(base, url.strip()) if base and not _CLEAN.fullmatch(url) else url.strip()
    except ValueError as error:
        raise UrlError(f"is no URL ({error})") from None
    return _spell(joined)


@lru_cache(65_536)
def _spell(url: str) -> str:
    if len(url) > MAX_CHARS:
        raise UrlError(f"has {len(url):,} characters; at most {MAX_CHARS:,} are taken")
    if _CONTROL.search(url):
        raise UrlError("holds a backslash or a control character")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise UrlError(f"is no URL ({error})") from None
    if parts.scheme not in PORTS or not parts.hostname:
        raise UrlError("is no http or https URL")
    if parts.username is not None or parts.password is not None:
        raise UrlError("holds credentials")
    host = _host(parts.hostname)
    authority = host if port in (None, PORTS[parts.scheme]) else f"{host}:{port}"
    if port is None and _CLEAN.fullmatch(url) and "/." not in url:
        return url
    path = _component(parts.path, _SAFE) or "/"
    if any(segment in (".", "..") for segment in unquote(path).split("/")):
        raise UrlError("holds a `.` or `..` that leads nowhere")
    query = "&".join(item for item in parts.query.split("&") if item and not _TRACKING.match(item))
    return f"{parts.scheme}://{authority}{path}" + (f"?{_component(query, _SAFE_QUERY)}" if query else "")


def _host(name: str) -> str:
    """Return a host's name in ASCII."""
    if ":" in name:
        return f"[{name}]"
    try:
        host = name.encode("ascii").decode() if name.isascii() else name.encode("idna").decode()
    except UnicodeError as error:
        raise UrlError(f"has a host that is no name ({error})") from None
    if not re.fullmatch(r"[a-z0-9._-]+", host):
        raise UrlError("has a host that is no name")
    return host.rstrip(".")


def _component(text: str, safe: str) -> str:
    """Normalize the escapes of a path or query."""
    try:
        unquote_to_bytes(text).decode("utf-8")
    except UnicodeError:
        raise UrlError("holds bytes that are not UTF-8") from None
    return _ESCAPE.sub(_escape, quote(re.sub("%(?![0-9A-Fa-f]{2})", "%25", text), safe=safe))


def _escape(match: re.Match[str]) -> str:
    character = chr(int(match[1], 16))
    return character if character in _KEPT_LITERAL else match[0].upper()


@dataclass(frozen=True, slots=True)
class Scope:
    """What a crawl may take: one host, and on it one folder."""

    origin: str
    """Scheme, host and port."""
    path: str
    """Without a slash at its end; empty for the whole host."""

    @classmethod
    def of(cls, url: str) -> Scope:
        """Return the scope of a start URL: the URL itself, or its folder if it names a file.

        >>> Scope.of("https://x.dev/docs/intro.html"), Scope.of("https://x.dev/docs").path
        (Scope(origin='https://x.dev', path='/docs'), '/docs')
        """
        parts = urlsplit(canonical(url))
        path = parts.path.rpartition("/")[0] if _FILE.search(parts.path) else parts.path
        return cls(f"{parts.scheme}://{parts.netloc}", path.rstrip("/"))

    @property
    def base_url(self) -> str:
        """Name the folder; ends in a slash."""
        return f"{self.origin}{self.path}/"

    @property
    def host(self) -> str:
        """Name the host, with its port if that is no default."""
        return self.origin.partition("://")[2]

    def take(self, url: str) -> str | None:
        """Return a canonical URL with this scope's scheme if it lies in scope, else None."""
        scheme, _, rest = url.partition("://")
        host, slash, below = rest.partition("/")
        if host != self.host:
            return None
        path = slash + below.partition("?")[0]
        if path != self.path and not path.startswith(self.path + "/"):
            return None
        return url if scheme == self.origin.partition("://")[0] else self.origin + rest[len(host) :]

    def below(self, url: str) -> str:
        """Return what follows the base in a URL of this scope, unescaped; empty for the base itself.

        >>> Scope.of("https://x.dev/docs").below("https://x.dev/docs/a%20b/?v=2")
        'a b/?v=2'
        """
        return unquote(url[len(self.origin) + len(self.path) :].lstrip("/"))


def is_markdown_name(url: str) -> bool:
    """Tell whether a URL names a Markdown file."""
    return url.partition("?")[0].lower().endswith(MARKDOWN.suffixes)


def pages_of_twin(url: str) -> tuple[str, ...]:
    """Name the pages that a Markdown file may be the twin of, the likeliest first.

    >>> pages_of_twin("https://x.dev/docs/guide.md")
    ('https://x.dev/docs/guide', 'https://x.dev/docs/guide/', 'https://x.dev/docs/guide.html')
    >>> pages_of_twin("https://x.dev/docs/index.html.md")
    ('https://x.dev/docs/',)
    """
    path, _, query = url.partition("?")
    suffix = next((suffix for suffix in MARKDOWN.suffixes if path.lower().endswith(suffix)), "")
    if not suffix or query:
        return ()
    stem = path[: -len(suffix)]
    folder, _, name = stem.rpartition("/")
    if name in ("index", "index.html", "index.htm", ""):
        return (folder + "/",) if name != "index" else (folder + "/", folder)
    if name.endswith(HTML.suffixes):
        return (stem,)
    return (stem, stem + "/", stem + ".html")


def twin_of(url: str) -> str:
    """Name the likeliest Markdown twin of a page; empty if it can have none.

    >>> twin_of("https://x.dev/docs/guide/"), twin_of("https://x.dev/docs/guide.html"), twin_of("https://x.dev/")
    ('https://x.dev/docs/guide.md', 'https://x.dev/docs/guide.md', 'https://x.dev/index.md')
    """
    if "?" in url or is_markdown_name(url):
        return ""
    scheme, _, rest = url.partition("://")
    host, _, path = rest.partition("/")
    stem = path.rstrip("/").removesuffix(".html").removesuffix(".htm")
    return f"{scheme}://{host}/{stem or 'index'}.md"
