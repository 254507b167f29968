"""What a tool gives back: a text, and the same as an object for clients that want one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Answer:
    """The reply of a tool that did what it was asked."""

    text: str
    structured: Mapping[str, Any] | None = None
    """What the tool's output schema describes; None unless the server was started with --structured."""
