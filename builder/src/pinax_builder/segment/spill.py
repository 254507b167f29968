"""Parts on disk: what a worker hands over, so that a build's memory does not grow with the site.

A part is two files of msgpack values one after the other: keyed entries sorted by kind and key, and pages in order.
They live in the build's temporary folder and are read once, by the write stage of the same process tree.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Set
from dataclasses import astuple
from pathlib import Path
from typing import Any

from pinax_builder.records import Acronym, Page, PageSummary, SpilledPart
from pinax_builder.segment.acronyms import find_acronyms
from pinax_builder.segment.index import Part
from pinax_builder.segment.plain_text import plain_text
from pinax_builder.segment.prior import page_prior
from pinax_runtime.contract import wire
from pinax_runtime.contract.fields import POSITIONED
from pinax_runtime.contract.lengths import length_code
from pinax_runtime.contract.names import Kind

DIGEST_BYTES = 8
DIGESTED_WORDS = 12
"""Shorter sections are alike by chance."""
_WORD = re.compile(r"\w+")
_DESTINATION = re.compile(r"\]\([^()\s]*\)")
_TARGET = re.compile(r"\]\(([^()\s#]+)")


def spill(part: Part, stem: Path, language: str, algorithm: str, pages: list[Page]) -> SpilledPart:
    """Write a part, made of these pages, to `stem.entries` and `stem.records`."""
    entries, records = stem.with_suffix(".entries"), stem.with_suffix(".records")
    with entries.open("wb") as file:
        file.writelines(wire.encode(entry) for entry in entries_of(part))
    with records.open("wb") as file:
        for page, texts in zip(part.pages, part.texts, strict=True):
            file.write(wire.encode([page.to_wire(), texts]))
    summaries = tuple(
        PageSummary(
            page.url,
            texts_digest(texts),
            page.canonical,
            page.marks_body,
            len(texts),
            sections=section_digests(texts),
            acronyms=_acronyms(texts),
            title=page.title,
            is_untranslated=page.is_untranslated,
        )
        for page, texts in zip(pages, part.texts, strict=True)
    )
    words, at = [], 0
    for texts in part.texts:
        words.append(sum(part.lengths[at : at + len(texts)]))
        at += len(texts)
    return SpilledPart(
        language=language,
        algorithm=algorithm,
        entries=entries,
        records=records,
        pages=summaries,
        lengths=bytes(map(length_code, part.lengths)),
        titled=bytes(map(bool, part.titles)),
        n_words=tuple(words),
        priors=bytes(page_prior(page.path, texts) for page, texts in zip(pages, part.texts, strict=True)),
    )


def entries_of(part: Part) -> Iterator[tuple[Kind, str, Any]]:
    """Give a part's keyed entries, sorted by kind and key.

    Values: for terms `{field: {section: count}}`, for positions whether the frequencies say where they are and
    `{section: [position, …]}`, for facets page numbers, for symbols the members of each `Definition`, for the lexicon
    page numbers, twice those with the word in a title.
    """
    for key, pages in sorted(part.facets.items()):
        yield "facets", key, pages
    for word, pages in sorted(part.words.items()):
        yield "lexicon", word, pages
    for term, by_field in sorted(part.postings.items()):
        # A term that only names have here gives no position; where another part has some, its frequencies mislead.
        if term in part.positions or not by_field.keys().isdisjoint(POSITIONED):
            by_section = part.positions.get(term, {})
            yield "positions", term, [_are_implied(by_section, by_field), by_section]
    for key, definitions in sorted(part.symbols.items()):
        yield "symbols", key, [list(astuple(definition)) for definition in definitions]
    for term, by_field in sorted(part.postings.items()):
        yield "terms", term, by_field


def _are_implied(positions: dict[int, list[int]], by_field: dict[int, dict[int, int]]) -> bool:
    """Say whether a term's frequencies tell how many positions it has in which sections."""
    frequencies: dict[int, int] = {}
    for fieldno in POSITIONED:
        for section, count in by_field.get(fieldno, {}).items():
            frequencies[section] = frequencies.get(section, 0) + count
    return len(frequencies) == len(positions) and all(
        len(positions.get(section, ())) == count for section, count in frequencies.items()
    )


def texts_digest(texts: list[str]) -> bytes:
    """Hash the texts of a page, to find pages that say the same."""
    return hashlib.sha256("\x00".join(texts).encode("utf-8", "replace")).digest()


def count_links(parts: Iterable[SpilledPart], urls: Set[str]) -> Counter[str]:
    """Count for some URLs the pages of all parts that link there; reads the parts' texts."""
    counts: Counter[str] = Counter()
    for part in parts:
        for _, texts in wire.decode_stream(part.records):
            counts.update(urls & {target for text in texts for target in _TARGET.findall(text)})
    return counts


def _acronyms(texts: list[str]) -> tuple[Acronym, ...]:
    """Give the acronyms that a page explains."""
    plain = "\n\n".join("".join(run for _, run in plain_text(text)) for text in texts if "(" in text)
    return tuple(sorted(set(find_acronyms(plain))))


def texts_of(part: SpilledPart, urls: Set[str]) -> Iterator[tuple[str, list[str]]]:
    """Give (URL, Markdown of its sections) of some pages of a part."""
    if any(page.url in urls for page in part.pages):
        for page, texts in wire.decode_stream(part.records):
            if page["url"] in urls:
                yield page["url"], texts


def section_digests(texts: list[str]) -> tuple[tuple[bytes, int], ...]:
    """Hash the words of each section of some length, links aside; see `PageSummary.sections`."""
    words_of = (_WORD.findall(_DESTINATION.sub("", text)) for text in texts)
    return tuple(
        (hashlib.sha256(" ".join(words).encode("utf-8", "replace")).digest()[:DIGEST_BYTES], len(words))
        for words in words_of
        if len(words) >= DIGESTED_WORDS
    )
