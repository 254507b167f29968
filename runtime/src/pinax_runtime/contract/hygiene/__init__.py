"""What must not leave in a text? Characters that nobody sees, and secret keys."""

from __future__ import annotations

__all__: list[str] = []
