"""What a tool replies: a text, and the same as an object for clients that want one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pinax_runtime.serve.budget import cost, tokens_in


def compact(value: Any) -> str:
    """Return JSON without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class ToolReply:
    """The reply to one call of a tool."""

    text: str
    structured: Mapping[str, Any] | None = None
    """The object that the tool's output schema describes; None unless the server was started with --structured."""
    is_error: bool = False
    """Whether the text is an error instead of what was asked for."""

    @property
    def tokens(self) -> int:
        """Estimated number of tokens that a model reads, text and object together."""
        return tokens_in(cost(self.text) + (cost(compact(self.structured)) if self.structured else 0))
