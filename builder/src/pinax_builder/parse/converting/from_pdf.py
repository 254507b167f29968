"""Parse PDF documents: the text of their pages, cut at the outline's entries.

In:    An admitted page with its bytes.
Out:   A Page whose anchors are `page=12`, which viewers of PDF understand; or a Rejection: `encrypted`, `unreadable`,
       or `no_content` for pictures of text.
Rules: lines that repeat at the edge of most pages are left out. Without an outline each page is a section.
Why:   docs/decisions/0160
"""

from __future__ import annotations

import io
import logging
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pypdf import PdfReader
from pypdf.errors import PyPdfError

from pinax_builder.parse.converting.from_prose import literal
from pinax_builder.parse.converting.handing_on import markdown_page, unreadable
from pinax_builder.records import Admitted, Page, Rejection
from pinax_runtime.format import cause_of

logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it logs each flaw of a file, even if the text can be read

MAX_PAGES = 5_000
"""Largest number of pages that are read of a document."""
_MAX_ENTRIES = 10_000
"""Largest number of outline entries that are used."""
_EDGE_LINES = 2
"""Number of lines, at the top and at the bottom of a page, that may be running heads."""
_LEAST_REPEATS = 3
"""Number of pages that must share a line before it can be a running head."""
_DIGITS = re.compile(r"\d+")
_SPLIT_WORD = re.compile(r"(?<=[a-z])-\n(?=[a-z])")
"""Hyphen and line end within a word."""
_OF_PAGE = re.compile(r"page-(\d+)")
"""Anchor of a page, as Markdown allows it."""


def parse_pdf(admitted: Admitted) -> Page | Rejection:
    """Parse one document."""
    try:
        reader = PdfReader(io.BytesIO(admitted.content or b""))
        if reader.is_encrypted and not reader.decrypt(""):
            return Rejection(admitted.url, "parse", "encrypted", "The document cannot be read without a password.")
        texts = [page.extract_text() for page in reader.pages[:MAX_PAGES]]
        entries = list(_entries(reader, reader.outline, 1))[:_MAX_ENTRIES]
        title = str((reader.metadata and reader.metadata.title) or "").strip()
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, RecursionError, OSError) as error:
        return unreadable(admitted, f"The document is no PDF that can be read ({cause_of(error)})")
    page = markdown_page(admitted, _markdown(texts, entries, title))
    return page if isinstance(page, Rejection) else _with_page_anchors(page)


def _entries(reader: PdfReader, outline: Sequence[Any], level: int) -> Iterator[tuple[int, int, str]]:
    """Yield an outline's entries as (index of the page, level, title)."""
    for entry in outline:
        if isinstance(entry, list):
            yield from _entries(reader, entry, level + 1)
            continue
        at = reader.get_destination_page_number(entry)
        title = " ".join(str(entry.title or "").split())
        if at is not None and at >= 0 and title:
            yield at, level, title


def _markdown(texts: Sequence[str], entries: Sequence[tuple[int, int, str]], title: str) -> str:
    heads = _running_heads(texts)
    starting: Mapping[int, list[tuple[int, str]]] = defaultdict(list)
    for at, level, name in entries:
        starting[at].append((level, name))
    parts = [f"# {literal(title)}"] if title else []
    for at, text in enumerate(texts):
        kept = _SPLIT_WORD.sub("", "\n".join(line for line in text.splitlines() if _shape(line) not in heads))
        headings = starting[at] if entries else [(1, f"Page {at + 1}")] if kept.strip() else []
        parts += _cut(kept.split("\n"), headings, at + 1)
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
    return "\n".join(literal(line.strip()) for line in lines).strip()


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
