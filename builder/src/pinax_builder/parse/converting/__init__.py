"""Convert other formats into HTML or Markdown, which their readers then turn into pages.

Rules: the words of the source are kept; its layout is not. Nothing that a document refers to is opened, fetched or run.
Why:   docs/decisions/0160
"""

from __future__ import annotations

__all__: list[str] = []
