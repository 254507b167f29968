"""Show how a build goes on: a moving bar on a terminal, a plain line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from math import ceil
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

_PLAIN_SECONDS = 5.0
_RATED_SECONDS = 0.5
"""Length of a phase from which on its rate says something (seconds)."""


class BuildProgress:
    """Call it as `pipeline.Progress`; writes to stderr only."""

    def __init__(self, *, quiet: bool = False) -> None:
        self._last_line = self._last_call = time.monotonic()
        self._began: dict[str, float] = {}
        """When each phase of a docset began: with no page done, or when the one before was last heard of (seconds)."""
        self._quiet = quiet
        self._tasks: dict[str, TaskID] = {}
        self._bar = _bar() if sys.stderr.isatty() and not quiet else None

    def __enter__(self) -> BuildProgress:
        if self._bar:
            self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._bar:
            self._bar.stop()

    def __call__(self, name: str, done: int, listed: int, rejected: int) -> None:
        """Show how far one phase of a docset has come."""
        now = time.monotonic()
        seconds = now - self._began.setdefault(name, now if not done else self._last_call)
        rate = done / max(0.001, seconds)
        self._last_call = now
        said = [f"{rate:.0f} pages/s"] if seconds >= _RATED_SECONDS else []
        note = ", ".join(said + ([f"{rejected} rejected"] if rejected else []))
        if self._bar:
            if name not in self._tasks:
                self._tasks[name] = self._bar.add_task(name, total=listed, note=note)
            self._bar.update(self._tasks[name], completed=done, total=listed, note=note)
        elif not self._quiet and (done == listed or now - self._last_line > _PLAIN_SECONDS):
            self._last_line = now
            left = "" if done >= listed or not done else f", {_left((listed - done) / rate)} left"
            print(f"{name}: {done}/{listed} pages{note and ', '}{note}{left}", file=sys.stderr, flush=True)


def _bar() -> Progress:
    """Return the bar for a terminal; elsewhere what draws it is not imported."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(compact=True),
        TextColumn("{task.fields[note]}"),
    )
    return Progress(*columns, console=Console(stderr=True), transient=True)


def _left(seconds: float) -> str:
    """Return a time for people.

    >>> _left(4.2), _left(200)
    ('about 5 s', 'about 4 min')
    """
    return f"about {ceil(seconds)} s" if seconds < 100 else f"about {ceil(seconds / 60)} min"
