"""How does work stay within its time, its memory and its process?"""

from __future__ import annotations

__all__: list[str] = []
