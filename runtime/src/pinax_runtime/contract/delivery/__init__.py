"""How does a bundle reach its readers? Put into a folder whole, and signed."""

from __future__ import annotations

__all__: list[str] = []
