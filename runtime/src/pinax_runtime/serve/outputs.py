"""Describe, as JSON schemas, the objects that tools return beside their texts.

Rules: the schema of a list's item names its members but requires none, because an item may be shortened.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

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
