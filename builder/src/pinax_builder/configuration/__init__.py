"""What is to be built? `pinax.toml`, its checks, its text, and the catalog of known sites."""

from __future__ import annotations

__all__: list[str] = []
