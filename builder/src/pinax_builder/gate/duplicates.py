"""Find pages that repeat another page of the docset, and pages that their site leaves out of its own search.

In:    A PageSummary of each page of a docset, so that the pages themselves need not be in memory.
Out:   A Rejection for each page to drop, in URL order.
Rules: what is dropped depends on the set alone, never on its order. A page whose canonical URL is another page of the
       set gives way to it, unless it says something else: some templates name one URL on every page. Of pages with the
       same content one stays: HTML before a text that it may be built from, then one whose text is in the language
       that it states, then the one that most pages link to, then the shortest URL, then the first. Canonical URLs are
       followed to their end; of pages that name each other in a circle one stays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from urllib.parse import urldefrag, urljoin, urlsplit

from pinax_builder.records import PageSummary, Rejection


def twins(pages: Iterable[PageSummary]) -> set[str]:
    """Return the URLs of pages whose content another page has too."""
    pages = list(pages)
    n_pages = Counter(page.digest for page in pages)
    return {page.url for page in pages if n_pages[page.digest] > 1}


def leave_unmarked(pages: Iterable[PageSummary]) -> list[Rejection]:
    """Choose the pages without `data-pagefind-body`, if any page has it; none otherwise. In the order given."""
    if not any(page.marks_body for page in pages):
        return []
    detail = "Other pages of the site mark their content with data-pagefind-body; this one does not."
    return [Rejection(page.url, "gate", "no_pagefind_body", detail) for page in pages if page.marks_body is False]


def collapse(pages: Iterable[PageSummary], n_links: Mapping[str, int]) -> list[Rejection]:
    """Choose the pages to drop.

    Args:
        pages: The pages of one docset, in any order, unique by URL.
        n_links: URL → number of pages that link to it, at least for each of `twins`.

    Returns:
        `list[Rejection]` sorted by URL; reasons `canonical` and `duplicate`.
    """
    ordered = sorted(pages, key=lambda page: page.url)
    rejections = _by_canonical(ordered)
    left = [page for page in ordered if page.url not in rejections]
    rejections |= _by_content(left, n_links)
    return [rejections[url] for url in sorted(rejections)]


def _by_canonical(pages: list[PageSummary]) -> dict[str, Rejection]:
    """Drop each page whose canonicals lead to another page of the set."""
    target = _canonicals(pages)
    by_url = {page.url: page for page in pages}
    dropped: dict[str, Rejection] = {}
    for page in pages:
        final = _final(page.url, target)
        if final != page.url and not _says_other(page, by_url[final]):
            dropped[page.url] = Rejection(
                page.url, "gate", "canonical", f"The page names {final} as its canonical URL.", final
            )
    return dropped


def _canonicals(pages: list[PageSummary]) -> dict[str, str | None]:
    """Return, for each page that names a canonical URL, the page of the set that has it."""
    by_key = {url_key(page.url): page.url for page in reversed(pages)}
    return {page.url: by_key.get(canonical_key(page)) for page in pages if page.canonical}


def mistaken_canonicals(pages: Iterable[PageSummary]) -> dict[str, str]:
    """Return URL → notice of pages that stay though they name another one, because they say other things."""
    ordered = sorted(pages, key=lambda page: page.url)
    target, by_url = _canonicals(ordered), {page.url: page for page in ordered}
    finals = {page.url: _final(page.url, target) for page in ordered}
    return {
        url: f"The page names {final} as its canonical URL, which says other things; both are kept."
        for url, final in finals.items()
        if final != url and _says_other(by_url[url], by_url[final])
    }


def _says_other(page: PageSummary, other: PageSummary) -> bool:
    """Tell whether two pages have other titles and no section of some length in common.

    A page that was shortened, or that is an older version, keeps its title or a section of what it was.
    """
    shared = dict(page.section_digests()).keys() & dict(other.section_digests()).keys()
    return page.digest != other.digest and page.title != other.title and not shared


def _final(url: str, target: dict[str, str | None]) -> str:
    """Follow canonicals to the page that names no other; of a circle, its best URL."""
    path = [url]
    while True:
        following = target.get(path[-1])
        if following is None or following == path[-1]:
            return path[-1]
        if following in path:
            return min(path[path.index(following) :], key=lambda url: (len(url), url))
        path.append(following)


def _by_content(pages: list[PageSummary], n_links: Mapping[str, int]) -> dict[str, Rejection]:
    """Drop all but the best URL of each content."""
    best: dict[bytes, str] = {}

    def standing(page: PageSummary) -> tuple[bool, bool, int, int, str]:
        return page.is_built is False, page.is_untranslated, -n_links.get(page.url, 0), len(page.url), page.url

    for page in sorted(pages, key=standing):
        best.setdefault(page.digest, page.url)
    repeated = {page.url: best[page.digest] for page in pages if best[page.digest] != page.url}
    said = "The page has the same content as"
    return {url: Rejection(url, "gate", "duplicate", f"{said} {kept}.", kept) for url, kept in repeated.items()}


def canonical_key(page: PageSummary) -> str:
    """Return the key of a page's canonical URL; empty if that is no URL."""
    try:
        return url_key(urljoin(page.url, page.canonical))
    except ValueError:
        return ""


def url_key(url: str) -> str:
    """Return what all URLs of one page share: no fragment, no scheme, no index file."""
    parts = urlsplit(urldefrag(url).url)
    path = parts.path
    for index in ("index.html", "index.htm"):
        if path == index or path.endswith("/" + index):
            path = path[: -len(index)]
    query = f"?{parts.query}" if parts.query else ""
    return f"{parts.netloc.lower()}{path.rstrip('/')}{query}"
