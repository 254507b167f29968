"""What of a page's content does its Markdown not have?"""

from __future__ import annotations

__all__: list[str] = []
