"""Open SQLite files that several processes share, and check that they are ours.

Strategy. Write-ahead logging (WAL) lets processes read while others write. The application id in a file says which
program it belongs to, and the user version says which columns it has. A file with another id or version is never
written to.

Why:   docs/decisions/0020
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from pathlib import Path

BUSY_S = 5.0
"""Longest wait for a lock that another process holds (seconds)."""
WAL_BYTES = 4 << 20
"""Size to which SQLite truncates a write-ahead log that has grown beyond it (bytes)."""


class OtherDatabaseError(Exception):
    """The file belongs to another program, or has other columns; the message says which."""

    def __init__(self, reason: str, *, ours: bool) -> None:
        super().__init__(reason)
        self.ours = ours
        """Whether another release of Pinax wrote the file."""


def open_database(path: Path, application_id: int, version: int, schema: str = "") -> sqlite3.Connection:
    """Open a file; the connection sees what other processes write meanwhile.

    Args:
        path: The file's path.
        application_id: The number that says which program the file belongs to.
        version: The version of the columns.
        schema: Statements that create the tables. With these the file is opened for writing, and created, readable by
            its owner only, if it does not exist. Without, it is opened for reading.

    Raises:
        OtherDatabaseError: The file belongs to another program or has other columns.
        OSError: The file cannot be created.
        sqlite3.Error: The file cannot be opened.
    """
    if schema:
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    uri = f"{path.absolute().as_uri()}?mode={'rw' if schema else 'ro'}"
    connection = sqlite3.connect(uri, uri=True, timeout=BUSY_S, isolation_level=None, check_same_thread=False)
    try:
        if schema:
            _create_tables(connection, application_id, version, schema)
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (found,) = connection.execute("PRAGMA user_version").fetchone()
        if application != application_id:
            raise OtherDatabaseError("is a database of another program", ours=False)
        if found != version:
            raise OtherDatabaseError(f"has version {found} of the columns, this release has {version}", ours=True)
        if schema:
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute(f"PRAGMA journal_size_limit = {WAL_BYTES}")
    except BaseException:
        connection.close()
        raise
    return connection


def _create_tables(connection: sqlite3.Connection, application_id: int, version: int, schema: str) -> None:
    """Create the tables of an empty file, which then is in WAL mode for ever."""
    if not _is_empty(connection):  # it may be another program's
        return
    with suppress(sqlite3.OperationalError):  # another process uses the file, which comes to be in that mode
        connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("BEGIN IMMEDIATE")  # or two processes that start together would both create the tables
    if _is_empty(connection):
        for statement in filter(None, map(str.strip, schema.split(";\n"))):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {application_id}")
        connection.execute(f"PRAGMA user_version = {version}")
    connection.execute("COMMIT")


def _is_empty(connection: sqlite3.Connection) -> bool:
    return bool(connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,))
