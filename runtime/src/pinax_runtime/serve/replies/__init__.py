"""What does a reply say? The request it answers, its JSON text, and the pieces that several tools share."""

from __future__ import annotations

__all__: list[str] = []
