"""Gate fetched pages: decode them, refuse what is broken or thin, drop what is there twice."""

from __future__ import annotations

from pinax_builder.gate.duplicates import collapse
from pinax_builder.gate.marked import leave_unmarked
from pinax_builder.gate.page import gate

__all__ = ["collapse", "gate", "leave_unmarked"]
