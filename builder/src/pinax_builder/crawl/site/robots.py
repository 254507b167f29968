"""Read what a site tells crawlers: robots.txt (what may be fetched, how slowly), and the sitemaps that it declares.

In:    The bytes of a robots.txt; those of a sitemap, decompressed: XML that lists URLs or other sitemaps, or plain text
       with one URL a line.
Out:   Robots; a Sitemap, or the reason why the file is none.
Rules: no robots.txt (4xx) allows everything; a server that fails (5xx, no answer) forbids everything, since nobody
       knows what its owner allows. Longest match wins, `*` and `$` count, groups of one agent are merged.
       A document type in a sitemap is refused, and with it every entity: no honest one has any. Nothing is loaded from
       anywhere. Which URLs are in scope and which children are read is the crawl's affair.
Spec:  RFC 9309; sitemaps.org protocol 0.9.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from io import BytesIO

from lxml import etree
from protego import Protego

from pinax_builder.crawl.site.http_client import ROBOTS_NAME

ROBOTS_BYTES = 512_000
"""Bytes of the file that are read (RFC 9309, section 2.5)."""
MAX_DELAY_S = 10.0
"""Longest crawl delay (seconds) that is obeyed; a longer one would make a crawl endless."""


class Robots:
    """The rules of one host."""

    def __init__(self, text: str) -> None:
        self._rules = Protego.parse(text)

    @classmethod
    def of(cls, content: bytes) -> Robots:
        """Read a file; whatever is no rule in it is passed over."""
        content = content[:ROBOTS_BYTES].removeprefix(codecs.BOM_UTF8)
        return cls(content.decode("utf-8", "replace"))

    def allows(self, url: str) -> bool:
        """Tell whether we may fetch a URL."""
        return bool(self._rules.can_fetch(url, ROBOTS_NAME))

    @property
    def delay_s(self) -> float:
        """Return the crawl delay (seconds) that the site asks for, at most `MAX_DELAY_S`."""
        delay = self._rules.crawl_delay(ROBOTS_NAME)
        return min(float(delay), MAX_DELAY_S) if delay and delay > 0 else 0.0

    @property
    def sitemaps(self) -> tuple[str, ...]:
        """Return the URLs of the declared sitemaps as written, each once."""
        return tuple(dict.fromkeys(self._rules.sitemaps))


ALLOWS_ALL = Robots("")
"""The rules of a site without robots.txt."""
FORBIDS_ALL = Robots("User-agent: *\nDisallow: /")
"""The rules of a site whose robots.txt cannot be read."""

MAX_ENTRIES = 50_000
"""Number of URLs of one file that are read: the protocol's own limit."""

_DOCTYPE = re.compile(rb"<!\s*(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_TEXT_URL = re.compile(r"https?://\S+")


class SitemapError(ValueError):
    """The file is no sitemap; the message says why, as the end of a sentence."""


@dataclass(frozen=True, slots=True)
class Sitemap:
    """What the file lists: pages, or other sitemaps."""

    pages: tuple[str, ...]
    """URLs as written, white space around them aside."""
    children: tuple[str, ...]
    is_cut: bool
    """Whether it held more than MAX_ENTRIES."""


def parse_sitemap(content: bytes) -> Sitemap:
    """Read a sitemap.

    Raises:
        SitemapError: The file is none.
    """
    content = content.lstrip(b"\xef\xbb\xbf \t\r\n")
    if not content:
        raise SitemapError("is empty")
    if not content.startswith((b"<", b"\xff\xfe", b"\xfe\xff")):
        return _from_text(content)
    if _DOCTYPE.search(content.replace(b"\x00", b"")):
        raise SitemapError("declares a document type or entities, which are not read")
    return _from_xml(content)


def _from_text(content: bytes) -> Sitemap:
    lines = content.decode("utf-8", "replace").split("\n", MAX_ENTRIES)
    urls = [line.strip() for line in lines[:MAX_ENTRIES] if _TEXT_URL.fullmatch(line.strip())]
    if not urls:
        raise SitemapError("is neither XML nor a list of URLs")
    return Sitemap(tuple(urls), (), len(lines) > MAX_ENTRIES)


def _from_xml(content: bytes) -> Sitemap:
    pages: list[str] = []
    children: list[str] = []
    root = ""
    parser = etree.iterparse(
        BytesIO(content), events=("end",), recover=True, resolve_entities=False, no_network=True, load_dtd=False
    )
    try:
        for _, element in parser:
            name = _local_name(element)
            if name in ("url", "sitemap"):
                urls = ((child.text or "").strip() for child in element if _local_name(child) == "loc")
                (pages if name == "url" else children).extend(filter(None, list(urls)[-1:]))
                _forget(element)
            root = name
            if len(pages) + len(children) > MAX_ENTRIES:
                return Sitemap(tuple(pages[:MAX_ENTRIES]), tuple(children[:MAX_ENTRIES]), is_cut=True)
    except etree.XMLSyntaxError as error:
        if not pages and not children:
            raise SitemapError(f"is no XML ({error.msg})") from None
    if not pages and not children and root not in ("urlset", "sitemapindex"):
        raise SitemapError(f"is no sitemap (its outermost element is {root[:40] or 'missing'})")
    return Sitemap(tuple(pages), tuple(children), is_cut=False)


def _local_name(element: etree._Element) -> str:
    """Return an element's name in lower case and without its namespace, which sites get wrong."""
    return element.tag.rpartition("}")[2].lower() if isinstance(element.tag, str) else ""


def _forget(element: etree._Element) -> None:
    """Free an element and those before it, so that a sitemap of 50 MB never stands in memory as a tree."""
    element.clear()
    parent = element.getparent()
    while parent is not None and element.getprevious() is not None:
        del parent[0]
