"""What fits into a reply? Estimated tokens, shorter forms of items, cuts in texts, and cursors that continue them."""

from __future__ import annotations

from pinax_runtime.serve.budget.cursors import call_hash, library_hash, read_cursor, write_cursor
from pinax_runtime.serve.budget.cutting import Piece, cut
from pinax_runtime.serve.budget.stepping import Fitted, Form, Item, fit
from pinax_runtime.serve.budget.tokens import (
    COST_PER_TOKEN,
    DEFAULT_CEILING,
    MAX_CEILING,
    MIN_TOKENS,
    cost,
    estimate,
    tokens_in,
)

__all__ = [
    "COST_PER_TOKEN",
    "DEFAULT_CEILING",
    "MAX_CEILING",
    "MIN_TOKENS",
    "Fitted",
    "Form",
    "Item",
    "Piece",
    "call_hash",
    "cost",
    "cut",
    "estimate",
    "fit",
    "library_hash",
    "read_cursor",
    "tokens_in",
    "write_cursor",
]
