"""What a server offers to its clients, over any transport."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pinax_runtime.search import Library, Shelf
from pinax_runtime.serve.budget import DEFAULT_CEILING
from pinax_runtime.serve.calls import CallRecorder
from pinax_runtime.serve.turns import DEFAULT_SECONDS

if TYPE_CHECKING:
    from pinax_runtime.serve.live import LivePages


@dataclass(frozen=True, slots=True)
class Served:
    """A library with the options of the server that answers from it."""

    library: Library | Shelf
    group: str = "all"
    """Which tools are offered: all, pages, tree or search-fetch."""
    ceiling: int = DEFAULT_CEILING
    """Longest reply that a call may ask for (tokens)."""
    seconds: float = DEFAULT_SECONDS
    """Time of a call (seconds), after which it ends with what it has."""
    structured: bool = False
    """Whether replies hold an object beside the text."""
    recorder: CallRecorder | None = None
    """Records calls in a log; None where there is no log."""
    log_file: Path | None = None
    """The file of that log, which the viewer reads."""
    live: LivePages | None = None
    """Reads pages from their sites; None where that is not allowed."""
