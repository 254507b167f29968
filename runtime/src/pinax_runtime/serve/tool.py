"""What a tool is: its name, description, arguments, handler and output schema."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from pinax_runtime.serve.arguments import Argument, Boolean, Choice, Integer, Text, TextList, input_schema
from pinax_runtime.serve.budget import MIN_TOKENS
from pinax_runtime.serve.outputs import Schema
from pinax_runtime.serve.replies import CHOICES, ToolReply, ToolRequest

Group = Literal["pages", "tree", "search-fetch"]
"""Which tools a server may offer alone: those that read pages or section trees, or the pair of research agents."""
PAIR: Group = "search-fetch"
"""The pair of research agents, which is offered alone."""

DOCS = TextList("docs", max_items=100)
"""Names of the docsets to look in."""
CURSOR = Text("cursor", max_chars=500)
"""Continues a reply that was cut."""
MAX_TOKENS = Integer("max_tokens", minimum=MIN_TOKENS)
"""Longest reply (tokens); `Tool.bounded` sets its maximum to the server's ceiling."""
DOC_ID = Text("doc_id", required=True)
"""URL, path or id of the page to read."""
LINKS = Choice("links", "targets of links to show", choices=CHOICES)
"""How the targets of links are shown in a text."""
SORT = Text("sort", "metadata to sort by, -name descending", max_chars=200)
"""How to order what was found, in place of its rank."""
LIVE = Boolean("live", "Read it from its site now, not from the bundle")
"""Whether to read the page from its site; in the schema only where the server allows it."""


def limit(preset: int, maximum: int) -> Integer:
    """Make the argument for the largest number of items to return."""
    return Integer("limit", minimum=1, maximum=maximum, preset=preset)


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool that agents can call. Every tool is read-only."""

    name: str
    title: str
    """Name for people."""
    group: Group
    description: str
    arguments: tuple[Argument, ...]
    handler: Callable[[ToolRequest], ToolReply]
    """Returns the reply; raises ToolError."""
    output: Schema
    """JSON schema of the object that stands beside the reply's text on servers with --structured."""
    is_first: bool = False
    """Whether an agent mostly begins with this tool, so that clients should have it loaded at once."""

    def bounded(self, ceiling: int, structured: bool = False) -> tuple[Argument, ...]:
        """Return the arguments with the bounds of max_tokens under a server's ceiling.

        A structured reply says everything twice, so its smallest budget is twice as large.
        """
        least = MIN_TOKENS * 2 if structured else MIN_TOKENS
        bounded = replace(MAX_TOKENS, minimum=least, maximum=ceiling)
        return tuple(bounded if item is MAX_TOKENS else item for item in self.arguments)

    def schema(self, ceiling: int, structured: bool = False, live: bool = False) -> Mapping[str, Any]:
        """Return the JSON schema of the arguments; `live` says whether the server reads pages from their sites."""
        return input_schema([item for item in self.bounded(ceiling, structured) if item is not LIVE or live])
