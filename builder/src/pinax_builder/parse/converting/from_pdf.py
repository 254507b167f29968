"""Parse PDF documents: the text of their pages, cut at the outline's entries.

In:    An admitted page with its bytes.
Out:   A Page whose anchors are `page=12`, which viewers of PDF understand; or a Rejection: `encrypted`, `unreadable`,
       or `no_content` for pictures of text.
Rules: lines that repeat at the edge of most pages are left out, and those of a printed table of contents where there is
       an outline. Without an outline each page is a section.
Why:   docs/decisions/0160
"""

from __future__ import annotations

import logging
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import islice

from pypdfium2 import PdfDocument, PdfiumError
from pypdfium2.raw import FPDF_ERR_PASSWORD

from pinax_builder.parse.converting.from_prose import literal
from pinax_builder.parse.converting.handing_on import markdown_page, unreadable
from pinax_builder.records import Admitted, Page, Rejection
from pinax_runtime.format import cause_of

logging.getLogger("pypdfium2").setLevel(logging.CRITICAL)  # it logs flaws of a file whose text can be read

MAX_PAGES = 5_000
"""Largest number of pages that are read of a document."""
_MAX_ENTRIES = 10_000
"""Largest number of outline entries that are used."""
_EDGE_LINES = 2
"""Number of lines, at the top and at the bottom of a page, that may be running heads."""
_LEAST_REPEATS = 3
"""Number of pages that must share a line before it can be a running head."""
_DIGITS = re.compile(r"\d+")
_SPLIT_WORD = re.compile("[\ufffe\x02]")
"""Characters that PDFium puts between the halves of a word that a hyphen parted at a line's end."""
_LEADER = re.compile(r"(?:\s?\.){4}\s?\w{1,8}\Z")
"""End of a line of a printed table of contents: dots that lead to a page's number."""
_BULLET = re.compile(r"[•‣▪●◦–]\s+(?=\S)")
_OF_PAGE = re.compile(r"page-(\d+)")
"""Anchor of a page, as Markdown allows it."""


def parse_pdf(admitted: Admitted) -> Page | Rejection:
    """Parse one document."""
    try:
        with closing(PdfDocument(admitted.content or b"")) as document:
            texts = [_text(document, at) for at in range(min(len(document), MAX_PAGES))]
            entries = list(islice(_entries(document), _MAX_ENTRIES))
            title = document.get_metadata_value("Title").strip()
    except PdfiumError as error:
        if error.err_code == FPDF_ERR_PASSWORD:
            return Rejection(admitted.url, "parse", "encrypted", "The document cannot be read without a password.")
        return unreadable(admitted, f"The document is no PDF that can be read ({cause_of(error)})")
    page = markdown_page(admitted, _markdown(texts, entries, title))
    return page if isinstance(page, Rejection) else _with_page_anchors(page)


def _text(document: PdfDocument, at: int) -> str:
    """Return the text of a page, counted from 0; empty for a page that cannot be read."""
    try:
        with closing(document[at]) as page, closing(page.get_textpage()) as text:
            return _SPLIT_WORD.sub("", str(text.get_text_range())).replace("\r\n", "\n")
    except PdfiumError:
        return ""


def _entries(document: PdfDocument) -> Iterator[tuple[int, int, str]]:
    """Yield an outline's entries as (index of the page, level, title)."""
    for entry in document.get_toc():
        leads_to, title = entry.get_dest(), " ".join(entry.get_title().split())
        at = leads_to.get_index() if leads_to else None
        if at is not None and title:
            yield at, entry.level + 1, title


def _markdown(texts: Sequence[str], entries: Sequence[tuple[int, int, str]], title: str) -> str:
    heads = _running_heads(texts)
    starting: Mapping[int, list[tuple[int, str]]] = defaultdict(list)
    for at, level, name in entries:
        starting[at].append((level, name))
    parts = [f"# {literal(title)}"] if title else []
    for at, text in enumerate(texts):
        kept = [line for line in text.splitlines() if _shape(line) not in heads]
        kept = [line for line in kept if not _LEADER.search(line.rstrip())] if entries else kept
        headings = starting[at] if entries else [(1, f"Page {at + 1}")] if any(map(str.strip, kept)) else []
        parts += _cut(kept, headings, at + 1)
    return "\n\n".join(part for part in parts if part.strip())


def _cut(lines: list[str], headings: Sequence[tuple[int, str]], number: int) -> Iterator[str]:
    """Yield one page's text with its headings: each at its line, else before the rest of the text."""
    done = 0
    for level, name in headings:
        wanted = _squeezed(name)
        found = next((at for at in range(done, len(lines)) if _squeezed(lines[at]).endswith(wanted) and wanted), None)
        if found is not None:
            yield _paragraphs(lines[done:found])
            done = found + 1
        yield f"{'#' * min(6, level + 1)} {literal(name)} {{#page-{number}}}"
    yield _paragraphs(lines[done:])


def _paragraphs(lines: Sequence[str]) -> str:
    return "\n".join(map(_line, map(str.strip, lines))).strip()


def _line(line: str) -> str:
    bullet = _BULLET.match(line)
    return f"- {literal(line[bullet.end() :])}" if bullet else literal(line)


def _running_heads(texts: Sequence[str]) -> set[str]:
    """Return the shapes of lines that stand at the edge of more than half of the pages."""
    counts: Counter[str] = Counter()
    for text in texts:
        lines = [line for line in text.splitlines() if line.strip()]
        counts.update({_shape(line) for line in (*lines[:_EDGE_LINES], *lines[-_EDGE_LINES:])})
    return {shape for shape, count in counts.items() if count >= _LEAST_REPEATS and count * 2 > len(texts)}


def _shape(line: str) -> str:
    """Return a line without its numbers, so that page numbers are alike."""
    return _DIGITS.sub("#", " ".join(line.split()))


def _squeezed(text: str) -> str:
    return "".join(text.split()).casefold()


def _with_page_anchors(page: Page) -> Page:
    """Rewrite the anchors as `page=12`, which viewers of PDF understand."""
    sections = [replace(one, anchor=_OF_PAGE.sub(r"page=\1", one.anchor)) for one in page.sections]
    return replace(page, sections=tuple(sections))
