"""What is markup made into before blocks are built? Code, call-outs, links, formulas, tabs, attributes."""

from __future__ import annotations

__all__: list[str] = []
