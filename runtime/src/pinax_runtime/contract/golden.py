"""Golden queries: questions that a bundle says it answers, each with the page or section that has to be found.

Spec:  docs/format.md, section 3.2.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

WITHIN = 5
"""Number of first hits among which the answer has to be, unless the query says otherwise."""
MAX_WITHIN = 100
"""Largest number of hits that a query may ask for."""
MAX_QUERIES = 1_000
"""Number of golden queries of a bundle."""
MAX_CHARS = 1_000
"""Length of a query or of an address, in characters."""


@dataclass(frozen=True, slots=True)
class Golden:
    """One golden query."""

    query: str
    expect: str
    """URL of a page, or its path below the docset's; with a fragment, of a section."""
    docs: str = ""
    """Name of the docset that is asked; empty for all."""
    within: int = WITHIN

    def to_json(self) -> dict[str, Any]:
        """Return the plain values; what is usual is left out."""
        value: dict[str, Any] = {"query": self.query, "expect": self.expect}
        if self.docs:
            value["docs"] = self.docs
        if self.within != WITHIN:
            value["within"] = self.within
        return value

    @classmethod
    def from_json(cls, value: Any) -> Golden:
        """Check the plain values.

        Raises:
            ValueError: A member is missing, of another type or out of range.
        """
        if not isinstance(value, dict):
            raise ValueError("a golden query is not an object")
        found = cls(value.get("query", ""), value.get("expect", ""), value.get("docs", ""), value.get("within", WITHIN))
        texts = (found.query, found.expect, found.docs)
        if not all(isinstance(text, str) and len(text) <= MAX_CHARS for text in texts):
            raise ValueError("a golden query has a member that is no string or too long")
        if not found.query.strip() or not found.expect.strip():
            raise ValueError("a golden query lacks `query` or `expect`")
        if type(found.within) is not int or not 1 <= found.within <= MAX_WITHIN:
            raise ValueError(f"`within` of a golden query is no whole number from 1 to {MAX_WITHIN}")
        "".join(texts).encode()  # half a surrogate pair cannot be
        return found
