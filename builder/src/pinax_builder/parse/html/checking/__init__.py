"""Check whether the Markdown of a page lacks content that the page shows."""

from __future__ import annotations

__all__: list[str] = []
