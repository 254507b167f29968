"""Write calls to a log without delaying them.

Strategy. Calls go into a bounded queue. One thread writes all calls that wait in one transaction, which also removes
the oldest rows beyond the bound. If the queue is full or the file cannot be written, calls are lost. Their number is
counted, and written to the log as soon as that works again.

Why:   docs/decisions/0020
"""

from __future__ import annotations

import logging
import sqlite3
from dataclasses import astuple, fields
from pathlib import Path
from queue import Empty, Full, Queue
from threading import Lock, Thread
from types import TracebackType

from pinax_runtime.serve.call_log.opening import open_for_writing
from pinax_runtime.serve.call_log.record import CallRecord

DEFAULT_ROWS = 50_000
"""Default number of calls that a log keeps."""
QUEUE_CALLS = 1_000
"""Default number of calls that may wait to be written; further calls are lost."""
_BATCH_CALLS = 500
"""Number of calls that one transaction writes at most."""
_CLOSE_S = 5.0
"""Longest wait for the writer when a log is closed (seconds)."""

_COLUMNS = tuple(field.name for field in fields(CallRecord))
_INSERT = f"INSERT INTO calls ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"
_TRIM = "DELETE FROM calls WHERE id <= (SELECT max(id) FROM calls) - ?"

_log = logging.getLogger(__name__)


class CallLog:
    """A log that takes calls from any thread and writes them until it is closed."""

    def __init__(
        self,
        path: Path,
        *,
        max_rows: int = DEFAULT_ROWS,
        secrets: tuple[str, ...] = (),
        queue_calls: int = QUEUE_CALLS,
    ) -> None:
        """Open the file, or create it.

        Args:
            path: The file's path.
            max_rows: Number of calls that the log keeps; older ones are removed.
            secrets: Texts that must not be logged, wherever they stand.
            queue_calls: Number of calls that may wait to be written.

        Raises:
            CallLogError: The file cannot be used.
        """
        self.path, self.max_rows, self.secrets = path, max_rows, secrets
        self._connection = open_for_writing(path)
        self._queue: Queue[CallRecord | None] = Queue(queue_calls)
        self._lost, self._lock, self._failed = 0, Lock(), False
        self._thread = Thread(target=self._run, name="call-log", daemon=True)
        self._thread.start()

    def put(self, call: CallRecord) -> None:
        """Hand a call to the writer; never waits and never fails."""
        try:
            self._queue.put_nowait(call)
        except Full:
            self._lose(1)

    @property
    def waiting(self) -> int:
        """Approximate number of calls that wait to be written."""
        return self._queue.qsize()

    def close(self) -> None:
        """Write the calls that wait, within a few seconds, and close the file. Later calls are lost."""
        try:
            self._queue.put(None, timeout=_CLOSE_S)
        except Full:
            return
        self._thread.join(_CLOSE_S)

    def __enter__(self) -> CallLog:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _lose(self, calls: int) -> None:
        with self._lock:
            self._lost += calls

    def _run(self) -> None:
        going_on = True
        while going_on:
            batch = self._take()
            going_on = None not in batch
            self._write([call for call in batch if call is not None])
        self._connection.close()

    def _take(self) -> list[CallRecord | None]:
        """Wait for a call, and return it with those that wait behind it; None asks to stop."""
        batch = [self._queue.get()]
        try:
            while len(batch) < _BATCH_CALLS and batch[-1] is not None:
                batch.append(self._queue.get_nowait())
        except Empty:
            pass
        return batch

    def _write(self, calls: list[CallRecord]) -> None:
        with self._lock:
            lost, self._lost = self._lost, 0
        try:
            with self._connection:
                self._connection.execute("BEGIN IMMEDIATE")
                self._connection.executemany(_INSERT, map(astuple, calls))
                self._connection.execute(_TRIM, (self.max_rows,))
                self._connection.execute("UPDATE lost SET calls = calls + ?", (lost,))
        except sqlite3.Error as error:
            self._lose(lost + len(calls))
            if not self._failed:
                _log.warning("the call log %s cannot be written, calls are not logged: %s", self.path, error)
            self._failed = True
        else:
            self._failed = False
