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
from pinax_runtime.tools.arguments import check_arguments, check_docs, did_you_mean, quoted
from pinax_runtime.tools.budget import DEFAULT_CEILING
from pinax_runtime.tools.errors import code_of, invalid_args
from pinax_runtime.tools.reply import Clock, ToolReply, ToolRequest, error_reply
from pinax_runtime.tools.table import choose_tools

if TYPE_CHECKING:
    from pinax_runtime.live import LivePages


_log = logging.getLogger(__name__)


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

    def answer(present: Library) -> ToolReply:
        named = {tool.name: tool for tool in choose_tools(group)}
        if (tool := named.get(name)) is None:
            offered = [tool.name for tool in named.values() if tool.is_offered(present)]
            known = ", ".join(offered)
            raise invalid_args(f"No tool {quoted(name, 40)}.{did_you_mean(name, offered)} There are: {known}.")
        checked = check_arguments(name, tool.bounded(ceiling, structured), arguments)
        check_docs(present, checked.get("docs", ()))
        max_tokens = checked.get("max_tokens") or ceiling
        return tool.handler(ToolRequest(name, present, checked, max_tokens, ceiling, structured, now, live))

    return answered(library, name, arguments, answer)


def answered(library: Library | Shelf, name: str, arguments: Any, answer: Callable[[Library], ToolReply]) -> ToolReply:
    """Return the reply that a function gives for a library, or an error reply for what it raises.

    Args:
        library: The library, or a shelf that holds the present one.
        name: What was called, for messages.
        arguments: The call's arguments, for the server's log.
        answer: Returns the reply, or raises.
    """
    try:
        reply = library.ask(answer)
    except PinaxError as error:
        return error_reply(code_of(error), str(error))
    except Exception as error:
        _log.exception("%s failed with arguments %.1000r", name, arguments)
        kind = type(error).__name__
        message = f"{name} failed unexpectedly ({kind}). The server's log says more; try other arguments."
        return error_reply("internal", message)
    # A bundle may hold half of a character (a lone surrogate), which no transport could encode.
    return ToolReply(reply.text.encode("utf-8", "replace").decode(), reply.structured)
