"""Answer one call of a tool: check its arguments, run it, and turn every failure into a reply.

Rules: nothing is raised. A caller's mistake is explained to the caller. A defect of ours is reported as `internal`, and
       its traceback goes to the log only.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pinax_runtime.format import PinaxError
from pinax_runtime.search import Library, Shelf
from pinax_runtime.tools import docsets, documents, pages, research, searching, symbols
from pinax_runtime.tools.arguments import check_arguments, check_docs, did_you_mean, quoted
from pinax_runtime.tools.budget import DEFAULT_CEILING
from pinax_runtime.tools.errors import code_of, invalid_args
from pinax_runtime.tools.reply import Clock, ToolReply, ToolRequest, error_reply
from pinax_runtime.tools.tool import PAIR, Tool

if TYPE_CHECKING:
    from pinax_runtime.live import LivePages


_log = logging.getLogger(__name__)

TOOLS: tuple[Tool, ...] = (
    *docsets.TOOLS,
    *searching.TOOLS,
    *pages.TOOLS,
    *documents.TOOLS,
    *pages.TREE_TOOLS,
    *symbols.TOOLS,
    *research.TOOLS,
)
"""Every tool, in the order in which agents see them; those of `research` stand in for all others."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls a tool."""

    transport: str
    """stdio, http or sse."""
    client: str = ""
    """Name and version that the client states of itself."""


CallRecorder = Callable[[Caller, str, Any, Callable[[], ToolReply]], ToolReply]
"""Runs a function that answers a call, records the call, and returns the reply.

Its arguments are the caller, the tool's name, the tool's arguments and the function.
"""


def choose_tools(group: str = "all") -> tuple[Tool, ...]:
    """Return the tools of a group; `list_docs` belongs to every group but search-fetch, which is in no other."""
    if group == PAIR:
        return tuple(tool for tool in TOOLS if tool.group == PAIR)
    wanted = ("pages", "tree") if group == "all" else (group,)
    return tuple(tool for tool in TOOLS if tool.group in wanted or tool.name == "list_docs")


def call_tool(
    library: Library | Shelf,
    name: str,
    arguments: Any = None,
    *,
    group: str = "all",
    ceiling: int = DEFAULT_CEILING,
    structured: bool = False,
    live: LivePages | None = None,
    now: Clock = time.time,
) -> ToolReply:
    """Answer a call.

    Args:
        library: The library to answer from, or a shelf that holds the present one.
        name: The tool's name.
        arguments: The arguments as they were sent: any JSON value.
        group: Which tools the server offers.
        ceiling: Longest reply that a call may ask for (tokens).
        structured: Whether to return an object beside the text.
        live: Reads pages from their sites; None where that is not allowed.
        now: Returns the time from which ages are counted.
    """

    def answer() -> ToolReply:
        named = {tool.name: tool for tool in choose_tools(group)}
        if (tool := named.get(name)) is None:
            known = ", ".join(named)
            raise invalid_args(f"No tool {quoted(name, 40)}.{did_you_mean(name, named)} There are: {known}.")
        checked = check_arguments(name, tool.bounded(ceiling, structured), arguments)
        max_tokens = checked.get("max_tokens") or ceiling

        def handle(present: Library) -> ToolReply:
            check_docs(present, checked.get("docs", ()))
            return tool.handler(ToolRequest(name, present, checked, max_tokens, ceiling, structured, now, live))

        return library.ask(handle)

    return answered(name, arguments, answer)


def answered(name: str, arguments: Any, answer: Callable[[], ToolReply]) -> ToolReply:
    """Run a function that answers a call, and turn what it raises into an error reply.

    Args:
        name: What was called, for messages.
        arguments: The call's arguments, for the server's log.
        answer: Returns the reply, or raises.
    """
    try:
        reply = answer()
    except PinaxError as error:
        return refused(error)
    except Exception as error:
        _log.exception("%s failed with arguments %.1000r", name, arguments)
        kind = type(error).__name__
        message = f"{name} failed unexpectedly ({kind}). The server's log says more; try other arguments."
        return ToolReply(error_reply("internal", message), is_error=True)
    # A bundle may hold half of a character (a lone surrogate), which no transport could encode.
    return ToolReply(reply.text.encode("utf-8", "replace").decode(), reply.structured)


def refused(error: PinaxError) -> ToolReply:
    """Return the reply that says an error."""
    return ToolReply(error_reply(code_of(error), str(error)), is_error=True)
