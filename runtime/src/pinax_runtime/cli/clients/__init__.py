"""Tell programs that run agents about a server: what each wants to be told, where, and how its file is changed.

In:    how a server is started, or its URL.
Out:   text for a person to put in place; or the client's own file, changed in one place.
Rules: nothing else in a file changes, comments and order included, and what it was before is kept beside it. A file
       that cannot be read as what it should be is left alone.
"""

from __future__ import annotations

from pinax_runtime.cli.clients.errors import ClientFileError
from pinax_runtime.cli.clients.machine import Machine
from pinax_runtime.cli.clients.table import CLIENTS, Client, Local, Remote
from pinax_runtime.cli.clients.writing import Written, put_server, shown

__all__ = ["CLIENTS", "Client", "ClientFileError", "Local", "Machine", "Remote", "Written", "put_server", "shown"]
