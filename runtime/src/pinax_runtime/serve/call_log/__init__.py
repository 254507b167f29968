"""Keep a log of calls, if asked to: what agents asked for, how it ended, how long it took and what it cost.

In:    CallRecords, from any thread.
Out:   A SQLite file of bounded size, which others may read while it is written.
Rules: a call never waits for its log and never fails because of it; what could not be logged is counted. No text of a
       reply and no header is logged, and what looks like a secret is blanked.
"""

from __future__ import annotations

from pinax_runtime.serve.call_log.noting import answer_noted
from pinax_runtime.serve.call_log.opening import CallLogError
from pinax_runtime.serve.call_log.reader import ERRORS, MAX_CALLS, CallFilter, CallLogReader, CallSummary
from pinax_runtime.serve.call_log.record import OK, CallRecord, LoggedCall
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
    "answer_noted",
]
