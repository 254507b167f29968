"""How does a Markdown file become clean Markdown with a tree of sections?"""

from __future__ import annotations

__all__: list[str] = []
