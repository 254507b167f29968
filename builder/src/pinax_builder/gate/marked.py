"""Leave out the pages that a site left out: once one page marks its content for Pagefind, the others are chrome."""

from __future__ import annotations

from collections.abc import Iterable

from pinax_builder.records import PageSummary, Rejection


def leave_unmarked(pages: Iterable[PageSummary]) -> list[Rejection]:
    """Choose the pages without `data-pagefind-body`, if any page has it; none otherwise. In the order given."""
    if not any(page.marks_body for page in pages):
        return []
    detail = "Other pages of the site mark their content with data-pagefind-body; this one does not."
    return [Rejection(page.url, "gate", "no_pagefind_body", detail) for page in pages if page.marks_body is False]
