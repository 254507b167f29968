"""What do a docset's pages have in common, and what did they lose?"""

from __future__ import annotations

__all__: list[str] = []
