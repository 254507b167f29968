"""How does a client of the Model Context Protocol ask? The server, and its resources, prompts and completion."""

from __future__ import annotations

from pinax_runtime.serve.protocol.introducing import DESCRIPTION, TITLE
from pinax_runtime.serve.protocol.lines import MessageError, read_message, read_messages
from pinax_runtime.serve.protocol.resources import READ, read_resource
from pinax_runtime.serve.protocol.server import initialization, list_tools, make_server
from pinax_runtime.serve.protocol.unanswered import answering_all

__all__ = [
    "DESCRIPTION",
    "READ",
    "TITLE",
    "MessageError",
    "answering_all",
    "initialization",
    "list_tools",
    "make_server",
    "read_message",
    "read_messages",
    "read_resource",
]
