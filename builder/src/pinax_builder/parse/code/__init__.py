"""Source code as a tree: what is defined where, and what is said of it."""

from __future__ import annotations

from pinax_builder.parse.code.sections import code_sections

__all__ = ["code_sections"]
