"""Keep a log of calls, if asked to: what agents asked for, the outcome, the duration and the cost.

In:    CallRecords, from any thread.
Out:   a SQLite file of bounded size, which others may read while it is written.
Rules: a call never waits for the log and never fails because of it; calls that cannot be logged are counted. Replies
       and headers are not logged, and what looks like a secret is redacted.
Why:   docs/decisions/0020
"""

from __future__ import annotations

from pinax_runtime.call_log.proposals import proposed_questions
from pinax_runtime.call_log.record import record_call
from pinax_runtime.call_log.store import (
    DEFAULT_ROWS,
    CallFilter,
    CallLog,
    CallLogError,
    CallLogReader,
    CallRecord,
    CallSummary,
)

__all__ = [
    "DEFAULT_ROWS",
    "CallFilter",
    "CallLog",
    "CallLogError",
    "CallLogReader",
    "CallRecord",
    "CallSummary",
    "proposed_questions",
    "record_call",
]
