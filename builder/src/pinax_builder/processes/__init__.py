"""How does work stay within its time, its memory and its process?"""

from __future__ import annotations

from pinax_builder.garbage import collector_paused
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
    isolated,
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
