"""Answer a call and record it in a log: the arguments, the outcome, the duration and the cost of the reply."""

from __future__ import annotations

import json
from collections.abc import Callable
from time import perf_counter, time
from typing import Any

from pinax_runtime.serve.call_log.record import OK, CallRecord
from pinax_runtime.serve.call_log.redaction import redact_secrets, redact_text
from pinax_runtime.serve.call_log.writer import CallLog
from pinax_runtime.serve.calls import Caller
from pinax_runtime.serve.replies import ToolReply

MAX_ARGUMENTS_CHARS = 4_000
"""Length to which logged arguments are cut (characters of JSON)."""
MAX_MESSAGE_CHARS = 500
"""Length to which the logged message of an error is cut (characters)."""
MAX_NAME_CHARS = 100
"""Length to which the logged name of a tool or client is cut (characters)."""


def record_call(log: CallLog, caller: Caller, tool: str, arguments: Any, answer: Callable[[], ToolReply]) -> ToolReply:
    """Answer a call, put a record of it into a log, and return the reply."""
    at, began = time(), perf_counter()
    reply = answer()
    taken = perf_counter() - began
    status, message = _outcome(reply)
    log.put(
        CallRecord(
            at_ms=int(at * 1000),
            transport=caller.transport,
            client=_loggable(caller.client, log.secrets, MAX_NAME_CHARS),
            tool=_loggable(tool, log.secrets, MAX_NAME_CHARS),
            arguments=_loggable(_json(redact_secrets(arguments, log.secrets)), log.secrets, MAX_ARGUMENTS_CHARS),
            status=status,
            message=_loggable(message, log.secrets, MAX_MESSAGE_CHARS),
            reply_bytes=len(reply.text.encode()),
            tokens=reply.tokens,
            duration_ms=round(taken * 1000, 3),
        )
    )
    return reply


def _outcome(reply: ToolReply) -> tuple[str, str]:
    """Return the status of a reply, and the message of its error."""
    if not reply.is_error:
        return OK, ""
    try:
        error = json.loads(reply.text)["error"]
        return error["code"], error["message"]
    except (ValueError, KeyError, TypeError):
        return "internal", reply.text


def _json(value: Any) -> str:
    return json.dumps({} if value is None else value, ensure_ascii=False, separators=(",", ":"), default=repr)


def _loggable(text: str, secrets: tuple[str, ...], max_chars: int) -> str:
    """Redact and shorten a text, and replace lone surrogates, which could not be written."""
    # Secrets are redacted before the text is cut, lest half of one stays; cutting to twice the length first bounds the
    # work.
    redacted = redact_text(text[: 2 * max_chars], secrets).encode("utf-8", "replace").decode()
    return redacted if len(redacted) <= max_chars else redacted[: max_chars - 1] + "…"
