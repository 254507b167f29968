"""What was asked? The words, quoted phrases and names of a query, and which of its words are common ones."""

from __future__ import annotations

__all__: list[str] = []
