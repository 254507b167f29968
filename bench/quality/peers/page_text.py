"""The text that every Python peer indexes: one pass of lxml over a page.

The main region is the first usual candidate that occurs exactly once, else the body; boilerplate is dropped.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from lxml import etree, html


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
DROPPED = _names("script style noscript template svg nav header footer head form button iframe")
BLOCKS = HEADINGS | _names(
    "p div li dt dd tr td th pre br section article ul ol dl table blockquote hr main body aside figure"
)
MAY_BE_CHROME = frozenset(("div", "a", "ul", "aside", "span", "table"))
CHROME = _names(
    "sphinxsidebar related sidebar navheader navfooter navigation breadcrumb breadcrumbs toc headerlink footer "
    "side-nav nav-path top-nav sub-nav menu mobile-topbar sidebar-content"
)
REGIONS = (
    "//main",
    "//*[@role='main']",
    "//article",
    "//*[@id='main-content']",
    "//*[@id='content']",
    "//div[contains(concat(' ',@class,' '),' body ')]",
    "//*[@id='doc-content']",
    "//*[@id='docs-content']",
)
SPACE = re.compile(r"\s+")
CHARSET = re.compile(rb"charset=[\"']?([\w-]+)")


def parse(path: Path) -> html.HtmlElement:
    """Parse a page in the encoding that it names, else UTF-8."""
    raw = path.read_bytes()
    named = CHARSET.search(raw[:2048])
    try:
        return html.document_fromstring(raw, parser=_parser(named[1].decode() if named else "utf-8"))
    except (LookupError, etree.ParserError, ValueError):
        return html.document_fromstring(b"<html>" + raw + b"</html>", parser=_parser("utf-8"))


def _parser(encoding: str) -> html.HTMLParser:
    return html.HTMLParser(encoding=encoding, remove_comments=True, remove_pis=True)


def main_region(document: html.HtmlElement) -> html.HtmlElement:
    """Find the main content."""
    for region in REGIONS:
        found = document.xpath(region)
        if len(found) == 1:
            return found[0]
    body = document.find("body")
    return document if body is None else body


def title_of(document: html.HtmlElement) -> str:
    return squeeze(document.findtext(".//title") or "")


def squeeze(text: str) -> str:
    return SPACE.sub(" ", text).strip()


def is_dropped(element: html.HtmlElement) -> bool:
    """Tell whether an element is no content: a script, navigation, chrome by its class."""
    if not isinstance(element.tag, str) or element.tag in DROPPED:
        return True
    classes = element.get("class")
    return bool(classes) and element.tag in MAY_BE_CHROME and not CHROME.isdisjoint(classes.split())


def collect(element: html.HtmlElement, out: list[str], headings: list[str]) -> None:
    """Append an element's text, with line ends around blocks, and list its headings."""
    if is_dropped(element):
        return
    edge = ["\n"] if element.tag in BLOCKS else []
    out += edge
    start = len(out)
    out.append(element.text or "")
    for child in element:
        collect(child, out, headings)
        out.append(child.tail or "")
    if element.tag in HEADINGS:
        heading = SPACE.sub(" ", "".join(out[start:])).strip(" ¶#")
        headings += [heading] if heading else []
    out += edge


def page(path: Path, url: str) -> dict[str, Any]:
    """Return a page's title, headings and text."""
    document = parse(path)
    out: list[str] = []
    headings: list[str] = []
    collect(main_region(document), out, headings)
    return {"url": url, "title": title_of(document), "headings": headings, "body": squeeze("".join(out))}


def write(root: Path, out: Path, records: Callable[[Path, str], Iterable[dict[str, Any]]]) -> dict[str, Any]:
    """Write the records of every page of a site, a line each; a page that cannot be read is named on stderr."""
    counts = {"pages": 0, "records": 0, "unreadable": 0}
    with out.open("w", encoding="utf-8") as lines:
        for path in html_files(root):
            url = path.relative_to(root).as_posix()
            try:
                found = list(records(path, url))
            except Exception as error:
                print(f"{url}: {type(error).__name__}: {error}", file=sys.stderr)
                counts["unreadable"] += 1
                continue
            lines.writelines(json.dumps(record, ensure_ascii=False) + "\n" for record in found)
            counts["pages"] += 1
            counts["records"] += len(found)
    return counts


def html_files(root: Path) -> Iterator[Path]:
    for path in sorted(root.rglob("*"), key=lambda path: path.relative_to(root).as_posix()):
        if path.suffix in (".html", ".htm") and path.is_file() and not path.is_symlink():
            yield path
