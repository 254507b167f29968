"""Open the file of a call log, for writing or for reading, and check that it is one."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from pinax_runtime.format import PinaxError
from pinax_runtime.serve.database import OtherDatabaseError, open_database, open_database_to_read

APPLICATION_ID = 0x50_4E_58_4C
"""SQLite's application id of the file: the letters PNXL."""
SCHEMA_VERSION = 1
"""Version of the file's columns."""

_SCHEMA = """
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
"""


class CallLogError(PinaxError):
    """The file of a call log cannot be used."""

    def __init__(self, path: Path, reason: str, remedy: str) -> None:
        super().__init__(f"the call log {path}: {reason}. {remedy}")
        self.path, self.reason = path, reason


def open_for_writing(path: Path) -> sqlite3.Connection:
    """Open a log for writing. Create it, readable by its owner only, if it does not exist.

    Raises:
        CallLogError: The file cannot be created or opened, or is no call log.
    """
    try:
        return open_database(path, _SCHEMA, APPLICATION_ID, SCHEMA_VERSION)
    except OtherDatabaseError as error:
        raise _other(path, error) from error
    except (OSError, sqlite3.Error) as error:
        raise CallLogError(
            path, getattr(error, "strerror", None) or str(error), "Give a file in a folder that can be written to."
        ) from error


def open_for_reading(path: Path) -> sqlite3.Connection:
    """Open a log for reading; the connection sees what others write meanwhile.

    Raises:
        CallLogError: There is no such file, or it is no call log.
    """
    if not path.is_file():
        raise CallLogError(path, "there is no such file", "`pinax-runtime serve … --log FILE` writes one.")
    try:
        return open_database_to_read(path, APPLICATION_ID, SCHEMA_VERSION)
    except OtherDatabaseError as error:
        raise _other(path, error) from error
    except sqlite3.Error as error:
        raise CallLogError(path, str(error), "Give the FILE of `pinax-runtime serve … --log FILE`.") from error


def _other(path: Path, error: OtherDatabaseError) -> CallLogError:
    remedy = "Upgrade pinax-runtime, or give another file." if error.ours else "Give another file."
    return CallLogError(path, str(error), remedy)
