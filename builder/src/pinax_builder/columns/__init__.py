"""Keep numbers in columns, and what a part's keys have in blocks of columns.

Why:   docs/decisions/0004
"""

from pinax_builder.columns.arrays import (
    FIELD_BITS,
    AnyNumbers,
    Flags,
    Lists,
    Numbers,
    as_numbers,
    changes,
    narrow,
    within,
)
from pinax_builder.columns.blocks import Block, Group, joined
from pinax_builder.columns.single_threaded import np

__all__ = [
    "FIELD_BITS",
    "AnyNumbers",
    "Block",
    "Flags",
    "Group",
    "Lists",
    "Numbers",
    "as_numbers",
    "changes",
    "joined",
    "narrow",
    "np",
    "within",
]
