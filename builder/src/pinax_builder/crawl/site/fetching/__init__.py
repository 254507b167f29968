"""How is one address asked for within bounds of time and size?"""

from __future__ import annotations

__all__: list[str] = []
