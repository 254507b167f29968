"""One call, as it is logged."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

OK = "ok"
"""Status of a call that was answered; any other status is the code of an error."""


@dataclass(frozen=True, slots=True)
class CallRecord:
    """A call that was answered."""

    at_ms: int
    """When it came (milliseconds since 1970, UTC)."""
    transport: str
    """stdio, http or sse."""
    client: str
    """Who called, as it names itself."""
    tool: str
    arguments: str
    """As JSON, cut if long, without what looks like a secret."""
    status: str
    """`ok`, or the code of the error."""
    message: str
    """Of the error; empty if there was none."""
    reply_bytes: int
    tokens: int
    """What the reply costs a model (estimated, as budgets are)."""
    duration_ms: float
    """From when it was begun to its reply."""


@dataclass(frozen=True, slots=True)
class LoggedCall:
    """A call that stands in a log."""

    id: int
    """Grows with every call that is logged."""
    call: CallRecord

    @property
    def at(self) -> datetime:
        """When it came, in UTC."""
        return datetime.fromtimestamp(self.call.at_ms / 1000, UTC)

    def to_json(self) -> dict[str, Any]:
        """Give its members; `at` as RFC 3339 has it."""
        members = asdict(self.call)
        del members["at_ms"]
        at = self.at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return {"id": self.id, "at": at, **members}
