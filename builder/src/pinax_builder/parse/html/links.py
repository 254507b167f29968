"""Rewrite a page's links and images so that they can be followed without the page.

Before: links and images are those of the published page.
After:  each says where it leads without the page. Links have no other attribute, so their ids are gone.
Rules:  - A link becomes absolute, or relative to the site if the page's URL is (`library/asyncio.html`). A link within
          the page names the page too, since a section is read alone.
        - A link that cannot be followed (`javascript:`) becomes its text.
        - An image becomes its alternative text and address; one that only decorates is removed. A sign that is a link,
          such as "[*]", becomes that sign.
        - A video becomes a link.
"""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache
from urllib.parse import quote, urljoin, urlsplit

from lxml.html import HtmlElement

from pinax_builder.parse.html.elements import HEADINGS
from pinax_builder.parse.html.page_tree import PageTree
from pinax_builder.parse.plain_text import plain_text

_SCHEME = re.compile(r"^[a-zA-Z][a-zA-Z0-9+.-]*:")
_PLAIN_PATH = re.compile(r"(?!//)[\w./%+~-]*", re.ASCII)
"""A link that is a path and nothing else, so that no part of it can be wrong."""
_OUTSIDE = re.compile(r"^(?:\.\./)+|^\.$|^\.\.$")
"""What leads out of the site."""
_DEAD_SCHEMES = ("javascript:", "data:", "about:", "blob:", "vbscript:")
"""Schemes of links that cannot be followed."""
_ICON_PIXELS = 32
"""Width or height up to which an image is an icon, in pixels."""
_NO_PICTURES_IN = frozenset(("a", "button", "label", "summary", "h1", "h2", "h3", "h4", "h5", "h6"))
"""Tags in which an image without alternative text only decorates."""
_FOLDING = frozenset(("-", "+"))
"""Alternative texts of images that fold and unfold a part of the page."""
_MAX_TARGETS = 4096
"""Number of links that are cached, resolved and escaped, since a page repeats many."""
_KEPT = "@/:=?;#%&,+$[]-_.!~*'"
"""Characters of a link's target, beside letters and digits, that both a URL and Markdown allow there."""
_ESCAPED = re.compile(rf"[^A-Za-z0-9{re.escape(_KEPT)}]")
"""Characters of a link's target that are percent-encoded."""


def rewrite_links(page: PageTree, url: str, base: str = "") -> None:
    """Rewrite all links and images of the content.

    Args:
        page: The page.
        url: The page's URL, absolute or relative to its site.
        base: What the page's `<base href>` says, if it has one.
    """
    origin = resolve(url, base) if base else url
    targets: dict[str | None, str] = {}
    for link in page.all("a"):
        href = link.get("href")
        target = targets.get(href)
        if target is None:
            target = targets[href] = _target(href, url, origin)
        attributes = link.attrib
        attributes.clear()
        if target:
            attributes["href"] = target
        else:
            link.drop_tag()
    for video in page.all("video"):
        _link_video(video, url, origin)
    for image in page.all("img"):
        _rewrite_image(image, url, origin)


def resolve(url: str, reference: str) -> str:
    """Resolve a reference against a page's URL, which may be relative to its site.

    >>> resolve("library/asyncio.html", "../c-api/index.html#x")
    'c-api/index.html#x'
    >>> resolve("https://example.com/a/b", "c?d=1")
    'https://example.com/a/c?d=1'
    """
    if _SCHEME.match(reference):
        return reference
    if _SCHEME.match(url):
        return urljoin(url, reference)
    if reference.startswith("//"):
        return f"https:{reference}"
    if _PLAIN_PATH.fullmatch(reference):  # as most are
        return _below(url, reference)
    parts = urlsplit(reference)
    path = _below(url, parts.path)
    return path + (f"?{parts.query}" if parts.query else "") + (f"#{parts.fragment}" if parts.fragment else "")


def _below(url: str, path: str) -> str:
    """Resolve the path of a link against a page's URL, which is relative to its site."""
    if not path:
        return url
    if path.startswith("/"):
        return path.lstrip("/")
    found = posixpath.normpath(posixpath.join(posixpath.dirname(url), path))
    found = _OUTSIDE.sub("", found)
    return f"{found}/" if found and path.endswith(("/", "/.", "/..")) else found


