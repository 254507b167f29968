"""Compare a docset's pages with one another, and with the sections made of them."""

from __future__ import annotations

__all__: list[str] = []
