"""Redact what looks like a secret before it is logged: agents put into arguments whatever they have at hand.

Why:   docs/decisions/0020
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from pinax_runtime.trust import KEY, PEM

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
