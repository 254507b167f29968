"""What does a reply say? The request it answers, its text, and what the replies of several tools share."""

from __future__ import annotations

__all__: list[str] = []
