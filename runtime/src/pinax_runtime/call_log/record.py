"""Make a record of a call, without secrets."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from time import perf_counter, time
from typing import Any

from pinax_runtime.call_log.store import OK, CallLog, CallRecord
from pinax_runtime.tools import Caller, ToolReply
from pinax_runtime.trust import KEY, PEM

# Redact what looks like a secret before it is logged: agents put into arguments whatever they have at hand.
#
# Why:   docs/decisions/0020

REDACTED = "•••"
"""What stands in the log in place of a secret."""
MAX_DEPTH = 8
"""Number of levels of arguments that are logged; no tool takes deeper ones."""

_SECRET = (
    r"(?:[\w-]{0,40}[-_])?(?:token|secret|password|passwd|pwd|api[-_]?key|(?:secret|access|private)[-_]?key"
    r"|authorization|credentials?|signature)"
)
_NAME = re.compile(_SECRET, re.IGNORECASE)
_PATTERNS = (
    # In this order: user and password in a URL; a secret in a URL's query; the value of an Authorization header;
    # private keys; keys of well-known services; `password=…` and `"password": "…"`; `password: hunter2`, whose value
    # has a digit or sign, unlike `password: text`; `--password …`; what begins like such a key.
    (re.compile(r"(?<=://)[^/\s\"@]+(?=@)"), REDACTED),
    (re.compile(rf"(?i)([?&;](?:{_SECRET}|sig|key|auth|session)=)[^&#;\s\"]+"), rf"\1{REDACTED}"),
    (re.compile(r"(?i)\b(bearer|basic)\s+[\w.~+/=-]{8,}"), rf"\1 {REDACTED}"),
    (PEM, REDACTED),
    (KEY, REDACTED),
    (re.compile(rf"(?i)\b({_SECRET}\s*=\s*)(?:\"[^\"]*\"|'[^']*'|[^\s&;,\"'`]+)"), rf"\1{REDACTED}"),
    (re.compile(rf"(?i)([\"']{_SECRET}[\"']\s*:\s*)(?:\"[^\"]*\"|'[^']*')"), rf"\1{REDACTED}"),
    (re.compile(rf"(?i)\b({_SECRET}\s*:\s*[\"']?)(?=[^\s\"',;]*[\d!@#$%^&*+])[^\s\"',;]{{6,}}"), rf"\1{REDACTED}"),
    (re.compile(rf"(?i)(--{_SECRET}[ =])[^\s\"']+"), rf"\1{REDACTED}"),
    (re.compile(r"\b(?:sk|pk|rk|gh[opsu]|github_pat|glpat|xox[abps]|AKIA|ASIA|eyJ)[-_]?[\w.-]{16,}"), REDACTED),
)


def redact_text(text: str, secrets: Sequence[str] = ()) -> str:
    """Redact secrets in a text: the known `secrets`, and whatever looks like one.

    >>> redact_text("https://me:pw@example.org/?api_key=abc&page=2")
    'https://•••@example.org/?api_key=•••&page=2'
    """
    for secret in secrets:
        text = text.replace(secret, REDACTED)
    for pattern, replacement in _PATTERNS:
        text = pattern.sub(replacement, text)
    return text


def redact_secrets(value: Any, secrets: Sequence[str] = (), depth: int = 0) -> Any:
    """Redact secrets in a JSON value: in every text, and every value with a name such as `password`.

    >>> redact_secrets({"query": "x", "headers": {"X-Api-Key": "abc"}})
    {'query': 'x', 'headers': {'X-Api-Key': '•••'}}
    """
    if isinstance(value, str):
        return redact_text(value, secrets)
    if isinstance(value, dict | list) and depth == MAX_DEPTH:
        return "…"
    if isinstance(value, list):
        return [redact_secrets(item, secrets, depth + 1) for item in value]
    if isinstance(value, dict):
        return {
            redact_text(str(name), secrets): (
                REDACTED if _NAME.fullmatch(str(name)) else redact_secrets(item, secrets, depth + 1)
            )
            for name, item in value.items()
        }
    return value


# Answer a call and record it in a log: the arguments, the outcome, the duration and the cost of the reply.

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
