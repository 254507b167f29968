"""Which pages does a site name? One text format a module; none touches the network."""

from __future__ import annotations

__all__: list[str] = []
