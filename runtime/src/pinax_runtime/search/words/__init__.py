"""Which terms of a segment answer to each word of a query, and what was probably meant by an unknown word?"""

from __future__ import annotations

__all__: list[str] = []
