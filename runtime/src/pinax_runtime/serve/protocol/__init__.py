"""How does a client of the Model Context Protocol ask? The server, and its resources, prompts and completion."""

from __future__ import annotations

__all__: list[str] = []
