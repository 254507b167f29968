"""Convert other formats into HTML or Markdown, and let the readers of those make the page.

Rules: the words of the source are kept; its layout is not. Nothing that a document names is opened, fetched or run.
"""

from __future__ import annotations

__all__: list[str] = []
