"""Segment pages: index the pages of a batch, and write one part for each language to disk.

In:    Page records of one batch, in URL order.
Out:   SpilledPart records; together they hold every page once.
Spec:  docs/format.md, sections 6 and 10.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from pinax_builder.records import Page, SpilledPart
from pinax_builder.segment.index import index_pages
from pinax_builder.segment.plain_text import plain_sections
from pinax_builder.segment.prior import compiled_pages, demote
from pinax_builder.segment.spill import count_links, spill
from pinax_builder.segment.synonyms import add_synonyms, explained_acronyms
from pinax_builder.segment.vocabulary import bound_vocabularies, forget_vocabularies, vocabulary
from pinax_runtime.text import algorithm, analyzer

__all__ = [
    "add_synonyms",
    "bound_vocabularies",
    "compiled_pages",
    "count_links",
    "demote",
    "explained_acronyms",
    "forget_vocabularies",
    "plain_sections",
    "segment",
    "vocabulary",
]


def segment(pages: list[Page], stem: Path, base_url: str, default_language: str) -> list[SpilledPart]:
    """Index a batch of pages and write the parts beside `stem`.

    Args:
        pages: In URL order.
        stem: Path without extension, unique to the batch; the language is appended.
        base_url: URL of the docset; may be empty.
        default_language: Language of pages that name none (BCP 47 primary subtag).
    """
    by_language: dict[str, list[Page]] = defaultdict(list)
    for page in pages:
        by_language[page.language or default_language].append(page)
    parts = []
    for language, group in sorted(by_language.items()):
        name = algorithm(language)
        part = index_pages(group, analyzer(name), base_url)
        path = stem.with_name(f"{stem.name}-{language}")
        parts.append(spill(part, path, language, name, group))
    return parts
