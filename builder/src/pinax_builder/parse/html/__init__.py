"""How does an HTML page become Markdown with a tree of sections?"""

from __future__ import annotations

__all__: list[str] = []
