"""Find the links of a page, for the strategy that follows them breadth-first.

In:    A page's bytes, as HTML or Markdown, and its URL.
Out:   Links as absolute URLs, not yet canonical, each once; the page's Markdown twin where it declares one.
Rules: only what a reader could follow (`a`, `area`) and what leads on (`rel=next`, frames); never scripts, styles or
       images. `<base href>` counts. Nothing raises, whatever the bytes are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urljoin

from lxml import etree, html

from pinax_builder.charsets import decode
from pinax_builder.crawl.site.llms import parse_llms_txt
from pinax_builder.formats import MediaType

MAX_LINKS = 20_000
"""Number of links of one page that are read."""

_HREFS = etree.XPath("//a/@href | //area/@href | //link[@rel='next' or @rel='prev']/@href | //frame/@src")
_BASE = etree.XPath("string(//base/@href)")
_TWIN = etree.XPath("string(//link[@rel='alternate'][@type='text/markdown'][1]/@href)")
_DEFINED = re.compile(r"^ {0,3}\[[^\]]+\]:\s*<?([^\s<>]+)", re.MULTILINE)
_HTML_IN_MARKDOWN = re.compile(r"<a\s[^>]{0,500}?href\s*=\s*[\"']([^\"'\s]+)", re.IGNORECASE)
_DOCSIFY = b"$docsify"
_DOCSIFY_ANCHOR = re.compile(r"\?id=[^#]*")
"""Position within a page as Docsify writes it, where others use a fragment."""
_ROUTE = re.compile(r"#!?/[^#]*")
"""Fragment that a site's scripts show as a page of its own."""
_SCHEME = re.compile(r"^\s*([A-Za-z][A-Za-z0-9+.-]*):")


@dataclass(frozen=True, slots=True)
class Links:
    """Where a page leads."""

    urls: tuple[str, ...]
    """In the page's order; fragments are gone."""
    twin: str = ""
    """Target of its `<link rel="alternate" type="text/markdown">`; empty if it has none."""
    routes: tuple[str, ...] = ()
    """Fragments that a site's scripts show as pages, such as `#/guide`; without a browser they lead nowhere."""


def links_of(content: bytes, media_type: MediaType, url: str) -> Links:
    """Find the links of a page."""
    decoded = decode(content)
    text = decoded.text if decoded else ""
    if media_type == "text/html":
        return _of_html(text, url)
    found = parse_llms_txt(text, url)
    targets = list(found.links) if found else []
    targets += _DEFINED.findall(text) + _HTML_IN_MARKDOWN.findall(text)
    return Links(_absolute(targets, url))


def _of_html(text: str, url: str) -> Links:
    content = text.encode("utf-8", "replace")
    try:
        tree = html.document_fromstring(content, parser=html.HTMLParser(encoding="utf-8", no_network=True))
    except (etree.LxmlError, ValueError, AssertionError):
        return Links(())
    base = _joined(url, str(_BASE(tree)).strip()) or url
    twin = str(_TWIN(tree)).strip()
    hrefs = [str(href) for href in _HREFS(tree)]
    if _DOCSIFY in content:
        hrefs = [_DOCSIFY_ANCHOR.sub("", href) for href in hrefs]
    routes = dict.fromkeys(href for href in hrefs[:MAX_LINKS] if _ROUTE.fullmatch(href))
    return Links(_absolute(hrefs, base), _joined(base, twin) if twin else "", tuple(routes))


def _absolute(targets: list[str], base: str) -> tuple[str, ...]:
    unique = dict.fromkeys(target.partition("#")[0].strip() for target in targets[:MAX_LINKS])
    joined = (_joined(base, target) for target in unique if target and _may_lead_on(target))
    return tuple(dict.fromkeys(url for url in joined if url))


def _may_lead_on(target: str) -> bool:
    """Tell whether a link is one of http's, not mail, a script or inline data."""
    scheme = _SCHEME.match(target)
    return scheme is None or scheme[1].lower() in ("http", "https")


def _joined(base: str, target: str) -> str:
    try:
        return urljoin(base, target)
    except ValueError:
        return ""
