"""Open the file of a call log, for writing or for reading, and be sure that it is one.

Strategy. SQLite in WAL mode: one process or several append, others read meanwhile. The file says by its application id
that it is a call log and by its user version which columns it has; a file that says anything else is never written to.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

from pinax_runtime.contract.errors import PinaxError

APPLICATION_ID = 0x50_4E_58_4C
"""The letters PNXL."""
SCHEMA_VERSION = 1
BUSY_S = 5.0
_BUSY_STEP_S = 0.01
WAL_BYTES = 4 << 20
"""Size that the journal is cut back to when it has grown beyond."""

_SCHEMA = f"""
CREATE TABLE calls (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at_ms INTEGER NOT NULL,
    transport TEXT NOT NULL,
    client TEXT NOT NULL,
    tool TEXT NOT NULL,
    arguments TEXT NOT NULL,
    status TEXT NOT NULL,
    message TEXT NOT NULL,
    reply_bytes INTEGER NOT NULL,
    tokens INTEGER NOT NULL,
    duration_ms REAL NOT NULL
);
CREATE TABLE lost (calls INTEGER NOT NULL);
INSERT INTO lost VALUES (0);
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {SCHEMA_VERSION};
"""


class CallLogError(PinaxError):
    """The file of a call log cannot be used."""

    def __init__(self, path: Path, reason: str, remedy: str) -> None:
        super().__init__(f"the call log {path}: {reason}. {remedy}")
        self.path, self.reason = path, reason


def open_for_writing(path: Path) -> sqlite3.Connection:
    """Open a log to write to; made, for its owner alone, if there is none.

    Raises:
        CallLogError: It cannot be made or opened, or is something else.
    """
    try:
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        connection = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None, check_same_thread=False)
        connection.execute("BEGIN IMMEDIATE")  # two processes that start together make the tables once
        if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            for statement in _SCHEMA.strip().split(";\n"):
                connection.execute(statement)
        connection.execute("COMMIT")
        _check(connection, path)
        switch_to_wal(connection)
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute(f"PRAGMA journal_size_limit = {WAL_BYTES}")
    except (OSError, sqlite3.Error) as error:
        raise CallLogError(path, str(error), "Give a file in a folder that can be written to.") from error
    return connection


def open_for_reading(path: Path) -> sqlite3.Connection:
    """Open a log to read from; sees what others write meanwhile.

    Raises:
        CallLogError: There is none, or it is something else.
    """
    if not path.is_file():
        raise CallLogError(path, "there is no such file", "`pinax-runtime serve … --log FILE` writes one.")
    try:
        uri = f"{path.absolute().as_uri()}?mode=ro"
        connection = sqlite3.connect(uri, uri=True, timeout=BUSY_S, isolation_level=None, check_same_thread=False)
        _check(connection, path)
    except sqlite3.Error as error:
        raise CallLogError(path, str(error), "Give the FILE of `pinax-runtime serve … --log FILE`.") from error
    return connection


def switch_to_wal(connection: sqlite3.Connection) -> None:
    """Put a log into WAL mode, waiting up to `BUSY_S` for others that write it.

    SQLite itself does not wait here: while another connection writes, the switch fails at once, whatever the timeout
    (https://www.sqlite.org/wal.html, "Sometimes Queries Return SQLITE_BUSY In WAL Mode").

    Raises:
        sqlite3.OperationalError: The log stayed busy.
    """
    until = monotonic() + BUSY_S
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > until:
                raise
            sleep(_BUSY_STEP_S)
        else:
            return


def _check(connection: sqlite3.Connection, path: Path) -> None:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        connection.close()
        raise CallLogError(path, "is a database of something else", "Give another file.")
    if version != SCHEMA_VERSION:
        connection.close()
        reason = f"has version {version} of the columns, this release has {SCHEMA_VERSION}"
        raise CallLogError(path, reason, "Upgrade pinax-runtime, or give another file.")
