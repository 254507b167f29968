"""The figures of one site as a table: ours, Pagefind's, the ratio; then warm queries beside all peers."""

from __future__ import annotations

from typing import Any

Figures = dict[str, Any]
WIDTH = (34, 16, 16, 8)


def table(figures: Figures) -> str:
    """Set the figures of `measuring.measure` as text."""
    size, built, cold = figures["size"], figures["build"], figures["cold"]
    conditions = f"{figures['runs']} runs, {figures['cpus']} cores, load {figures['load_at_end']:.1f} at the end"
    lines = [
        f"{figures['site']}: {conditions}",
        _row("", "pinax", "pagefind", "ratio"),
        _compare("bundle, MB", size["pinax"]["bytes"] / 1e6, size["pagefind"]["bytes"] / 1e6),
        _compare("  against its index alone, MB", size["pinax"]["bytes"] / 1e6, size["pagefind_index"]["bytes"] / 1e6),
        _compare("files", size["pinax"]["files"], size["pagefind"]["files"]),
        *_builds(built["pinax"], built["pagefind"]),
        *_colds(cold["pinax"], cold["pagefind"]),
        f"  ({cold['pagefind_script_bytes'] / 1e3:.0f} kB of pagefind.js are not counted; it found nothing for "
        f"{cold['pagefind_without_hits']} of the queries)",
        "",
        *_warms(figures["warm"]),
        "",
        *_served(figures["serve"]),
    ]
    return "\n".join(lines)


def _builds(ours: Figures, theirs: Figures) -> list[str]:
    labels = {"wall_s": "build, s", "cpu_s": "build, s of CPU", "peak_mb": "build, peak MB"}
    return [
        _row(
            label,
            _noted(ours[key]),
            _noted(theirs[key]),
            f"{ours[key]['median'] / theirs[key]['median']:.2f}",
        )
        for key, label in labels.items()
    ]


def _colds(ours: Figures, theirs: Figures) -> list[str]:
    return [
        _compare(f"cold query, {label}, {name}", ours[key][name] / unit, theirs[key][name] / unit)
        for key, label, unit in (("files", "files", 1), ("bytes", "kB", 1e3), ("ms", "ms", 1))
        for name in ("median", "p95")
    ]


def _warms(warm: Figures) -> list[str]:
    ours = warm["pinax"]["p50_ms"]["median"]
    head = f"{'warm query':34}{'p50, ms':>16}{'p95, ms':>16}{'p50, ours to it':>17}{'resident MB':>13}"
    return [head] + [
        f"{name:34}{_noted(row['p50_ms'], 2):>16}{_noted(row['p95_ms'], 2):>16}"
        f"{ours / row['p50_ms']['median']:17.2f}{row['rss_mb']['median']:13.0f}"
        for name, row in warm.items()
    ]


def _served(serve: Figures) -> list[str]:
    started, after, trivial = (serve[f"{key}_mb"] for key in ("started", "after", "trivial_server"))
    return [
        f"pinax-runtime serve: {_noted(started)} MB resident when started, {_noted(after)} after the queries;",
        f"  a server on the same SDK that does nothing: {_noted(trivial)} MB",
    ]


def _compare(label: str, ours: float, theirs: float) -> str:
    return _row(label, _plain(ours), _plain(theirs), f"{ours / theirs:.2f}")


def _plain(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:,.2f}"


def _noted(value: Figures, digits: int = 1) -> str:
    return f"{value['median']:,.{digits}f} ±{value['noise']:.0%}"


def _row(*cells: str) -> str:
    return cells[0].ljust(WIDTH[0]) + "".join(
        cell.rjust(width) for cell, width in zip(cells[1:], WIDTH[1:], strict=True)
    )
