"""Answer a call and note it in a log: what came in, how it ended, how long it took, what the reply costs."""

from __future__ import annotations

import json
from collections.abc import Callable
from time import perf_counter, time
from typing import Any

from pinax_runtime.serve.call_log.blanking import blank_secrets, blank_text
from pinax_runtime.serve.call_log.record import OK, CallRecord
from pinax_runtime.serve.call_log.writer import CallLog
from pinax_runtime.serve.calls import Caller, ToolReply

MAX_ARGUMENTS = 4_000
"""Most characters of arguments that are logged …"""
MAX_MESSAGE = 500
"""… of an error's message …"""
MAX_NAME = 100
"""… and of a name."""


def answer_noted(log: CallLog, caller: Caller, tool: str, arguments: Any, answer: Callable[[], ToolReply]) -> ToolReply:
    """Give the answer of a call, and put a record of it into a log."""
    at, began = time(), perf_counter()
    reply = answer()
    taken = perf_counter() - began
    status, message = _outcome(reply)
    log.put(
        CallRecord(
            at_ms=int(at * 1000),
            transport=caller.transport,
            client=_told(caller.client, log.secrets, MAX_NAME),
            tool=_told(tool, log.secrets, MAX_NAME),
            arguments=_told(_json(blank_secrets(arguments, log.secrets)), log.secrets, MAX_ARGUMENTS),
            status=status,
            message=_told(message, log.secrets, MAX_MESSAGE),
            reply_bytes=len(reply.text.encode()),
            tokens=reply.tokens,
            duration_ms=round(taken * 1000, 3),
        )
    )
    return reply


def _outcome(reply: ToolReply) -> tuple[str, str]:
    """Give the status of a reply, and the message of its error."""
    if not reply.is_error:
        return OK, ""
    try:
        error = json.loads(reply.text)["error"]
        return error["code"], error["message"]
    except (ValueError, KeyError, TypeError):
        return "internal", reply.text


def _json(value: Any) -> str:
    return json.dumps({} if value is None else value, ensure_ascii=False, separators=(",", ":"), default=repr)


def _told(text: str, secrets: tuple[str, ...], max_chars: int) -> str:
    """Blank and cut a text, and make it one that can be written whatever an agent sent."""
    blanked = blank_text(text[: 2 * max_chars], secrets).encode("utf-8", "replace").decode()
    return blanked if len(blanked) <= max_chars else blanked[: max_chars - 1] + "…"
