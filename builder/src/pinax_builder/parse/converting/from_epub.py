"""Parse EPUB books: their chapters in reading order as one page.

In:    An admitted page with its bytes.
Out:   A Page with the chapters as sections, or a Rejection if the file is no readable book.
Rules: at most MAX_PAGE_BYTES are unpacked. Encrypted books are rejected. A chapter that is missing or damaged is left
       out, and a notice of the page names it.
Spec:  https://www.w3.org/TR/epub-33/
"""

from __future__ import annotations

import io
import posixpath
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import unquote

from lxml import etree, html
from lxml.html import HtmlElement

from pinax_builder.formats import MAX_PAGE_BYTES
from pinax_builder.parse.converting.handing_on import html_page, put_title, tree_of, unreadable
from pinax_builder.records import Admitted, Page, Rejection
from pinax_runtime.format import cause_of

_XML = etree.XMLParser(resolve_entities=False, no_network=True, recover=True, huge_tree=False)
"""Parser of the book's own lists of files; it opens nothing that they refer to."""


def parse_epub(admitted: Admitted) -> Page | Rejection:
    """Parse one book."""
    try:
        with zipfile.ZipFile(io.BytesIO(admitted.content or b"")) as archive:
            return _page(admitted, _Book(archive))
    except (zipfile.BadZipFile, zlib.error, KeyError, ValueError, RuntimeError, NotImplementedError) as error:
        return unreadable(admitted, f"The book cannot be read ({cause_of(error)})")


class _Book:
    """An open archive with its package document."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._left_bytes = MAX_PAGE_BYTES
        self.lost: list[str] = []
        """Paths of chapters that are missing or damaged."""
        container = self._xml("META-INF/container.xml")
        package_path = next(iter(container.xpath("//*[local-name()='rootfile']/@full-path")), "")
        self._package = self._xml(package_path)
        self._folder = posixpath.dirname(package_path)

    def metadata(self, name: str) -> str:
        """Return an item of the book's metadata, such as `title`; empty if there is none."""
        found = self._package.xpath(f"//*[local-name()='metadata']/*[local-name()='{name}']")
        return " ".join("".join(found[0].itertext()).split()) if found else ""

    def chapters(self) -> Iterator[bytes]:
        """Yield the chapters' files in reading order, without the tables of contents."""
        items = {item.get("id"): item for item in self._package.xpath("//*[local-name()='manifest']/*")}
        for reference in self._package.xpath("//*[local-name()='spine']/*[not(@linear='no')]"):
            item = items.get(reference.get("idref"))
            if item is None or "html" not in (item.get("media-type") or ""):
                continue
            if "nav" not in (item.get("properties") or "").split():
                path = posixpath.normpath(posixpath.join(self._folder, unquote(item.get("href") or "")))
                try:
                    yield self._read(path)
                except (KeyError, zipfile.BadZipFile, zlib.error, EOFError):
                    self.lost.append(path)

    def _xml(self, path: str) -> etree._Element:
        root = etree.fromstring(self._read(path), _XML)
        if root is None:
            raise ValueError(f"{path} is no XML")
        return root

    def _read(self, path: str) -> bytes:
        """Read a file of the archive.

        Raises:
            ValueError: The book is larger than a page may be.
        """
        # The sizes in an archive's headers may lie, so what is unpacked is counted.
        with self._archive.open(path) as file:
            content = file.read(self._left_bytes + 1)
        self._left_bytes -= len(content)
        if self._left_bytes < 0:
            raise ValueError(f"unpacked it has more than {MAX_PAGE_BYTES:,} bytes")
        return content


def _page(admitted: Admitted, book: _Book) -> Page | Rejection:
    title = book.metadata("title")
    tree = tree_of("<main></main>", title, book.metadata("language"))
    main = next(tree.iter("main"))
    for content in book.chapters():
        if (body := _body(content)) is not None:
            main.append(body)
    if book.lost and not len(main):
        return unreadable(admitted, f"None of the book's chapters can be read; the first is {book.lost[0]}")
    if title:
        put_title(main, title)
    page = html_page(admitted, tree)
    if isinstance(page, Rejection):
        return page
    named = f"{len(book.lost)} chapters of the book are missing or damaged: {', '.join(book.lost[:3])}."
    notices = (named, *page.notices) if book.lost else page.notices
    return replace(page, description=book.metadata("description"), notices=notices)


def _body(content: bytes) -> HtmlElement | None:
    """Return a chapter as a section; links to other chapters become links within the page."""
    if not content.strip():
        return None
    body = html.document_fromstring(content, parser=html.HTMLParser(encoding="utf-8", remove_pis=True)).find("body")
    if body is None:
        return None
    body.tag = "section"
    for link in body.iter("a"):
        target, _, fragment = (link.get("href") or "").partition("#")
        if target and ":" not in target:
            link.attrib.pop("href")
            if fragment:
                link.set("href", f"#{fragment}")
    return body
