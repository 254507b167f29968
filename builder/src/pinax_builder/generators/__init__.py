"""Build a bundle after a site generator's own build."""

from __future__ import annotations

__all__: list[str] = []
