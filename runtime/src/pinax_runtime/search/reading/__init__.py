"""Where do bytes come from? Sources, verified files, tables of shards and one segment opened lazily."""

from __future__ import annotations

__all__: list[str] = []
