"""The results as tables in Markdown: one per measure, sets down, engines across."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from quality.measures import NAMES
from quality.query_sets import QuerySet

OURS = "pinax"
Results = Mapping[tuple[str, str], Mapping[str, float]]
"""(set, engine) → measures."""


def tables(sets: Sequence[QuerySet], engines: Sequence[str], results: Results) -> str:
    """Set all measures."""
    return "\n\n".join(_table(measure, sets, engines, results) for measure in NAMES)


def _table(measure: str, sets: Sequence[QuerySet], engines: Sequence[str], results: Results) -> str:
    rows = [_set_row(one, measure, engines, results) for one in sets]
    head = f"| {measure} | n | {' | '.join(engines)} | best peer | ratio |"
    return "\n".join(
        (head, "|---|--:|" + "--:|" * (len(engines) + 2), *rows, *_mean_rows(measure, sets, engines, results))
    )


def _set_row(one: QuerySet, measure: str, engines: Sequence[str], results: Results) -> str:
    values = {engine: results[one.name, engine][measure] for engine in engines if (one.name, engine) in results}
    return _row(one.name, str(len(one.questions)), values, engines)


def _mean_rows(measure: str, sets: Sequence[QuerySet], engines: Sequence[str], results: Results) -> list[str]:
    """Average over the sets that all engines were asked; the best peer there is the best single one."""
    shared = [one for one in sets if all((one.name, engine) in results for engine in engines)]
    if not shared:
        return []
    means = {engine: sum(results[one.name, engine][measure] for one in shared) / len(shared) for engine in engines}
    return [_row(f"mean of {len(shared)} sets", "", means, engines)]


def _row(label: str, count: str, values: Mapping[str, float], engines: Sequence[str]) -> str:
    peers = {engine: value for engine, value in values.items() if engine != OURS}
    best = max(peers, key=lambda engine: peers[engine], default="")
    ratio = f"{values[OURS] / peers[best]:.3f}" if best and OURS in values and peers[best] else ""
    cells = [f"{values[engine]:.3f}" if engine in values else "" for engine in engines]
    return f"| {label} | {count} | {' | '.join(cells)} | {best} {peers.get(best, 0):.3f} | {ratio} |"
