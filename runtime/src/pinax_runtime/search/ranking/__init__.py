"""Which sections come first? The sections and pages of each segment are scored, and merged over all segments."""

from __future__ import annotations

__all__: list[str] = []
