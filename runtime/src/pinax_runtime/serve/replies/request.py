"""One call of a tool, checked: what a handler gets."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pinax_runtime.search import Library
from pinax_runtime.serve.budget.cursors import call_hash, library_hash, read_cursor, write_cursor
from pinax_runtime.serve.budget.tokens import COST_PER_TOKEN
from pinax_runtime.serve.replies.freshness import Clock

if TYPE_CHECKING:
    from pinax_runtime.serve.live import LivePages


@dataclass(frozen=True, slots=True)
class ToolRequest:
    """A call whose arguments have been checked."""

    tool: str
    library: Library
    arguments: Mapping[str, Any]
    """Every argument of the tool; defaults where the caller gave none."""
    max_tokens: int
    """Most tokens of the reply."""
    ceiling: int
    """Most tokens that any call may ask for."""
    structured: bool = False
    """Whether the reply holds an object beside the text: both count."""
    now: Clock = time.time
    live: LivePages | None = None
    """Reads pages from their sites; None where that is not allowed."""
    edition: str = ""
    """Which text the reply is cut from, where that may change without the library."""

    @property
    def room(self) -> int:
        """Highest cost of the reply's text, with an object of the same cost beside it where that is wanted."""
        return self.max_tokens * COST_PER_TOKEN // self.copies

    @property
    def copies(self) -> int:
        """How many times a reply says the same."""
        return 2 if self.structured else 1

    @property
    def position(self) -> int:
        """Where the call's cursor continues; 0 without one.

        Raises:
            ToolError: invalid_args when the cursor does not belong to this call.
        """
        cursor = self.arguments.get("cursor")
        return read_cursor(cursor, *self._hashes()) if cursor else 0

    def cursor(self, position: int) -> str:
        """Give the cursor with which the same call continues at a position."""
        return write_cursor(position, *self._hashes())

    def costliest_cursor(self, last: int) -> str:
        """Give a text that costs at least what any cursor does up to a position, to keep room for it."""
        return "9" * len(self.cursor(last))

    def _hashes(self) -> tuple[str, str]:
        return call_hash(self.tool, self.arguments), library_hash(self.library.identity + self.edition)
