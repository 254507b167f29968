"""Connect programs that run agents (clients) to a server: by an entry in the client's own file.

In:    how a server is started, or its URL.
Out:   text for a person to copy; or the client's own file, changed in one place.
Rules: nothing else in the file changes, comments and order included, and a copy of the old file stays beside it. A file
       that cannot be parsed is left alone.
Why:   docs/decisions/0027
"""

from __future__ import annotations

from pinax_runtime.clients.files import (
    CLIENTS,
    Client,
    ClientFileError,
    Machine,
    Written,
    put_server,
    shown,
)

__all__ = [
    "CLIENTS",
    "Client",
    "ClientFileError",
    "Machine",
    "Written",
    "put_server",
    "shown",
]
