"""What does a file of source code define, and what do its comments say of it?"""

from __future__ import annotations

__all__: list[str] = []
