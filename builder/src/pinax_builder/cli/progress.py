"""Show how a build goes on: a line that is written over itself on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import shutil
import sys
import time
from math import ceil
from types import TracebackType

_PLAIN_SECONDS = 5.0
_RATED_SECONDS = 0.5
"""Length of a phase from which on its rate says something (seconds)."""
_CLEARED = "\r\x1b[K"
"""Goes back to the begin of a terminal's line and clears it."""


class BuildProgress:
    """Call it as `pipeline.Progress`; writes to stderr only."""

    def __init__(self, *, quiet: bool = False) -> None:
        self._last_line = self._last_call = time.monotonic()
        self._began: dict[str, float] = {}
        """When each phase of a docset began: with no page done, or when the one before was last heard of (seconds)."""
        self._quiet = quiet
        self._is_rewritten = sys.stderr.isatty() and not quiet

    def __enter__(self) -> BuildProgress:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._is_rewritten:
            print(_CLEARED, end="", file=sys.stderr, flush=True)

    def __call__(self, name: str, done: int, listed: int, rejected: int) -> None:
        """Show how far one phase of a docset has come."""
        now = time.monotonic()
        seconds = now - self._began.setdefault(name, now if not done else self._last_call)
        rate = done / max(0.001, seconds)
        self._last_call = now
        said = [f"{name}: {done}/{listed} pages"]
        said += [f"{rate:.0f} pages/s"] if seconds >= _RATED_SECONDS else []
        said += [f"{rejected} rejected"] if rejected else []
        said += [f"{_left((listed - done) / rate)} left"] if 0 < done < listed else []
        line = ", ".join(said)
        if self._is_rewritten:
            width = shutil.get_terminal_size().columns - 1
            print(f"{_CLEARED}{line[:width]}", end="", file=sys.stderr, flush=True)
        elif not self._quiet and (done == listed or now - self._last_line > _PLAIN_SECONDS):
            self._last_line = now
            print(line, file=sys.stderr, flush=True)


def _left(seconds: float) -> str:
    """Return a time for people.

    >>> _left(4.2), _left(200)
    ('about 5 s', 'about 4 min')
    """
    return f"about {ceil(seconds)} s" if seconds < 100 else f"about {ceil(seconds / 60)} min"
