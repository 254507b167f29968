"""Find what a text must not carry: characters that nobody sees, and secret keys."""

from __future__ import annotations

__all__: list[str] = []
