"""Serve tools to clients of the Model Context Protocol."""

from __future__ import annotations

from pinax_runtime.server.protocol import DESCRIPTION, NAME, TITLE, Served, initialization, make_server
from pinax_runtime.server.resources import READ, read_resource
from pinax_runtime.server.scheduler import CLIENT, Scheduler, save_memory
from pinax_runtime.server.stdio import serve_stdio

__all__ = [
    "CLIENT",
    "DESCRIPTION",
    "NAME",
    "READ",
    "TITLE",
    "Scheduler",
    "Served",
    "initialization",
    "make_server",
    "read_resource",
    "save_memory",
    "serve_stdio",
]
