"""Which blocks does the content consist of, and how does each read in Markdown?"""

from __future__ import annotations

__all__: list[str] = []
