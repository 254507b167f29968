"""Which sections come first? Scores of the sections and pages of each segment, merged over all of them."""

from __future__ import annotations

__all__: list[str] = []
