"""One call of a tool, checked: what a handler gets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pinax_runtime.search import Library
from pinax_runtime.serve.cursors import call_hash, library_hash, read_cursor, write_cursor
from pinax_runtime.serve.tokens import BYTES_PER_TOKEN


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

    @property
    def room(self) -> int:
        """Most bytes of the reply."""
        return self.max_tokens * BYTES_PER_TOKEN

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

    def _hashes(self) -> tuple[str, str]:
        return call_hash(self.tool, self.arguments), library_hash(self.library.identity)
