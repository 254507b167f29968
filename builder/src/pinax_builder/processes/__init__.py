"""How does work stay within its time, its memory and its process?

What it offers is imported when it is asked for, so that a command starts without what only builds need.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pinax_builder.processes.garbage import collect_seldom, collector_paused
    from pinax_builder.processes.isolating import isolated
    from pinax_builder.processes.memory import (
        HELD_SHARE,
        USUAL_MB,
        Held,
        give_back,
        holds_more_than,
        most_workers,
        one_at_a_time,
        own_bytes,
        worker_bytes,
    )
    from pinax_builder.processes.workers import (
        InlineExecutor,
        PageTooSlowError,
        ProcessPool,
        WorkerLostError,
        alarms_heard,
        in_order,
        time_limit,
    )

__all__ = [
    "HELD_SHARE",
    "USUAL_MB",
    "Held",
    "InlineExecutor",
    "PageTooSlowError",
    "ProcessPool",
    "WorkerLostError",
    "alarms_heard",
    "collect_seldom",
    "collector_paused",
    "give_back",
    "holds_more_than",
    "in_order",
    "isolated",
    "most_workers",
    "one_at_a_time",
    "own_bytes",
    "time_limit",
    "worker_bytes",
]

_NAMES = {
    "garbage": "collect_seldom collector_paused",
    "isolating": "isolated",
    "memory": "HELD_SHARE USUAL_MB Held give_back holds_more_than most_workers one_at_a_time own_bytes worker_bytes",
    "workers": "InlineExecutor PageTooSlowError ProcessPool WorkerLostError alarms_heard in_order time_limit",
}
"""Module → the names that are imported from it when they are asked for."""
_PLACES = {name: module for module, names in _NAMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
