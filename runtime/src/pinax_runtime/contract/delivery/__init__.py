"""Deliver a bundle: write it into a folder whole, and sign it."""

from __future__ import annotations

__all__: list[str] = []
