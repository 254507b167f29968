"""What does a page hold once a browser has run its scripts?"""

from __future__ import annotations

__all__: list[str] = []
