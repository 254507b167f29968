"""Put what results of batches say of each page on disk, where the build reads it when all pages are known.

In:    A BatchResult as it came from a worker.
Out:   The same with its records of pages on disk. Rejections, notices and faults, which people read, stay in memory.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple, replace
from typing import Any

from pinax_builder.batches import BatchResult
from pinax_builder.compact import Packed, Put, Row
from pinax_builder.comparison import Checks
from pinax_builder.gate import PageFigures
from pinax_builder.records import Record, Records
from pinax_builder.spooling.rows import summary_from_row, summary_to_row


def spooled(result: BatchResult, put: Put) -> BatchResult:
    """Return a result whose records of pages are on disk.

    Raises:
        OutputError: The disk is full or fails.
    """
    parts = (replace(part, pages=_packed(part.pages, summary_to_row, summary_from_row, put)) for part in result.parts)
    figures = _packed(result.figures, astuple, lambda row: PageFigures(*row), put)
    return replace(result, parts=tuple(parts), figures=figures, checks=_spooled_checks(result.checks, put))


def _spooled_checks(checks: Checks, put: Put) -> Checks:
    return replace(
        checks,
        compared=_packed(checks.compared, lambda url: (url,), lambda row: row[0], put),
        titles=_packed(checks.titles, _pair, _pair, put),
        lines=_packed(checks.lines, _pair, _pair, put),
    )


def _pair(row: Row) -> tuple[Any, Any]:
    return row[0], row[1]


def _packed(
    records: Records[Record], to_row: Callable[[Record], Row], from_row: Callable[[Row], Record], put: Put
) -> Records[Record]:
    return Packed(records, to_row, from_row, put) if len(records) else ()
