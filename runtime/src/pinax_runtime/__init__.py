"""Serve a bundle to agents: lazy, verified, offline."""

__all__: list[str] = []
