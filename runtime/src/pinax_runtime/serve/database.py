"""Open SQLite files that several processes share, and be sure that they are ours.

Strategy. WAL mode: one process or several write, others read meanwhile. A file says by its application id what it is
and by its user version which columns it has; a file that says anything else is never written to.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

BUSY_S = 5.0
"""How long to wait for others (seconds)."""
WAL_BYTES = 4 << 20
"""Size that the journal is cut back to when it has grown beyond."""
_BUSY_STEP_S = 0.01


class OtherDatabaseError(Exception):
    """A file holds something else, or other columns; the message says which."""

    def __init__(self, reason: str, *, ours: bool) -> None:
        super().__init__(reason)
        self.ours = ours
        """Whether another release of ours wrote it."""


def open_database(path: Path, schema: str, application_id: int, version: int) -> sqlite3.Connection:
    """Open a file to write to; made, for its owner alone, if there is none.

    Args:
        path: Of the file.
        schema: Statements that make its tables.
        application_id: What it says it is.
        version: Of its columns.

    Raises:
        OtherDatabaseError: It is something else.
        OSError: It cannot be made.
        sqlite3.Error: It cannot be opened.
    """
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    connection = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("BEGIN IMMEDIATE")  # two processes that start together make the tables once
        if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            for statement in filter(None, map(str.strip, schema.split(";\n"))):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {application_id}")
            connection.execute(f"PRAGMA user_version = {version}")
        connection.execute("COMMIT")
        check_database(connection, application_id, version)
        switch_to_wal(connection)
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute(f"PRAGMA journal_size_limit = {WAL_BYTES}")
    except BaseException:
        connection.close()
        raise
    return connection


def open_database_to_read(path: Path, application_id: int, version: int) -> sqlite3.Connection:
    """Open a file to read from; sees what others write meanwhile.

    Raises:
        OtherDatabaseError: It is something else.
        sqlite3.Error: It cannot be opened.
    """
    uri = f"{path.absolute().as_uri()}?mode=ro"
    connection = sqlite3.connect(uri, uri=True, timeout=BUSY_S, isolation_level=None, check_same_thread=False)
    try:
        check_database(connection, application_id, version)
    except BaseException:
        connection.close()
        raise
    return connection


def switch_to_wal(connection: sqlite3.Connection) -> None:
    """Put a file into WAL mode, waiting up to `BUSY_S` for others that write it.

    SQLite itself does not wait here: while another connection writes, the switch fails at once, whatever the timeout
    (https://www.sqlite.org/wal.html, "Sometimes Queries Return SQLITE_BUSY In WAL Mode").

    Raises:
        sqlite3.OperationalError: The file stayed busy.
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


def check_database(connection: sqlite3.Connection, application_id: int, version: int) -> None:
    """Make sure that a file is what it should be.

    Raises:
        OtherDatabaseError: It is not.
    """
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    if application != application_id:
        raise OtherDatabaseError("is a database of something else", ours=False)
    if found != version:
        raise OtherDatabaseError(f"has version {found} of the columns, this release has {version}", ours=True)