def _target(href: str | None, url: str, origin: str) -> str:
    """Return a link's resolved target, escaped for Markdown; empty if it cannot be followed."""
    href = (href or "").strip()
    if not href or href == "#" or (":" in href and href.lower().startswith(_DEAD_SCHEMES)):
        return ""
    page, _, fragment = href.partition("#")
    target = _page_target(page, origin if page[0] == "?" else _folder_of(origin)) if page else _escaped(url)
    return f"{target}#{_escaped(fragment)}" if target is not None and fragment else target or ""


@lru_cache(_MAX_TARGETS)
def _folder_of(url: str) -> str:
    """Return a URL without its last segment, against which links resolve as against the URL; pages share folders.

    >>> _folder_of("api/util/List.html"), _folder_of("List.html"), _folder_of("https://a.org/b?c=/d")
    ('api/util/', '', 'https://a.org/')
    """
    path = url.partition("#")[0].partition("?")[0]
    folder = path[: path.rfind("/") + 1]
    return url if folder.endswith("//") else folder


@lru_cache(_MAX_TARGETS)
def _escaped(target: str) -> str:
    return quote(target, safe=_KEPT) if _ESCAPED.search(target) else target


@lru_cache(_MAX_TARGETS)
def _page_target(reference: str, origin: str) -> str | None:
    """Resolve and escape a link without its fragment; None if it is no URL."""
    try:
        target = resolve(origin, reference)
        if not _PLAIN_PATH.fullmatch(target):
            urlsplit(target)
    except ValueError:
        return None
    return _escaped(target)


def _link_video(video: HtmlElement, url: str, origin: str) -> None:
    """Replace a video by a link to it; the link's text is what browsers without video show."""
    sources = [element.get("src") for element in video.iter("video", "source") if element.get("src")]
    target = _target(sources[0], url, origin) if sources else ""
    if not target:
        video.drop_tag()
        return
    text = plain_text(video) or video.get("title") or video.get("aria-label") or "Video"
    tail = video.tail
    video.clear()
    video.tag, video.text, video.tail = "a", text, tail
    video.set("href", target)


def _is_content(image: HtmlElement) -> bool:
    """Return whether an image without alternative text is content.

    One without an `alt` attribute is. One with an empty `alt` only decorates, unless it is alone in its paragraph.

    Spec: HTML, 4.8.4.4
    """
    if any(above.tag in _NO_PICTURES_IN for above in image.iterancestors()) or any(
        size.isdigit() and int(size) <= _ICON_PIXELS for size in (image.get("width") or "", image.get("height") or "")
    ):
        return False
    parent = image.getparent()
    return image.get("alt") is None or (
        parent is not None and parent.tag in ("p", "figure") and len(parent) == 1 and not plain_text(parent)
    )


def _is_logo(image: HtmlElement, alt: str) -> bool:
    """Return whether an image is a logo beside the words of a heading."""
    heading = next(image.iterancestors(*HEADINGS), None) if "logo" in alt.lower() else None
    return heading is not None and bool(plain_text(heading))


def _rewrite_image(image: HtmlElement, url: str, origin: str) -> None:
    alt = " ".join((image.get("alt") or "").split())
    source = image.get("src") or image.get("data-src") or ""
    target = _target(source, url, origin)
    is_math = "math" in (image.get("class") or "").split()
    is_content = alt not in _FOLDING and not _is_logo(image, alt) if alt else _is_content(image)
    alt = alt or " ".join((image.get("title") or "").split())
    image.attrib.clear()
    if not is_content or not (alt or target):
        image.drop_tree()
    elif is_math:
        image.tag = "span"
        image.text = f"${alt}$"
    elif not target or (not any(map(str.isalnum, alt)) and next(image.iterancestors("a"), None) is not None):
        image.tag = "span"
        image.text = alt
    else:
        image.set("alt", alt.replace("[", "(").replace("]", ")"))
        image.set("src", target)
