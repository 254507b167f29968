"""Write what CI systems and people read: measures as JUnit's cases, measures and differences as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from pinax_builder.report import QuestionsReport

if TYPE_CHECKING:  # every build imports this module
    from pinax_builder.inspecting.comparing import DocsetChange, Upload
    from pinax_builder.inspecting.gating import Measure

SHOWN = 20
"""Pages that are named of each kind of change, or of a failure, so that a comment stays readable."""


def sentence(measure: Measure) -> str:
    """Say how a figure compares with its limit."""
    figure = f"{measure.name}: {_figure(measure, measure.value)}"
    if measure.limit is None:
        return figure
    where = "within" if measure.holds else "below" if measure.value < measure.limit else "beyond"
    return f"{figure}, {where} the limit of {_figure(measure, measure.limit)}"


def _figure(measure: Measure, value: float) -> str:
    if measure.name != "bytes" or value < 1_000:
        return f"{value:,g}"
    return f"{round(value):,} ({size_text(round(value))})"


def size_text(n_bytes: int) -> str:
    """Write a size for a person.

    >>> size_text(3_636), size_text(12_340_000)
    ('4 KB', '12.3 MB')
    """
    return f"{n_bytes / 1e6:.1f} MB" if n_bytes >= 1_000_000 else f"{-(-n_bytes // 1000)} KB"


def questions_sentence(report: QuestionsReport) -> str:
    """Say how a question file fits the pages."""
    return (
        f"{report.asked} of {report.pages} pages have questions ({report.share:.0f} %); {len(report.stale)} lines are "
        f"stale, {len(report.gone)} have no page"
    )


def junit(measures: Sequence[Measure]) -> str:
    """Write a test suite with a case for each figure."""
    n_failed = sum(not measure.holds for measure in measures)
    suite = ElementTree.Element("testsuite", name="pinax gate", tests=str(len(measures)), failures=str(n_failed))
    for measure in measures:
        case = ElementTree.SubElement(suite, "testcase", {"classname": "gate", "name": _printable(measure.name)})
        if not measure.holds:
            failure = ElementTree.SubElement(case, "failure", message=_printable(sentence(measure)))
            failure.text = "\n".join(map(_printable, first_of(measure.details)))
    ElementTree.indent(suite)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(suite, encoding="unicode") + "\n"


def measures_as_markdown(measures: Sequence[Measure]) -> str:
    """Write a table of all figures, and what to look at below those that are beyond their limits."""
    broken = [measure for measure in measures if not measure.holds]
    lines = [f"## Bundle: {'beyond ' + str(len(broken)) + ' limits' if broken else 'within its limits'}", ""]
    lines += ["| | Figure | Limit |", "|---|--:|--:|"]
    for measure in measures:
        limit = "" if measure.limit is None else f"{measure.limit:,g}"
        value = f"{measure.value:,g}" if measure.holds else f"**{measure.value:,g}**"
        lines.append(f"| {_cell(measure.name)} | {value} | {limit} |")
    for measure in broken:
        lines += ["", *(f"- {_cell(detail)}" for detail in first_of(measure.details))]
    return "\n".join(lines) + "\n"


def first_of(details: Sequence[str]) -> list[str]:
    """Return the first details, and how many more there are."""
    more = len(details) - SHOWN
    return [*details[:SHOWN], *([f"and {more:,} more"] if more > 0 else [])]


def changes_as_markdown(changes: Sequence[DocsetChange], upload: Upload) -> str:
    """Write what changed from one bundle to another, for a comment on a change."""
    lines = [
        "## Documentation for agents",
        "",
        "| Docset | Added | Removed | Changed | As before |",
        "|---|--:|--:|--:|--:|",
    ]
    for change in changes:
        counts = (len(change.added), len(change.removed), len(change.changed), change.same)
        lines.append(f"| {_cell(change.name)} | {' | '.join(map(str, counts))} |")
    for title, sign, pages in (
        ("Added", "+", [url for change in changes for url in change.added]),
        ("Removed", "-", [url for change in changes for url in change.removed]),
        ("Changed", "~", [page.url for change in changes for page in change.changed]),
    ):
        if pages:
            lines += ["", f"<details><summary>{title}: {len(pages)}</summary>", ""]
            lines += [f"- `{sign} {_cell(url)}`" for url in pages[:SHOWN]]
            lines += [f"- and {len(pages) - SHOWN} more"] * (len(pages) > SHOWN)
            lines += ["", "</details>"]
    lines += ["", f"To upload: {upload.size_bytes:,} bytes of {upload.of_bytes:,}, in {len(upload.files) + 1:,} files."]
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    """Keep a text within one cell, and from being read as HTML or the end of a code span."""
    plain = " ".join(text.split()).replace("|", "\\|").replace("`", "'")
    return plain.replace("<", "&lt;")


def _printable(text: str) -> str:
    """Leave out control characters, which XML cannot hold."""
    return "".join(character for character in text if character.isprintable())
