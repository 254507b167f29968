"""Define what a tool is: its name, its arguments, its handler, and the JSON schema of what it returns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pinax_runtime.tools.arguments import Argument, boolean, choice, input_schema, integer, string, strings
from pinax_runtime.tools.budget import MAX_CEILING, MIN_TOKENS
from pinax_runtime.tools.page_text import CHOICES
from pinax_runtime.tools.reply import ToolReply, ToolRequest

Schema = Mapping[str, Any]
"""A JSON schema."""

TEXT: Schema = {"type": "string"}
INTEGER: Schema = {"type": "integer"}
NUMBER: Schema = {"type": "number"}
OBJECT: Schema = {"type": "object"}
TEXTS: Schema = {"type": "array", "items": TEXT}
OBJECTS: Schema = {"type": "array", "items": OBJECT}

MARKDOWN: Schema = {
    "type": "object",
    "properties": {
        "source": TEXT,
        "text": TEXT,
        "outline": TEXT,
        "tokens_left": INTEGER,
        "cursor": TEXT,
        "cut_short": TEXT,
    },
    "required": ["source", "text"],
}
"""Schema of a reply that holds a text: its source, and the cursor that continues it."""


def list_of(key: str, item: Mapping[str, Schema], **more: Schema) -> Schema:
    """Return the schema of a reply that holds a list.

    Args:
        key: The member that holds the list.
        item: The members of an item.
        more: Further members of the reply.
    """
    items = {"type": "array", "items": {"type": "object", "properties": dict(item)}}
    cut = {"shortened": INTEGER, "truncated": {"type": "boolean"}, "cursor": TEXT, "cut_short": TEXT}
    properties = {key: items, "total": INTEGER, "fetched": TEXT, **more, **cut}
    return {"type": "object", "properties": properties, "required": [key, "total"]}


Group = Literal["pages", "tree", "search-fetch"]
"""Which tools a server may offer alone: those that read pages or section trees, or the pair of research agents."""
PAIR: Group = "search-fetch"
"""The pair of research agents, which is offered alone."""

DOCS = strings("docs", max_items=100)
"""Names of the docsets to look in."""
CURSOR = string("cursor", max_chars=500)
"""Continues a reply that was cut."""
MAX_TOKENS = integer("max_tokens", MIN_TOKENS, MAX_CEILING)
"""Longest reply (tokens); `Tool.bounded` sets the bounds of a server."""
DOC_ID = string("doc_id", required=True)
"""URL, path or id of the page to read."""
LINKS = choice("links", "targets of links to show", CHOICES)
"""How the targets of links are shown in a text."""
SORT = string("sort", "metadata to sort by, -name descending", max_chars=200)
"""How to order what was found, in place of its rank."""
LIVE = boolean("live", "Read it from its site now, not from the bundle")
"""Whether to read the page from its site; in the schema only where the server allows it."""


def limit(preset: int, maximum: int) -> Argument:
    """Make the argument for the largest number of items to return."""
    return integer("limit", 1, maximum, preset)


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
        """Return the arguments, with max_tokens between the least that a reply needs and the server's ceiling.

        A structured reply says everything twice, so it needs twice as much.
        """
        bounded = integer("max_tokens", MIN_TOKENS * 2 if structured else MIN_TOKENS, ceiling)
        return tuple(bounded if item is MAX_TOKENS else item for item in self.arguments)

    def schema(self, ceiling: int, structured: bool = False, live: bool = False) -> Mapping[str, Any]:
        """Return the JSON schema of the arguments; `live` says whether the server reads pages from their sites."""
        return input_schema([item for item in self.bounded(ceiling, structured) if item is not LIVE or live])
