"""Which part of an HTML page is its content, and which is chrome?"""

from __future__ import annotations

__all__: list[str] = []
