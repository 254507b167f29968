"""What a tool is: a row of data with a handler."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from pinax_runtime.serve.arguments import Argument, Integer, Switch, Text, Texts, input_schema
from pinax_runtime.serve.budget.tokens import MIN_TOKENS
from pinax_runtime.serve.outputs import Schema
from pinax_runtime.serve.replies.answer import Answer
from pinax_runtime.serve.replies.request import ToolRequest

Group = Literal["pages", "tree"]

DOCS = Texts("docs", max_items=100)
CURSOR = Text("cursor", max_chars=500)
MAX_TOKENS = Integer("max_tokens", minimum=MIN_TOKENS)
"""Its maximum is the server's ceiling."""
DOC_ID = Text("doc_id", required=True)
LIVE = Switch("live", "Read it from its site now, not from the bundle")
"""Shown where the server reads pages live."""


def limit(preset: int, maximum: int) -> Integer:
    """Make the argument that says how many items to give."""
    return Integer("limit", minimum=1, maximum=maximum, preset=preset)


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool that agents can call. All are read-only."""

    name: str
    group: Group
    description: str
    arguments: tuple[Argument, ...]
    handler: Callable[[ToolRequest], Answer]
    """Gives the answer; raises ToolError."""
    output: Schema
    """JSON schema of the object that the answer holds where one is wanted."""

    def bounded(self, ceiling: int, structured: bool = False) -> tuple[Argument, ...]:
        """Give the arguments as they are under a ceiling of tokens; what says all twice needs twice the least."""
        least = MIN_TOKENS * 2 if structured else MIN_TOKENS
        bounded = replace(MAX_TOKENS, minimum=least, maximum=ceiling)
        return tuple(bounded if item is MAX_TOKENS else item for item in self.arguments)

    def schema(self, ceiling: int, structured: bool = False, live: bool = False) -> Mapping[str, Any]:
        """Give the JSON schema of the arguments that a server takes; it reads pages live, or not."""
        return input_schema([item for item in self.bounded(ceiling, structured) if item is not LIVE or live])
