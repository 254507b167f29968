"""What a server offers, whatever the transport."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pinax_runtime.search import Library, Shelf
from pinax_runtime.serve.budget.tokens import DEFAULT_CEILING
from pinax_runtime.serve.calls import Noting

if TYPE_CHECKING:
    from pinax_runtime.serve.live import LivePages


@dataclass(frozen=True, slots=True)
class Served:
    """What is answered from, and how."""

    library: Library | Shelf
    group: str = "all"
    """Which tools are offered."""
    ceiling: int = DEFAULT_CEILING
    """Most tokens of a reply."""
    structured: bool = False
    """Whether replies hold an object beside the text."""
    note: Noting | None = None
    """Makes notes of calls, if that is wanted."""
    log_file: Path | None = None
    """Where `note` writes, for the viewer."""
    live: LivePages | None = None
    """Reads pages from their sites, where that is allowed."""
