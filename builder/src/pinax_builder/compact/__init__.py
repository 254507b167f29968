"""Hold what a build knows of every page in little memory: packed records, and pages that share something with others.

Why:   docs/decisions/0215
"""

from pinax_builder.compact.packed import Again, OnDisk, Packed, Put, Row, in_memory
from pinax_builder.compact.shared_keys import akin, repeated

__all__ = ["Again", "OnDisk", "Packed", "Put", "Row", "akin", "in_memory", "repeated"]
