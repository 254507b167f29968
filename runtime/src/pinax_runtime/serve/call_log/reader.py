"""Read a call log: the latest calls, the calls since one of them, and their totals."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from threading import Lock
from typing import Any

from pinax_runtime.serve.call_log.opening import CallLogError, open_for_reading
from pinax_runtime.serve.call_log.record import OK, CallRecord, LoggedCall

ERRORS = "error"
"""Status in a filter that stands for all errors."""
MAX_CALLS = 1_000
"""Number of calls that one query returns at most."""

_COLUMNS = ", ".join(("id", *(field.name for field in fields(CallRecord))))


@dataclass(frozen=True, slots=True)
class CallFilter:
    """Which calls to read; an empty member filters nothing."""

    tool: str = ""
    status: str = ""
    """`ok`, `error` for all errors, or the code of an error."""
    client: str = ""
    """Text that the client's name contains, in any case."""
    text: str = ""
    """Text that the arguments or the error's message contain, in any case."""
    since_ms: int = 0
    """Earliest time (milliseconds since 1970)."""


@dataclass(frozen=True, slots=True)
class CallSummary:
    """Totals of some calls."""

    calls: int
    errors: int
    tokens: int
    reply_bytes: int
    median_ms: float
    p95_ms: float
    tools: dict[str, int]
    """Number of calls of each tool, the most frequent first."""
    statuses: dict[str, int]
    """Number of calls with each status, the most frequent first."""
    lost: int
    """Number of calls that could not be logged; the filter does not apply to these."""


class CallLogReader:
    """Reads a log, from any thread, while others write it."""

    def __init__(self, path: Path) -> None:
        """Open a log.

        Raises:
            CallLogError: There is no log, or it cannot be read. Every method may raise it.
        """
        self.path = path
        self._connection = open_for_reading(path)
        self._lock = Lock()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def latest(self, wanted: CallFilter, limit: int, before: int | None = None) -> list[LoggedCall]:
        """Return the latest calls, or the latest before the call with an id; newest first."""
        where, values = _where(wanted)
        if before is not None:
            where, values = f"{where} AND id < ?", [*values, before]
        return self._calls(f"{where} ORDER BY id DESC LIMIT ?", [*values, min(limit, MAX_CALLS)])

    def after(self, wanted: CallFilter, after: int, limit: int = MAX_CALLS) -> list[LoggedCall]:
        """Return the calls that came after the one with an id; oldest first."""
        where, values = _where(wanted)
        return self._calls(f"{where} AND id > ? ORDER BY id LIMIT ?", [*values, after, min(limit, MAX_CALLS)])

    def last_id(self) -> int:
        """Return the id of the latest call; 0 if there is none."""
        with self._reading() as connection:
            return int(connection.execute("SELECT coalesce(max(id), 0) FROM calls").fetchone()[0])

    def summary(self, wanted: CallFilter) -> CallSummary:
        """Add up the calls that pass a filter."""
        where, values = _where(wanted)
        totals = "count(*), sum(status != 'ok'), sum(tokens), sum(reply_bytes)"
        with self._reading() as connection:
            n, errors, tokens, size = connection.execute(f"SELECT {totals} FROM calls {where}", values).fetchone()
            times = connection.execute(f"SELECT duration_ms FROM calls {where} ORDER BY 1", values).fetchall()
            tools, statuses = (
                dict(connection.execute(f"SELECT {by}, count(*) FROM calls {where} GROUP BY 1 ORDER BY 2 DESC", values))
                for by in ("tool", "status")
            )
            (lost,) = connection.execute("SELECT calls FROM lost").fetchone()
        median, p95 = (times[min(n - 1, int(n * share))][0] if n else 0.0 for share in (0.5, 0.95))
        return CallSummary(n, errors or 0, tokens or 0, size or 0, median, p95, tools, statuses, lost)

    def _calls(self, rest: str, values: Sequence[Any]) -> list[LoggedCall]:
        with self._reading() as connection:
            rows = connection.execute(f"SELECT {_COLUMNS} FROM calls {rest}", values).fetchall()
        return [LoggedCall(row[0], CallRecord(*row[1:])) for row in rows]

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        try:
            with self._lock:
                yield self._connection
        except sqlite3.Error as error:
            raise CallLogError(self.path, str(error), "Check the file, or give another one.") from error


def _where(wanted: CallFilter) -> tuple[str, list[Any]]:
    """Return the SQL condition of a filter, and the values for its placeholders."""
    conditions: list[tuple[str, list[Any]]] = [("at_ms >= ?", [wanted.since_ms])]
    if wanted.tool:
        conditions.append(("tool = ?", [wanted.tool]))
    if wanted.status == ERRORS:
        conditions.append(("status != ?", [OK]))
    elif wanted.status:
        conditions.append(("status = ?", [wanted.status]))
    if wanted.client:
        conditions.append((r"client LIKE ? ESCAPE '\'", [_like(wanted.client)]))
    if wanted.text:
        either = r"(arguments LIKE ? ESCAPE '\' OR message LIKE ? ESCAPE '\')"
        conditions.append((either, [_like(wanted.text)] * 2))
    where = " AND ".join(condition for condition, _ in conditions)
    return f"WHERE {where}", [value for _, values in conditions for value in values]


def _like(text: str) -> str:
    for special in ("\\", "%", "_"):
        text = text.replace(special, "\\" + special)
    return f"%{text}%"
