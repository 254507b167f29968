"""Keep a log of calls, if asked to: what agents asked for, the outcome, the duration and the cost.

In:    CallRecords, from any thread.
Out:   a SQLite file of bounded size, which others may read while it is written.
Rules: a call never waits for the log and never fails because of it; calls that cannot be logged are counted. Replies
       and headers are not logged, and what looks like a secret is redacted.
Why:   docs/decisions/0020
"""

from __future__ import annotations

from pinax_runtime.serve.call_log.opening import CallLogError
from pinax_runtime.serve.call_log.reader import ERRORS, MAX_CALLS, CallFilter, CallLogReader, CallSummary
from pinax_runtime.serve.call_log.record import OK, CallRecord, LoggedCall
from pinax_runtime.serve.call_log.recording import record_call
from pinax_runtime.serve.call_log.writer import DEFAULT_ROWS, CallLog

__all__ = [
    "DEFAULT_ROWS",
    "ERRORS",
    "MAX_CALLS",
    "OK",
    "CallFilter",
    "CallLog",
    "CallLogError",
    "CallLogReader",
    "CallRecord",
    "CallSummary",
    "LoggedCall",
    "record_call",
]
