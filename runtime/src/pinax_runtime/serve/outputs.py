"""Describe the objects that tools give beside their texts, as JSON schemas.

Rules: a list's items name what they may hold and require nothing: an item may be cut to what tells it from others.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Schema = Mapping[str, Any]

TEXT: Schema = {"type": "string"}
INTEGER: Schema = {"type": "integer"}
NUMBER: Schema = {"type": "number"}
OBJECT: Schema = {"type": "object"}
TEXTS: Schema = {"type": "array", "items": TEXT}

MARKDOWN: Schema = {
    "type": "object",
    "properties": {"source": TEXT, "text": TEXT, "outline": TEXT, "tokens_left": INTEGER, "cursor": TEXT},
    "required": ["source", "text"],
}
"""A text: where it is from, and how to go on."""


def list_of(key: str, item: Mapping[str, Schema], **more: Schema) -> Schema:
    """Describe a list: its items, how many there are, and what is said besides."""
    items = {"type": "array", "items": {"type": "object", "properties": dict(item)}}
    cut = {"shortened": INTEGER, "truncated": {"type": "boolean"}, "cursor": TEXT}
    properties = {key: items, "total": INTEGER, "fetched": TEXT, **more, **cut}
    return {"type": "object", "properties": properties, "required": [key, "total"]}
