"""Time queries that were not asked before, in one process; ours and the Python peers' are timed by the same lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter, process_time


def time_unasked(search: Callable[[str], object], queries: Sequence[str], n_before: int) -> dict[str, list[float]]:
    """Ask every query once, the first ones to warm up.

    Args:
        search: Answers a query.
        queries: To ask, each another.
        n_before: How many of them are asked without being timed.

    Returns:
        Milliseconds of wall time and of processor time for each of the others.
    """
    for query in queries[:n_before]:
        search(query)
    walls, cpus = [], []
    for query in queries[n_before:]:
        wall, cpu = perf_counter(), process_time()
        search(query)
        cpus.append((process_time() - cpu) * 1000)
        walls.append((perf_counter() - wall) * 1000)
    return {"wall": walls, "cpu": cpus}
