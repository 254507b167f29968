"""Tell programs that run agents (clients) of a bundle: by an entry in the client's own file, or a block in AGENTS.md.

In:    how a server is started, or its URL; or the block's text.
Out:   text for a person to copy; or the file, changed in one place.
Rules: nothing else in the file changes, comments and order included, and a copy of the old file stays beside it. A file
       that cannot be parsed is left alone.
Why:   docs/decisions/0027
"""

from __future__ import annotations

from pinax_runtime.clients.block import put_block, remove_block
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
    "put_block",
    "put_server",
    "remove_block",
    "shown",
]
