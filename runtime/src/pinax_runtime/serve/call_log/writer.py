"""Write calls to a log, off the path of the calls.

Strategy. A bounded queue and one thread. The thread takes what has gathered and writes it in one transaction, which
also removes the oldest rows beyond the bound. If the queue is full, or the file cannot be written, calls are lost; how
many is counted, and written to the log as soon as that works again.
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
"""Calls that a log keeps unless it is told otherwise."""
QUEUE_CALLS = 1_000
"""Calls that may wait to be written."""
_BATCH_CALLS = 500
_CLOSE_S = 5.0

_COLUMNS = tuple(field.name for field in fields(CallRecord))
_INSERT = f"INSERT INTO calls ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"
_TRIM = "DELETE FROM calls WHERE id <= (SELECT max(id) FROM calls) - ?"

_log = logging.getLogger(__name__)


class CallLog:
    """A log to put calls into, from any thread; writes until it is closed."""

    def __init__(
        self,
        path: Path,
        *,
        max_rows: int = DEFAULT_ROWS,
        secrets: tuple[str, ...] = (),
        queue_calls: int = QUEUE_CALLS,
    ) -> None:
        """Open or make the file.

        Args:
            path: Of the file.
            max_rows: Most calls that it keeps; older ones are removed.
            secrets: Texts that must not be logged, wherever they stand.
            queue_calls: Most calls that wait to be written.

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
        """Calls that wait to be written (about)."""
        return self._queue.qsize()

    def close(self) -> None:
        """Write what waits, for a few seconds at most, and close the file. Calls that are put afterwards are lost."""
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
        """Wait for a call and give it with those that have gathered behind it."""
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
