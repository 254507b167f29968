"""Pause the garbage collector where its work finds nothing, and let it look seldom elsewhere.

The collector looks for objects that hold each other in a circle. Parsing, indexing and merging make millions of objects
that never do, and it would go through all of them again and again: a quarter of a build's time.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

NEW_OBJECTS = 100_000
"""Number of new objects after which a process that builds looks for circles, in place of 700. When a batch ends, it has
more of these, and hardly one is in a circle; so many take some twenty megabytes."""


def collect_seldom() -> None:
    """Have this process look for circles only when there are many new objects."""
    gc.set_threshold(NEW_OBJECTS, *gc.get_threshold()[1:])


@contextmanager
def collector_paused() -> Iterator[None]:
    """Pause the collector in the block, which must make no circles; what nothing holds is freed as always."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
