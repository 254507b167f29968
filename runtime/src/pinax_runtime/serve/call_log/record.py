"""What the log says of one call."""

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
    """When the call arrived (milliseconds since 1970, UTC)."""
    transport: str
    """stdio, http or sse."""
    client: str
    """Name and version that the client states of itself."""
    tool: str
    arguments: str
    """The arguments as JSON, cut if long, with secrets redacted."""
    status: str
    """`ok`, or the code of the error."""
    message: str
    """The error's message; empty if there was no error."""
    reply_bytes: int
    """Size of the reply's text (bytes)."""
    tokens: int
    """Estimated number of tokens of the reply."""
    duration_ms: float
    """Time from the start of the call to its reply (milliseconds)."""


@dataclass(frozen=True, slots=True)
class LoggedCall:
    """A call in a log."""

    id: int
    """Number of the call in the log; it grows with every call."""
    call: CallRecord

    @property
    def at(self) -> datetime:
        """When the call arrived, in UTC."""
        return datetime.fromtimestamp(self.call.at_ms / 1000, UTC)

    def to_json(self) -> dict[str, Any]:
        """Return the call as a JSON object, with its time `at` as in RFC 3339."""
        members = asdict(self.call)
        del members["at_ms"]
        at = self.at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return {"id": self.id, "at": at, **members}
