"""What does the Model Context Protocol ask for besides tools? The server, resources, prompts and completion."""

from __future__ import annotations

__all__: list[str] = []
