"""What the handler of a tool receives: one call whose arguments were checked."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pinax_runtime.search import Library
from pinax_runtime.serve.budget import COST_PER_TOKEN, call_hash, library_hash, read_cursor, write_cursor
from pinax_runtime.serve.replies.freshness import Clock

if TYPE_CHECKING:
    from pinax_runtime.serve.live import LivePages


@dataclass(frozen=True, slots=True)
class ToolRequest:
    """A call whose arguments have been checked."""

    tool: str
    library: Library
    arguments: Mapping[str, Any]
    """The value of every argument of the tool: the caller's, or the default."""
    max_tokens: int
    """Longest reply to this call (tokens)."""
    ceiling: int
    """Longest reply that any call may ask for (tokens)."""
    structured: bool = False
    """Whether the reply holds an object beside the text; both count against the budget."""
    now: Clock = time.time
    """Returns the time from which ages are counted."""
    live: LivePages | None = None
    """Reads pages from their sites; None where that is not allowed."""
    edition: str = ""
    """Identity of a text that may change although the library does not, such as a live page; part of cursors."""

    @property
    def room(self) -> int:
        """Highest cost of the reply's text; half of the budget if an object stands beside it."""
        return self.max_tokens * COST_PER_TOKEN // self.copies

    @property
    def copies(self) -> int:
        """How many times the reply says the same: as a text, and as an object."""
        return 2 if self.structured else 1

    @property
    def position(self) -> int:
        """The position from which the call's cursor continues; 0 without a cursor.

        Raises:
            ToolError: invalid_args when the cursor does not belong to this call.
        """
        cursor = self.arguments.get("cursor")
        return read_cursor(cursor, *self._hashes()) if cursor else 0

    def cursor(self, position: int) -> str:
        """Return the cursor with which the same call continues at a position."""
        return write_cursor(position, *self._hashes())

    def costliest_cursor(self, last: int) -> str:
        """Return a text that costs at least as much as the cursor of any position up to `last`."""
        return "9" * len(self.cursor(last))

    def _hashes(self) -> tuple[str, str]:
        return call_hash(self.tool, self.arguments), library_hash(self.library.identity + self.edition)
