"""Judge how work grows with its input, by CPU time at two sizes of one run: no clock on the wall, no absolute time."""

from __future__ import annotations

from collections.abc import Callable
from time import thread_time

_TIMES_LARGER = 8
_MOST = 3 * _TIMES_LARGER
"""Work in proportion grows about 8 times, with a logarithm 10 times, squared 64 times."""
_RUNS = 3
_RESOLUTION_S = 0.001
"""Less CPU time than this says nothing, and counts as this much."""


def assert_in_proportion(work: Callable[[int], object], size: int) -> None:
    """Assert that work at a size costs at most 24 times what it costs at an eighth of that size.

    Args:
        work: Does the work for an input of the size that it is given.
        size: The larger one, in whatever the input is counted in.
    """
    small = max(_RESOLUTION_S, _cpu_s(work, size // _TIMES_LARGER))
    large = _cpu_s(work, size)
    assert large < _MOST * small, f"{_TIMES_LARGER} times the input takes {large / small:.0f} times the CPU time"


def _cpu_s(work: Callable[[int], object], size: int) -> float:
    """Measure the CPU time (seconds) of this thread, the least of a few runs."""
    least = float("inf")
    for _ in range(_RUNS):
        began = thread_time()
        work(size)
        least = min(least, thread_time() - began)
    return least
