"""What does a result look like? Documents, outlines, ids, excerpts and counts of facets."""

from __future__ import annotations

__all__: list[str] = []
