"""Measure a bundle against limits: its size, coverage, dead links and golden queries.

In:    A bundle, and the report of its build where coverage counts.
Out:   One Measure for each figure, with its limit and whether it holds.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pinax_builder.errors import ReportError
from pinax_builder.inspecting.asking import failed_golden, worse_golden
from pinax_builder.inspecting.comparing import compare_files
from pinax_builder.inspecting.dead_links import DeadLink, dead_links
from pinax_builder.reading import manifests_of, open_entry
from pinax_builder.report import QuestionsReport
from pinax_runtime.format import Entry, cause_of

SHOWN = 20
"""Number of refused pages that are named."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a bundle must keep; None for no limit."""

    max_bytes: int | None = None
    min_coverage: float | None = None
    """Smallest share of its pages that each docset must have (percent)."""
    max_dead_links: int | None = None
    max_worse: int = 0
    """Most golden queries that may be answered worse with questions than without."""


@dataclass(frozen=True, slots=True)
class Measure:
    """One figure of a bundle."""

    name: str
    value: float
    limit: float | None
    holds: bool
    details: tuple[str, ...] = ()
    """What a person should look at first."""


def measure(bundle: Path, limits: Limits, report: Path | None = None) -> list[Measure]:
    """Measure a bundle.

    Args:
        bundle: Its folder.
        limits: What it must keep.
        report: What `pinax build --report` wrote of it; without it, coverage is not measured.

    Raises:
        BundleError: There is no bundle, or a file of it is damaged.
        ReportError: The report cannot be read.
    """
    size = compare_files(bundle, bundle).of_bytes
    dead = dead_links(bundle)
    measures = [Measure("bytes", size, limits.max_bytes, limits.max_bytes is None or size <= limits.max_bytes)]
    if report:
        value = _read(report)
        measures += [_coverage(docset, limits.min_coverage) for docset in value["docsets"]]
        measures += _of_questions(value.get("questions"))
    holds = limits.max_dead_links is None or len(dead) <= limits.max_dead_links
    measures.append(Measure("dead links", len(dead), limits.max_dead_links, holds, _named(dead)))
    return measures + _of_golden(bundle, limits.max_worse)


def _read(report: Path) -> dict[str, Any]:
    try:
        value = json.loads(report.read_text("utf-8"))
        docsets = [{**one, "name": str(one["name"]), "admitted": int(one["admitted"])} for one in value["docsets"]]
        questions = value.get("questions")
        return {"docsets": docsets, "questions": QuestionsReport(**questions) if questions else None}
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise ReportError(report, cause_of(error)) from error


def _of_questions(report: QuestionsReport | None) -> list[Measure]:
    """Return the share of pages with questions, and how many lines of the question file are stale or have no page."""
    if report is None:
        return []
    return [
        Measure("pages with questions (%)", round(report.share, 1), None, True),
        Measure("stale questions", len(report.stale), None, True, tuple(report.stale[:SHOWN])),
        Measure("questions without a page", len(report.gone), None, True, tuple(report.gone[:SHOWN])),
    ]


def _of_golden(bundle: Path, most: int) -> list[Measure]:
    """Ask the golden queries; where the bundle has questions, compare their hits with questions and without."""
    entry = open_entry(bundle)
    if not entry.golden:
        return []
    failed = failed_golden(bundle)
    measures = [Measure("golden queries not answered", len(failed), 0, not failed, tuple(failed))]
    if _has_questions(bundle, entry):
        worse = worse_golden(bundle, entry.golden)
        measures.append(
            Measure("golden queries worse with questions", len(worse), most, len(worse) <= most, tuple(worse))
        )
    return measures


def _has_questions(bundle: Path, entry: Entry) -> bool:
    manifests = (manifest for docset in entry.docsets for manifest in manifests_of(bundle, docset))
    return any(manifest.questions for manifest in manifests)


def _coverage(docset: Mapping[str, Any], least: float | None) -> Measure:
    """Return the share of a docset's pages that the bundle has; a page that says the same as another one counts."""
    refused = [one for one in docset.get("rejections", []) if not one.get("twin")]
    repeated = len(docset.get("rejections", [])) - len(refused)
    total = docset["admitted"] + repeated + len(refused)
    share = 100.0 * (total - len(refused)) / total if total else 0.0
    reasons = tuple(f"{one.get('reason', '?')}: {one.get('url', '?')}" for one in refused[:SHOWN])
    return Measure(
        f"coverage of {docset['name']} (%)", round(share, 1), least, least is None or share >= least, reasons
    )


def _named(dead: Sequence[DeadLink]) -> tuple[str, ...]:
    return tuple(f"{link.page} → {link.target}" for link in dead)
