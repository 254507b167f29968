"""Convert records of pages to plain values, for the build cache and the disk, and back.

The values are texts, bytes and numbers, never pickled objects, so that a cache from elsewhere cannot run code.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple
from typing import Any

from pinax_builder.comparison import Checks
from pinax_builder.records import Acronym, Fault, PageSummary


def summary_to_row(page: PageSummary) -> list[Any]:
    """Return the plain values of a summary."""
    return [
        page.url,
        page.digest,
        page.canonical,
        page.marks_body,
        page.n_sections,
        page.sections,
        [text for acronym in page.acronyms for text in acronym],
        page.title,
        page.is_untranslated,
        page.language,
        page.is_built,
        page.shingles,
    ]


def summary_from_row(row: Sequence[Any]) -> PageSummary:
    """Undo `summary_to_row`."""
    url, digest, canonical, marks_body, n_sections, sections, acronyms, title, is_untranslated, *rest = row
    language, is_built, shingles = rest
    return PageSummary(
        url,
        digest,
        canonical,
        marks_body,
        n_sections,
        sections=sections,
        acronyms=tuple(map(Acronym, acronyms[::2], acronyms[1::2])),
        title=title,
        is_untranslated=is_untranslated,
        language=language,
        is_built=is_built,
        shingles=shingles,
    )


def checks_to_row(checks: Checks) -> list[Any]:
    """Return the plain values of checks."""
    faults = [[url, list(map(astuple, of_page))] for url, of_page in checks.faults]
    return [checks.compared, faults, checks.titles, checks.lines]


def checks_from_row(row: list[Any]) -> Checks:
    """Undo `checks_to_row`."""
    compared, faults, titles, lines = row
    return Checks(
        tuple(compared),
        tuple((url, tuple(_fault_from_row(fault) for fault in of_page)) for url, of_page in faults),
        tuple((url, title) for url, title in titles),
        tuple((url, digests) for url, digests in lines),
    )


def _fault_from_row(row: list[Any]) -> Fault:
    what, found, sought, is_warning, paths = row
    return Fault(what, found, sought, is_warning, tuple(paths))
