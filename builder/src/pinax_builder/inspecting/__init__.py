"""What does a bundle hold, and how does it differ from another one or from its sites?"""

from __future__ import annotations

__all__: list[str] = []
