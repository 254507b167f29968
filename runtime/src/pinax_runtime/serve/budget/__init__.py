"""What fits into a reply? Estimated tokens, shorter forms of items, cuts in texts, and cursors that continue them."""

from __future__ import annotations

__all__: list[str] = []
