"""What fits into a reply? Estimates of tokens, steps down to fewer details, cuts, and cursors to go on from."""

from __future__ import annotations

__all__: list[str] = []
