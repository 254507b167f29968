"""Answer one call of a tool: check, run, and turn every failure into a reply.

Rules: nothing is raised. What a caller can mend is said to the caller; what is our fault is `internal`, with the
       traceback in the log only.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pinax_runtime.contract.errors import PinaxError
from pinax_runtime.search import Library, Shelf
from pinax_runtime.serve.arguments import check_arguments
from pinax_runtime.serve.budget.tokens import DEFAULT_CEILING, cost, tokens_in
from pinax_runtime.serve.errors import code_of, invalid_args
from pinax_runtime.serve.replies.answer import Answer
from pinax_runtime.serve.replies.freshness import Clock
from pinax_runtime.serve.replies.reply import compact, error_reply
from pinax_runtime.serve.replies.request import ToolRequest
from pinax_runtime.serve.replies.suggest import did_you_mean, quoted
from pinax_runtime.serve.tool import Tool
from pinax_runtime.serve.tools import TOOLS

if TYPE_CHECKING:
    from pinax_runtime.serve.live import LivePages

_log = logging.getLogger(__name__)

GROUPS = ("all", "pages", "tree")
SITES_AT_ONCE = 8
"""Calls that wait for a site; each has a thread of its own, so that others need not wait."""


@dataclass(frozen=True, slots=True)
class ToolReply:
    """What a call gives back."""

    text: str
    is_error: bool = False
    structured: Mapping[str, Any] | None = None
    """The same as an object, where that is wanted."""

    @property
    def tokens(self) -> int:
        """What it costs a model (estimated)."""
        return tokens_in(cost(self.text) + (cost(compact(self.structured)) if self.structured else 0))


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls."""

    transport: str
    """stdio, http or sse."""
    client: str = ""
    """As it names itself."""


Noting = Callable[[Caller, str, Any, Callable[[], ToolReply]], ToolReply]
"""Gives what a function answers to a caller's call of a tool with arguments, and makes a note of it."""


def choose_tools(group: str = "all") -> tuple[Tool, ...]:
    """Give the tools of a group; `list_docs` is in each."""
    return tuple(tool for tool in TOOLS if group in ("all", tool.group) or tool.name == "list_docs")


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
        library: What to answer from, or a shelf with the present one.
        name: Of the tool.
        arguments: As they came: any JSON value.
        group: Which tools there are.
        ceiling: Most tokens of a reply.
        structured: Give an object beside the text.
        live: Reads pages from their sites, where that is allowed.
        now: Tells the time, from which ages are counted.
    """

    def answer() -> Answer:
        tool, checked = _check(name, arguments, choose_tools(group), ceiling, structured)
        max_tokens = checked.get("max_tokens") or ceiling
        return library.ask(
            lambda present: tool.handler(
                ToolRequest(name, present, checked, max_tokens, ceiling, structured, now, live)
            )
        )

    return answered(name, arguments, answer)


def answered(name: str, arguments: Any, answer: Callable[[], Answer]) -> ToolReply:
    """Give what a function answers; its failure as a reply.

    Args:
        name: Of what was asked.
        arguments: For the log.
        answer: Answers, or raises.
    """
    try:
        given = answer()
    except PinaxError as error:
        return ToolReply(error_reply(code_of(error), str(error)), is_error=True)
    except Exception as error:
        _log.exception("%s failed with arguments %.1000r", name, arguments)
        kind = type(error).__name__
        message = f"{name} failed unexpectedly ({kind}). The server's log says more; try other arguments."
        return ToolReply(error_reply("internal", message), is_error=True)
    return ToolReply(given.text.encode("utf-8", "replace").decode(), structured=given.structured)


def _check(
    name: str, arguments: Any, tools: tuple[Tool, ...], ceiling: int, structured: bool
) -> tuple[Tool, dict[str, Any]]:
    named = {tool.name: tool for tool in tools}
    tool = named.get(name)
    if tool is None:
        raise invalid_args(f"No tool {quoted(name, 40)}.{did_you_mean(name, named)} There are: {', '.join(named)}.")
    return tool, check_arguments(name, tool.bounded(ceiling, structured), arguments)
