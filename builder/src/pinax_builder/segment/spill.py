"""Write parts to disk, so that a build's memory does not grow with the site.

In:    A Part, and the pages that it was made of.
Out:   A SpilledPart, which leads to two files of msgpack values: keyed entries sorted by kind and key, and the pages in
       order. They are in the build's temporary folder, and the write stage reads them once.
"""

from __future__ import annotations

import hashlib
import re
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Set
from dataclasses import fields
from itertools import islice
from operator import attrgetter
from pathlib import Path
from typing import Any

from pinax_builder.records import Acronym, Page, PageSummary, SpilledPart
from pinax_builder.segment.index import Part
from pinax_builder.segment.occurrences import entries_of, tables_of
from pinax_builder.segment.prior import page_prior
from pinax_builder.segment.said import said
from pinax_runtime.format import Definition, Kind, LimitExceededError, PageRecord, length_code, limits, wire

_MEMBERS = attrgetter(*(member.name for member in fields(Definition)))
_TARGET = re.compile(r"\]\(([^()\s#]+)")


def spill(part: Part, stem: Path, language: str, algorithm: str, pages: list[Page]) -> SpilledPart:
    """Write the part that was made of these pages to `stem.entries` and `stem.records`."""
    entries, records = stem.with_suffix(".entries"), stem.with_suffix(".records")
    with entries.open("wb") as file:
        file.writelines(wire.encode_stream(part_entries(part)))
    with records.open("wb") as file:
        file.writelines(wire.encode_stream(zip(map(_readable, part.pages), part.texts, strict=True)))
    summaries = tuple(
        _summary(page, texts, acronyms, language)
        for page, texts, acronyms in zip(pages, part.texts, part.acronyms, strict=True)
    )
    lengths = part.words.below.tolist()
    of_sections = iter(lengths)
    words = array("I", (sum(islice(of_sections, len(texts))) for texts in part.texts))
    return SpilledPart(
        language=language,
        algorithm=algorithm,
        entries=entries,
        records=records,
        pages=summaries,
        lengths=bytes(map(length_code, lengths)),
        titled=(part.words.titles > 0).tobytes(),
        n_words=words,
        priors=bytes(
            page_prior(page.path, texts, is_code=page.facets.get("content_type") == ("code",))
            for page, texts in zip(pages, part.texts, strict=True)
        ),
    )


def _summary(page: Page, texts: list[str], acronyms: tuple[Acronym, ...], language: str) -> PageSummary:
    return PageSummary(
        page.url,
        texts_digest(texts),
        page.canonical,
        page.marks_body,
        len(texts),
        acronyms=acronyms,
        title=page.title,
        is_untranslated=page.is_untranslated,
        language=language,
        is_built=page.is_built,
        **said(texts, page.is_built)._asdict(),
    )


def _readable(page: PageRecord) -> dict[str, Any]:
    """Encode a page, and read it as readers will: what they would refuse costs this page, not the bundle.

    Raises:
        LimitExceededError: The page has more of something than a reader takes.
    """
    if len(page.url) > limits.KEY_CHARS:
        raise LimitExceededError(page.url[:80], "the length of its URL", limits.KEY_CHARS, len(page.url))
    value = page.to_wire()
    PageRecord.from_wire(value, page.url)
    return value


def part_entries(part: Part) -> Iterator[tuple[Kind, str, Any]]:
    """Yield a part's entries as (kind, key, value), sorted by kind and key.

    The value is:

    - for `facets`, page numbers;
    - for `symbols`, the members of each `Definition`;
    - for `lexicon`, `positions` and `terms`, a piece of a table, under its first key; see `occurrences`.
    """
    for key, pages in sorted(part.facets.items()):
        yield "facets", key, pages
    tables = tables_of(part.occurrences, part.words.titles)
    yield from entries_of("lexicon", tables.lexicon)
    yield from entries_of("positions", tables.positions)
    for key, definitions in sorted(part.symbols.items()):
        yield "symbols", key, list(map(_MEMBERS, definitions))
    yield from entries_of("terms", tables.terms)


def texts_digest(texts: list[str]) -> bytes:
    """Hash the texts of a page, to find pages with the same text."""
    return hashlib.sha256("\x00".join(texts).encode("utf-8", "replace")).digest()


def count_links(parts: Iterable[SpilledPart], urls: Set[str]) -> Counter[str]:
    """Count for each URL the pages of all parts that link to it; reads the parts' texts."""
    counts: Counter[str] = Counter()
    for part in parts:
        for _, texts in wire.decode_stream(part.records):
            counts.update(urls & {target for text in texts for target in _TARGET.findall(text)})
    return counts
